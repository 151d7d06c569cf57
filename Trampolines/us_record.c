#include "include/us_record.h"

#include <string.h>
#include <time.h>

#include "include/us_swift_runtime.h"
#include "include/us_value_witness.h"

// swift/Runtime/HeapObject.h, swift/Runtime/Error.h.
extern void *swift_retain(void *object);
extern void swift_errorRelease(void *error);

static const void *chunk_type;

void us_set_chunk_type(const void *type) { chunk_type = type; }

us_chunk *us_make_chunk(const us_record_layout *layout, uint32_t capacity) {
  size_t mask = (layout->alignment < 16 ? 16 : layout->alignment) - 1;
  us_chunk *chunk = us_allocate_object(chunk_type, layout->first_offset + (size_t)capacity * layout->size, mask);
  chunk->requirement = swift_retain((void *)layout->requirement);
  chunk->layout = layout;
  chunk->capacity = capacity;
  chunk->count = 0;
  return chunk;
}

void us_destroy_record(us_record *record, const us_record_layout *layout) {
  uint64_t progress = us_record_progress(record);
  if (!(progress & US_PROGRESS_FILLED)) return;
  uint8_t *outcome = us_record_outcome(record, layout);
  if (progress & US_PROGRESS_ERROR) {
    void *error;
    memcpy(&error, outcome, sizeof error);
    swift_errorRelease(error);
  } else if (progress & US_PROGRESS_RESULT && !layout->is_result_trivial) {
    us_value_destroy(outcome, layout->result_type);
  }
  for (uint32_t i = 0; i < layout->owned_count; i++) {
    us_value_destroy((uint8_t *)record + layout->owned[i].offset, layout->owned[i].type);
  }
}

void us_destroy_records(us_chunk *chunk) {
  const us_record_layout *layout = chunk->layout;
  if (layout->owned_count == 0 && layout->is_result_trivial && !layout->may_keep_error) return;
  for (uint32_t i = 0; i < chunk->count; i++) us_destroy_record(us_record_at(chunk, i), layout);
}

uint64_t us_now(void) {
  static _Atomic(uint64_t) start;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  uint64_t now = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
  uint64_t first = atomic_load_explicit(&start, memory_order_relaxed);
  if (!first && atomic_compare_exchange_strong_explicit(&start, &first, now - 1, memory_order_relaxed, memory_order_relaxed)) {
    first = now - 1;
  }
  return now > first ? now - first : 1;
}

/// The last time that was taken.
static _Atomic(uint64_t) last;

uint64_t us_take_next_times(uint64_t count) {
  return atomic_fetch_add_explicit(&last, count, memory_order_relaxed) + 1;
}

uint64_t us_take_times(uint64_t now, uint64_t count) {
  uint64_t previous = atomic_load_explicit(&last, memory_order_relaxed);
  while (true) {
    uint64_t first = now > previous ? now : previous + 1;
    if (atomic_compare_exchange_weak_explicit(&last, &previous, first + count - 1, memory_order_relaxed,
                                              memory_order_relaxed)) {
      return first;
    }
  }
}
