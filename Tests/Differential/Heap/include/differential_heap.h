#pragma once

#include <stddef.h>

/// The bytes of the heap that are in use.
size_t differential_bytes_in_use(void);
