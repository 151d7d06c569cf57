// Texts in LLVM bitstreams. In C since a module names some thousand records, and the library's users run it unoptimised.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Reads `count` characters that are stored as variable-width integers of six-bit chunks, from a bit offset on.
///
/// Returns false if they don't end within `byte_count` bytes.
extern bool us_read_vbr6_text(const uint8_t *bytes, size_t byte_count, size_t bit, size_t count, uint8_t *text);

/// Where the name of a record is spelled in a block of names.
typedef struct us_record_name {
  uint32_t code;
  uint32_t count;
  size_t start;
} us_record_name;

/// Steps over records that name records (SETRECORDNAME), which a block of names has thousands of.
///
/// `bit` is where the first begins, after the call where the first that wasn't read does: one past the last, or one that is anything
/// else or damaged. `limit` is the bit where the block ends, `width` that of an abbreviation number. Returns how many were read, up
/// to `capacity`.
extern size_t us_read_record_names(const uint8_t *bytes, size_t byte_count, size_t *bit, size_t limit, unsigned width,
                                   us_record_name *names, size_t capacity);

#pragma clang assume_nonnull end
