#include "include/us_lock.h"

#include <linux/futex.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline void pause_shortly(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

// How often the processor pauses (for some 25 ns each) before somebody looks at the lock again, which is more and more rarely, and how
// often one looks before one sleeps.
enum { FIRST_PAUSES = 8, MOST_PAUSES = 2048, LOOKS = 8 };

void us_wait_for_lock(us_lock *lock) {
  // What the lock guards lies in the cache of the thread that has it, and takes longer to move over than a call takes (0.1 µs for
  // each line of a cache). So all get on faster if a thread that makes one call after the other makes a thousand or so more before this
  // one takes the lock: that is some 50 µs, about what it takes to sleep and be woken. Who just happened to be there at the same time
  // makes no more calls meanwhile, so that this one needs no patience.
  unsigned pauses = FIRST_PAUSES;
  uint32_t turns = atomic_load_explicit(&lock->turns, memory_order_relaxed);
  for (unsigned looks = 0; looks < LOOKS; looks++) {
    for (unsigned i = 0; i < pauses; i++) pause_shortly();
    uint32_t state = atomic_load_explicit(&lock->state, memory_order_relaxed);
    uint32_t turns_now = atomic_load_explicit(&lock->turns, memory_order_relaxed);
    bool is_my_turn = turns_now == turns || pauses == MOST_PAUSES;
    if (state == US_LOCK_FREE && is_my_turn &&
        atomic_compare_exchange_strong_explicit(&lock->state, &state, US_LOCK_HELD, memory_order_acquire,
                                                memory_order_relaxed)) {
      return;
    }
    turns = turns_now;
    if (pauses < MOST_PAUSES) pauses *= 4;
  }
  // Whoever has it doesn't run, perhaps. Others may sleep as well, so whoever comes from here has to wake the next.
  while (atomic_exchange_explicit(&lock->state, US_LOCK_AWAITED, memory_order_acquire) != US_LOCK_FREE) {
    syscall(SYS_futex, &lock->state, FUTEX_WAIT_PRIVATE, US_LOCK_AWAITED, NULL, NULL, 0);
  }
}

void us_wake_for_lock(us_lock *lock) { syscall(SYS_futex, &lock->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }
