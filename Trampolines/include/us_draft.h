// A plan in the making: scalars are numbered as they are added, and placed when all are known.
#pragma once

#include "us_aggregate.h"
#include "us_list.h"
#include "us_plan.h"

#pragma clang assume_nonnull begin

/// An element of a result.
typedef struct us_element {
  const void *type;
  /// The type as the declaration sees it.
  const void *pattern;
  /// Where it lies in the result.
  size_t offset;
  /// Of one that travels in registers: where it lies in the tuple of all that do, and how much room it takes there.
  size_t tuple_offset, travelling_size;
} us_element;

typedef struct us_draft {
  /// What is known of the plan by now; locations may be scalars' numbers.
  us_call_plan plan;
  bool is_async;
  /// Whether any part of the result goes to memory of the caller's.
  bool has_indirect_results;
  /// The kinds of the call's scalars (`us_scalar`, in a byte) in the order they travel.
  us_list scalars;
  /// What of the result travels in registers, or would if there were enough (`us_element`), and what goes to addresses.
  us_list direct_elements, indirect_elements;
  us_placed_scalar direct_scalars[US_MAXIMUM_SCALARS];
  uint32_t direct_scalar_count;
  /// Result moves have final places: libffi isn't asked about Swift's results.
  us_list result_moves, error_moves;
  // The plan takes over the memory of these.
  us_list moves, argument_parts, result_parts, generic_arguments, argument_conversions, result_conversions;
} us_draft;

us_draft *us_draft_create(void);

/// Ends a draft, and releases what no plan has taken over.
void us_draft_destroy(us_draft *draft);

/// Adds a scalar, and returns what stands for its place.
us_location us_draft_add_scalar(us_draft *draft, us_scalar kind);

/// Adds a direct part's scalars, and returns the number of its first move. There are as many moves as scalars.
///
/// - `value_size`: the size of the part's type.
uint32_t us_draft_add_scalars(us_draft *draft, const us_placed_scalar *_Nullable scalars, size_t count,
                              size_t value_size);

/// Adds a word of generic arguments.
void us_draft_add_generic_argument(us_draft *draft);

/// Lays the direct elements into the result registers, or into memory of the caller's if there aren't enough.
///
/// - `scalars`: those of all direct elements, `US_MAXIMUM_SCALARS` at most.
void us_draft_set_result(us_draft *draft, const us_placed_scalar *_Nullable scalars, size_t count);

/// Lays an error beside the result, where nothing goes to memory of the caller's by itself. It consists of integers,
/// `US_MAXIMUM_SCALARS` at most.
///
/// Returns whether it did: not where an async call would have to return more than the frame has room for.
bool us_draft_set_error(us_draft *draft, const void *type, size_t size, const us_placed_scalar *_Nullable scalars,
                        size_t count);

/// Asks libffi where the scalars live and makes the plan, which takes over the draft's memory: nothing may be added any more.
///
/// Returns false if libffi couldn't tell.
bool us_draft_finish(us_draft *draft, us_call_plan *plan);

#pragma clang assume_nonnull end
