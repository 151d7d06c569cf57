// Linear passes over the sections in which a Swift image lists its declarations (swift/ABI/Metadata.h). They are in C
// since the library's users run it unoptimised.
#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

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

#pragma clang assume_nonnull end
