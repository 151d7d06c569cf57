// Function values, and the bridge between the two ways a function of one type can be called.
//
// Where its type is known a Swift function takes arguments as that type says (the natural way). Inside `Any` and generic
// values it takes and returns everything by address (the general way; lib/SIL, AbstractionPattern). Both are two words: code
// and context. A bridge is a context whose code is one of our entries; it holds a function of the one kind and is called in
// the other.
#pragma once

#include <stdbool.h>

#include "us_plan.h"

/// A function value.
typedef struct us_function {
  /// Its code, or the record of an async function; null for `nil`.
  const void *_Nullable code;
  /// Its context, which is retained, or borrowed if the function doesn't escape.
  void *_Nullable context;
} us_function;

/// A function type's two conventions.
typedef struct us_function_type {
  us_call_plan natural, general;
  bool is_async;
  /// Whether functions of the type carry the actor that they run on (`@isolated(any)`).
  bool carries_isolation;
  /// Whether the context may be kept.
  bool is_escaping;
} us_function_type;

/// Converts a function in `value`, if there is one: from a natural one to what memory holds (`to_general`), or back.
///
/// - `take`: whether the function given is handed over, or only borrowed. What it becomes is owned.
void us_convert(const us_conversion *_Nonnull conversion, uint8_t *_Nonnull value, bool to_general, bool take);

/// Converts the functions in a variable that is passed `inout`.
void us_convert_variable(const us_call_plan *_Nonnull plan, unsigned parameter, uint8_t *_Nonnull variable,
                         bool to_general);

/// Makes the non-escaping functions in a block of arguments stop the process when they are called again: their call has
/// ended.
void us_expire_functions(const us_call_plan *_Nonnull plan, const uint8_t *_Nonnull block);

/// Answers a call of a bridge that came in through its sync entry.
void us_call_function(us_frame *_Nonnull in);

/// Begins the answer to a call of an async bridge. Returns the outgoing frame of the call it stands for.
us_frame *_Nonnull us_begin_async_function(us_frame *_Nonnull in);

/// Ends that answer, when the outgoing frame holds what was returned.
void us_end_async_function(us_frame *_Nonnull in);
