// Types of the standard library that are `@frozen`: see `FrozenTypes`.
#pragma once

#include <stddef.h>

/// Whether a type is among them, by the name of the type it is in, if there is one, and its own.
_Bool us_is_frozen_type(const char *_Nullable outer, const char *_Nonnull name);

/// The name of one of them; NULL behind the last.
const char *_Nullable us_frozen_type(size_t index);
