#include "include/us_dispatch.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/us_forward.h"
#include "include/us_function.h"
#include "include/us_value_witness.h"
#include "us_carve.h"
#include "us_memory.h"

// swift/Runtime/HeapObject.h, swift/Runtime/Error.h, swift/Runtime/Concurrency.h.
extern void swift_release(void *object);
extern void *swift_errorRetain(void *error);
extern void *swift_task_alloc(size_t size);
extern void swift_task_dealloc(void *memory);

// Defined in the architecture's assembly.
extern const uint8_t us_sync_entries_value[], us_sync_entries_object[], us_sync_entries_type[];
extern const uint64_t us_async_records_value[], us_async_records_object[], us_async_records_type[];

static us_receiver_functions receiver;

void us_install_receiver(us_receiver_functions functions) { receiver = functions; }

const void *us_sync_entry(unsigned index, unsigned kind) {
  const uint8_t *const tables[] = {us_sync_entries_value, us_sync_entries_object, us_sync_entries_type};
  return tables[kind] + index * US_ENTRY_SIZE;
}

const void *us_async_entry(unsigned index, unsigned kind) {
  const uint64_t *const tables[] = {us_async_records_value, us_async_records_object, us_async_records_type};
  return tables[kind] + index;
}

__attribute__((noreturn)) static void type_outlived_double(void) {
  fputs("Understudy: a static requirement or an initializer was called on the type of a double that is gone. What such calls do "
        "belongs to one double: keep it, or its Stub or Spy, as long as its type is used.\n",
        stderr);
  abort();
}

// The payload that a call was made on, by the kind of receiver that its entry stands for.
static inline const us_payload *payload_of(const us_frame *frame) {
  switch (frame->entry >> US_RECEIVER_SHIFT) {
    case US_RECEIVER_OBJECT: return frame->self;
    case US_RECEIVER_TYPE: {
      const us_payload *payload = *us_payload_slot(frame->self);
      if (!payload) type_outlived_double();
      return payload;
    }
    default: return *(const us_payload *const *)frame->self;
  }
}

static inline unsigned entry_of(const us_frame *frame) { return frame->entry & ((1u << US_RECEIVER_SHIFT) - 1); }

static inline const us_call_plan *plan_of(us_frame *frame, const us_payload *payload) {
  const us_call_plan *plan = payload->plans + entry_of(frame);
  return plan->entry_kind >= US_ENTRY_GENERIC ? receiver.specialise(frame, plan, payload) : plan;
}

static inline uint8_t *result_memory(const us_frame *frame, const us_call_plan *plan, uint8_t *otherwise) {
  return plan->result_mode == US_RESULT_ADDRESS ? us_address_at(frame, plan->result_address) : otherwise;
}

// Notes the end of a call that was taken down and didn't need Swift.
static inline void note_end(const us_payload *payload, us_begun_call *call, uint64_t progress, uint64_t end) {
  us_record_advance(call->record, progress | end << US_PROGRESS_END_SHIFT);
  if (us_is_observed(payload->log)) receiver.note(payload, call->chunk, call->record);
}

// Copies a result. Most are a word without references.
static inline void copy_result(uint8_t *to, const void *from, const us_record_layout *layout) {
  if (layout->is_result_trivial && us_value_witnesses(layout->result_type)->size == sizeof(uint64_t)) {
    memcpy(to, from, sizeof(uint64_t));
  } else {
    us_value_copy(to, from, layout->result_type);
  }
}

// Gives a call a constant.
static inline us_outcome answer_by_constant(const us_frame *frame, const us_call_plan *plan, const us_payload *payload,
                                            us_begun_call *call, const void *constant, uint8_t *result, bool is_in_log) {
  const us_record_layout *layout = plan->layout;
  copy_result(result, constant, layout);
  copy_result(us_record_outcome(call->record, layout), constant, layout);
  // A call that is in the log already may have run matchers of the user's.
  uint64_t end = is_in_log ? us_take_times(us_now(), 1) : call->time + 1;
  uint64_t progress =
      US_PROGRESS_RESULT | US_ROUTE_ANSWER << US_PROGRESS_ROUTE_SHIFT | end << US_PROGRESS_END_SHIFT;
  if (is_in_log) {
    us_record_advance(call->record, progress);
  } else {
    us_record_fill_and_advance(call->record, progress);
    us_record_enter_log(call->record, call->time);
  }
  if (payload->forwards) us_drop_arguments(frame, plan);
  if (us_log_leave(payload->log)) receiver.note(payload, NULL, NULL);
  return US_OUTCOME_RETURNED;
}

