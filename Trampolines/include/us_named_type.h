// Types by mangled names, where that takes no search.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The type that a mangled name spells, if it consists of types that are referred to by descriptor or have a short name, of
/// generic parameters and their members, of generic arguments, of question marks, and of single protocols: NULL for all other names.
///
/// The runtime looks at every conformance of every image when it makes a generic type whose parameter has to conform to a protocol,
/// once for each argument (`_checkGenericRequirements` in stdlib/public/runtime/MetadataLookup.cpp). Here only those of the images
/// that declare type and protocol are looked at, once, and if there is none of them, the answer is NULL.
///
/// `arguments` is the generic argument vector of a type declared by `context`, where the name may mention parameters.
const void *_Nullable us_named_type(const char *name, size_t length, const void *_Nullable context,
                                    const void *const _Nullable *_Nullable arguments);

#pragma clang assume_nonnull end
