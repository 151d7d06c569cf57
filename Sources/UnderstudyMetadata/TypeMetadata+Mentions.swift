extension TypeMetadata {
  /// What an optional type is an optional of; `nil` for other types.
  package var wrappedType: TypeMetadata? {
    // An enum's arguments follow kind and descriptor, and this one's has one (swift/ABI/Metadata.h, `TargetEnumMetadata`).
    kind == .optional ? TypeMetadata(pointer: word(2).assumingMemoryBound(to: UnsafeRawPointer.self).pointee) : nil
  }

  /// The type of optionals of this one.
  package var optional: TypeMetadata {
    func optional<T>(_ type: T.Type) -> TypeMetadata { TypeMetadata(T?.self) }
    return _openExistential(type, do: optional)
  }

  /// Whether a type occurs in this one, or is this one.
  package func mentions(_ other: TypeMetadata) -> Bool {
    if self == other { return true }
    switch kind {
    case .tuple:
      return TupleMetadata(self)?.elements.contains { $0.type.mentions(other) } ?? false
    case .function:
      guard let function = FunctionMetadata(self) else { return false }
      return function.result.mentions(other) || function.parameters.contains { $0.type.mentions(other) }
    case .metatype:
      return MetatypeMetadata(self)?.instanceType.mentions(other) ?? false
    case .extendedExistential:
      let words = ExtendedExistentialMetadata(self)?.argumentWords ?? []
      return words.contains { $0.map { TypeMetadata(pointer: $0).mentions(other) } ?? false }
    default:
      return NominalMetadata(self)?.genericArguments?.contains { $0.mentions(other) } ?? false
    }
  }
}
