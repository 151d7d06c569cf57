internal import UnderstudyTrampolines

/// A mangled type name inside the process, which may hold symbolic references: a control byte and a reference in binary.
///
/// Format: `docs/ABI/Mangling.rst`, "Symbolic references". The bytes end at the first zero outside such a reference.
package struct MangledName: @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  package let start: UnsafeRawPointer
  /// The number of bytes, terminator excluded.
  package let length: Int

  package init(_ start: UnsafeRawPointer) {
    self.start = start
    length = us_mangled_name_length(start.assumingMemoryBound(to: CChar.self))
  }

  private init(start: UnsafeRawPointer, length: Int) {
    self.start = start
    self.length = length
  }

  package subscript(index: Int) -> UInt8 { start.assumingMemoryBound(to: UInt8.self)[index] }

  /// The name without its last bytes.
  package func dropping(last count: Int) -> MangledName {
    MangledName(start: start, length: length - count)
  }

  /// The name without its first bytes.
  package func dropping(first count: Int) -> MangledName {
    MangledName(start: start + count, length: length - count)
  }

  /// Whether the name is exactly `x`: the first generic parameter, which in a protocol is `Self`.
  package var isFirstParameter: Bool { length == 1 && self[0] == UInt8(ascii: "x") }

  /// The text of the name with `?` for each byte of a symbolic reference.
  package var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    var index = 0
    while index < length {
      let byte = self[index]
      let width = byte < 0x18 ? 5 : byte < 0x20 ? 1 + MemoryLayout<UnsafeRawPointer>.size : 1
      if width == 1 { bytes.append(byte) } else { bytes.append(UInt8(ascii: "?")) }
      index += width
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The type the name spells; `nil` if the runtime can't tell, as for a name that mentions generic parameters where nothing
  /// is said of them.
  ///
  /// Also `nil` for types made of blocks where there is no Objective-C: they have no value witnesses there, and the
  /// runtime stops the process where it needs some, as for `Optional`.
  ///
  /// - Parameters:
  ///   - context: The descriptor whose generic parameters the name may mention.
  ///   - arguments: The generic arguments for them, as they lie in a type's metadata.
  package func resolve(in context: ContextDescriptor? = nil, arguments: UnsafeRawPointer? = nil) -> TypeMetadata? {
    let name = start.assumingMemoryBound(to: CChar.self)
    let vector = arguments?.assumingMemoryBound(to: UnsafeRawPointer?.self)
    if let type = us_named_type(name, length, context?.pointer, vector) { return TypeMetadata(pointer: type) }
    let mentions = us_mangled_name_mentions(name, length)
    #if !_runtime(_ObjC)
      if mentions & US_MENTIONS_BLOCK.rawValue != 0 { return nil }
    #endif
    // The runtime stops the process if it is asked for such a type without being told what the parameters are.
    if arguments == nil, mentions & US_MENTIONS_PARAMETER.rawValue != 0 { return nil }
    return swift_getTypeByMangledNameInContext(name, length, context?.pointer, vector).map(TypeMetadata.init(pointer:))
  }
}
