// The plan of one requirement's calls: how its arguments are read from a frame and its result written into one.
//
// Plans are made once per requirement and interpreted for every call; nothing else knows where a value travels.
#pragma once

#include "us_frame.h"
#include "us_locations.h"
#include "us_record.h"

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

struct us_function_type;

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
  /// For an element of a pack: one more than its position in the list of addresses that is found instead.
  uint32_t pack_position;
  uint8_t is_indirect;
  uint8_t ownership;
  uint8_t is_trivial;
  /// A `us_metatype`: whether the part is the one value of the metatype in `type`, and so doesn't travel as it lies in memory.
  uint8_t metatype;
  /// The part is its whole parameter.
  uint8_t is_whole;
  /// A direct result that the caller wants in memory, beside other ones: see `result_memory`.
  uint8_t is_in_result_memory;
  /// The parameter that the part belongs to, and where the part lies in it.
  uint16_t parameter;
  uint32_t parameter_offset;
} us_part;

/// How the metatype of a struct or enum travels whose type is known.
typedef enum {
  US_METATYPE_NONE,
  /// Not at all: it has one value.
  US_METATYPE_THIN,
  /// As a byte, by the part's only move: its lowest bit says that the value is `nil`.
  US_METATYPE_OPTIONAL,
} us_metatype;

/// An optional that a function lies in.
typedef struct us_guard {
  /// Where it lies in the value.
  uint32_t offset;
  /// The metadata of what it is an optional of.
  const void *_Nonnull payload;
} us_guard;

/// A function in a parameter or a result: how it is called here and in memory differs.
typedef struct us_conversion {
  const struct us_function_type *_Nonnull type;
  /// Where the function lies in the value.
  uint32_t offset;
  /// What must not be `nil` for it to be there, from the outside to the inside. The function itself may be `nil` as well.
  uint32_t guard_count;
  const us_guard *_Nullable guards;
  /// The parameter, where it lies in the block of arguments, and its size; zeros for a result.
  uint32_t block_offset, value_size;
  uint16_t parameter;
  uint8_t ownership;
} us_conversion;

/// How results travel.
typedef enum us_result_mode {
  /// In registers, through the plan's result moves; indirect parts are moved to their addresses.
  US_RESULT_PARTS,
  /// The whole result is one value in memory of the caller's.
  US_RESULT_ADDRESS,
} us_result_mode;

/// What kind of entry a plan is for.
typedef enum us_entry_kind {
  US_ENTRY_CALL,
  /// A `modify` coroutine.
  US_ENTRY_MODIFY,
  /// A call of a generic requirement: its plan depends on the generic arguments.
  US_ENTRY_GENERIC,
  /// A call of a dummy whose requirements aren't known: it has no plan, and never returns.
  US_ENTRY_DUMMY,
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
  /// Whether the call may end with an error.
  uint8_t can_throw;
  /// Whether the call takes over the value that it is made on.
  uint8_t consumes_self;
  /// An 80-bit float result goes to the x87 stack.
  uint8_t result_is_x87;
  uint32_t result_size;
  uint32_t result_alignment;
  /// The functions in the arguments and in the result.
  const us_conversion *_Nullable argument_conversions;
  const us_conversion *_Nullable result_conversions;
  uint32_t argument_conversion_count, result_conversion_count;
  /// The type of the errors, where it is not `any Error`; null otherwise.
  const void *_Nullable error_type;
  /// The scalars of such an error, which travel as a result does; or where the address of the caller's memory for it is.
  uint32_t first_error_move, error_move_count;
  us_location error_address;
  uint8_t is_error_indirect;
  /// Where the generic arguments are found: type metadata, then witness tables.
  const us_location *_Nullable generic_arguments;
  uint32_t generic_argument_count;
  /// Where a witness method's last two arguments are: Self's metadata and its witness table.
  us_location self_type, self_table;
  /// The bytes of stack arguments, and what an async callee pops of them.
  uint32_t stack_size;
  uint32_t stack_pop;
  /// How many bytes the direct results take that go to memory together, and where their address travels.
  uint32_t result_memory_size;
  us_location result_memory;
  /// The parameters of the call, and the size and alignment of a block that holds their values.
  uint32_t parameter_count;
  uint32_t block_size, block_alignment;
  /// The library's own object for the requirement.
  const void *_Nullable context;
  /// Whether nothing but the receiver has to be exchanged where a call goes on to the object behind a spy, and nothing has to be
  /// taken apart when it comes back.
  uint8_t goes_on_as_is;
  /// How calls are taken down; null if they aren't before they are answered.
  const us_record_layout *_Nullable layout;
} us_call_plan;

/// How much an async callee pops for stack arguments of a size: the convention of LLVM's `swifttailcc`.
size_t us_async_stack_pop(size_t stack_size);

/// The address that a frame holds at a location.
void *_Nullable us_address_at(const us_frame *_Nonnull frame, us_location location);

/// Puts the scalars of a direct part together.
void us_gather_part(const us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, const us_part *_Nonnull part,
                    uint8_t *_Nonnull value);

/// Finds the value of each parameter, for the length of the call: where it came by address, there; otherwise put together in
/// the block. Functions stay as they are.
void us_borrow_arguments(const us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull block,
                         uint8_t *_Nonnull *_Nonnull values);

/// Ends that: destroys what had to be copied into the block, because it can't be moved by its bytes.
void us_end_borrowing(const us_call_plan *_Nonnull plan, uint8_t *_Nonnull block);

/// Initializes the block of arguments from a frame: borrowed values are copied, owned ones are taken over. Functions become
/// callable as memory holds them, also those in the caller's variables, until `us_restore_variable`.
void us_read_arguments(const us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull block);

/// The same, but owned values stay the frame's as well, until they are passed on or `us_drop_arguments` lets go of them.
void us_copy_arguments(const us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull block);

/// Releases what the caller of a frame has handed over.
void us_drop_arguments(const us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan);

/// Hands a result over to the caller. `result` is uninitialized afterwards.
void us_write_result(us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull result);

/// Ends a call with an error of the plan's own type, or of `any Error`. `error` is uninitialized afterwards.
void us_write_error(us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull error);

/// Takes the error out of the frame of a call that has ended with one of the plan's own type, or of `any Error`.
void us_read_error(const us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull error);

/// Puts arguments into an outgoing frame.
///
/// - `values`: the address of each parameter's value.
/// - `stack`: room for the plan's stack arguments.
/// - `result`: where the result is wanted; `result_memory`: room for `plan->result_memory_size` bytes.
/// - `error`: room for an error that travels in memory.
void us_write_arguments(us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan,
                        uint8_t *_Nonnull const *_Nullable values, uint8_t *_Nullable stack, uint8_t *_Nonnull result,
                        uint8_t *_Nullable result_memory, uint8_t *_Nonnull error);

/// Says in an outgoing frame where results and errors in memory are wanted; see `us_write_arguments`. Those that are elements
/// of a pack stay where the frame says.
void us_write_result_addresses(us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull result,
                               uint8_t *_Nullable result_memory, uint8_t *_Nonnull error);

/// Sets the address that a frame holds at a location.
void us_set_address_at(us_frame *_Nonnull frame, us_location location, const void *_Nullable address);

/// Initializes a result from the frame of a call that has returned.
void us_read_result(const us_frame *_Nonnull frame, const us_call_plan *_Nonnull plan, uint8_t *_Nonnull result,
                    uint8_t *_Nullable result_memory);

/// Makes the functions in a result callable as memory holds them (`general`), or as this call's signature says.
void us_convert_result(const us_call_plan *_Nonnull plan, uint8_t *_Nonnull result, _Bool to_general);
