// The calls made on one double, and the answers registered for them, behind one lock.
#pragma once

#include "us_answer.h"
#include "us_lock.h"
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

enum us_log_state {
  /// Somebody wants to hear of every call. See `us_log_observe`.
  US_LOG_IS_OBSERVED = 0x1,
  /// There is something to release.
  US_LOG_HAS_RETIRED = 0x2,
  US_LOG_ONE_USE = 0x4,
};

typedef struct us_log {
  us_lock lock;
  uint32_t requirement_count;
  /// How often a call has begun to use chunks and answers of the log without references of its own, times `US_LOG_ONE_USE`. Changes
  /// under the lock.
  uint64_t uses_begun;
  /// How often one has ended that, times `US_LOG_ONE_USE`; and `us_log_state`. Both in one word, so that who ends a use learns what
  /// there is to do then, and who changes the state knows all uses that ended before.
  _Atomic(uint64_t) uses_ended;
  /// What is released when none is left.
  void *_Nonnull *_Nullable retired;
  uint32_t retired_count, retired_room;
  us_requirement_log requirements[];
} us_log;

us_log *us_make_log(uint32_t requirement_count);

/// Frees a log, and what it holds.
void us_destroy_log(us_log *log);

static inline void us_lock_log(us_log *log) { us_take_lock(&log->lock); }
static inline void us_unlock_log(us_log *log) { us_give_lock_back(&log->lock); }

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
  uint64_t ended = atomic_load_explicit(&log->uses_ended, memory_order_acquire);
  return (ended & ~(uint64_t)(US_LOG_ONE_USE - 1)) != log->uses_begun;
}

/// A call that has been taken down.
typedef struct us_begun_call {
  us_chunk *chunk;
  us_answer_list *_Nullable answers;
  us_record *record;
  /// How far the answers have been looked at; whether the one there was found to be for the call.
  uint64_t position;
  bool is_found;
  /// What the answer there gives the call, if it is a constant.
  const void *_Nullable constant;
  uint64_t time;
} us_begun_call;

/// Takes down a call of a requirement, and its arguments, which the caller then enters into the log. It uses the log until
/// `us_log_keep` or `us_log_leave`.
///
/// - Parameters:
///   - block: The arguments. They are moved away.
///   - may_be_simple: Whether the call may get a constant if bytes settle that. It has the time behind its own as well, then: such
///     calls take as good as none, so nobody looks at the clock for them.
///   - call: Initialized with the call.
void us_log_begin(us_log *log, const us_record_layout *layout, uint8_t *block, bool may_be_simple, us_begun_call *call);

/// Gives a call references of its own to its chunk and its answers, which the caller releases.
///
/// - Returns: Whether somebody wants to hear of the call, as `us_log_leave`.
bool us_log_keep(us_log *log, us_begun_call *call);

/// Ends the use of a log.
///
/// - Returns: Whether somebody wants to hear of the call. If not, whoever observes the log from now on sees what it has noted.
static inline bool us_log_leave(us_log *log) {
  uint64_t state = atomic_fetch_add_explicit(&log->uses_ended, US_LOG_ONE_USE, memory_order_acq_rel);
  if (state & US_LOG_HAS_RETIRED) us_release_retired(log);
  return state & US_LOG_IS_OBSERVED;
}

/// Makes whoever answers calls hear of each from now on, even of those under way: the calls that had ended before are in the log.
void us_log_observe(us_log *log);

static inline bool us_is_observed(const us_log *log) {
  return atomic_load_explicit(&log->uses_ended, memory_order_seq_cst) & US_LOG_IS_OBSERVED;
}

/// Counts closures under way whose calls of doubles are not to be logged.
void us_count_collectors(int change);

extern _Atomic(int) us_collectors;

/// Whether there are any.
static inline bool us_are_calls_collected(void) {
  return atomic_load_explicit(&us_collectors, memory_order_relaxed) != 0;
}

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
