/// The metadata of a struct, an enum or a class: a type with a descriptor.
package struct NominalMetadata: Hashable, Sendable {
  package let type: TypeMetadata
  package let descriptor: TypeDescriptor

  /// `nil` for other types, and for classes that weren't declared in Swift.
  package init?(_ type: TypeMetadata) {
    let word: Int
    switch type.kind {
    case .struct, .enum, .optional, .foreignClass, .foreignReference: word = 1
    case .class: word = ClassMetadata.descriptorWord
    default: return nil
    }
    guard let pointer = type.word(word).assumingMemoryBound(to: UnsafeRawPointer?.self).pointee else { return nil }
    self.type = type
    descriptor = TypeDescriptor(pointer: pointer)
  }

  /// The address of the generic arguments in the metadata; `nil` if the type isn't generic.
  package var genericArgumentVector: UnsafeRawPointer? {
    guard let offset = descriptor.genericArgumentsOffset else { return nil }
    return type.word(offset)
  }

  /// The words of the generic argument vector.
  package var genericArgumentWords: [UnsafeRawPointer?] {
    guard let vector = genericArgumentVector, let signature = descriptor.context.genericSignature else { return [] }
    let words = UnsafeBufferPointer(
      start: vector.assumingMemoryBound(to: UnsafeRawPointer?.self),
      count: signature.keyArgumentCount
    )
    return Array(words)
  }

  /// The types the type is bound to, in the order of its parameters.
  ///
  /// - Returns: `nil` if a parameter is a pack or a value.
  package var genericArguments: [TypeMetadata]? {
    guard let vector = genericArgumentVector, let signature = descriptor.context.genericSignature else { return [] }
    var result: [TypeMetadata] = []
    var index = 0
    while index < signature.parameterCount {
      let parameter = signature.parameter(index)
      index += 1
      guard parameter.kind == .type else { return nil }
      guard parameter.hasKeyArgument else { continue }
      // Invariant: without packs the vector begins with one metadata pointer per parameter with a key argument.
      let word = vector.load(
        fromByteOffset: result.count * MemoryLayout<UnsafeRawPointer>.size,
        as: UnsafeRawPointer.self
      )
      result.append(TypeMetadata(pointer: word))
    }
    return result
  }

  /// The type of a stored property or payload; `nil` for a case without one.
  func fieldType(_ record: FieldDescriptor.Record) -> FieldType? {
    guard let name = record.typeName else { return nil }
    return FieldType(name, in: descriptor.context, arguments: genericArgumentVector)
  }
}

/// A stored property of a struct or class.
package struct Field: Sendable {
  package let name: String
  package let type: FieldType
  /// The distance from the start of the value or object, in bytes.
  package let offset: Int
  package let isVar: Bool
}
