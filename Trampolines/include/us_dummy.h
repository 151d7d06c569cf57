// What dummies of classes and functions are made of: objects whose every method says that it was called, and never returns.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Who hears of it.
typedef struct us_dummy_handlers {
  /// A method was called on an object made by `us_make_dummy_object`. `index` is its entry's.
  void (*_Nonnull method_called)(const void *_Nonnull type, const void *_Nonnull owner, uint32_t index);
  /// A function with a context made by `us_make_dummy_context` was called.
  void (*_Nonnull function_called)(const void *_Nonnull type, const void *_Nonnull owner);
} us_dummy_handlers;

/// Sets who hears of it. Called once, before the first dummy is made.
void us_install_dummy_handlers(us_dummy_handlers handlers);

/// The code of entry `index`, below `US_ENTRY_COUNT`, or its async function pointer record.
const void *_Nonnull us_dummy_entry(unsigned index, bool is_async);

/// The code of dummy functions, or its async function pointer record.
const void *_Nonnull us_dummy_function(bool is_async);

/// Makes an object of a class, all zeros, which keeps another object until it goes away.
///
/// - `type`: a class's metadata whose destructor is `us_dummy_destructor`.
/// - `owner`: the object to keep; the reference is taken over.
void *_Nonnull us_make_dummy_object(const void *_Nonnull type, void *_Nonnull owner);

/// What stands in the metadata for the `deinit` of dummy objects, which doesn't run the class's.
const void *_Nonnull us_dummy_destructor(void);

/// Makes the context of a dummy function.
///
/// - `type`: the function's type.
/// - `owner`: the object to keep; the reference is taken over.
void *_Nonnull us_make_dummy_context(const void *_Nonnull type, void *_Nonnull owner);
