// What debug information says about how code was compiled: the first entry of each of its units.
//
// Format: DWARF 4 and 5, "Unit Headers", "Abbreviations Tables", "Range Lists" (dwarfstd.org).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct us_bytes {
  const uint8_t *_Nullable bytes;
  size_t count;
} us_bytes;

typedef struct us_debug_sections {
  us_bytes info;
  us_bytes abbreviations;
  /// `.debug_ranges`.
  us_bytes ranges;
  /// `.debug_rnglists`.
  us_bytes range_lists;
} us_debug_sections;

typedef struct us_compile_units {
  /// The units of Swift code that were looked at.
  size_t count;
  /// Those among them that were optimised (`DW_AT_APPLE_optimized`).
  size_t optimized;
  /// Whether all of them could be read.
  bool is_complete;
} us_compile_units;

/// Looks at all units of Swift code, or at those that hold code at `address`, as linked, if that isn't 0.
///
/// Whatever the bytes, it reads none outside of the sections, and ends.
extern us_compile_units us_look_at_compile_units(const us_debug_sections *sections, uint64_t address);

#pragma clang assume_nonnull end
