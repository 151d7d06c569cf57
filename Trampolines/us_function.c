#include "include/us_function.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Defined in the architecture's assembly.
extern const uint8_t us_function_entry[];
extern const uint64_t us_async_function_record[];
void us_invoke(us_frame *frame);

// swift/Runtime/HeapObject.h, swift/Runtime/Concurrency.h.
extern void *swift_retain(void *object);
extern void swift_release(void *object);
extern void *swift_allocObject(const void *type, size_t size, size_t alignment_mask);
extern void swift_deallocObject(void *object, size_t size, size_t alignment_mask);
extern void *swift_task_alloc(size_t size);
extern void swift_task_dealloc(void *memory);

/// The context of a function that stands for another one.
typedef struct us_bridge {
  const void *type;
  uint64_t reference_count;
  const us_call_plan *inbound;
  const us_call_plan *outbound;
  us_function target;
  bool owns_target;
} us_bridge;

// MARK: The object

// The runtime passes the object in Swift's self register.
__attribute__((swiftcall)) static void destroy_bridge(__attribute__((swift_context)) us_bridge *bridge) {
  if (bridge->owns_target && bridge->target.context) swift_release(bridge->target.context);
  swift_deallocObject(bridge, sizeof(us_bridge), _Alignof(us_bridge) - 1);
}

// Metadata of a heap object that no declaration stands for, as the compiler makes it for closure contexts
// (swift/ABI/Metadata.h, TargetHeapLocalVariableMetadata): no value witnesses, kind HeapLocalVariable, no captures described.
static const struct {
  __attribute__((swiftcall)) void (*destroy)(__attribute__((swift_context)) us_bridge *);
  const void *value_witnesses;
  uintptr_t kind;
  uint32_t offset_to_first_capture;
  const void *capture_description;
} bridge_metadata = {destroy_bridge, NULL, 0x400, 16, NULL};

static us_function make_bridge(us_function target, const us_function_type *type, const us_call_plan *inbound,
                               const us_call_plan *outbound, bool take) {
  if (!target.code) return target;  // nil
  us_bridge *bridge = swift_allocObject(&bridge_metadata.kind, sizeof(us_bridge), _Alignof(us_bridge) - 1);
  bridge->inbound = inbound;
  bridge->outbound = outbound;
  bridge->target = target;
  bridge->owns_target = type->is_escaping;
  if (type->is_escaping && !take && target.context) swift_retain(target.context);
  const void *code = type->is_async ? (const void *)us_async_function_record : (const void *)us_function_entry;
  return (us_function){code, bridge};
}

us_function us_to_general(us_function natural, const us_function_type *type, bool take) {
  return make_bridge(natural, type, &type->general, &type->natural, take);
}

us_function us_to_natural(us_function general, const us_function_type *type, bool take) {
  return make_bridge(general, type, &type->natural, &type->general, take);
}

// MARK: Expiry

__attribute__((noreturn)) static void expired(void) {
  fputs("Understudy: a function that its call was not to keep (it isn't @escaping) was called after the call had ended.\n",
        stderr);
  abort();
}

void us_expire_functions(const us_call_plan *plan, const uint8_t *block) {
  for (unsigned i = 0; i < plan->argument_part_count; i++) {
    const us_part *part = plan->argument_parts + i;
    if (!part->function || part->function->is_escaping) continue;
    us_function function;
    memcpy(&function, block + part->offset, sizeof function);
    if (function.code) ((us_bridge *)function.context)->target = (us_function){NULL, NULL};
  }
}

// MARK: A call

/// What a call of a bridge needs until it has returned.
typedef struct us_bridged_call {
  us_bridge *bridge;
  us_frame out;
  uint8_t *result;         // where the result is put together
  uint8_t *result_memory;  // see us_call_plan
  uint8_t *stack;
  uint8_t *block;          // values that did not come by address
  const uint8_t **values;  // the address of each parameter's value
  bool result_is_callers;  // whether `result` is memory of the caller's
} us_bridged_call;

/// The memory a call takes behind its `us_bridged_call`. Each piece may need as much again as its alignment.
static size_t room_for(const us_bridge *bridge) {
  const us_call_plan *in = bridge->inbound, *out = bridge->outbound;
  return out->stack_size + out->result_memory_size + in->parameter_count * sizeof(uint8_t *) + in->block_size +
         in->result_size + 3 * 16 + (16 + in->block_alignment) + (16 + in->result_alignment);
}

