// Linear passes over the sections in which a Swift image lists its declarations (swift/ABI/Metadata.h). They are in C
// since the library's users run it unoptimised.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The lists of declarations that the runtime knows of.
typedef enum us_swift_list {
  /// `swift5_protocols`
  US_SWIFT_PROTOCOLS,
  /// `swift5_protocol_conformances`
  US_SWIFT_CONFORMANCES,
  /// `swift5_type_metadata`
  US_SWIFT_TYPES,
} us_swift_list;

typedef struct us_swift_section {
  const void *start;
  size_t size;
} us_swift_section;

/// The sections of a kind of all loaded images, which each image tells the runtime when it is loaded.
///
/// Writes up to `capacity` of them, none empty, and returns the number of all.
extern size_t us_swift_sections(us_swift_list list, us_swift_section *_Nullable sections, size_t capacity);

/// Finds the conformance records of a `swift5_protocol_conformances` section that are about one protocol.
///
/// Writes up to `capacity` addresses of records and returns the number of all.
extern size_t us_conformances_to(const void *section, size_t size, const void *protocol,
                                 const void *_Nonnull *_Nullable records, size_t capacity);

/// Finds the context descriptors of a `swift5_type_metadata` or `swift5_protocols` section that have a name.
///
/// Writes up to `capacity` addresses of descriptors and returns the number of all.
extern size_t us_contexts_named(const void *section, size_t size, const char *name,
                                const void *_Nonnull *_Nullable descriptors, size_t capacity);

/// Makes an index of such a section, by name: `count` places, a power of two that is at least twice the number of entries, all of
/// them zero before.
extern void us_index_contexts(const void *section, size_t size, uint32_t *places, size_t count);

/// Finds what `us_contexts_named` does, by index.
extern size_t us_indexed_contexts_named(const void *section, const uint32_t *places, size_t count, const char *name,
                                        const void *_Nonnull *_Nullable descriptors, size_t capacity);

#pragma clang assume_nonnull end