// Lets a call go on to the object behind a spy and come back.
static us_outcome forward(us_frame *frame, const us_call_plan *plan, const us_payload *payload, us_begun_call *call,
                          uint8_t *result) {
  // Whoever began to wait while the call entered the log sees it before it is over.
  if (us_log_keep(payload->log, call)) receiver.note(payload, NULL, NULL);
  const us_record_layout *layout = plan->layout;
  uint8_t memory[us_forwarded_call_size(plan)];
  const us_witness *witness = payload->target->witnesses + entry_of(frame);
  void *self = us_target_receiver(payload->target, frame->entry >> US_RECEIVER_SHIFT);
  us_forwarded_call *forwarded = us_begin_forward(memory, frame, plan, witness, self, result);
  us_invoke(&forwarded->out);
  uint64_t route = US_ROUTE_FORWARDED << US_PROGRESS_ROUTE_SHIFT;
  uint8_t *outcome = us_record_outcome(call->record, layout);
  bool has_thrown = plan->can_throw && forwarded->out.error;
  if (has_thrown) {
    frame->error = forwarded->out.error;
    void *error = swift_errorRetain(frame->error);
    memcpy(outcome, &error, sizeof error);
    note_end(payload, call, US_PROGRESS_ERROR | route, us_take_times(us_now(), 1));
  } else {
    us_read_result(&forwarded->out, plan, result, forwarded->result_memory);
    copy_result(outcome, result, layout);
    note_end(payload, call, US_PROGRESS_RESULT | route, us_take_times(us_now(), 1));
  }
  swift_release(call->chunk);
  swift_release(call->answers);
  return has_thrown ? US_OUTCOME_FINISHED : US_OUTCOME_RETURNED;
}

// Takes a call down and answers it, in Swift only if that has to be. `block` is memory for the arguments, NULL if they are large.
static inline us_outcome answer_logged(us_frame *frame, const us_call_plan *plan, const us_payload *payload,
                                       uint8_t *block, uint8_t *result, bool is_async) {
  const us_record_layout *layout = plan->layout;
  uint8_t *large = NULL;
  if (!block) block = large = us_allocate(us_block_size(layout), layout->alignment);
  if (payload->forwards) {
    us_copy_arguments(frame, plan, block);
  } else {
    us_read_arguments(frame, plan, block);
  }
  // Functions among the arguments have to be dealt with at the end of the call.
  bool is_simple = !us_is_observed(payload->log) && !plan->argument_conversion_count;
  us_begun_call call;
  us_log_begin(payload->log, layout, block, is_simple, &call);
  if (large) free(large);
  // A call may be over before others see it, as long as that runs no code of the user's.
  if (call.constant) return answer_by_constant(frame, plan, payload, &call, call.constant, result, false);
  us_record_fill(call.record);
  us_record_enter_log(call.record, call.time);
  if (is_simple) {
    if (!call.is_found) {
      call.position = us_find_answer(call.answers, call.position, call.chunk, call.record);
      call.is_found = call.answers && call.position < call.answers->count;
      const void *constant = call.is_found ? us_use_constant(call.answers->entries[call.position].answer) : NULL;
      if (constant) return answer_by_constant(frame, plan, payload, &call, constant, result, true);
    }
    if (!call.is_found && payload->target && plan->goes_on_as_is && !is_async) {
      return forward(frame, plan, payload, &call, result);
    }
  }
  us_log_keep(payload->log, &call);
  return receiver.answer(frame, plan, payload, result, &call);
}

