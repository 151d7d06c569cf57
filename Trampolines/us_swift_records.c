#include "include/us_swift_records.h"

#include <string.h>

#include "us_descriptors.h"

// What an image registers (swift/shims/MetadataSections.h): the lists at the beginning have kept their places in all versions.
struct registered {
  uintptr_t version;
  const void *image;
  void *unused[2];
  us_swift_section lists[US_SWIFT_TYPES + 1];
};

// Of the runtime (stdlib/public/runtime/ImageInspectionCommon.cpp).
extern void swift_enumerateAllMetadataSections(bool (*visit)(const struct registered *, void *), void *context);

struct search {
  us_swift_list list;
  us_swift_section *sections;
  size_t capacity;
  size_t count;
};

static bool visit(const struct registered *image, void *context) {
  struct search *search = context;
  us_swift_section section = image->lists[search->list];
  if (section.size == 0) return true;
  if (search->count < search->capacity) search->sections[search->count] = section;
  search->count++;
  return true;
}

size_t us_swift_sections(us_swift_list list, us_swift_section *sections, size_t capacity) {
  struct search search = {list, sections, capacity, 0};
  swift_enumerateAllMetadataSections(visit, &search);
  return search.count;
}

// Records lie all over an image, and each is looked at for one word: waiting for memory is most of what a pass costs. So it is asked
// for some records ahead.
enum { US_AHEAD = 16 };

const int32_t *us_next_conformance(const int32_t *entry, const int32_t *end, const void *protocol) {
  for (; entry < end; entry++) {
    if (end - entry > US_AHEAD) __builtin_prefetch((const char *)(entry + US_AHEAD) + entry[US_AHEAD]);
    // A record begins with the reference to its protocol. `us_indirectable`, but written out: where C isn't optimised either, calls
    // would be most of what this costs.
    const char *record = (const char *)entry + *entry;
    int32_t stored = *(const int32_t *)record;
    const char *target = record + (stored & ~3);
    if ((stored & 1 ? *(const char *const *)target : target) == protocol && *entry != 0 && stored != 0) return entry;
  }
  return NULL;
}

size_t us_conformances_to(const void *section, size_t size, const void *protocol, const void **records,
                          size_t capacity) {
  const int32_t *entry = section;
  const int32_t *const end = entry + size / sizeof *entry;
  size_t found = 0;
  for (; (entry = us_next_conformance(entry, end, protocol)) != NULL; entry++) {
    if (found < capacity) records[found] = (const char *)entry + *entry;
    found++;
  }
  return found;
}

// The name of a type or protocol, which has the reference to it after flags and parent; NULL if it has none.
static const char *name_of(const char *descriptor) {
  return us_relative(descriptor + 8);
}

size_t us_contexts_named(const void *section, size_t size, const char *name, const void **descriptors,
                         size_t capacity) {
  const int32_t *entry = section;
  const int32_t *const end = entry + size / sizeof *entry;
  size_t found = 0;
  for (; entry < end; entry++) {
    if (end - entry > US_AHEAD) __builtin_prefetch((const char *)(entry + US_AHEAD) + entry[US_AHEAD]);
    const char *descriptor = us_indirectable((const char *)entry);
    if (descriptor == NULL) continue;
    const char *own = name_of(descriptor);
    if (own == NULL || strcmp(own, name) != 0) continue;
    if (found < capacity) descriptors[found] = descriptor;
    found++;
  }
  return found;
}

// FNV-1a.
static uint32_t hash(const char *text) {
  uint32_t hash = 2166136261u;
  for (; *text != 0; text++) hash = (hash ^ (uint8_t)*text) * 16777619u;
  return hash;
}

void us_index_contexts(const void *section, size_t size, uint32_t *places, size_t count) {
  const int32_t *const entries = section;
  for (uint32_t index = 0; index < size / sizeof *entries; index++) {
    const char *descriptor = us_indirectable((const char *)&entries[index]);
    const char *name = descriptor == NULL ? NULL : name_of(descriptor);
    if (name == NULL) continue;
    size_t place = hash(name) & (count - 1);
    while (places[place] != 0) place = (place + 1) & (count - 1);
    places[place] = index + 1;
  }
}

size_t us_indexed_contexts_named(const void *section, const uint32_t *places, size_t count, const char *name,
                                 const void **descriptors, size_t capacity) {
  const int32_t *const entries = section;
  size_t found = 0;
  for (size_t place = hash(name) & (count - 1); places[place] != 0; place = (place + 1) & (count - 1)) {
    const char *descriptor = us_indirectable((const char *)&entries[places[place] - 1]);
    if (strcmp(name_of(descriptor), name) != 0) continue;
    if (found < capacity) descriptors[found] = descriptor;
    found++;
  }
  return found;
}