static uint8_t *carve(uint8_t **memory, size_t size, size_t alignment) {
  if (alignment < 16) alignment = 16;
  uint8_t *start = (uint8_t *)(((uintptr_t)*memory + alignment - 1) & ~(uintptr_t)(alignment - 1));
  *memory = start + size;
  return start;
}

/// Takes the arguments out of the frame of the bridge's caller and puts them into an outgoing frame.
static void begin(us_bridged_call *call, uint8_t *memory, const us_frame *in) {
  us_bridge *bridge = in->self;
  const us_call_plan *inbound = bridge->inbound, *outbound = bridge->outbound;
  if (!bridge->target.code) expired();
  call->bridge = bridge;
  call->stack = carve(&memory, outbound->stack_size, 16);
  call->result_memory = carve(&memory, outbound->result_memory_size, 16);
  call->values = (const uint8_t **)carve(&memory, inbound->parameter_count * sizeof(uint8_t *), 16);
  call->block = carve(&memory, inbound->block_size, inbound->block_alignment);
  call->result_is_callers = inbound->result_mode == US_RESULT_ADDRESS;
  call->result = call->result_is_callers ? us_address_at(in, inbound->result_address)
                                         : carve(&memory, inbound->result_size, inbound->result_alignment);
  us_borrow_arguments(in, inbound, call->block, call->values);

  memset(&call->out, 0, sizeof call->out);
  call->out.entry = (uint64_t)bridge->target.code;
  call->out.self = bridge->target.context;
  us_write_arguments(&call->out, outbound, call->values, call->stack, call->result, call->result_memory);
}

/// Lets go of functions that were converted for the length of a call, where `plan` is the natural side of it.
static void release_functions(const us_frame *frame, const us_call_plan *plan, const uint8_t *block) {
  for (unsigned i = 0; i < plan->argument_part_count; i++) {
    const us_part *part = plan->argument_parts + i;
    if (!part->function || part->ownership == US_OWNERSHIP_OWNED) continue;
    us_function function;
    if (block) {
      memcpy(&function, block + part->offset, sizeof function);
    } else {
      us_gather_part(frame, plan, part, (uint8_t *)&function);
    }
    if (!function.code) continue;
    if (!part->function->is_escaping) ((us_bridge *)function.context)->target = (us_function){NULL, NULL};
    swift_release(function.context);
  }
}

/// Gives the results of the function called to the bridge's caller.
static void end(us_bridged_call *call, us_frame *in) {
  const us_call_plan *inbound = call->bridge->inbound, *outbound = call->bridge->outbound;
  // Only one side is natural, and only it has functions to convert: into the block on the way in, into the frame on the way
  // out. The frame's arguments are still there: what the callee returned is stored elsewhere.
  release_functions(NULL, inbound, call->block);
  release_functions(&call->out, outbound, NULL);
  if (call->out.error) {
    in->error = call->out.error;
    return;
  }
  us_read_result(&call->out, outbound, call->result, call->result_memory);
  us_write_result(in, inbound, call->result);
}

void us_call_function(us_frame *in) {
  uint8_t memory[room_for(in->self)];
  us_bridged_call call;
  begin(&call, memory, in);
  us_invoke(&call.out);
  end(&call, in);
}

us_frame *us_begin_async_function(us_frame *in) {
  const us_bridge *bridge = in->self;
  size_t room = room_for(bridge), stack_size = bridge->inbound->stack_size;
  us_bridged_call *call = swift_task_alloc(sizeof(us_bridged_call) + room + stack_size);
  begin(call, (uint8_t *)(call + 1), in);
  // The caller's stack arguments are gone when the call goes on, but the addresses of its results may be among them.
  if (stack_size) in->stack = memcpy((uint8_t *)(call + 1) + room, in->stack, stack_size);
  in->stack_pop = bridge->inbound->stack_pop;
  in->result_is_x87 = bridge->inbound->result_is_x87;
  return &call->out;
}

void us_end_async_function(us_frame *in) {
  us_bridged_call *call = (us_bridged_call *)((uint8_t *)in->outgoing - offsetof(us_bridged_call, out));
  // A function that doesn't throw leaves anything where the error would be.
  if (!call->bridge->outbound->can_throw) call->out.error = NULL;
  end(call, in);
  swift_task_dealloc(call);
}
