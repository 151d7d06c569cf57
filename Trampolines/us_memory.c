#include "us_memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn)) static void stop(size_t size) {
  fprintf(stderr, "Understudy: there is no memory left (%zu bytes were needed).\n", size);
  abort();
}

US_ALLOCATES void *us_allocate(size_t size, size_t alignment) {
  bool is_usual = alignment <= _Alignof(max_align_t);
  // Some systems want the size to be a multiple of the alignment.
  void *memory = is_usual ? malloc(size) : aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
  if (!memory) stop(size);
  return memory;
}

US_ALLOCATES void *us_reallocate(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (!memory) stop(size);
  return memory;
}
