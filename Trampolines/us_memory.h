// Memory that is there, or the end of the process.
#pragma once

#include <stddef.h>

/// Allocates memory, at an alignment that is a power of two. Without memory the process stops and says so, as Swift's own allocations
/// do: nothing could be told to anyone. To be given back with `free`.
void *us_allocate(size_t size, size_t alignment);
