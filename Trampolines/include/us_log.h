// The calls made on one double, and the answers registered for them, behind one lock.
#pragma once

#include <pthread.h>

#include "us_answer.h"
#include "us_record.h"

#pragma clang assume_nonnull begin

struct us_frame;
struct us_call_plan;

/// What belongs to one requirement.
typedef struct us_requirement_log {
  /// In order of the calls. Only the last one grows.
  us_chunk *_Nonnull *_Nullable chunks;
  /// The registrations, retained.
  us_answer_list *_Nullable answers;
  uint32_t chunk_count;
  /// How many there is room for.
  uint32_t chunk_room;
  /// Counts how often calls were taken out, to tell positions from earlier ones.
  uint32_t generation;
} us_requirement_log;

typedef struct us_log {
  pthread_mutex_t lock;
  /// Whether somebody wants to hear of every call. See `us_log_observe`.
  _Atomic(bool) is_observed;
  /// How many calls use chunks and answers of the log without references of their own. Grows under the lock.
  _Atomic(uint32_t) use_count;
  /// What is released when none does.
  _Atomic(bool) has_retired;
  void *_Nonnull *_Nullable retired;
  uint32_t retired_count;
  uint32_t requirement_count;
  us_requirement_log requirements[];
} us_log;

us_log *us_make_log(uint32_t requirement_count);

/// Frees a log, and what it holds.
void us_destroy_log(us_log *log);

static inline void us_lock_log(us_log *log) { pthread_mutex_lock(&log->lock); }
static inline void us_unlock_log(us_log *log) { pthread_mutex_unlock(&log->lock); }

/// What belongs to a requirement; read and changed under the lock.
static inline us_requirement_log *us_requirement_log_of(us_log *log, uint32_t requirement) {
  return &log->requirements[requirement];
}

/// Adds a chunk, which is taken over. Under the lock.
void us_add_chunk(us_requirement_log *requirement, us_chunk *chunk);

/// Takes over a reference to something that was in the log. Under the lock.
void us_retire(us_log *log, void *object);

/// Lets go of what was in the log, if nobody uses it. Runs users' code: outside of the lock.
void us_release_retired(us_log *log);

/// Whether a call uses what is in the log. Under the lock.
static inline bool us_is_in_use(const us_log *log) {
  return atomic_load_explicit(&log->use_count, memory_order_seq_cst) != 0;
}

/// A call that has been taken down.
typedef struct us_begun_call {
  us_chunk *chunk;
  us_answer_list *_Nullable answers;
  us_record *record;
  /// How far the answers have been looked at; whether the one there was found to be for the call.
  uint64_t position;
  bool is_found;
  uint64_t time;
} us_begun_call;

/// Takes down a call of a requirement, whose arguments the caller then fills in. It uses the log until `us_log_keep` or
/// `us_log_leave`.
us_begun_call us_log_begin(us_log *log, const us_record_layout *layout);

/// Gives a call references of its own to its chunk and its answers, which the caller releases.
void us_log_keep(us_log *log, us_begun_call *call);

/// Ends the use of a log.
static inline void us_log_leave(us_log *log) {
  // Whoever retires something says so, then looks whether the log is in use; here it is the other way round. One of them sees the
  // other.
  bool is_last = atomic_fetch_sub_explicit(&log->use_count, 1, memory_order_seq_cst) == 1;
  if (is_last && atomic_load_explicit(&log->has_retired, memory_order_seq_cst)) us_release_retired(log);
}

/// Makes whoever answers calls hear of each from now on, even of those under way: the calls that had ended before are in the log.
void us_log_observe(us_log *log);

static inline bool us_is_observed(const us_log *log) {
  return atomic_load_explicit(&log->is_observed, memory_order_seq_cst);
}

/// Counts closures under way whose calls of doubles are not to be logged.
void us_count_collectors(int change);

/// Whether there are any.
bool us_are_calls_collected(void);

/// Walks over the calls of one requirement.
typedef struct us_call_cursor {
  us_chunk *_Nonnull const *_Nullable chunks;
  uint32_t chunk_count;
  /// How many records the last chunk has for this walk.
  uint32_t last_count;
  /// Where the walk is.
  uint32_t chunk, record;
} us_call_cursor;

/// Moves on to the next call in the log.
///
/// - Returns: The call; null at the end.
us_record *_Nullable us_next_call(us_call_cursor *cursor, us_chunk *_Nullable *_Nonnull chunk);

/// The same, but ends at a call whose arguments aren't there yet.
us_record *_Nullable us_next_whole_call(us_call_cursor *cursor, us_chunk *_Nullable *_Nonnull chunk);

/// Counts the calls that a filter accepts and that were answered by way of a `us_route`, if that isn't negative; and marks them as
/// accounted for.
uint64_t us_verify_calls(us_call_cursor cursor, const us_call_filter *filter, int route);

#pragma clang assume_nonnull end
