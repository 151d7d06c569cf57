#include "include/us_placement.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "include/us_locations.h"
#include "include/us_pair_table.h"
#include "us_memory.h"

// What has been found for a list of scalars.
typedef struct known {
  uint32_t count;
  const uint8_t *scalars;
  us_placement *placement;
} known;

static us_pair_table *table;

static void make_table(void) { table = us_pair_table_create(); }

// FNV-1a. The table passes over the lowest bits, which are zeros in addresses.
static const void *hash_of(const us_list *scalars) {
  uint64_t hash = 14695981039346656037u;
  for (uint32_t i = 0; i < scalars->count; i++) hash = (hash ^ ((uint8_t *)scalars->elements)[i]) * 1099511628211u;
  return (const void *)(uintptr_t)(hash << 3);
}

const us_placement *us_placement_of(const us_list *scalars) {
  static const us_placement nothing;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (scalars->count == 0) return &nothing;
  pthread_once(&once, make_table);
  // Lists that share a hash have numbers, which end with the first that is free.
  const void *hash = hash_of(scalars);
  uintptr_t number = 0;
  const known *known;
  for (; (known = us_pair_table_get(table, hash, (const void *)(number << 3))) != NULL; number++) {
    if (known->count == scalars->count && memcmp(known->scalars, scalars->elements, known->count) == 0) {
      return known->placement;
    }
  }

  us_placement *new = us_allocate(sizeof *new + scalars->count * sizeof *new->locations, _Alignof(us_placement));
  if (!us_find_locations(scalars->elements, scalars->count, new->locations, &new->stack_size)) {
    free(new);
    return NULL;
  }
  struct known *entry = us_allocate(sizeof *entry + scalars->count, _Alignof(struct known));
  *entry = (struct known){scalars->count, (uint8_t *)(entry + 1), new};
  memcpy(entry + 1, scalars->elements, scalars->count);
  // Somebody else may have found the same meanwhile, or have another list of this hash: then it is there twice.
  while (!us_pair_table_add(table, hash, (const void *)(number << 3), entry)) number++;
  return new;
}

us_location us_placed(us_location location, const us_placement *placement) {
  return location >= US_LOCATION_UNPLACED ? placement->locations[location - US_LOCATION_UNPLACED] : location;
}

void us_place_moves(const us_list *moves, const us_placement *placement) {
  us_move *elements = moves->elements;
  for (uint32_t i = 0; i < moves->count; i++) elements[i].location = us_placed(elements[i].location, placement);
}

void us_place_parts(const us_list *parts, const us_placement *placement) {
  us_part *elements = parts->elements;
  for (uint32_t i = 0; i < parts->count; i++) elements[i].address = us_placed(elements[i].address, placement);
}

void us_place_locations(const us_list *locations, const us_placement *placement) {
  us_location *elements = locations->elements;
  for (uint32_t i = 0; i < locations->count; i++) elements[i] = us_placed(elements[i], placement);
}
