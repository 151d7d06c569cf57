#include "include/us_log.h"

#include <stdlib.h>
#include <string.h>

#include "include/us_value_witness.h"
#include "us_memory.h"

// swift/Runtime/HeapObject.h.
extern void *swift_retain(void *object);
extern void swift_release(void *object);

us_log *us_make_log(uint32_t requirement_count) {
  size_t size = sizeof(us_log) + requirement_count * sizeof(us_requirement_log);
  us_log *log = memset(us_allocate(size, _Alignof(us_log)), 0, size);
  log->requirement_count = requirement_count;
  return log;
}

void us_destroy_log(us_log *log) {
  for (uint32_t i = 0; i < log->requirement_count; i++) {
    us_requirement_log *requirement = &log->requirements[i];
    for (uint32_t j = 0; j < requirement->chunk_count; j++) swift_release(requirement->chunks[j]);
    free(requirement->chunks);
    swift_release(requirement->answers);
  }
  for (uint32_t i = 0; i < log->retired_count; i++) swift_release(log->retired[i]);
  free(log->retired);
  free(log);
}

void us_add_chunk(us_requirement_log *requirement, us_chunk *chunk) {
  if (requirement->chunk_count) {
    // It never grows again, even if it becomes the last one: who walks over it relies on that.
    us_chunk *last = requirement->chunks[requirement->chunk_count - 1];
    last->capacity = last->count;
  }
  if (requirement->chunk_count == requirement->chunk_room) {
    requirement->chunk_room = requirement->chunk_room ? requirement->chunk_room * 2 : 1;
    size_t size = requirement->chunk_room * sizeof *requirement->chunks;
    requirement->chunks = us_reallocate(requirement->chunks, size);
  }
  requirement->chunks[requirement->chunk_count++] = chunk;
}

// Chunks double in size, up to so many bytes.
enum { FIRST_CAPACITY = 2, LARGEST_CHUNK = 32 * 1024 };

/// The chunk that the next call goes to.
static us_chunk *chunk_with_room(us_requirement_log *requirement, const us_record_layout *layout) {
  uint32_t capacity = FIRST_CAPACITY;
  if (requirement->chunk_count) {
    us_chunk *last = requirement->chunks[requirement->chunk_count - 1];
    // Those of a generic requirement with other types are of another layout.
    if (last->layout != layout) {
      capacity = 1;
    } else if (last->count < last->capacity) {
      return last;
    } else {
      capacity = last->capacity * 2;
      uint32_t most = LARGEST_CHUNK / layout->size;
      if (capacity > most) capacity = most > last->capacity ? most : last->capacity;
    }
  }
  us_chunk *chunk = us_make_chunk(layout, capacity);
  us_add_chunk(requirement, chunk);
  return chunk;
}

/// Moves arguments into a record that has none yet.
static inline void move_block(uint8_t *to, uint8_t *from, const us_record_layout *layout) {
  size_t size = us_block_size(layout);
  if (size == 3 * sizeof(uint64_t)) {
    memcpy(to, from, 3 * sizeof(uint64_t));
  } else {
    memcpy(to, from, size);
  }
  if (layout->is_bitwise_takable) return;
  for (uint32_t i = 0; i < layout->owned_count; i++) {
    uint32_t offset = layout->owned[i].offset - layout->block_offset;
    us_value_take(to + offset, from + offset, layout->owned[i].type);
  }
}

void us_log_begin(us_log *log, const us_record_layout *layout, uint8_t *block, bool may_be_simple, us_begun_call *call) {
  call->position = 0;
  call->is_found = false;
  call->constant = NULL;
  us_lock_log(log);
  us_requirement_log *requirement = &log->requirements[layout->index];
  us_answer_list *answers = call->answers = requirement->answers;
  if (may_be_simple) {
    call->position = us_find_answer_by_bytes(answers, block, &call->is_found);
    if (call->is_found) call->constant = us_use_constant(answers->entries[call->position].answer);
  }
  call->time = call->constant ? us_take_next_times(2) : us_take_times(us_now(), 1);
  us_chunk *chunk = call->chunk = chunk_with_room(requirement, layout);
  us_record *record = call->record = us_record_at(chunk, chunk->count);
  atomic_init(&record->beginning, 0);
  atomic_init(&record->progress, 0);
  chunk->count++;
  log->uses_begun += US_LOG_ONE_USE;
  us_unlock_log(log);
  move_block(us_record_block(record, layout), block, layout);
}

