// Who called: the stack as the unwind tables tell it, and beyond an asynchronous call the functions that wait for it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Writes addresses inside the functions that are running, the innermost first, and returns their number.
///
/// Where a double was called asynchronously, the functions that await the call follow, in place of the executor's.
extern size_t us_call_stack(uint64_t *addresses, size_t capacity);

/// A symbol's name as Swift source would put it, for the caller to free; NULL if it isn't a symbol of Swift. From the
/// runtime (swift/Demangling/Demangle.h). `buffer` and `size` are NULL, `flags` is 0.
extern char *_Nullable swift_demangle(const char *name, size_t length, char *_Nullable buffer, size_t *_Nullable size,
                                      uint32_t flags);

#pragma clang assume_nonnull end
