#include "include/us_named_type.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "include/us_loaded_images.h"
#include "include/us_swift_records.h"
#include "include/us_swift_runtime.h"

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

static const char *relative(const char *reference) {
  int32_t distance;
  memcpy(&distance, reference, sizeof distance);  // references in names aren't aligned
  return distance == 0 ? NULL : reference + distance;
}

// The target of a relative reference whose lowest bit says that it leads to a pointer to the target.
static const char *indirectable(const char *reference) {
  int32_t stored = *(const int32_t *)reference;
  if (stored == 0) return NULL;
  const char *target = reference + (stored & ~3);
  return stored & 1 ? *(const char *const *)target : target;
}

static uint32_t flags_of(const char *record) { return *(const uint32_t *)record; }

// Contexts (`ContextDescriptorKind` in swift/ABI/MetadataValues.h).
enum { CLASS = 16, STRUCT = 17, ENUM = 18, IS_GENERIC = 0x80 };

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
    const char *entry = sections[i].start;
    for (const char *end = entry + sections[i].size; entry < end; entry += 4) {
      const char *record = relative(entry);
      if (record == NULL || indirectable(record) != protocol) continue;
      // Layout: swift/ABI/Metadata.h (`TargetProtocolConformanceDescriptor`).
      uint32_t flags = flags_of(record + 12);
      const char *reference = relative(record + 4);
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
  const char *accessor = relative(descriptor + 12);
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
static const void *bound(const char *descriptor, const void *const *types, size_t count) {
  const char *header = descriptor + ((flags_of(descriptor) & 0x1F) == CLASS ? 44 : 28) + 8;
  const uint16_t *numbers = (const uint16_t *)header;
  size_t parameter_count = numbers[0], requirement_count = numbers[1], word_count = numbers[2];
  const uint16_t has_conditional_inverses = 2;
  if (parameter_count != count || word_count > MAXIMUM_DEPTH || (numbers[3] & ~has_conditional_inverses)) return NULL;

  const void *words[MAXIMUM_DEPTH + 1];
  size_t filled = 0;
  for (; filled < count; filled++) {
    const uint8_t type_with_key_argument = 0x80;
    if ((uint8_t)header[8 + filled] != type_with_key_argument || filled >= word_count) return NULL;
    words[filled] = types[filled];
  }
  const char *requirement = header + 8 + ((parameter_count + 3) & ~(size_t)3);
  for (size_t i = 0; i < requirement_count; i++, requirement += 12) {
    uint32_t flags = flags_of(requirement);
    const uint32_t inverted_protocols = 5, protocol_with_key_argument = 0x80;
    if (flags == inverted_protocols) continue;
    if (flags != protocol_with_key_argument || flags_of(requirement + 8) & 2 || filled == word_count) return NULL;
    int subject = parameter(relative(requirement + 4));
    const char *protocol = indirectable(requirement + 8);
    if (subject < 0 || (size_t)subject >= count || protocol == NULL) return NULL;
    const void *table = witness_table(types[subject], protocol);
    if (table == NULL) return NULL;
    words[filled++] = table;
  }
  return filled == word_count ? accessed(descriptor, words, word_count) : NULL;
}

// MARK: Names

const void *us_named_type(const char *name, size_t length) {
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
      descriptor = relative(name + i + 1);
      if (descriptor != NULL && name[i] == 2) descriptor = *(const char *const *)descriptor;
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
    if (descriptor == NULL || !is_type(descriptor)) return NULL;
    bool is_generic = flags_of(descriptor) & IS_GENERIC;
    if (is_generic) {
      // `y` begins the arguments.
      if (i == length || name[i] != 'y') return NULL;
      i++;
    }
    stack[depth].pointer = is_generic ? descriptor : accessed(descriptor, (const void *[]){NULL}, 0);
    stack[depth].is_declaration = is_generic;
    if (stack[depth].pointer == NULL) return NULL;
    depth++;
  }
  return depth == 1 && !stack[0].is_declaration ? stack[0].pointer : NULL;
}
