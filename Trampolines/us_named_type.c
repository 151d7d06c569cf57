#include "include/us_named_type.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "include/us_loaded_images.h"
#include "include/us_swift_records.h"
#include "include/us_swift_runtime.h"
#include "us_descriptors.h"

// Of the runtime (swift/Runtime/Metadata.h).
extern const void *swift_getWitnessTable(const void *conformance, const void *type, const void *const *arguments);

// Descriptors of the standard library (docs/ABI/Mangling.rst, "Types": known nominal types; `Mn`).
#define STANDARD(letter) __asm__("$sS" #letter "Mn")
extern const char bool_descriptor STANDARD(b), double_descriptor STANDARD(d), float_descriptor STANDARD(f),
    int_descriptor STANDARD(i), uint_descriptor STANDARD(u), string_descriptor STANDARD(S),
    substring_descriptor STANDARD(s), character_descriptor STANDARD(J), array_descriptor STANDARD(a),
    dictionary_descriptor STANDARD(D), set_descriptor STANDARD(h), range_descriptor STANDARD(n),
    closed_range_descriptor STANDARD(N), optional_descriptor STANDARD(q);

static const char *standard(char letter) {
  switch (letter) {
    case 'b': return &bool_descriptor;
    case 'd': return &double_descriptor;
    case 'f': return &float_descriptor;
    case 'i': return &int_descriptor;
    case 'u': return &uint_descriptor;
    case 'S': return &string_descriptor;
    case 's': return &substring_descriptor;
    case 'J': return &character_descriptor;
    case 'a': return &array_descriptor;
    case 'D': return &dictionary_descriptor;
    case 'h': return &set_descriptor;
    case 'n': return &range_descriptor;
    case 'N': return &closed_range_descriptor;
    case 'q': return &optional_descriptor;
    default: return NULL;
  }
}

extern const char collection_descriptor __asm__("$sSlMp"), sequence_descriptor __asm__("$sSTMp"),
    hashable_descriptor __asm__("$sSHMp"), comparable_descriptor __asm__("$sSLMp"),
    bidirectional_descriptor __asm__("$sSKMp"), random_access_descriptor __asm__("$sSkMp");

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

static uint32_t flags_of(const char *record) { return *(const uint32_t *)record; }

// Contexts (`ContextDescriptorKind` in swift/ABI/MetadataValues.h).
enum { PROTOCOL = 3, CLASS = 16, STRUCT = 17, ENUM = 18, IS_GENERIC = 0x80 };

// Generic signatures (`GenericContextDescriptorFlags`, `GenericParamDescriptor`, `GenericRequirementFlags`).
enum {
  HAS_CONDITIONAL_INVERSES = 2,
  TYPE_WITH_KEY_ARGUMENT = 0x80,
  PROTOCOL_WITH_KEY_ARGUMENT = 0x80,
  INVERTED_PROTOCOLS = 5,
};

static bool is_type(const char *descriptor) {
  uint32_t kind = flags_of(descriptor) & 0x1F;
  return kind == CLASS || kind == STRUCT || kind == ENUM;
}

// MARK: Conformances

typedef struct home {
  const char *type, *protocol;
  uint64_t begin, end;
} home;

static bool contains(uint64_t begin, uint64_t end, const void *address) {
  return (uintptr_t)address >= begin && (uintptr_t)address < end;
}

static bool visit(const us_loaded_image *image, void *context) {
  home *home = context;
  uint64_t begin = UINT64_MAX, end = 0;
  for (size_t i = 0; i < image->header_count; i++) {
    const us_program_header *header = &image->headers[i];
    if (header->type != US_PROGRAM_HEADER_LOAD) continue;
    uint64_t start = image->load_bias + header->address;
    if (start < begin) begin = start;
    if (start + header->memory_size > end) end = start + header->memory_size;
  }
  if (!contains(begin, end, home->type)) return true;
  if (contains(begin, end, home->protocol)) home->begin = begin, home->end = end;
  return false;
}

// The conformance that is declared with its type and protocol: there can be no other one.
static const char *conformance(const char *type, const char *protocol) {
  enum { capacity = 64 };
  us_swift_section sections[capacity];
  size_t count = us_swift_sections(US_SWIFT_CONFORMANCES, sections, capacity);
  home home = {type, protocol, 0, 0};
  us_visit_loaded_images(visit, &home);
  for (size_t i = 0; i < count && i < capacity; i++) {
    if (!contains(home.begin, home.end, sections[i].start)) continue;
    const int32_t *entry = sections[i].start;
    for (const int32_t *end = entry + sections[i].size / sizeof *entry; entry < end; entry++) {
      // Written out, since calls cost most of the time where C isn't optimised either.
      const char *record = (const char *)entry + *entry;
      int32_t stored = *(const int32_t *)record;
      const char *target = record + (stored & ~3);
      if ((stored & 1 ? *(const char *const *)target : target) != protocol || *entry == 0) continue;
      // Layout: swift/ABI/Metadata.h (`TargetProtocolConformanceDescriptor`).
      uint32_t flags = flags_of(record + 12);
      const char *reference = us_relative(record + 4);
      uint32_t reference_kind = flags >> 3 & 7;
      if (reference == NULL || reference_kind > 1) continue;
      if ((reference_kind == 0 ? reference : *(const char *const *)reference) != type) continue;
      bool is_retroactive = flags & 1u << 6, is_isolated = flags & 1u << 19, is_conditional = flags >> 8 & 0xFF;
      return is_retroactive || is_isolated || is_conditional ? NULL : record;
    }
  }
  return NULL;
}

