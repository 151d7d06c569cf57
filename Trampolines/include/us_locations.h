// Where a list of scalar arguments lives: asked of libffi, once per list.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A scalar, by the way it travels.
typedef enum us_scalar {
  US_SCALAR_I8,
  US_SCALAR_I16,
  US_SCALAR_I32,
  US_SCALAR_I64,
  US_SCALAR_I128,
  US_SCALAR_F16,
  US_SCALAR_F32,
  US_SCALAR_F64,
  US_SCALAR_F80,
  /// A vector of 8 bytes.
  US_SCALAR_V64,
  /// A vector of 16 bytes.
  US_SCALAR_V128,
} us_scalar;

/// How many bytes of memory a scalar fills.
unsigned us_scalar_size(us_scalar scalar);

/// Whether a scalar travels as a float or a vector does.
static inline bool us_scalar_is_float(us_scalar scalar) { return scalar >= US_SCALAR_F16; }

/// A byte offset into the frame when it is below `US_LOCATION_STACK`; above, into the caller's stack arguments.
typedef int32_t us_location;
#define US_LOCATION_STACK 0x100000
/// Above this, a byte offset into the memory that the caller's address for an indirect result points at.
#define US_LOCATION_RETURNED 0x200000

/// Finds where each of a call's arguments starts.
///
/// libffi passes the scalars to a routine that looks at what arrived where; nothing about any architecture's argument
/// registers is written down here.
///
/// - `locations`: room for `count` answers.
/// - `stack_size`: the bytes of stack arguments, up to the end of the last one's 8-byte slot.
/// - Returns false when libffi refuses the list or an argument did not arrive in exactly one place.
bool us_find_locations(const uint8_t *_Nonnull scalars, size_t count, us_location *_Nonnull locations,
                       size_t *_Nonnull stack_size);
