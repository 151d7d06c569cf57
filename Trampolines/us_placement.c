#include "include/us_placement.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "us_memory.h"

typedef struct known {
  struct known *next;
  uint32_t count;
  uint8_t *scalars;
  us_placement *placement;
} known;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static known *buckets[256];

static known **bucket_of(const us_list *scalars) {
  // FNV-1a.
  uint32_t hash = 2166136261u;
  for (uint32_t i = 0; i < scalars->count; i++) hash = (hash ^ ((uint8_t *)scalars->elements)[i]) * 16777619u;
  return &buckets[(hash ^ hash >> 16) & 0xFF];
}

static const us_placement *find(const known *entry, const us_list *scalars) {
  for (; entry != NULL; entry = entry->next) {
    if (entry->count == scalars->count && memcmp(entry->scalars, scalars->elements, entry->count) == 0) {
      return entry->placement;
    }
  }
  return NULL;
}

const us_placement *us_placement_of(const us_list *scalars) {
  static const us_placement nothing;
  if (scalars->count == 0) return &nothing;
  known **bucket = bucket_of(scalars);
  pthread_mutex_lock(&mutex);
  const us_placement *placement = find(*bucket, scalars);
  pthread_mutex_unlock(&mutex);
  if (placement != NULL) return placement;

  us_placement *new = us_allocate(sizeof *new + scalars->count * sizeof *new->locations, _Alignof(us_placement));
  if (!us_find_locations(scalars->elements, scalars->count, new->locations, &new->stack_size)) {
    free(new);
    return NULL;
  }
  known *entry = us_allocate(sizeof *entry + scalars->count, _Alignof(known));
  *entry = (known){NULL, scalars->count, (uint8_t *)(entry + 1), new};
  memcpy(entry->scalars, scalars->elements, scalars->count);
  // Somebody else may have found the same meanwhile: then it is there twice.
  pthread_mutex_lock(&mutex);
  entry->next = *bucket;
  *bucket = entry;
  pthread_mutex_unlock(&mutex);
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
