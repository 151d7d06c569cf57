#include "include/us_forward.h"

#include <string.h>

#include "include/us_value_witness.h"
#include "us_carve.h"

static size_t error_size(const us_call_plan *plan) {
  size_t size = plan->error_type ? us_value_witnesses(plan->error_type)->size : sizeof(void *);
  return size < sizeof(void *) ? sizeof(void *) : size;
}

static size_t alignment_of(const us_call_plan *plan) {
  size_t alignment = plan->result_alignment;
  if (plan->error_type) {
    size_t mask = us_value_witnesses(plan->error_type)->flags & US_VALUE_WITNESS_ALIGNMENT_MASK;
    if (mask + 1 > alignment) alignment = mask + 1;
  }
  return alignment < 16 ? 16 : alignment;
}

size_t us_forwarded_call_size(const us_call_plan *plan) {
  return sizeof(us_forwarded_call) + 2 * plan->stack_size + plan->result_memory_size + error_size(plan) +
         5 * alignment_of(plan);
}

us_forwarded_call *us_begin_forward(void *memory, const us_frame *in, const us_call_plan *plan,
                                    const us_witness *witness, void *self, uint8_t *result) {
  size_t alignment = alignment_of(plan);
  uint8_t *rest = memory;
  us_forwarded_call *call = (us_forwarded_call *)us_carve(&rest, sizeof *call, alignment);
  call->result = result;
  call->result_memory = us_carve(&rest, plan->result_memory_size, alignment);
  call->error = us_carve(&rest, error_size(plan), alignment);
  uint8_t *stack = us_carve(&rest, plan->stack_size, alignment);
  call->callers_stack = us_carve(&rest, plan->stack_size, alignment);

  us_frame *out = &call->out;
  *out = *in;
  out->entry = (uint64_t)witness->code;
  out->self = self;
  out->error = NULL;
  out->outgoing = NULL;
  out->pending = call;
  out->stack = stack;
  out->stack_size = plan->stack_size;
  out->stack_pop = plan->stack_pop;
  if (plan->stack_size) memcpy(stack, in->stack, plan->stack_size);
  us_write_result_addresses(out, plan, result, call->result_memory, call->error);
  us_set_address_at(out, plan->self_type, witness->type);
  us_set_address_at(out, plan->self_table, witness->table);
  return call;
}
