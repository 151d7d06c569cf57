#include "include/us_plan.h"

#include <stdbool.h>
#include <string.h>

#include "include/us_function.h"
#include "include/us_value_witness.h"

/// The most bytes a direct value has: four scalars of 16 bytes.
#define US_DIRECT_VALUE_MAX 64

static inline uint8_t *place(const us_frame *frame, us_location location) {
  if (location >= US_LOCATION_RETURNED) return (uint8_t *)frame->indirect_result + (location - US_LOCATION_RETURNED);
  return location >= US_LOCATION_STACK ? frame->stack + (location - US_LOCATION_STACK) : (uint8_t *)frame + location;
}

void *us_address_at(const us_frame *frame, us_location location) {
  void *address;
  memcpy(&address, place(frame, location), sizeof address);
  return address;
}

/// Where the value of an indirect part is.
static inline uint8_t *value_address(const us_frame *frame, const us_part *part) {
  uint8_t *address = us_address_at(frame, part->address);
  if (part->pack_position) memcpy(&address, address + (part->pack_position - 1) * sizeof address, sizeof address);
  return address + part->address_offset;
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

void us_gather_part(const us_frame *frame, const us_call_plan *plan, const us_part *part, uint8_t *value) {
  gather(frame, plan->moves + part->first_move, part->move_count, value);
}

/// Puts a metatype where it is a word: the instance type's metadata, or null for `nil`.
static inline void store_metatype(const us_part *part, uint8_t *to, uint8_t is_nil) {
  const void *none = NULL;
  // MetatypeMetadata: the kind, then the instance type (swift/ABI/Metadata.h).
  memcpy(to, is_nil & 1 ? (const uint8_t *)&none : (const uint8_t *)part->type + sizeof(void *), sizeof(void *));
}

/// Reads a metatype that doesn't travel as it lies in memory.
static void read_metatype(const us_frame *frame, const us_call_plan *plan, const us_part *part, uint8_t *to) {
  uint8_t is_nil = 0;
  if (part->metatype == US_METATYPE_OPTIONAL) us_gather_part(frame, plan, part, &is_nil);
  store_metatype(part, to, is_nil);
}

/// What travels for an optional metatype.
static inline uint8_t is_nil(const uint8_t *value) {
  const void *metatype;
  memcpy(&metatype, value, sizeof metatype);
  return !metatype;
}

/// Whether a part can't be moved by its bytes.
static inline bool is_fixed(const us_part *part) {
  return us_value_witnesses(part->type)->flags & US_VALUE_WITNESS_IS_NON_BITWISE_TAKABLE;
}

void us_borrow_arguments(const us_frame *frame, const us_call_plan *plan, uint8_t *block, uint8_t **values) {
  const us_part *part = plan->argument_parts;
  for (unsigned count = plan->argument_part_count; count > 0; count--, part++) {
    uint8_t *to = block + part->offset;
    if (part->is_indirect && part->is_whole) {
      values[part->parameter] = us_address_at(frame, part->address);
      continue;
    }
    values[part->parameter] = to - part->parameter_offset;
    if (part->is_indirect) {
      uint8_t *from = us_address_at(frame, part->address);
      if (!is_fixed(part)) {
        memcpy(to, from, us_value_witnesses(part->type)->size);
      } else if (part->ownership == US_OWNERSHIP_OWNED) {
        us_value_take(to, from, part->type);
      } else {
        us_value_copy(to, from, part->type);
      }
    } else if (part->metatype) {
      read_metatype(frame, plan, part, to);
    } else {
      us_gather_part(frame, plan, part, to);
    }
  }
}

void us_end_borrowing(const us_call_plan *plan, uint8_t *block) {
  const us_part *part = plan->argument_parts;
  for (unsigned count = plan->argument_part_count; count > 0; count--, part++) {
    if (!part->is_indirect || part->is_whole || part->ownership != US_OWNERSHIP_GUARANTEED) continue;
    if (is_fixed(part)) us_value_destroy(block + part->offset, part->type);
  }
}

/// Initializes the block of arguments; owned ones are taken over if the frame is done with them.
static void read_arguments(const us_frame *frame, const us_call_plan *plan, uint8_t *block, bool take) {
  const us_part *part = plan->argument_parts;
  for (unsigned count = plan->argument_part_count; count > 0; count--, part++) {
    uint8_t *to = block + part->offset;
    if (part->metatype) {
      read_metatype(frame, plan, part, to);
    } else if (part->is_indirect) {
      uint8_t *from = value_address(frame, part);
      if (part->ownership == US_OWNERSHIP_INOUT) us_convert_variable(plan, part->parameter, from, true);
      // The caller owns the value unless it said otherwise; an inout's value stays where it is.
      if (take && part->ownership == US_OWNERSHIP_OWNED) {
        us_value_take(to, from, part->type);
      } else {
        us_value_copy(to, from, part->type);
      }
    } else if (part->is_trivial || (take && part->ownership == US_OWNERSHIP_OWNED)) {
      us_gather_part(frame, plan, part, to);
    } else {
      // The registers hold a borrowed value: put it together, then copy it to own one.
      _Alignas(16) uint8_t borrowed[US_DIRECT_VALUE_MAX];
      us_gather_part(frame, plan, part, borrowed);
      us_value_copy(to, borrowed, part->type);
    }
  }
  for (unsigned i = 0; i < plan->argument_conversion_count; i++) {
    const us_conversion *conversion = plan->argument_conversions + i;
    if (conversion->ownership == US_OWNERSHIP_INOUT) continue;  // copied when it was converted already
    us_convert(conversion, block + conversion->block_offset, true, true);
  }
}

void us_read_arguments(const us_frame *frame, const us_call_plan *plan, uint8_t *block) {
  read_arguments(frame, plan, block, true);
}

void us_copy_arguments(const us_frame *frame, const us_call_plan *plan, uint8_t *block) {
  read_arguments(frame, plan, block, false);
}

void us_drop_arguments(const us_frame *frame, const us_call_plan *plan) {
  const us_part *part = plan->argument_parts;
  for (unsigned count = plan->argument_part_count; count > 0; count--, part++) {
    if (part->ownership != US_OWNERSHIP_OWNED || part->is_trivial || part->metatype) continue;
    if (part->is_indirect) {
      us_value_destroy(value_address(frame, part), part->type);
    } else {
      _Alignas(16) uint8_t value[US_DIRECT_VALUE_MAX];
      us_gather_part(frame, plan, part, value);
      us_value_destroy(value, part->type);
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

void us_convert_result(const us_call_plan *plan, uint8_t *result, _Bool to_general) {
  for (unsigned i = 0; i < plan->result_part_count; i++) {
    const us_part *part = plan->result_parts + i;
    uint8_t *value = result + part->offset;
    if (!part->metatype) continue;
    if (to_general) {
      store_metatype(part, value, part->metatype == US_METATYPE_OPTIONAL ? *value : 0);
    } else if (part->metatype == US_METATYPE_OPTIONAL) {
      *value = is_nil(value);
    }
  }
  for (unsigned i = 0; i < plan->result_conversion_count; i++) {
    us_convert(plan->result_conversions + i, result, to_general, true);
  }
}

void us_write_result(us_frame *frame, const us_call_plan *plan, uint8_t *result) {
  us_convert_result(plan, result, false);
  if (plan->result_mode == US_RESULT_ADDRESS) return;  // it was initialized in place
  const us_part *part = plan->result_parts;
  for (unsigned count = plan->result_part_count; count > 0; count--, part++) {
    if (part->metatype) continue;  // the byte of an optional one is among the moves
    uint8_t *to = value_address(frame, part);
    us_value_take(to, result + part->offset, part->type);
  }
  frame->result_is_x87 = plan->result_is_x87;
  // Bitwise: what travels in registers can be moved by its bytes.
  scatter(frame, plan->moves + plan->first_result_move, plan->result_move_count, result);
}

void us_write_error(us_frame *frame, const us_call_plan *plan, uint8_t *error) {
  if (!plan->error_type) {
    memcpy(&frame->error, error, sizeof frame->error);
    return;
  }
  if (plan->is_error_indirect) {
    us_value_take((uint8_t *)us_address_at(frame, plan->error_address), error, plan->error_type);
  } else {
    scatter(frame, plan->moves + plan->first_error_move, plan->error_move_count, error);
  }
  // The register only says that there is an error.
  frame->error = (void *)1;
}

void us_read_error(const us_frame *frame, const us_call_plan *plan, uint8_t *error) {
  if (!plan->error_type) {
    memcpy(error, &frame->error, sizeof frame->error);
  } else if (!plan->is_error_indirect) {
    gather(frame, plan->moves + plan->first_error_move, plan->error_move_count, error);
  }
}

static inline void put_address(us_frame *frame, us_location location, const void *address) {
  memcpy(place(frame, location), &address, sizeof address);
}

void us_set_address_at(us_frame *frame, us_location location, const void *address) {
  put_address(frame, location, address);
}

void us_write_result_addresses(us_frame *frame, const us_call_plan *plan, uint8_t *result, uint8_t *result_memory,
                               uint8_t *error) {
  frame->result_is_x87 = plan->result_is_x87;
  if (plan->result_mode == US_RESULT_ADDRESS) {
    put_address(frame, plan->result_address, result);
  } else {
    for (unsigned i = 0; i < plan->result_part_count; i++) {
      const us_part *part = plan->result_parts + i;
      if (part->is_in_result_memory || part->pack_position || part->metatype) continue;
      put_address(frame, part->address, result + part->offset);
    }
    if (plan->result_memory_size) put_address(frame, plan->result_memory, result_memory);
  }
  if (plan->is_error_indirect) put_address(frame, plan->error_address, error);
}

void us_write_arguments(us_frame *frame, const us_call_plan *plan, uint8_t *const *values, uint8_t *stack,
                        uint8_t *result, uint8_t *result_memory, uint8_t *error) {
  frame->stack = stack;
  frame->stack_size = plan->stack_size;
  frame->stack_pop = plan->stack_pop;
  us_write_result_addresses(frame, plan, result, result_memory, error);
  const us_part *part = plan->argument_parts;
  for (unsigned count = plan->argument_part_count; count > 0; count--, part++) {
    const uint8_t *value = values[part->parameter] + part->parameter_offset;
    if (part->is_indirect) {
      put_address(frame, part->address, value);
    } else if (part->metatype == US_METATYPE_OPTIONAL) {
      uint8_t byte = is_nil(value);
      scatter(frame, plan->moves + part->first_move, part->move_count, &byte);
    } else if (!part->metatype) {
      scatter(frame, plan->moves + part->first_move, part->move_count, value);
    }
  }
}

void us_read_result(const us_frame *frame, const us_call_plan *plan, uint8_t *result, uint8_t *result_memory) {
  if (plan->result_mode != US_RESULT_ADDRESS) {
    for (unsigned i = 0; i < plan->result_part_count; i++) {
      const us_part *part = plan->result_parts + i;
      if (part->is_in_result_memory) {
        us_value_take(result + part->offset, result_memory + part->address_offset, part->type);
      } else if (part->pack_position) {
        us_value_take(result + part->offset, value_address(frame, part), part->type);
      }
    }
    gather(frame, plan->moves + plan->first_result_move, plan->result_move_count, result);
  }
  us_convert_result(plan, result, true);
}