bool us_log_keep(us_log *log, us_begun_call *call) {
  swift_retain(call->chunk);
  swift_retain(call->answers);
  return us_log_leave(log);
}

void us_retire(us_log *log, void *object) {
  if (log->retired_count == log->retired_room) {
    log->retired_room = log->retired_room ? log->retired_room * 2 : 4;
    log->retired = us_reallocate(log->retired, log->retired_room * sizeof *log->retired);
  }
  log->retired[log->retired_count++] = object;
  // Whoever retires something says so, then looks whether the log is in use; whoever ends a use does it the other way round. One of
  // them sees the other.
  atomic_fetch_or_explicit(&log->uses_ended, US_LOG_HAS_RETIRED, memory_order_acq_rel);
}

void us_release_retired(us_log *log) {
  if (!(atomic_load_explicit(&log->uses_ended, memory_order_relaxed) & US_LOG_HAS_RETIRED)) return;
  us_lock_log(log);
  // Otherwise the last one who uses it comes here.
  if (us_is_in_use(log)) return us_unlock_log(log);
  void **objects = log->retired;
  uint32_t count = log->retired_count;
  log->retired = NULL;
  log->retired_count = log->retired_room = 0;
  atomic_fetch_and_explicit(&log->uses_ended, ~(uint64_t)US_LOG_HAS_RETIRED, memory_order_relaxed);
  us_unlock_log(log);
  for (uint32_t i = 0; i < count; i++) swift_release(objects[i]);
  free(objects);
}

void us_log_observe(us_log *log) {
  // Whoever ends a call notes the end, then looks here; whoever observes sets this, then looks at the log. One of them sees the
  // other, since both are in one order.
  if (!us_is_observed(log)) atomic_fetch_or_explicit(&log->uses_ended, US_LOG_IS_OBSERVED, memory_order_seq_cst);
  atomic_thread_fence(memory_order_seq_cst);
}

_Atomic(int) us_collectors;

void us_count_collectors(int change) { atomic_fetch_add_explicit(&us_collectors, change, memory_order_relaxed); }

static inline us_record *next_call(us_call_cursor *cursor, us_chunk **chunk, bool wait) {
  while (cursor->chunk < cursor->chunk_count) {
    us_chunk *current = cursor->chunks[cursor->chunk];
    bool is_last = cursor->chunk + 1 == cursor->chunk_count;
    uint32_t count = is_last ? cursor->last_count : current->count;
    for (; cursor->record < count; cursor->record++) {
      us_record *record = us_record_at(current, cursor->record);
      if (us_record_beginning(record) == 0) {
        if (wait) return NULL;
        continue;
      }
      if (us_record_is_removed(record)) continue;
      *chunk = current;
      cursor->record++;
      return record;
    }
    // The last one may grow.
    if (is_last) return NULL;
    cursor->chunk++;
    cursor->record = 0;
  }
  return NULL;
}

us_record *us_next_call(us_call_cursor *cursor, us_chunk **chunk) { return next_call(cursor, chunk, false); }

us_record *us_next_whole_call(us_call_cursor *cursor, us_chunk **chunk) { return next_call(cursor, chunk, true); }

uint64_t us_verify_calls(us_call_cursor cursor, const us_call_filter *filter, int route) {
  uint64_t count = 0;
  us_chunk *chunk;
  us_record *record;
  while ((record = us_next_call(&cursor, &chunk))) {
    if (route >= 0 && (us_record_progress(record) & US_PROGRESS_ROUTE) >> US_PROGRESS_ROUTE_SHIFT != (uint64_t)route) continue;
    if (!us_filter_accepts(filter, chunk, record)) continue;
    us_record_verify(record);
    count++;
  }
  return count;
}
