#include "us_conformance.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "include/us_loaded_images.h"
#include "include/us_pair_table.h"
#include "include/us_swift_records.h"
#include "us_descriptors.h"
#include "us_standard_descriptors.h"

// swift/Runtime/Metadata.h.
extern const void *swift_getWitnessTable(const void *conformance, const void *type, const void *const *arguments);

// Where the image of an address lies.
typedef struct home {
  const char *address;
  uint64_t begin, end;
} home;

static bool contains(const home *home, const void *address) {
  return (uintptr_t)address >= home->begin && (uintptr_t)address < home->end;
}

static bool visit(const us_loaded_image *image, void *context) {
  uint64_t begin = UINT64_MAX, end = 0;
  for (size_t i = 0; i < image->header_count; i++) {
    const us_program_header *header = &image->headers[i];
    if (header->type != US_PROGRAM_HEADER_LOAD) continue;
    uint64_t start = image->load_bias + header->address;
    if (start < begin) begin = start;
    if (start + header->memory_size > end) end = start + header->memory_size;
  }
  bool are_known = true;
  home *homes = context;
  for (home *home = homes; home < homes + 2; home++) {
    if ((uintptr_t)home->address >= begin && (uintptr_t)home->address < end) home->begin = begin, home->end = end;
    if (home->end == 0) are_known = false;
  }
  return !are_known;
}

// The conformance that is declared by the module of its type or by that of its protocol: there can be no other one than this that
// counts as theirs.
static const char *find_conformance(const char *type, const char *protocol) {
  enum { capacity = 64 };
  us_swift_section sections[capacity];
  size_t count = us_swift_sections(US_SWIFT_CONFORMANCES, sections, capacity);
  home homes[2] = {{type, 0, 0}, {protocol, 0, 0}};
  us_visit_loaded_images(visit, homes);
  for (size_t i = 0; i < count && i < capacity; i++) {
    if (!contains(&homes[0], sections[i].start) && !contains(&homes[1], sections[i].start)) continue;
    const int32_t *entry = sections[i].start;
    const int32_t *const end = entry + sections[i].size / sizeof *entry;
    for (; (entry = us_next_conformance(entry, end, protocol)) != NULL; entry++) {
      // Layout: swift/ABI/Metadata.h (`TargetProtocolConformanceDescriptor`).
      const char *record = (const char *)entry + *entry;
      uint32_t flags = us_flags(record + 12);
      const char *reference = us_relative(record + 4);
      uint32_t reference_kind = flags >> 3 & 7;
      if (reference == NULL || reference_kind > 1) continue;
      if ((reference_kind == 0 ? reference : *(const char *const *)reference) != type) continue;
      // Others may have declared the same conformance, if it is retroactive; it isn't conditional, since the type isn't generic.
      bool is_retroactive = flags & 1u << 6, is_isolated = flags & 1u << 19;
      return is_retroactive || is_isolated ? NULL : record;
    }
  }
  return NULL;
}

// What has been found: records, or this.
static const char no_conformance;
static us_pair_table *conformances;

// The most common ones have symbols. To look for them among all of the standard library's brings a good part of it into memory.
#define CONFORMANCE(name, type, protocol) extern const char name##_record __asm__("$s" #type #protocol "sMc");
CONFORMANCE(string_collection, SS, Sl)
CONFORMANCE(string_hashable, SS, SH)
CONFORMANCE(string_comparable, SS, SL)
CONFORMANCE(character_hashable, SJ, SH)
CONFORMANCE(int_hashable, Si, SH)
CONFORMANCE(int_comparable, Si, SL)
CONFORMANCE(double_comparable, Sd, SL)

static void make_table(void) {
  static const struct {
    const char *type, *protocol, *record;
  } known[] = {
      {&string_descriptor, &collection_descriptor, &string_collection_record},
      {&string_descriptor, &hashable_descriptor, &string_hashable_record},
      {&string_descriptor, &comparable_descriptor, &string_comparable_record},
      {&character_descriptor, &hashable_descriptor, &character_hashable_record},
      {&int_descriptor, &hashable_descriptor, &int_hashable_record},
      {&int_descriptor, &comparable_descriptor, &int_comparable_record},
      {&double_descriptor, &comparable_descriptor, &double_comparable_record},
  };
  conformances = us_pair_table_create();
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    us_pair_table_add(conformances, known[i].type, known[i].protocol, known[i].record);
  }
}

static const char *conformance(const char *type, const char *protocol) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_table);
  const char *known = us_pair_table_get(conformances, type, protocol);
  if (known == NULL) {
    known = find_conformance(type, protocol);
    if (known == NULL) known = &no_conformance;
    us_pair_table_add(conformances, type, protocol, known);
  }
  return known == &no_conformance ? NULL : known;
}

const void *us_witness_table(const void *type, const char *protocol) {
  uintptr_t kind = *(const uintptr_t *)type;
  if (kind != 0x200 && kind != 0x201) return NULL;  // structs and enums
  const char *descriptor = ((const char *const *)type)[1];
  if (us_flags(descriptor) & US_IS_GENERIC) return NULL;
  const char *record = conformance(descriptor, protocol);
  return record == NULL ? NULL : swift_getWitnessTable(record, type, NULL);
}
