// Memory that is there, or the end of the process.
#pragma once

#include <stddef.h>

/// Code that allocates lies in a section of its own, so that tests can make just these allocations fail.
#if defined(__ELF__)
#define US_ALLOCATES __attribute__((section("us_allocates")))
#else
#define US_ALLOCATES
#endif

/// Allocates memory, at an alignment that is a power of two. Without memory the process stops and says so, as Swift's own allocations
/// do: nothing could be told to anyone. To be given back with `free`.
void *us_allocate(size_t size, size_t alignment);

/// Makes memory of `us_allocate` at the usual alignment larger, or allocates some where there was none; in the same way.
void *us_reallocate(void *memory, size_t size);
