// Where declarations lie: contexts of the runtime, which are asked about often (`TargetContextDescriptor` in swift/ABI/Metadata.h).
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What is around a declaration.
typedef struct us_surroundings {
  /// The module; NULL if there is none.
  const void *_Nullable module;
  /// How many contexts there are up to the module, with the declaration itself.
  uint32_t depth;
  /// Whether one of them is private or local: those lie in anonymous contexts.
  bool is_hidden;
} us_surroundings;

us_surroundings us_surroundings_of(const void *context);

/// The name of a module, a type or a protocol; NULL for other contexts.
const char *_Nullable us_context_name(const void *context);

#pragma clang assume_nonnull end
