#pragma once
#include <stdbool.h>

/// Whether this process runs under callgrind.
bool instructions_are_counted(void);

/// Starts counting from zero.
void instructions_start(void);

/// Makes callgrind write what was executed since the start, under a name.
void instructions_end(const char *name);

/// How many bytes are allocated, with what the allocator adds to each allocation.
long heap_in_use(void);

/// Makes large blocks cost all the time what they cost in a process that has just started.
void keep_allocator_as_it_starts(void);

/// Makes threads that allocate as much as others did before them get memory that has been used.
void keep_freed_memory(void);

/// Writes to the standard error.
void write_error(const char *line);

/// Makes the standard output line-buffered.
void write_lines_at_once(void);

/// How often this thread had to leave its processor to another.
long preemptions(void);
