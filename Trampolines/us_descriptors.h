// References between the records that the compiler writes (swift/Basic/RelativePointer.h).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Kinds of contexts (`ContextDescriptorKind` in swift/ABI/MetadataValues.h).
enum { US_MODULE = 0, US_ANONYMOUS = 2, US_PROTOCOL = 3, US_CLASS = 16, US_STRUCT = 17, US_ENUM = 18 };

/// A flag of contexts.
enum { US_IS_GENERIC = 0x80 };

/// The flags that a record begins with.
static inline uint32_t us_flags(const char *record) { return *(const uint32_t *)record; }

static inline unsigned us_context_kind(const char *context) { return us_flags(context) & 0x1F; }

static inline bool us_is_type(const char *context) {
  unsigned kind = us_context_kind(context);
  return kind == US_CLASS || kind == US_STRUCT || kind == US_ENUM;
}

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