// The caller may have less of its stack left than its arguments take.
enum { MOST_ON_THE_STACK = 1024 };

static inline us_outcome answer(us_frame *frame, const us_call_plan *plan, const us_payload *payload, bool is_async) {
  bool is_logged = plan->layout && payload->log && !us_are_calls_collected();
  size_t block_size = is_logged ? us_block_size(plan->layout) : 0;
  bool has_block = is_logged && block_size <= MOST_ON_THE_STACK;
  size_t block_room = has_block ? block_size + plan->layout->alignment : 0;
  // In the caller's own memory there's nothing to keep here.
  size_t result_room = plan->result_mode == US_RESULT_ADDRESS ? 0 : plan->result_size + plan->result_alignment;
  uint8_t memory[block_room + result_room + 2 * 16];
  uint8_t *rest = memory;
  uint8_t *block = has_block ? us_carve(&rest, block_size, plan->layout->alignment) : NULL;
  uint8_t *result = result_memory(frame, plan, us_carve(&rest, 0, plan->result_alignment));
  us_outcome outcome = is_logged ? answer_logged(frame, plan, payload, block, result, is_async)
                                 : receiver.answer(frame, plan, payload, result, NULL);
  if (outcome == US_OUTCOME_RETURNED) us_write_result(frame, plan, result);
  // Whether self is the payload or the address of a reference to it, that reference is what the value consists of.
  bool has_ended = outcome == US_OUTCOME_RETURNED || outcome == US_OUTCOME_FINISHED;
  if (plan->consumes_self && has_ended) swift_release((void *)payload);
  return outcome;
}

static inline bool is_function(const us_frame *frame) {
  return frame->entry >> US_RECEIVER_SHIFT == US_RECEIVER_FUNCTION;
}

// Called by the sync entries.
__attribute__((visibility("hidden"))) void us_answer_sync(us_frame *frame) {
  if (is_function(frame)) return us_call_function(frame);
  const us_payload *payload = payload_of(frame);
  answer(frame, plan_of(frame, payload), payload, false);
}

// Called by the async entries. Returns the outgoing frame of the async function to go on in, or null when the call has
// ended.
__attribute__((visibility("hidden"))) us_frame *us_answer_async(us_frame *frame) {
  if (is_function(frame)) return us_begin_async_function(frame);
  const us_payload *payload = payload_of(frame);
  const us_call_plan *plan = plan_of(frame, payload);
  us_outcome outcome = answer(frame, plan, payload, true);
  frame->stack_pop = plan->stack_pop;
  frame->result_is_x87 = plan->result_is_x87;
  if (outcome == US_OUTCOME_FORWARDED) {
    us_forwarded_call *call = (us_forwarded_call *)frame->outgoing;
    if (plan->stack_size) frame->stack = memcpy(call->callers_stack, frame->stack, plan->stack_size);
    return &call->out;
  }
  if (outcome != US_OUTCOME_PENDING) return NULL;
  // The caller's stack arguments are gone when the call goes on, but the addresses of its results may be among them.
  us_frame *out = swift_task_alloc(sizeof *out + plan->stack_size);
  memset(out, 0, sizeof *out);
  if (plan->stack_size) frame->stack = memcpy(out + 1, frame->stack, plan->stack_size);
  out->entry = (uint64_t)receiver.finish_pending;
  out->gpr[0] = (uint64_t)frame;
  out->gpr[1] = (uint64_t)frame->pending;
  return out;
}

// Called when that async function has returned, with `frame->outgoing` holding what it returned.
__attribute__((visibility("hidden"))) void us_finish_async(us_frame *frame) {
  if (is_function(frame)) {
    us_end_async_function(frame);
  } else if (frame->outgoing->pending) {
    receiver.end_forward(frame, frame->pending);
  } else {
    swift_task_dealloc(frame->outgoing);
  }
}

// A coroutine's continuation takes the caller's buffer and whether the access is abandoned, both as in C.
static void end_modify(void *buffer, bool aborted) { receiver.end_modify(buffer, aborted); }

const void *us_modify_continuation(void) { return (const void *)end_modify; }
