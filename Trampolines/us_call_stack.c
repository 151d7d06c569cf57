#include "us_call_stack.h"

#include <unwind.h>

// Where the entries of asynchronous calls come together (us_entries_*.S).
extern const char us_async_common[];

#if defined(__x86_64__)
// DWARF's number of r14 (System V ABI, x86-64, figure 3.36).
#define US_ASYNC_CONTEXT_REGISTER 14
#elif defined(__aarch64__)
#define US_ASYNC_CONTEXT_REGISTER 22
#endif

// The head of every asynchronous context (swift/ABI/Task.h, AsyncContext).
typedef struct us_async_context {
  const struct us_async_context *parent;
  uint64_t resume;
} us_async_context;

typedef struct us_stack_walk {
  uint64_t *addresses;
  size_t capacity;
  size_t count;
  // Whether the innermost function, which is `us_call_stack`, has been passed.
  int began;
} us_stack_walk;

static void us_note(us_stack_walk *walk, uint64_t address) {
  if (walk->count < walk->capacity) walk->addresses[walk->count++] = address;
}

static _Unwind_Reason_Code us_visit(struct _Unwind_Context *context, void *argument) {
  us_stack_walk *walk = argument;
  if (!walk->began) {
    walk->began = 1;
    return _URC_NO_REASON;
  }
  uint64_t address = _Unwind_GetIP(context);
  if (address == 0) return _URC_END_OF_STACK;
  // A return address may be that of the next function, if the call is the last instruction.
  us_note(walk, address - 1);
#ifdef US_ASYNC_CONTEXT_REGISTER
  if (_Unwind_GetRegionStart(context) == (uintptr_t)us_async_common) {
    // The register is the callee's to save, so it has the value it had here: the call's context. Who resumes a context is
    // its parent, and the contexts of all who wait live.
    const us_async_context *waiting = (const us_async_context *)_Unwind_GetGR(context, US_ASYNC_CONTEXT_REGISTER);
    while (waiting != NULL && waiting->parent != NULL && walk->count < walk->capacity) {
      // The address where a function begins or goes on.
      us_note(walk, waiting->resume);
      waiting = waiting->parent;
    }
    return _URC_END_OF_STACK;
  }
#endif
  return walk->count < walk->capacity ? _URC_NO_REASON : _URC_END_OF_STACK;
}

size_t us_call_stack(uint64_t *addresses, size_t capacity) {
  us_stack_walk walk = {.addresses = addresses, .capacity = capacity, .count = 0, .began = 0};
  _Unwind_Backtrace(us_visit, &walk);
  return walk.count;
}
