internal import UnderstudyTrampolines

extension TypeMetadata {
  /// The type's bare name, as `String(describing:)` spells it: `Array<Int>`.
  package var name: String { name(qualified: false) }

  /// The type's name with module and enclosing types, as `String(reflecting:)` spells it: `Swift.Array<Swift.Int>`.
  package var fullName: String { name(qualified: true) }

  /// The type's mangled name without references, by which the runtime finds it again; `nil` where it has none.
  package var mangledName: String? {
    // Invariant: the address is that of a type's metadata, which is what a metatype is.
    _mangledTypeName(unsafeBitCast(pointer, to: Any.Type.self))
  }

  private func name(qualified: Bool) -> String {
    // The runtime has no name for these.
    if let array = FixedArrayMetadata(self) {
      return "InlineArray<\(array.count), \(array.elementType.name(qualified: qualified))>"
    }
    // Invariant: the runtime keeps the bytes for ever; they are valid UTF-8.
    let name = swift_getTypeName(pointer, qualified)
    guard let bytes = name.bytes else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: name.length), as: UTF8.self)
  }
}
