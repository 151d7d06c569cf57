// Calls that go on to the object behind a spy, as they came in.
#pragma once

#include "us_plan.h"

/// What a call goes on to.
typedef struct us_witness {
  /// The code, or the async function pointer record.
  const void *_Nonnull code;
  /// The metadata of the object's type, and its witness table.
  const void *_Nonnull type;
  const void *_Nonnull table;
} us_witness;

/// The object behind a spy.
typedef struct us_forward_target {
  /// The value, and the metadata of its type.
  void *_Nonnull address;
  const void *_Nonnull type;
  /// By entry.
  const us_witness *_Nonnull witnesses;
} us_forward_target;

/// What a witness expects in the self register, by the kind of receiver that an entry stands for.
static inline void *_Nonnull us_target_receiver(const us_forward_target *_Nonnull target, uint64_t kind) {
  switch (kind) {
    case US_RECEIVER_OBJECT: return *(void **)target->address;
    case US_RECEIVER_TYPE: return (void *)target->type;
    default: return target->address;
  }
}

/// A call on its way. The frame is the first thing in it.
typedef struct us_forwarded_call {
  us_frame out;
  /// Where the result, the results that travel in memory together, and an error are put together.
  uint8_t *_Nonnull result;
  uint8_t *_Nonnull result_memory;
  uint8_t *_Nonnull error;
  /// Room for a copy of the caller's stack arguments, for when its stack is gone.
  uint8_t *_Nonnull callers_stack;
} us_forwarded_call;

/// The bytes that a forwarded call takes, for any alignment of them.
size_t us_forwarded_call_size(const us_call_plan *_Nonnull plan);

/// Fills an outgoing frame with what came in: all but the receiver, its type, and where results go is passed as it is.
///
/// - `memory`: `us_forwarded_call_size` bytes.
/// - `self`: what the witness expects in the self register.
/// - `result`: where the result is wanted.
us_forwarded_call *_Nonnull us_begin_forward(void *_Nonnull memory, const us_frame *_Nonnull in,
                                             const us_call_plan *_Nonnull plan, const us_witness *_Nonnull witness,
                                             void *_Nonnull self, uint8_t *_Nonnull result);

/// Makes the call of an outgoing frame.
void us_invoke(us_frame *_Nonnull frame);
