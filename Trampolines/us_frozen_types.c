#include "include/us_frozen_types.h"

#include <string.h>

// Those that occur in calls, and what these consist of. In the order of their bytes, for the search.
static const char *const names[] = {
    "AnyCollection", "AnyHashable", "AnyIterator", "AnySequence", "Array", "ArraySlice", "Bool", "Character",
    "ClosedRange", "CollectionOfOne", "ContiguousArray", "DefaultIndices", "Dictionary", "Dictionary.Index",
    "Dictionary.Index._Variant", "Dictionary.Keys", "Dictionary._Variant", "Double", "Double.SIMD16Storage",
    "Double.SIMD2Storage", "Double.SIMD4Storage", "Double.SIMD8Storage", "Duration", "EmptyCollection",
    "EnumeratedSequence", "Float", "Float.SIMD16Storage", "Float.SIMD2Storage", "Float.SIMD4Storage",
    "Float.SIMD8Storage", "Float16", "Float80", "FloatingPointClassification", "FloatingPointSign", "Hasher",
    "IndexingIterator", "InlineArray", "Int", "Int.SIMD16Storage", "Int.SIMD2Storage", "Int.SIMD4Storage",
    "Int.SIMD8Storage", "Int128", "Int16", "Int16.SIMD16Storage", "Int16.SIMD2Storage", "Int16.SIMD4Storage",
    "Int16.SIMD8Storage", "Int32", "Int32.SIMD16Storage", "Int32.SIMD2Storage", "Int32.SIMD4Storage",
    "Int32.SIMD8Storage", "Int64", "Int64.SIMD16Storage", "Int64.SIMD2Storage", "Int64.SIMD4Storage",
    "Int64.SIMD8Storage", "Int8", "Int8.SIMD16Storage", "Int8.SIMD2Storage", "Int8.SIMD4Storage", "Int8.SIMD8Storage",
    "JoinedSequence", "KeyValuePairs", "LazyFilterSequence", "LazyMapSequence", "LazySequence",
    "ManagedBufferPointer", "Never", "ObjectIdentifier", "OpaquePointer", "Optional", "PartialRangeFrom",
    "PartialRangeThrough", "PartialRangeUpTo", "Range", "Repeated", "Result", "ReversedCollection", "SIMD16", "SIMD2",
    "SIMD3", "SIMD4", "SIMD8", "SIMDMask", "Set", "Set.Index", "Set.Index._Variant", "Set._Variant", "Slice",
    "StaticString", "StrideThrough", "StrideTo", "String", "String.Index", "String.UTF16View", "String.UTF8View",
    "String.UnicodeScalarView", "Substring", "Substring.UTF16View", "Substring.UTF8View",
    "Substring.UnicodeScalarView", "SystemRandomNumberGenerator", "UInt", "UInt.SIMD16Storage", "UInt.SIMD2Storage",
    "UInt.SIMD4Storage", "UInt.SIMD8Storage", "UInt128", "UInt16", "UInt16.SIMD16Storage", "UInt16.SIMD2Storage",
    "UInt16.SIMD4Storage", "UInt16.SIMD8Storage", "UInt32", "UInt32.SIMD16Storage", "UInt32.SIMD2Storage",
    "UInt32.SIMD4Storage", "UInt32.SIMD8Storage", "UInt64", "UInt64.SIMD16Storage", "UInt64.SIMD2Storage",
    "UInt64.SIMD4Storage", "UInt64.SIMD8Storage", "UInt8", "UInt8.SIMD16Storage", "UInt8.SIMD2Storage",
    "UInt8.SIMD4Storage", "UInt8.SIMD8Storage", "Unicode.Scalar", "Unmanaged", "UnsafeBufferPointer",
    "UnsafeMutableBufferPointer", "UnsafeMutablePointer", "UnsafeMutableRawBufferPointer", "UnsafeMutableRawPointer",
    "UnsafePointer", "UnsafeRawBufferPointer", "UnsafeRawPointer", "Zip2Sequence", "_ArrayBody", "_BridgeStorage",
    "_ContiguousArrayBuffer", "_HashTable.Bucket", "_HashTable.Index", "_SliceBuffer", "_StringGuts", "_StringObject",
};

enum { COUNT = sizeof names / sizeof *names };

const char *us_frozen_type(size_t index) { return index < COUNT ? names[index] : NULL; }

// How a type's name, after that of the type it is in, compares with another one.
static int compare(const char *outer, size_t outer_length, const char *name, const char *other) {
  if (outer == NULL) return strcmp(name, other);
  int order = strncmp(outer, other, outer_length);
  if (order != 0) return order;
  return other[outer_length] == '.' ? strcmp(name, other + outer_length + 1) : '.' - other[outer_length];
}

_Bool us_is_frozen_type(const char *outer, const char *name) {
  size_t outer_length = outer == NULL ? 0 : strlen(outer);
  size_t begin = 0, end = COUNT;
  while (begin < end) {
    size_t middle = (begin + end) / 2;
    int order = compare(outer, outer_length, name, names[middle]);
    if (order == 0) return 1;
    if (order < 0) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return 0;
}
