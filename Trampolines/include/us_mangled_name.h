// Mangled type names inside the process (`docs/ABI/Mangling.rst`), as far as it takes to know whether the runtime may be asked what
// they spell.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

/// How long a name is: up to the first zero outside of a symbolic reference.
size_t us_mangled_name_length(const char *name);

typedef enum us_mangled_mention {
  /// A block (`XB`, or `XL` for one that may escape).
  US_MENTIONS_BLOCK = 1,
  /// A generic parameter (`x`, `q_`) or something that belongs to one (`Qz`).
  US_MENTIONS_PARAMETER = 2,
} us_mangled_mention;

/// Which of those (`us_mangled_mention`) a name mentions: outside of identifiers, references and substitutions.
unsigned us_mangled_name_mentions(const char *name, size_t length);

#pragma clang assume_nonnull end
