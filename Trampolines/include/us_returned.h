// Where the scalars of a direct result are returned, and those of an error beside it.
//
// A call returns the one or the other, so they share their places: each integer of the error lies in that of the result's integer of
// the same number, which is as wide as the wider of the two (`combineResultAndTypedErrorType` in `lib/IRGen/GenCall.cpp`). What LLVM
// has no registers for it returns in memory of the caller's: all of it, laid out as a C struct.
#pragma once

#include "us_aggregate.h"

#pragma clang assume_nonnull begin

typedef struct us_returned {
  us_location result[US_MAXIMUM_SCALARS], error[US_MAXIMUM_SCALARS];
  /// How much memory is returned, if that is how; otherwise 0.
  size_t memory_size;
} us_returned;

/// Finds the places. There are `US_MAXIMUM_SCALARS` of each at most, and those of the error are integers.
///
/// Returns false where an async call, which returns in the registers of arguments, would need more of them.
bool us_place_returned(const us_placed_scalar *_Nullable result, size_t result_count,
                       const us_placed_scalar *_Nullable error, size_t error_count, bool is_async, us_returned *returned);

/// Whether a sync call can't return scalars in registers, so that LLVM returns them in memory after all.
bool us_exceed_result_registers(const us_placed_scalar *_Nullable scalars, size_t count);

#pragma clang assume_nonnull end