static const void *witness_table(const void *type, const char *protocol) {
  uintptr_t kind = *(const uintptr_t *)type;
  if (kind != 0x200 && kind != 0x201) return NULL;  // structs and enums
  const char *descriptor = ((const char *const *)type)[1];
  if (flags_of(descriptor) & IS_GENERIC) return NULL;
  const char *record = conformance(descriptor, protocol);
  return record == NULL ? NULL : swift_getWitnessTable(record, type, NULL);
}

// MARK: Generic types

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

// Layout: swift/ABI/GenericContext.h (`TargetGenericContextDescriptorHeader`, then parameters, padding, requirements).
static const uint16_t *header_of(const char *descriptor) {
  // A type's generic header follows two words of the runtime's own.
  return (const uint16_t *)(descriptor + ((flags_of(descriptor) & 0x1F) == CLASS ? 44 : 28) + 8);
}

static const void *bound(const char *descriptor, const void *const *types, size_t count) {
  const uint16_t *numbers = header_of(descriptor);
  const char *header = (const char *)numbers;
  size_t parameter_count = numbers[0], requirement_count = numbers[1], word_count = numbers[2];
  if (parameter_count != count || word_count > MAXIMUM_DEPTH || (numbers[3] & ~HAS_CONDITIONAL_INVERSES)) return NULL;

  const void *words[MAXIMUM_DEPTH + 1];
  size_t filled = 0;
  for (; filled < count; filled++) {
    if ((uint8_t)header[8 + filled] != TYPE_WITH_KEY_ARGUMENT || filled >= word_count) return NULL;
    words[filled] = types[filled];
  }
  const char *requirement = header + 8 + ((parameter_count + 3) & ~(size_t)3);
  for (size_t i = 0; i < requirement_count; i++, requirement += 12) {
    uint32_t flags = flags_of(requirement);
    if (flags == INVERTED_PROTOCOLS) continue;
    if (flags != PROTOCOL_WITH_KEY_ARGUMENT || flags_of(requirement + 8) & 2 || filled == word_count) return NULL;
    int subject = parameter(us_relative(requirement + 4));
    const char *protocol = us_indirectable(requirement + 8);
    if (subject < 0 || (size_t)subject >= count || protocol == NULL) return NULL;
    const void *table = witness_table(types[subject], protocol);
    if (table == NULL) return NULL;
    words[filled++] = table;
  }
  return filled == word_count ? accessed(descriptor, words, word_count) : NULL;
}

// MARK: Names

// Generic parameters of the declaration that a name is a part of, and what they stand for.
typedef struct environment {
  const char *context;
  const void *const *arguments;
} environment;

// What a parameter stands for; NULL where not all before it are types with a place in the vector.
static const void *argument(const environment *known, size_t index) {
  if (known->arguments == NULL || known->context == NULL) return NULL;
  if (!is_type(known->context) || !(flags_of(known->context) & IS_GENERIC)) return NULL;
  const uint16_t *numbers = header_of(known->context);
  if (index >= numbers[0] || numbers[3] & ~HAS_CONDITIONAL_INVERSES) return NULL;
  for (size_t i = 0; i <= index; i++) {
    if (((const uint8_t *)(numbers + 4))[i] != TYPE_WITH_KEY_ARGUMENT) return NULL;
  }
  return known->arguments[index];
}

// The witness table that the vector holds for a parameter's conformance.
static const void *given_table(const environment *known, size_t index, const char *protocol) {
  const uint16_t *numbers = header_of(known->context);
  size_t word = 0;
  for (size_t i = 0; i < numbers[0]; i++) {
    if (((const uint8_t *)(numbers + 4))[i] != TYPE_WITH_KEY_ARGUMENT) return NULL;
    word++;
  }
  const char *requirement = (const char *)(numbers + 4) + ((numbers[0] + 3) & ~3);
  for (size_t i = 0; i < numbers[1]; i++, requirement += 12) {
    uint32_t flags = flags_of(requirement);
    if (!(flags & 0x80)) continue;
    if (flags != PROTOCOL_WITH_KEY_ARGUMENT || flags_of(requirement + 8) & 2) return NULL;
    if (parameter(us_relative(requirement + 4)) == (int)index && us_indirectable(requirement + 8) == protocol) {
      return known->arguments[word];
    }
    word++;
  }
  return NULL;
}

// What a type has for an associated type (`TargetProtocolDescriptor` in swift/ABI/Metadata.h).
static const void *associated_type(const void *type, const void *table, const char *protocol, const char *name,
                                   size_t length) {
  size_t signature_count = flags_of(protocol + 12), count = flags_of(protocol + 16);
  const char *names = us_relative(protocol + 20);
  const char *requirements = protocol + 24 + signature_count * 12;
  for (size_t i = 0; i < count && names != NULL; i++) {
    const uint32_t associated_type_kind = 7;
    const char *requirement = requirements + i * 8;
    if ((flags_of(requirement) & 0xF) != associated_type_kind) continue;
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
    if (protocol != NULL && (flags_of(protocol) & 0x1F) != PROTOCOL) return NULL;
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
    if (!is_type(descriptor)) return NULL;
    bool is_generic = flags_of(descriptor) & IS_GENERIC;
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
