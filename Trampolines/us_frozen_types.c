#include "include/us_frozen_types.h"

#include <stdbool.h>
#include <string.h>

static const char *const names[] = {
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
    "String", "Substring", "Character", "Unicode.Scalar", "String.Index", "StaticString", "Optional", "Result", "Never",
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set", "Range", "ClosedRange", "Duration", "AnyHashable",
    "ObjectIdentifier", "UnsafePointer", "UnsafeMutablePointer", "UnsafeRawPointer", "UnsafeMutableRawPointer",
    "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer", "UnsafeMutableRawBufferPointer",
    "OpaquePointer", "Hasher",
    // What these consist of.
    "_StringGuts", "_StringObject", "_ContiguousArrayBuffer", "_SliceBuffer", "Slice", "Dictionary._Variant",
    "Set._Variant",
};

const char *us_frozen_type(size_t index) { return index < sizeof names / sizeof *names ? names[index] : NULL; }

bool us_is_frozen_type(const char *outer, const char *name) {
  size_t outer_length = outer == NULL ? 0 : strlen(outer);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *known = names[i];
    if (outer != NULL) {
      if (strncmp(known, outer, outer_length) != 0 || known[outer_length] != '.') continue;
      known += outer_length + 1;
    }
    if (strcmp(known, name) == 0) return true;
  }
  return false;
}
