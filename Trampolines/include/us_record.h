// What is remembered of a call: when it was made and ended, its arguments, and what came of it.
//
// Records lie one after the other in chunks, which are objects of a Swift class: what is known of one call keeps its chunk.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A value in a record that has to be destroyed.
typedef struct us_owned_value {
  /// Where it lies in the record.
  uint32_t offset;
  const void *type;
} us_owned_value;

/// How the records of one requirement are laid out. Belongs to the requirement, as long as that lives.
typedef struct us_record_layout {
  /// The requirement, which every chunk keeps alive.
  const void *requirement;
  /// The position of the requirement among all of its type.
  uint32_t index;
  /// From the beginning of a chunk to its first record.
  uint32_t first_offset;
  /// From one record to the next.
  uint32_t size;
  /// From the beginning of a record to its block of arguments.
  uint32_t block_offset;
  /// From the beginning of a record to the result, or to the error.
  uint32_t outcome_offset;
  /// Of records, and so of chunks.
  uint32_t alignment;
  const void *result_type;
  bool is_result_trivial;
  /// Whether the arguments can be moved by their bytes.
  bool is_bitwise_takable;
  /// Whether calls may end with an error.
  bool may_keep_error;
  uint32_t owned_count;
  const us_owned_value *_Nullable owned;
} us_record_layout;

/// The beginning of a record; the block of arguments and the outcome follow.
typedef struct us_record {
  /// When the call was made: a time that no other call has. 0 until it is in a log.
  _Atomic(uint64_t) beginning;
  /// `us_progress` in the lower bits, the time of the end above them.
  _Atomic(uint64_t) progress;
} us_record;

/// How far a call has come.
enum us_progress {
  /// What lies at the outcome's place: nothing, the result, or an error.
  US_PROGRESS_KEPT = 0x3,
  US_PROGRESS_RESULT = 0x1,
  US_PROGRESS_ERROR = 0x2,
  /// Who answered: a `us_route`.
  US_PROGRESS_ROUTE_SHIFT = 2,
  US_PROGRESS_ROUTE = 0x3 << US_PROGRESS_ROUTE_SHIFT,
  /// The call was taken out of its log.
  US_PROGRESS_REMOVED = 0x10,
  US_PROGRESS_VERIFIED = 0x40,
  /// The arguments are there.
  US_PROGRESS_FILLED = 0x80,
  US_PROGRESS_END_SHIFT = 8,
};

/// Who answered a call.
typedef enum us_route {
  US_ROUTE_NONE,
  US_ROUTE_ANSWER,
  US_ROUTE_FORWARDED,
} us_route;

/// A number of records of one requirement. The first words are those of every Swift object.
typedef struct us_chunk {
  const void *type;
  uint64_t reference_count;
  /// The requirement, retained.
  const void *requirement;
  const us_record_layout *layout;
  /// How many records there is room for.
  uint32_t capacity;
  /// How many have been taken. Changes under the lock of the log that the chunk belongs to.
  uint32_t count;
} us_chunk;

/// Sets the Swift class of chunks, before the first one is made. Its destructor calls `us_destroy_records`.
void us_set_chunk_type(const void *type);

/// Makes a chunk, which the caller owns.
us_chunk *us_make_chunk(const us_record_layout *layout, uint32_t capacity);

/// A record of a chunk.
static inline us_record *us_record_at(const us_chunk *chunk, uint32_t index) {
  return (us_record *)((uint8_t *)chunk + chunk->layout->first_offset + (size_t)index * chunk->layout->size);
}

/// How many bytes a block of arguments takes.
static inline size_t us_block_size(const us_record_layout *layout) {
  return layout->outcome_offset - layout->block_offset;
}

static inline uint8_t *us_record_block(us_record *record, const us_record_layout *layout) {
  return (uint8_t *)record + layout->block_offset;
}

static inline uint8_t *us_record_outcome(us_record *record, const us_record_layout *layout) {
  return (uint8_t *)record + layout->outcome_offset;
}

static inline uint64_t us_record_beginning(const us_record *record) {
  return atomic_load_explicit(&record->beginning, memory_order_acquire);
}

/// Puts a call whose arguments are there into its log.
static inline void us_record_enter_log(us_record *record, uint64_t beginning) {
  atomic_store_explicit(&record->beginning, beginning, memory_order_release);
}

static inline uint64_t us_record_progress(const us_record *record) {
  return atomic_load_explicit(&record->progress, memory_order_acquire);
}

/// Says that the arguments of a call are there that is in no log yet.
static inline void us_record_fill(us_record *record) {
  atomic_store_explicit(&record->progress, US_PROGRESS_FILLED, memory_order_relaxed);
}

/// Notes all there is to note of a call that is in no log yet, and whose arguments are there.
static inline void us_record_fill_and_advance(us_record *record, uint64_t bits) {
  atomic_store_explicit(&record->progress, US_PROGRESS_FILLED | bits, memory_order_relaxed);
}

/// Notes progress: sets bits.
static inline void us_record_advance(us_record *record, uint64_t bits) {
  // In one order with `US_LOG_IS_OBSERVED`: see `us_log_observe`.
  atomic_fetch_or_explicit(&record->progress, bits, memory_order_seq_cst);
}

/// Marks a call as accounted for.
static inline void us_record_verify(us_record *record) {
  if (!(atomic_load_explicit(&record->progress, memory_order_relaxed) & US_PROGRESS_VERIFIED)) {
    atomic_fetch_or_explicit(&record->progress, US_PROGRESS_VERIFIED, memory_order_relaxed);
  }
}

/// Takes a call out of its log. Under the log's lock.
static inline void us_record_leave_log(us_record *record) {
  us_record_advance(record, US_PROGRESS_REMOVED);
}

/// Destroys the values of a record, if there are any.
void us_destroy_record(us_record *record, const us_record_layout *layout);

static inline bool us_record_is_removed(const us_record *record) {
  return us_record_progress(record) & US_PROGRESS_REMOVED;
}

/// Says that there are no values any more.
static inline void us_record_forget(us_record *record) {
  atomic_store_explicit(&record->progress, US_PROGRESS_REMOVED, memory_order_release);
}

/// Destroys the values of all records of a chunk whose last reference has gone.
void us_destroy_records(us_chunk *chunk);

/// The time since this was asked first, by the monotonic clock, in nanoseconds: what is below 2 to the power of 56 for two years.
uint64_t us_now(void);

/// Takes a number of times that no other call of the process gets, each a nanosecond after the one before. Returns the first: `now`,
/// or later if that is taken.
uint64_t us_take_times(uint64_t now, uint64_t count);

/// The same for calls of which nobody asks when they were made, only what came before them and what after.
uint64_t us_take_next_times(uint64_t count);

#pragma clang assume_nonnull end
