#include "include/us_named_type.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "include/us_swift_runtime.h"
#include "us_conformance.h"
#include "us_descriptors.h"
#include "us_standard_descriptors.h"

// Of the runtime (swift/Runtime/Metadata.h).
extern const void *swift_getExistentialTypeMetadata(bool is_any, const void *superclass, size_t protocol_count,
                                                    const void *const *protocols);

static const char *standard(char letter) {
  switch (letter) {
    case 'a': return &array_descriptor;
    case 'b': return &bool_descriptor;
    case 'D': return &dictionary_descriptor;
    case 'd': return &double_descriptor;
    case 'f': return &float_descriptor;
    case 'h': return &set_descriptor;
    case 'I': return &default_indices_descriptor;
    case 'i': return &int_descriptor;
    case 'J': return &character_descriptor;
    case 'N': return &closed_range_descriptor;
    case 'n': return &range_descriptor;
    case 'O': return &object_identifier_descriptor;
    case 'P': return &pointer_descriptor;
    case 'p': return &mutable_pointer_descriptor;
    case 'q': return &optional_descriptor;
    case 'R': return &buffer_descriptor;
    case 'r': return &mutable_buffer_descriptor;
    case 'S': return &string_descriptor;
    case 's': return &substring_descriptor;
    case 'u': return &uint_descriptor;
    case 'V': return &raw_pointer_descriptor;
    case 'v': return &mutable_raw_pointer_descriptor;
    case 'W': return &raw_buffer_descriptor;
    case 'w': return &mutable_raw_buffer_descriptor;
    default: return NULL;
  }
}

static const char *standard_protocol(char letter) {
  switch (letter) {
    case 'l': return &collection_descriptor;
    case 'T': return &sequence_descriptor;
    case 'H': return &hashable_descriptor;
    case 'L': return &comparable_descriptor;
    case 'K': return &bidirectional_descriptor;
    case 'k': return &random_access_descriptor;
    default: return NULL;
  }
}

// Generic signatures (`GenericContextDescriptorFlags`, `GenericParamDescriptor`, `GenericRequirementFlags`).
enum {
  HAS_CONDITIONAL_INVERSES = 2,
  TYPE_WITH_KEY_ARGUMENT = 0x80,
  PROTOCOL_WITH_KEY_ARGUMENT = 0x80,
  KEY_ARGUMENT = 0x80,
  INVERTED_PROTOCOLS = 5,
  LAYOUT = 0x1F,
  CLASS_LAYOUT = 0,
};


enum { MAXIMUM_DEPTH = 16 };

static const void *accessed(const char *descriptor, const void **arguments, size_t count) {
  const char *accessor = us_relative(descriptor + 12);
  return accessor == NULL ? NULL : us_call_metadata_accessor(accessor, arguments, count);
}

// The parameter that a requirement is about: `x`, `q_`, `q0_`; -1 if it is something else.
static int parameter(const char *subject) {
  if (subject == NULL) return -1;
  if (strcmp(subject, "x") == 0) return 0;
  if (strcmp(subject, "q_") == 0) return 1;
  return subject[0] == 'q' && subject[1] >= '0' && subject[1] <= '9' && strcmp(subject + 2, "_") == 0
             ? subject[1] - '0' + 2
             : -1;
}

// What a type's declaration asks of its generic arguments.
// Layout: swift/ABI/GenericContext.h (`TargetGenericContextDescriptorHeader`, then parameters, padding, requirements).
typedef struct signature {
  size_t parameter_count, requirement_count, word_count;
  const uint8_t *parameters;
  const char *requirements;
} signature;

// False where there are packs, values, or what this doesn't know.
static bool read_signature(const char *descriptor, signature *signature) {
  // A type's generic header follows two words of the runtime's own.
  const uint16_t *header = (const uint16_t *)(descriptor + (us_context_kind(descriptor) == US_CLASS ? 44 : 28) + 8);
  if (header[3] & ~HAS_CONDITIONAL_INVERSES) return false;
  signature->parameter_count = header[0];
  signature->requirement_count = header[1];
  signature->word_count = header[2];
  signature->parameters = (const uint8_t *)(header + 4);
  signature->requirements = (const char *)(header + 4) + ((header[0] + 3) & ~3);
  return true;
}

// How many parameters there are in front of the first that isn't a type with a word of its own. The argument vector begins with
// these.
static size_t leading_types(const signature *signature) {
  size_t count = 0;
  while (count < signature->parameter_count && signature->parameters[count] == TYPE_WITH_KEY_ARGUMENT) count++;
  return count;
}

// A conformance that has a word in the argument vector, behind those of the types.
typedef struct demand {
  int subject;
  const char *protocol;
} demand;

