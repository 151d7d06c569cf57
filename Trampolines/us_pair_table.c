#include "include/us_pair_table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "us_memory.h"

typedef struct entry {
  const void *first, *second;
  const void *value;  // NULL in an empty place
} entry;

struct us_pair_table {
  pthread_mutex_t mutex;
  size_t count;
  size_t capacity;  // a power of two; half of the places are free at least
  entry *entries;
};

us_pair_table *us_pair_table_create(void) {
  us_pair_table *table = memset(us_allocate(sizeof *table, _Alignof(us_pair_table)), 0, sizeof *table);
  pthread_mutex_init(&table->mutex, NULL);
  return table;
}

void us_pair_table_destroy(us_pair_table *table) {
  pthread_mutex_destroy(&table->mutex);
  free(table->entries);
  free(table);
}

// The place of two addresses, or the empty one where they would be.
static entry *find(entry *entries, size_t capacity, const void *first, const void *second) {
  uint64_t hash = ((uintptr_t)first >> 3) * 0x9E3779B97F4A7C15u ^ ((uintptr_t)second >> 3) * 0xC2B2AE3D27D4EB4Fu;
  size_t place = (size_t)(hash ^ hash >> 32) & (capacity - 1);
  while (entries[place].value != NULL && (entries[place].first != first || entries[place].second != second)) {
    place = (place + 1) & (capacity - 1);
  }
  return &entries[place];
}

static void grow(us_pair_table *table) {
  size_t capacity = table->capacity == 0 ? 64 : table->capacity * 2;
  size_t size = capacity * sizeof(entry);
  entry *entries = memset(us_allocate(size, _Alignof(entry)), 0, size);
  for (size_t place = 0; place < table->capacity; place++) {
    entry *old = &table->entries[place];
    if (old->value != NULL) *find(entries, capacity, old->first, old->second) = *old;
  }
  free(table->entries);
  table->entries = entries;
  table->capacity = capacity;
}

const void *us_pair_table_get(us_pair_table *table, const void *first, const void *second) {
  pthread_mutex_lock(&table->mutex);
  const void *value = table->count == 0 ? NULL : find(table->entries, table->capacity, first, second)->value;
  pthread_mutex_unlock(&table->mutex);
  return value;
}

bool us_pair_table_add(us_pair_table *table, const void *first, const void *second, const void *value) {
  pthread_mutex_lock(&table->mutex);
  if ((table->count + 1) * 2 > table->capacity) grow(table);
  entry *place = find(table->entries, table->capacity, first, second);
  bool is_new = place->value == NULL;
  if (is_new) {
    *place = (entry){first, second, value};
    table->count++;
  }
  pthread_mutex_unlock(&table->mutex);
  return is_new;
}

size_t us_pair_table_capacity(const us_pair_table *table) { return table->capacity; }

const void *us_pair_table_value(const us_pair_table *table, size_t place) { return table->entries[place].value; }
