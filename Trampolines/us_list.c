#include "include/us_list.h"

#include <string.h>

#include "us_memory.h"

static void reserve(us_list *list, uint32_t added, size_t element_size) {
  uint32_t needed = list->count + added;
  if (needed <= list->capacity) return;
  uint32_t capacity = list->capacity == 0 ? 8 : list->capacity * 2;
  if (capacity < needed) capacity = needed;
  list->elements = us_reallocate(list->elements, capacity * element_size);
  list->capacity = capacity;
}

void *us_list_add(us_list *list, size_t element_size) {
  reserve(list, 1, element_size);
  return memset((char *)list->elements + list->count++ * element_size, 0, element_size);
}

void us_list_add_all(us_list *list, const us_list *added, size_t element_size) {
  if (added->count == 0) return;
  reserve(list, added->count, element_size);
  memcpy((char *)list->elements + list->count * element_size, added->elements, added->count * element_size);
  list->count += added->count;
}
