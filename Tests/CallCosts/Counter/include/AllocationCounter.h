// Counts the allocations of a program that links this, and can make one fail.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// How often this thread has allocated memory.
uint64_t allocation_count(void);

/// The processor time that the process has taken, in nanoseconds: what other processes do doesn't count.
uint64_t processor_time(void);

/// Makes one of the allocations fail that the library's own C code makes from now on, on whatever thread: that with this number, from 1.
void allocation_fail(uint64_t number);

/// Whether one has been made to fail.
bool allocation_has_failed(void);
