// The plan of one requirement's calls: how its arguments are read from a frame and its result written into one.
//
// Plans are made once per requirement and interpreted for every call; nothing else knows where a value travels.
#pragma once

#include "us_frame.h"
#include "us_locations.h"

/// Bytes of a value that travel together, from or to a place in the frame.
typedef struct us_move {
  /// Where the bytes lie in the value.
  uint32_t value_offset;
  us_location location;
  uint16_t size;
  /// Only the lowest bit arrives defined: a Bool in a register of its own.
  uint16_t is_single_bit;
} us_move;

typedef enum us_ownership {
  US_OWNERSHIP_GUARANTEED,
  US_OWNERSHIP_OWNED,
  US_OWNERSHIP_INOUT,
} us_ownership;

/// A value, or an element of a tuple, that travels on its own.
typedef struct us_part {
  /// The metadata of the part's type.
  const void *_Nonnull type;
  /// Where the part lies in the block of arguments, or in the result.
  uint32_t offset;
  /// The scalars of a direct part; offsets in them count from the part.
  uint32_t first_move, move_count;
  /// Where the address of an indirect part is found, and what to add to it.
  us_location address;
  uint32_t address_offset;
  uint8_t is_indirect;
  uint8_t ownership;
  uint8_t is_trivial;
  /// The part doesn't travel: it is the metatype in `type`, always.
  uint8_t is_thin_metatype;
} us_part;

/// How results travel.
typedef enum us_result_mode {
  /// In registers, through the plan's result moves; indirect parts are moved to their addresses.
  US_RESULT_PARTS,
  /// The whole result is one value in memory of the caller's.
  US_RESULT_ADDRESS,
  /// Like `US_RESULT_PARTS`, but the result moves go to memory of the caller's, where a move's location is an offset.
  US_RESULT_SCALARS_IN_MEMORY,
} us_result_mode;

/// What kind of entry a plan is for.
typedef enum us_entry_kind {
  US_ENTRY_CALL,
  /// A `modify` coroutine.
  US_ENTRY_MODIFY,
} us_entry_kind;

typedef struct us_call_plan {
  const us_move *_Nullable moves;
  const us_part *_Nullable argument_parts;
  const us_part *_Nullable result_parts;
  uint32_t argument_part_count;
  uint32_t result_part_count;
  /// The moves of a direct result; offsets in them count from the whole result.
  uint32_t first_result_move, result_move_count;
  us_location result_address;
  uint8_t result_mode;
  uint8_t entry_kind;
  /// How many 80-bit float results go to the x87 stack.
  uint8_t result_x87_count;
  uint32_t result_size;
  uint32_t result_alignment;
  /// What an async callee pops.
  uint32_t stack_pop;
  /// The library's own object for the requirement.
  const void *_Nullable context;
} us_call_plan;

/// How much an async callee pops for stack arguments of a size: the convention of LLVM's `swifttailcc`.
size_t us_async_stack_pop(size_t stack_size);

/// The address that a frame holds at a location.
void *_Nullable us_address_at(const us_frame *_Nonnull frame, us_location location);

/// Initializes the block of arguments from a frame: borrowed values are copied, owned ones are taken over.
void us_read_arguments(const us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull block);

/// Hands a result over to the caller. `result` is uninitialized afterwards.
void us_write_result(us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull result);