// False where a requirement with a word is anything else than the conformance of a parameter.
static bool read_demand(const char *requirement, demand *demand) {
  if (us_flags(requirement) != PROTOCOL_WITH_KEY_ARGUMENT || us_flags(requirement + 8) & 2) return false;
  demand->subject = parameter(us_relative(requirement + 4));
  demand->protocol = us_indirectable(requirement + 8);
  return demand->subject >= 0 && demand->protocol != NULL;
}

static bool is_class(const void *type) {
  uintptr_t kind = *(const uintptr_t *)type;
  return kind == 0 || kind > 0x7FF;
}

// Whether types are what a requirement without a word asks for, as far as this knows.
static bool is_met(const char *requirement, const void *const *types, size_t count) {
  uint32_t flags = us_flags(requirement);
  if (flags == INVERTED_PROTOCOLS) return true;
  if (flags != LAYOUT || us_flags(requirement + 8) != CLASS_LAYOUT) return false;
  int subject = parameter(us_relative(requirement + 4));
  return subject >= 0 && (size_t)subject < count && is_class(types[subject]);
}

static const void *bound(const char *descriptor, const void *const *types, size_t count) {
  signature signature;
  if (!read_signature(descriptor, &signature) || signature.word_count > MAXIMUM_DEPTH) return NULL;
  if (signature.parameter_count != count || leading_types(&signature) != count || count > signature.word_count) {
    return NULL;
  }
  const void *words[MAXIMUM_DEPTH + 1];
  memcpy(words, types, count * sizeof *types);
  size_t filled = count;
  const char *requirement = signature.requirements;
  for (size_t i = 0; i < signature.requirement_count; i++, requirement += 12) {
    if (!(us_flags(requirement) & KEY_ARGUMENT)) {
      if (!is_met(requirement, types, count)) return NULL;
      continue;
    }
    demand demand;
    if (!read_demand(requirement, &demand) || (size_t)demand.subject >= count || filled == signature.word_count) {
      return NULL;
    }
    const void *table = us_witness_table(types[demand.subject], demand.protocol);
    if (table == NULL) return NULL;
    words[filled++] = table;
  }
  return filled == signature.word_count ? accessed(descriptor, words, filled) : NULL;
}

// MARK: Names

// Generic parameters of the declaration that a name is a part of, and what they stand for.
typedef struct environment {
  const char *context;
  const void *const *arguments;
} environment;

// What a parameter stands for; NULL where not all before it are types with a place in the vector.
static const void *argument(const environment *known, size_t index) {
  signature signature;
  if (known->arguments == NULL || known->context == NULL) return NULL;
  if (!us_is_type(known->context) || !(us_flags(known->context) & US_IS_GENERIC)) return NULL;
  return read_signature(known->context, &signature) && index < leading_types(&signature) ? known->arguments[index] : NULL;
}

// The witness table that the vector holds for a parameter's conformance.
static const void *given_table(const environment *known, int index, const char *protocol) {
  signature signature;
  if (!read_signature(known->context, &signature)) return NULL;
  size_t word = leading_types(&signature);
  if (word != signature.parameter_count) return NULL;
  const char *requirement = signature.requirements;
  for (size_t i = 0; i < signature.requirement_count; i++, requirement += 12) {
    if (!(us_flags(requirement) & KEY_ARGUMENT)) continue;
    demand demand;
    if (!read_demand(requirement, &demand)) return NULL;
    if (demand.subject == index && demand.protocol == protocol) return known->arguments[word];
    word++;
  }
  return NULL;
}

// What a type has for an associated type (`TargetProtocolDescriptor` in swift/ABI/Metadata.h).
static const void *associated_type(const void *type, const void *table, const char *protocol, const char *name,
                                   size_t length) {
  size_t signature_count = us_flags(protocol + 12), count = us_flags(protocol + 16);
  const char *names = us_relative(protocol + 20);
  const char *requirements = protocol + 24 + signature_count * 12;
  for (size_t i = 0; i < count && names != NULL; i++) {
    const uint32_t associated_type_kind = 7;
    const char *requirement = requirements + i * 8;
    if ((us_flags(requirement) & 0xF) != associated_type_kind) continue;
    // The names are in the same order, with spaces between them.
    size_t end = strcspn(names, " ");
    if (end == length && memcmp(names, name, length) == 0) {
      return swift_getAssociatedTypeWitness(0, table, type, requirements - 8, requirement).metadata;
    }
    names = names[end] == ' ' ? names + end + 1 : NULL;
  }
  return NULL;
}

