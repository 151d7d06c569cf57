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

#pragma clang assume_nonnull end
