/// Types of the standard library that are `@frozen`, so that everybody knows their layout.
///
/// They are in nearly every call, and the library's module is large, or isn't there at all where a program is deployed without the
/// toolchain. A test holds the list against that module.
package enum FrozenTypes {
  /// Whether a type of the module `Swift` is known to be frozen. If not, it may still be.
  ///
  /// - Parameter path: The type's name after those of the types around it.
  package static func contains(_ path: [String]) -> Bool {
    names.contains(path.count == 1 ? path[0] : path.joined(separator: "."))
  }

  package static let names = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
    "String", "Substring", "Character", "Unicode.Scalar", "String.Index", "StaticString", "Optional", "Result", "Never",
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set", "Range", "ClosedRange", "Duration", "AnyHashable",
    "ObjectIdentifier", "UnsafePointer", "UnsafeMutablePointer", "UnsafeRawPointer", "UnsafeMutableRawPointer",
    "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer", "UnsafeMutableRawBufferPointer",
    "OpaquePointer", "Hasher",
    // What these consist of.
    "_StringGuts", "_StringObject", "_ContiguousArrayBuffer", "_SliceBuffer", "Slice", "Dictionary._Variant",
    "Set._Variant",
  ]
}
