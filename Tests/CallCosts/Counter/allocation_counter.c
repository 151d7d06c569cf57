#define _GNU_SOURCE
#include "AllocationCounter.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// glibc calls these in place of its own ("Replacing malloc" in its manual), which have other names as well.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t count;

// The library's own code that allocates: a section, and what the linker calls its ends.
extern const uint8_t __start_us_allocates[], __stop_us_allocates[];
static _Atomic uint64_t number_to_fail, own_count;
static _Atomic bool has_failed;

void allocation_fail(uint64_t number) { number_to_fail = number; }

bool allocation_has_failed(void) { return has_failed; }

// Counts an allocation, and tells whether it is to fail.
static inline bool fails(const void *caller) {
  count++;
  if (number_to_fail == 0) return false;
  if ((const uint8_t *)caller < __start_us_allocates || (const uint8_t *)caller >= __stop_us_allocates) return false;
  if (++own_count != number_to_fail) return false;
  has_failed = true;
  errno = ENOMEM;
  return true;
}

#define FAILS fails(__builtin_return_address(0))

uint64_t allocation_count(void) { return count; }

uint64_t processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void *malloc(size_t size) {
  return FAILS ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  return FAILS ? NULL : __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  return FAILS ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return FAILS ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = FAILS ? NULL : __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

// glibc's own allocations don't come by here.
void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  return FAILS ? MAP_FAILED : (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}
