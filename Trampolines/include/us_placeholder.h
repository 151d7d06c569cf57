// What placeholder values are made of: objects that are never released and functions that must never be called.
#pragma once

#include <stddef.h>

/// The code of a function that stops the process and says that a placeholder was used.
const void *_Nonnull us_placeholder_function(void);

/// The async function pointer record of a function that does the same.
const void *_Nonnull us_placeholder_async_function(void);

/// Tells where a placeholder is used: a line in memory of `malloc`, or null.
typedef char *_Nullable us_placeholder_story(void);

/// Says who is asked before a used placeholder stops the process.
void us_tell_placeholder_story(us_placeholder_story *_Nonnull story);

/// A witness table all of whose entries do the same, for any protocol with at most `US_ENTRY_COUNT` requirements.
const void *_Nonnull us_placeholder_witness_table(void);

/// Makes an object of a class, all zeros, whose reference count never changes.
void *_Nonnull us_make_immortal_object(const void *_Nonnull type, size_t size, size_t alignment);

/// Makes the box of an indirect enum case and returns it; `value` is set to the address of the uninitialized payload.
void *_Nonnull us_make_box(const void *_Nonnull payload_type, void *_Nullable *_Nonnull value);