// Reads a member of a parameter (`5IndexSlQz`): an identifier, its protocol, and which parameter. Only where the vector has the
// conformance.
static const void *member(const environment *known, const char *name, size_t length, size_t *position) {
  size_t i = *position, count = 0;
  for (; i < length && name[i] >= '0' && name[i] <= '9' && count < length; i++) {
    count = count * 10 + (size_t)(name[i] - '0');
  }
  const char *identifier = name + i;
  if (count == 0 || count >= length - i) return NULL;
  i += count;
  const char *protocol = NULL;
  if ((name[i] == 1 || name[i] == 2) && i + 5 < length) {
    protocol = us_relative(name + i + 1);
    if (protocol != NULL && name[i] == 2) protocol = *(const char *const *)protocol;
    if (protocol != NULL && us_context_kind(protocol) != US_PROTOCOL) return NULL;
    i += 5;
  } else if (name[i] == 'S' && i + 2 < length) {
    protocol = standard_protocol(name[i + 1]);
    i += 2;
  }
  if (protocol == NULL || i + 2 > length || name[i] != 'Q' || name[i + 1] != 'z') return NULL;
  *position = i + 2;
  const void *type = argument(known, 0);
  const void *table = type == NULL ? NULL : given_table(known, 0, protocol);
  return table == NULL ? NULL : associated_type(type, table, protocol, identifier, count);
}

// The type of values of a protocol.
static const void *existential(const char *protocol) {
  // A protocol says whether it is for classes only by a bit that isn't set (`ProtocolContextDescriptorFlags`).
  const uint32_t is_any = 1u << 16;
  const void *protocols[] = {protocol};
  return swift_getExistentialTypeMetadata(us_flags(protocol) & is_any, NULL, 1, protocols);
}

const void *us_named_type(const char *name, size_t length, const void *context, const void *const *arguments) {
  const environment known = {context, arguments};
  // Types, and generic declarations that wait for their arguments.
  struct {
    const void *pointer;
    bool is_declaration;
  } stack[MAXIMUM_DEPTH];
  size_t depth = 0;
  size_t i = 0;
  while (i < length) {
    if (depth == MAXIMUM_DEPTH) return NULL;
    const char *descriptor = NULL;
    if (name[i] == 1 || name[i] == 2) {
      if (length - i < 5) return NULL;
      descriptor = us_relative(name + i + 1);
      if (descriptor == NULL) return NULL;
      if (name[i] == 2) descriptor = *(const char *const *)descriptor;
      // A type of a library that has it no longer.
      if (descriptor == NULL) return NULL;
      i += 5;
    } else if (name[i] == 'S' && i + 1 < length && name[i + 1] == 'g') {
      if (depth == 0 || stack[depth - 1].is_declaration) return NULL;
      const void *type = bound(&optional_descriptor, &stack[depth - 1].pointer, 1);
      if (type == NULL) return NULL;
      stack[depth - 1].pointer = type;
      i += 2;
      continue;
    } else if (name[i] == 'S' && i + 1 < length) {
      descriptor = standard(name[i + 1]);
      if (descriptor == NULL) return NULL;
      i += 2;
    } else if (name[i] == '_') {
      // Before the arguments of a declaration within the one whose arguments have been read: they lie behind them.
      size_t first = depth;
      while (first > 0 && !stack[first - 1].is_declaration) first--;
      if (first == 0) return NULL;
      i++;
      continue;
    } else if (name[i] == 'G') {
      size_t first = depth;
      while (first > 0 && !stack[first - 1].is_declaration) first--;
      if (first == 0) return NULL;
      const void *arguments[MAXIMUM_DEPTH];
      for (size_t at = first; at < depth; at++) arguments[at - first] = stack[at].pointer;
      const void *type = bound(stack[first - 1].pointer, arguments, depth - first);
      if (type == NULL) return NULL;
      depth = first;
      stack[depth - 1].pointer = type;
      stack[depth - 1].is_declaration = false;
      i += 1;
      continue;
    }
    if (descriptor == NULL) {
      // A parameter, or a member of one.
      const void *type = NULL;
      if (name[i] == 'x') {
        type = argument(&known, 0);
        i++;
      } else if (name[i] == 'q' && i + 1 < length && name[i + 1] == '_') {
        type = argument(&known, 1);
        i += 2;
      } else if (name[i] >= '1' && name[i] <= '9') {
        type = member(&known, name, length, &i);
      }
      if (type == NULL) return NULL;
      stack[depth].pointer = type;
      stack[depth].is_declaration = false;
      depth++;
      continue;
    }
    if (us_context_kind(descriptor) == US_PROTOCOL && i + 2 <= length && name[i] == '_' && name[i + 1] == 'p') {
      stack[depth].pointer = existential(descriptor);
      stack[depth].is_declaration = false;
      depth++;
      i += 2;
      continue;
    }
    if (!us_is_type(descriptor)) return NULL;
    bool is_generic = us_flags(descriptor) & US_IS_GENERIC;
    if (is_generic) {
      // `y` begins the arguments.
      if (i >= length || name[i] != 'y') return NULL;
      i++;
    }
    stack[depth].pointer = is_generic ? descriptor : accessed(descriptor, (const void *[]){NULL}, 0);
    stack[depth].is_declaration = is_generic;
    if (stack[depth].pointer == NULL) return NULL;
    depth++;
  }
  return depth == 1 && !stack[0].is_declaration ? stack[0].pointer : NULL;
}
