#define _GNU_SOURCE
#include "instruments.h"

// Without valgrind's headers nothing is counted, and all else is measured as ever.
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool instructions_are_counted(void) { return RUNNING_ON_VALGRIND; }
void instructions_start(void) { CALLGRIND_ZERO_STATS; }
void instructions_end(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
#else
bool instructions_are_counted(void) { return false; }
void instructions_start(void) {}
void instructions_end(const char *name) {}
#endif

#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>

long heap_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

// Setting it keeps glibc from raising it with each block that is freed.
void keep_allocator_as_it_starts(void) { mallopt(M_MMAP_THRESHOLD, 128 * 1024); }

// The arena of a thread that didn't begin the process gives back what is freed much sooner than the first one does.
void keep_freed_memory(void) { mallopt(M_TRIM_THRESHOLD, 1 << 30); }

void write_error(const char *line) { fprintf(stderr, "%s\n", line); }

void write_lines_at_once(void) { setlinebuf(stdout); }

long preemptions(void) {
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) ? 0 : usage.ru_nivcsw;
}
