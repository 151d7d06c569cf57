#include "include/us_context.h"

#include <stddef.h>

#include "us_descriptors.h"

us_surroundings us_surroundings_of(const void *context) {
  us_surroundings found = {NULL, 0, false};
  const char *current = context;
  while (current != NULL) {
    unsigned kind = us_context_kind(current);
    if (kind == US_MODULE) {
      found.module = current;
      break;
    }
    if (kind == US_ANONYMOUS) found.is_hidden = true;
    found.depth++;
    current = us_indirectable(current + 4);
  }
  return found;
}

const char *us_context_name(const void *context) {
  switch (us_context_kind(context)) {
    case US_MODULE:
    case US_PROTOCOL:
    case US_CLASS:
    case US_STRUCT:
    case US_ENUM: return us_relative((const char *)context + 8);
    default: return NULL;
  }
}
