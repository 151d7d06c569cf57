// References between the records that the compiler writes (swift/Basic/RelativePointer.h).
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The target of a relative reference; null if there is none.
static inline const char *us_relative(const char *reference) {
  int32_t distance;
  memcpy(&distance, reference, sizeof distance);  // references in names aren't aligned
  return distance == 0 ? NULL : reference + distance;
}

/// The target of a relative reference whose lowest bit says that it leads to a pointer to the target; null if there is none.
static inline const char *us_indirectable(const char *reference) {
  int32_t stored = *(const int32_t *)reference;
  if (stored == 0) return NULL;
  const char *target = reference + (stored & ~3);
  return stored & 1 ? *(const char *const *)target : target;
}

/// The next entry of a `swift5_protocol_conformances` section whose record is about a protocol; null if there is none.
const int32_t *us_next_conformance(const int32_t *entry, const int32_t *end, const void *protocol);
