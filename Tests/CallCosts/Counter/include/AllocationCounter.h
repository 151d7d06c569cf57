// Counts the allocations of a program that links this.
#pragma once

#include <stdint.h>

/// How often this thread has allocated memory.
uint64_t allocation_count(void);

/// The processor time that the process has taken, in nanoseconds: what other processes do doesn't count.
uint64_t processor_time(void);
