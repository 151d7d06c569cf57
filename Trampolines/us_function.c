#include "include/us_function.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/us_forward.h"
#include "include/us_value_witness.h"
#include "us_carve.h"

// Defined in the architecture's assembly.
extern const uint8_t us_function_entry[];
extern const uint64_t us_async_function_record[];

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
  // An optional `any Actor`: where the context of every `@isolated(any)` function has it (emitExtractFunctionIsolation in
  // lib/IRGen).
  void *isolation[2];
  const us_call_plan *inbound;
  const us_call_plan *outbound;
  us_function target;
  bool owns_target;
} us_bridge;

// MARK: The object

// The runtime passes the object in Swift's self register.
__attribute__((swiftcall)) static void destroy_bridge(__attribute__((swift_context)) us_bridge *bridge) {
  if (bridge->owns_target) swift_release(bridge->target.context);
  swift_release(bridge->isolation[0]);
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

static inline const void *code_of_bridges(const us_function_type *type) {
  return type->is_async ? (const void *)us_async_function_record : (const void *)us_function_entry;
}

static us_function make_bridge(us_function target, const us_function_type *type, bool to_general) {
  us_bridge *bridge = swift_allocObject(&bridge_metadata.kind, sizeof(us_bridge), _Alignof(us_bridge) - 1);
  bridge->inbound = to_general ? &type->general : &type->natural;
  bridge->outbound = to_general ? &type->natural : &type->general;
  bridge->target = target;
  bridge->owns_target = type->is_escaping;
  bridge->isolation[0] = bridge->isolation[1] = NULL;
  if (type->carries_isolation) {
    memcpy(bridge->isolation, (uint8_t *)target.context + offsetof(us_bridge, isolation), sizeof bridge->isolation);
    swift_retain(bridge->isolation[0]);
  }
  return (us_function){code_of_bridges(type), bridge};
}

// MARK: Conversions

/// The function in a value; `nil` if an optional around it is.
static us_function function_in(const us_conversion *conversion, const uint8_t *value) {
  us_function function = {NULL, NULL};
  for (unsigned i = 0; i < conversion->guard_count; i++) {
    const us_guard *guard = conversion->guards + i;
    if (us_value_witnesses(guard->payload)->get_enum_tag_single_payload(value + guard->offset, 1, guard->payload)) {
      return function;
    }
  }
  memcpy(&function, value + conversion->offset, sizeof function);
  return function;
}

static us_function convert(us_function given, const us_function_type *type, bool to_general, bool take) {
  const us_bridge *bridge = given.context;
  const us_call_plan *wanted = to_general ? &type->general : &type->natural;
  // A bridge the other way is what it stands for.
  if (type->is_escaping && given.code == code_of_bridges(type) && bridge->outbound == wanted) {
    us_function target = bridge->target;
    swift_retain(target.context);
    if (take) swift_release(given.context);
    return target;
  }
  if (type->is_escaping && !take) swift_retain(given.context);
  return make_bridge(given, type, to_general);
}

void us_convert(const us_conversion *conversion, uint8_t *value, bool to_general, bool take) {
  us_function function = function_in(conversion, value);
  if (!function.code) return;
  function = convert(function, conversion->type, to_general, take);
  memcpy(value + conversion->offset, &function, sizeof function);
}

void us_convert_variable(const us_call_plan *plan, unsigned parameter, uint8_t *variable, bool to_general) {
  for (unsigned i = 0; i < plan->argument_conversion_count; i++) {
    const us_conversion *conversion = plan->argument_conversions + i;
    if (conversion->parameter == parameter) us_convert(conversion, variable, to_general, true);
  }
}

/// Converts the functions in the values of a call, for its length. What isn't a variable is moved into the block: memory of
/// the caller's isn't changed.
static void convert_arguments(const us_call_plan *plan, uint8_t *block, uint8_t **values, bool to_general) {
  for (unsigned i = 0; i < plan->argument_conversion_count; i++) {
    const us_conversion *conversion = plan->argument_conversions + i;
    uint8_t **value = values + conversion->parameter;
    if (conversion->ownership != US_OWNERSHIP_INOUT && *value != block + conversion->block_offset) {
      // Bitwise: parameters with functions in them that can't be moved by their bytes have no plan.
      memcpy(block + conversion->block_offset, *value, conversion->value_size);
      *value = block + conversion->block_offset;
    }
    us_convert(conversion, *value, to_general, conversion->ownership != US_OWNERSHIP_GUARANTEED);
  }
}

/// Ends the conversions of a call: variables get back what their owner can call, what was borrowed is let go of.
static void end_conversions(const us_call_plan *plan, uint8_t **values, bool to_general) {
  for (unsigned i = 0; i < plan->argument_conversion_count; i++) {
    const us_conversion *conversion = plan->argument_conversions + i;
    uint8_t *value = values[conversion->parameter];
    if (conversion->ownership == US_OWNERSHIP_INOUT) {
      us_convert(conversion, value, !to_general, true);
    } else if (conversion->ownership == US_OWNERSHIP_GUARANTEED) {
      us_function function = function_in(conversion, value);
      if (!function.code) continue;
      if (!conversion->type->is_escaping) ((us_bridge *)function.context)->target = (us_function){NULL, NULL};
      swift_release(function.context);
    }
  }
}

// MARK: Expiry

__attribute__((noreturn)) static void expired(void) {
  fputs("Understudy: a function that its call was not to keep (it isn't @escaping) was called after the call had ended.\n",
        stderr);
  abort();
}

void us_expire_functions(const us_call_plan *plan, const uint8_t *block) {
  for (unsigned i = 0; i < plan->argument_conversion_count; i++) {
    const us_conversion *conversion = plan->argument_conversions + i;
    if (conversion->type->is_escaping) continue;
    us_function function = function_in(conversion, block + conversion->block_offset);
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
  uint8_t **values;        // the address of each parameter's value
  uint8_t *error;          // where an error is put together
  bool result_is_callers;  // whether `result` is memory of the caller's
} us_bridged_call;

/// The memory a call takes behind its `us_bridged_call`. Each piece may need as much again as its alignment.
typedef struct us_layout {
  size_t size, alignment;
} us_layout;

static us_layout error_layout(const us_call_plan *plan) {
  if (!plan->error_type) return (us_layout){sizeof(void *), _Alignof(void *)};
  const us_value_witness_table *witnesses = us_value_witnesses(plan->error_type);
  return (us_layout){witnesses->size, (witnesses->flags & US_VALUE_WITNESS_ALIGNMENT_MASK) + 1};
}

static size_t room_for(const us_bridge *bridge) {
  const us_call_plan *in = bridge->inbound, *out = bridge->outbound;
  us_layout error = error_layout(out);
  return out->stack_size + out->result_memory_size + in->parameter_count * sizeof(uint8_t *) + in->block_size +
         in->result_size + error.size + 3 * 16 + (16 + in->block_alignment) + (16 + in->result_alignment) +
         (16 + error.alignment);
}

/// Takes the arguments out of the frame of the bridge's caller and puts them into an outgoing frame.
static void begin(us_bridged_call *call, uint8_t *memory, const us_frame *in) {
  us_bridge *bridge = in->self;
  const us_call_plan *inbound = bridge->inbound, *outbound = bridge->outbound;
  if (!bridge->target.code) expired();
  call->bridge = bridge;
  call->stack = us_carve(&memory, outbound->stack_size, 16);
  call->result_memory = us_carve(&memory, outbound->result_memory_size, 16);
  call->values = (uint8_t **)us_carve(&memory, inbound->parameter_count * sizeof(uint8_t *), 16);
  call->block = us_carve(&memory, inbound->block_size, inbound->block_alignment);
  call->result_is_callers = inbound->result_mode == US_RESULT_ADDRESS;
  call->result = call->result_is_callers ? us_address_at(in, inbound->result_address)
                                         : us_carve(&memory, inbound->result_size, inbound->result_alignment);
  us_layout error = error_layout(outbound);
  call->error = us_carve(&memory, error.size, error.alignment);
  us_borrow_arguments(in, inbound, call->block, call->values);
  // Only one side is natural, and only it has functions to convert.
  convert_arguments(inbound, call->block, call->values, true);
  convert_arguments(outbound, call->block, call->values, false);

  memset(&call->out, 0, sizeof call->out);
  call->out.entry = (uint64_t)bridge->target.code;
  call->out.self = bridge->target.context;
  us_write_arguments(&call->out, outbound, call->values, call->stack, call->result, call->result_memory, call->error);
}

/// Gives the results of the function called to the bridge's caller.
static void end(us_bridged_call *call, us_frame *in) {
  const us_call_plan *inbound = call->bridge->inbound, *outbound = call->bridge->outbound;
  end_conversions(inbound, call->values, true);
  end_conversions(outbound, call->values, false);
  us_end_borrowing(inbound, call->block);
  if (call->out.error) {
    // The declaration of the natural side may leave the type of errors open, where that of the other is `any Error`.
    us_read_error(&call->out, outbound, call->error);
    us_write_error(in, inbound, call->error);
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
