#include "include/us_swift_records.h"

#include <string.h>

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

// The target of a relative reference whose lowest bit says that it leads to a pointer to the target.
static const char *indirectable(const int32_t *reference) {
  int32_t stored = *reference;
  if (stored == 0) return NULL;
  const char *target = (const char *)reference + (stored & ~3);
  return stored & 1 ? *(const char *const *)target : target;
}

size_t us_conformances_to(const void *section, size_t size, const void *protocol, const void **records,
                          size_t capacity) {
  const int32_t *entry = section;
  const int32_t *const end = entry + size / sizeof *entry;
  size_t found = 0;
  for (; entry < end; entry++) {
    // A record begins with the reference to its protocol.
    const int32_t *record = (const int32_t *)((const char *)entry + *entry);
    if (*entry == 0 || indirectable(record) != protocol) continue;
    if (found < capacity) records[found] = record;
    found++;
  }
  return found;
}

size_t us_contexts_named(const void *section, size_t size, const char *name, const void **descriptors,
                         size_t capacity) {
  const int32_t *entry = section;
  const int32_t *const end = entry + size / sizeof *entry;
  size_t found = 0;
  for (; entry < end; entry++) {
    const char *descriptor = indirectable(entry);
    if (descriptor == NULL) continue;
    // Types and protocols have the reference to their name after flags and parent.
    const int32_t *reference = (const int32_t *)(descriptor + 8);
    if (*reference == 0 || strcmp((const char *)reference + *reference, name) != 0) continue;
    if (found < capacity) descriptors[found] = descriptor;
    found++;
  }
  return found;
}
