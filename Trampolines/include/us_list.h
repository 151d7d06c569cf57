// Lists that grow, of elements of a size.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Its memory is whoever's who takes it.
typedef struct us_list {
  void *_Nullable elements;
  uint32_t count, capacity;
} us_list;

/// Makes room for one more element behind the others, and returns where it is: zeros.
void *_Nonnull us_list_add(us_list *_Nonnull list, size_t element_size);

/// Adds elements behind the others.
void us_list_add_all(us_list *_Nonnull list, const us_list *_Nonnull added, size_t element_size);
