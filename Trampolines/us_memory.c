#include "us_memory.h"

#include <stdio.h>
#include <stdlib.h>

void *us_allocate(size_t size, size_t alignment) {
  if (alignment < _Alignof(max_align_t)) alignment = _Alignof(max_align_t);
  size = (size + alignment - 1) & ~(alignment - 1);
  void *memory = aligned_alloc(alignment, size);
  if (memory) return memory;
  fprintf(stderr, "Understudy: there is no memory left (%zu bytes were needed).\n", size);
  abort();
}
