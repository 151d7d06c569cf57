// A lock for what takes some nanoseconds and is done very often, by several threads at once or by one.
#pragma once

#include <stdatomic.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum us_lock_state {
  US_LOCK_FREE,
  US_LOCK_HELD,
  /// Held, and somebody may sleep until it isn't.
  US_LOCK_AWAITED,
};

/// Zero when it is made.
typedef struct us_lock {
  /// A `us_lock_state`.
  _Atomic(uint32_t) state;
  /// Counts how often it was taken: those who wait see from it whether somebody still makes use of the lock. No more than a hint.
  _Atomic(uint32_t) turns;
} us_lock;

/// Waits for a lock that somebody has.
void us_wait_for_lock(us_lock *lock);

/// Wakes one of those who sleep.
void us_wake_for_lock(us_lock *lock);

static inline void us_take_lock(us_lock *lock) {
  uint32_t state = US_LOCK_FREE;
  if (!atomic_compare_exchange_strong_explicit(&lock->state, &state, US_LOCK_HELD, memory_order_acquire,
                                               memory_order_relaxed)) {
    us_wait_for_lock(lock);
  }
  // Only changed by who has the lock.
  uint32_t turns = atomic_load_explicit(&lock->turns, memory_order_relaxed);
  atomic_store_explicit(&lock->turns, turns + 1, memory_order_relaxed);
}

static inline void us_give_lock_back(us_lock *lock) {
  uint32_t state = atomic_exchange_explicit(&lock->state, US_LOCK_FREE, memory_order_release);
  if (state == US_LOCK_AWAITED) us_wake_for_lock(lock);
}

#pragma clang assume_nonnull end
