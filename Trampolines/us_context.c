#include "include/us_context.h"

#include <stddef.h>

#include "us_descriptors.h"

// `ContextDescriptorKind` in swift/ABI/MetadataValues.h.
enum { MODULE = 0, ANONYMOUS = 2, PROTOCOL = 3, CLASS = 16, STRUCT = 17, ENUM = 18 };

static unsigned kind_of(const char *context) { return *(const uint32_t *)context & 0x1F; }

us_surroundings us_surroundings_of(const void *context) {
  us_surroundings found = {NULL, 0, false};
  const char *current = context;
  while (current != NULL) {
    unsigned kind = kind_of(current);
    if (kind == MODULE) {
      found.module = current;
      break;
    }
    if (kind == ANONYMOUS) found.is_hidden = true;
    found.depth++;
    current = us_indirectable(current + 4);
  }
  return found;
}

const char *us_context_name(const void *context) {
  switch (kind_of(context)) {
    case MODULE:
    case PROTOCOL:
    case CLASS:
    case STRUCT:
    case ENUM: return us_relative((const char *)context + 8);
    default: return NULL;
  }
}
