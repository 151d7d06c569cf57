// Collects the pieces of a value and forms the scalars it travels as.
//
// The rules are Swift's own (`SwiftAggLowering` in clang's `SwiftCallingConv.cpp`, used by `NativeConventionSchema`): integers and
// pointers that share an aligned word become one integer, floats and vectors stay as they are.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "us_locations.h"

#pragma clang assume_nonnull begin

typedef struct us_aggregate us_aggregate;

/// A piece of a value that travels by itself.
typedef struct us_placed_scalar {
  size_t offset;
  us_scalar kind;
  bool is_single_bit;
} us_placed_scalar;

/// More scalars than this make a value travel by its address.
#define US_MAXIMUM_SCALARS 4

us_aggregate *us_aggregate_create(void);

void us_aggregate_destroy(us_aggregate *aggregate);

/// Adds a scalar of known kind. Pieces come in order; where they overlap, their union is only bytes.
void us_aggregate_add(us_aggregate *aggregate, us_scalar kind, size_t offset, bool is_single_bit);

/// Adds bytes that have no kind of their own.
void us_aggregate_add_bytes(us_aggregate *aggregate, size_t begin, size_t end);

/// Adds the pieces of a part of the value. What isn't aligned in the whole is only bytes.
void us_aggregate_add_all(us_aggregate *aggregate, const us_aggregate *part, size_t offset);

/// Forms the scalars, in order.
///
/// Returns their number. They lie in `*scalars` until the next call, or until a piece is added.
size_t us_aggregate_scalars(us_aggregate *aggregate, const us_placed_scalar *_Nullable *_Nonnull scalars);

/// Whether a value of scalars travels by its address instead (`SwiftABIInfo::shouldPassIndirectly`).
bool us_exceed_registers(const us_placed_scalar *_Nullable scalars, size_t count);

/// Whether one scalar begins before another one ends that comes before it.
bool us_overlap(const us_placed_scalar *_Nullable scalars, size_t count);

/// Whether scalars travel in the same places as others, and with all their bytes: some integers are wider.
bool us_carry(const us_placed_scalar *_Nullable scalars, size_t count, const us_placed_scalar *_Nullable others,
              size_t other_count);

#pragma clang assume_nonnull end
