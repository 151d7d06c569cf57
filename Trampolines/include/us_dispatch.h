// From an entry to the library: finds the payload and the plan of a call, and asks for its outcome.
#pragma once

#include <stdbool.h>

#include "us_forward.h"
#include "us_log.h"
#include "us_plan.h"

/// Swift class metadata on Linux, as far as it is the same for every class (swift/ABI/Metadata.h, TargetClassMetadata).
typedef struct us_class_metadata {
  uintptr_t kind;
  const void *_Nullable superclass;
  uint32_t flags;
  uint32_t instance_address_point;
  uint32_t instance_size;
  uint16_t instance_alignment_mask;
  uint16_t reserved;
  uint32_t class_size;
  uint32_t class_address_point;
  const void *_Nullable description;
  const void *_Nullable ivar_destroyer;
} us_class_metadata;

/// What the first words of a payload hold, behind the object header.
typedef struct us_payload {
  const void *_Nonnull type;
  uint64_t reference_count;
  /// The plans of the doubled type, by entry index.
  const us_call_plan *_Nonnull plans;
  /// Where its calls are taken down before they are answered; null if whoever answers does that.
  us_log *_Nullable log;
  /// The object behind the double, if it is a spy.
  const us_forward_target *_Nullable target;
  /// Whether calls can go on to an object that is known, or from their arguments: until then, the frame keeps those.
  bool forwards;
} us_payload;

/// The word behind a fabricated type's metadata: the payload that static and initializer requirements are called on.
static inline us_payload *_Nullable *_Nonnull us_payload_slot(const void *_Nonnull type) {
  const us_class_metadata *metadata = (const us_class_metadata *)type;
  return (us_payload **)((char *)type + metadata->class_size - metadata->class_address_point);
}

typedef enum us_outcome {
  /// The result memory has been initialized.
  US_OUTCOME_RETURNED,
  /// `frame->error` has been set, or nothing is to be written at all.
  US_OUTCOME_FINISHED,
  /// An async call suspends; `frame->pending` holds the object that knows how it goes on.
  US_OUTCOME_PENDING,
  /// An async call goes on to the object behind a spy; `frame->outgoing` is the frame of a `us_forwarded_call`, and
  /// `frame->pending` holds the object that knows of it.
  US_OUTCOME_FORWARDED,
} us_outcome;

/// Who answers.
typedef struct us_receiver_functions {
  /// Answers one call. `result` is uninitialized memory for the result; `begun` is the call where it was taken down, whose
  /// references are handed over.
  us_outcome (*_Nonnull answer)(us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan,
                                const us_payload *_Nonnull payload, uint8_t *_Nonnull result,
                                const us_begun_call *_Nullable begun);
  /// Hears of a call that is answered here, when it has ended and maybe before, if the log is observed.
  ///
  /// - `chunk`, `record`: the call, if it took some time; null otherwise.
  void (*_Nonnull note)(const us_payload *_Nonnull payload, us_chunk *_Nullable chunk, us_record *_Nullable record);
  /// The plan of one call of a generic requirement. Doesn't return for the entry of a dummy.
  const us_call_plan *_Nonnull (*_Nonnull specialise)(us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan,
                                                      const us_payload *_Nonnull payload);
  /// The async function pointer record of a Swift function that finishes a pending call: it takes the frame and the object.
  const void *_Nonnull finish_pending;
  /// Ends a call that went on to the object behind a spy.
  void (*_Nonnull end_forward)(us_frame *_Nonnull frame, void *_Nonnull pending);
  /// Ends an in-place access.
  void (*_Nonnull end_modify)(void *_Nonnull buffer, bool aborted);
} us_receiver_functions;

/// Sets who answers. Called once, before the first witness table is handed out.
void us_install_receiver(us_receiver_functions functions);

/// The code of sync entry `index`, below `US_ENTRY_COUNT`, for a kind of receiver.
const void *_Nonnull us_sync_entry(unsigned index, unsigned receiver);

/// The async function pointer record of async entry `index`, below `US_ENTRY_COUNT`, for a kind of receiver.
const void *_Nonnull us_async_entry(unsigned index, unsigned receiver);

/// The continuation that a `modify` coroutine returns to its caller.
const void *_Nonnull us_modify_continuation(void);
