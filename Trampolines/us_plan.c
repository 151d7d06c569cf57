#include "include/us_plan.h"

#include <string.h>

#include "include/us_value_witness.h"

/// The most bytes a direct value has: four scalars of 16 bytes.
#define US_DIRECT_VALUE_MAX 64

static inline uint8_t *place(const us_frame *frame, us_location location) {
  return location >= US_LOCATION_STACK ? frame->stack + (location - US_LOCATION_STACK) : (uint8_t *)frame + location;
}

void *us_address_at(const us_frame *frame, us_location location) {
  void *address;
  memcpy(&address, place(frame, location), sizeof address);
  return address;
}

static inline void copy_bytes(uint8_t *to, const uint8_t *from, unsigned size) {
  if (size == 8) {
    memcpy(to, from, 8);
  } else {
    memcpy(to, from, size);
  }
}

static void gather(const us_frame *frame, const us_move *move, unsigned count, uint8_t *value) {
  for (; count > 0; count--, move++) {
    uint8_t *to = value + move->value_offset;
    copy_bytes(to, place(frame, move->location), move->size);
    if (move->is_single_bit) *to &= 1;
  }
}

static void scatter(us_frame *frame, const us_move *move, unsigned count, const uint8_t *value) {
  for (; count > 0; count--, move++) {
    copy_bytes(place(frame, move->location), value + move->value_offset, move->size);
  }
}

void us_read_arguments(const us_frame *frame, const us_call_plan *plan, uint8_t *block) {
  const us_part *part = plan->argument_parts;
  for (unsigned count = plan->argument_part_count; count > 0; count--, part++) {
    uint8_t *to = block + part->offset;
    if (part->is_thin_metatype) {
      memcpy(to, (const uint8_t *)part->type + sizeof(void *), sizeof(void *));
    } else if (part->is_indirect) {
      uint8_t *from = (uint8_t *)us_address_at(frame, part->address);
      // The caller owns the value unless it said otherwise; an inout's value stays where it is.
      if (part->ownership == US_OWNERSHIP_OWNED) {
        us_value_take(to, from, part->type);
      } else {
        us_value_copy(to, from, part->type);
      }
    } else if (part->is_trivial || part->ownership == US_OWNERSHIP_OWNED) {
      gather(frame, plan->moves + part->first_move, part->move_count, to);
    } else {
      // The registers hold a borrowed value: put it together, then copy it to own one.
      _Alignas(16) uint8_t borrowed[US_DIRECT_VALUE_MAX];
      gather(frame, plan->moves + part->first_move, part->move_count, borrowed);
      us_value_copy(to, borrowed, part->type);
    }
  }
}

size_t us_async_stack_pop(size_t stack_size) {
#if defined(__x86_64__)
  // The area is kept at 16n + 8 bytes, 8 of which every call has: X86TargetLowering::GetAlignedArgumentStackSize.
  return stack_size <= 8 ? 0 : (stack_size + 7) / 16 * 16;
#else
  return (stack_size + 15) / 16 * 16;
#endif
}

void us_write_result(us_frame *frame, const us_call_plan *plan, uint8_t *result) {
  if (plan->result_mode == US_RESULT_ADDRESS) return;  // it was initialized in place
  const us_part *part = plan->result_parts;
  for (unsigned count = plan->result_part_count; count > 0; count--, part++) {
    uint8_t *to = (uint8_t *)us_address_at(frame, part->address) + part->address_offset;
    us_value_take(to, result + part->offset, part->type);
  }
  frame->result_x87_count = plan->result_x87_count;
  // Bitwise: what travels in registers can be moved by its bytes.
  const us_move *moves = plan->moves + plan->first_result_move;
  if (plan->result_mode == US_RESULT_SCALARS_IN_MEMORY) {
    uint8_t *to = us_address_at(frame, plan->result_address);
    for (const us_move *move = moves; move < moves + plan->result_move_count; move++) {
      memcpy(to + move->location, result + move->value_offset, move->size);
    }
    return;
  }
  scatter(frame, moves, plan->result_move_count, result);
}
