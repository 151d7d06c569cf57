// Counts the allocations of a program that links this.
#pragma once

#include <stdint.h>

/// How often this thread has allocated memory.
uint64_t allocation_count(void);
