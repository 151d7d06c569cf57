// Which calls a registration is for, and what they get, as far as that can be told without running Swift code.
#pragma once

#include "us_record.h"

#pragma clang assume_nonnull begin

typedef enum us_test_kind {
  /// The argument is the same bytes as the expected value.
  US_TEST_BYTES,
  /// The same bytes pass; others are for `ask`.
  US_TEST_BYTES_OR_ASK,
  /// `ask` decides.
  US_TEST_ASK,
} us_test_kind;

/// A test of one argument.
typedef struct us_test {
  uint32_t kind;
  /// The position of the argument's parameter.
  uint32_t parameter;
  /// Where the argument lies in a block, and its size: at most 16.
  uint32_t offset, size;
  /// The bytes to compare, followed by zeros.
  uint64_t expected[2];
} us_test;

/// Decides about the argument of a parameter, in Swift. Runs users' code: never called under a lock.
typedef bool (*us_ask)(const void *owner, uint32_t parameter, us_chunk *chunk, us_record *record);

/// Which calls are meant: those that pass all tests.
typedef struct us_call_filter {
  /// The Swift object that the filter belongs to.
  const void *owner;
  us_ask ask;
  uint64_t test_count;
  us_test tests[];
} us_call_filter;

/// Makes a filter without tests, which the caller adds and frees.
us_call_filter *us_make_filter(const void *owner, us_ask ask, uint64_t room);
void us_free_filter(us_call_filter *filter);
void us_add_test(us_call_filter *filter, us_test test);

/// Whether a call is meant.
bool us_filter_accepts(const us_call_filter *filter, us_chunk *chunk, us_record *record);

/// Whether no call can be meant by both filters of one requirement, as the bytes of one argument tell.
bool us_filters_exclude(const us_call_filter *one, const us_call_filter *other);

/// What a registration does.
typedef struct us_answer {
  /// The value that calls get, of the requirement's result type.
  _Atomic(const void *_Nullable) constant;
  /// `US_ANSWER_IS_CONSTANT`, and how many calls got the constant since this was asked last: one word, so that each call that gets
  /// it comes before the constant is taken away or after.
  _Atomic(uint64_t) state;
} us_answer;

/// Every call gets the constant. Without it nothing more has to be known, and the count means nothing.
#define US_ANSWER_IS_CONSTANT (1ull << 63)

/// Makes an answer, which the caller frees.
us_answer *us_make_answer(void);
void us_free_answer(us_answer *answer);

/// A registration: which calls it is for, and what it does.
typedef struct us_answer_entry {
  const us_call_filter *filter;
  us_answer *answer;
} us_answer_entry;

/// The registrations of one requirement, in order. It never changes; the first words are those of every Swift object.
typedef struct us_answer_list {
  const void *type;
  uint64_t reference_count;
  const us_answer_entry *entries;
  uint64_t count;
} us_answer_list;

/// Looks for the first answer from a position on that is for a call.
///
/// - Returns: Its position; `list->count` if there is none.
uint64_t us_find_answer(const us_answer_list *_Nullable list, uint64_t position, us_chunk *chunk, us_record *record);

/// The same for a call that may be in no log yet: stops as well where bytes don't settle it.
///
/// - Returns: The position, and whether the answer there is for the call.
uint64_t us_find_answer_by_bytes(const us_answer_list *_Nullable list, const uint8_t *block, bool *is_found);

static inline uint64_t us_uses(uint64_t state) {
  return state & US_ANSWER_IS_CONSTANT ? state & ~US_ANSWER_IS_CONSTANT : 0;
}

/// Makes every call get a value from now on, or none. Not to be given another value when there is one.
///
/// - Returns: How many calls got the value until now, since this was asked last.
static inline uint64_t us_set_constant(us_answer *answer, const void *_Nullable constant) {
  if (constant) atomic_store_explicit(&answer->constant, constant, memory_order_relaxed);
  return us_uses(atomic_exchange_explicit(&answer->state, constant ? US_ANSWER_IS_CONSTANT : 0, memory_order_acq_rel));
}

/// How many calls got the constant since this was asked last.
static inline uint64_t us_take_uses(us_answer *answer) {
  return us_uses(atomic_fetch_and_explicit(&answer->state, US_ANSWER_IS_CONSTANT, memory_order_acq_rel));
}

/// Gives a call the constant.
///
/// - Returns: The constant; null if there is none.
static inline const void *_Nullable us_use_constant(us_answer *answer) {
  if (!(atomic_load_explicit(&answer->state, memory_order_relaxed) & US_ANSWER_IS_CONSTANT)) return NULL;
  uint64_t state = atomic_fetch_add_explicit(&answer->state, 1, memory_order_acq_rel);
  return state & US_ANSWER_IS_CONSTANT ? atomic_load_explicit(&answer->constant, memory_order_relaxed) : NULL;
}

#pragma clang assume_nonnull end
