// Several pieces of memory out of one block.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Takes a piece off the start of `memory`, aligned to 16 bytes or more. A block for several pieces has room for each one and as
/// much again as its alignment.
static inline uint8_t *us_carve(uint8_t **memory, size_t size, size_t alignment) {
  if (alignment < 16) alignment = 16;
  uint8_t *start = (uint8_t *)(((uintptr_t)*memory + alignment - 1) & ~(uintptr_t)(alignment - 1));
  *memory = start + size;
  return start;
}
