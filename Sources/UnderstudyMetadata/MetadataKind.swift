extension TypeMetadata {
  /// What sort of type a metadata record describes. Values: `swift/ABI/MetadataKind.def`.
  package enum Kind: UInt, Sendable {
    case `class` = 0
    case `struct` = 0x200
    case `enum` = 0x201
    case optional = 0x202
    case foreignClass = 0x203
    case foreignReference = 0x204
    /// A type of the `Builtin` module or an imported type without known contents.
    case opaque = 0x300
    case tuple = 0x301
    case function = 0x302
    case existential = 0x303
    case metatype = 0x304
    case objCClassWrapper = 0x305
    case existentialMetatype = 0x306
    case extendedExistential = 0x307
    case fixedArray = 0x308
    case heapLocalVariable = 0x400
    case heapGenericLocalVariable = 0x500
    case errorObject = 0x501
    case task = 0x502
    case job = 0x503

    /// The value that this library doesn't know.
    case unknown = 0x7FF
  }

  /// What sort of type this is.
  package var kind: Kind {
    let word = pointer.assumingMemoryBound(to: UInt.self).pointee
    // The most common ones, without going through all others.
    if word == 0x200 { return .struct }
    if word == 0x201 { return .enum }
    if word == 0x202 { return .optional }
    // A class may hold the address of its own metaclass in the kind's place; kinds end at 0x7FF.
    if word == 0 || word > 0x7FF { return .class }
    return Kind(rawValue: word) ?? .unknown
  }

  /// A word of the record, counted from its address point.
  func word(_ index: Int) -> UnsafeRawPointer {
    pointer + index * MemoryLayout<UnsafeRawPointer>.size
  }
}
