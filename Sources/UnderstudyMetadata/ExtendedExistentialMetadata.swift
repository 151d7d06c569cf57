/// The metadata of an existential that needs more than a list of protocols: `any P<Int>`, `any ~Copyable`.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetExtendedExistentialTypeMetadata`, `TargetExtendedExistentialTypeShape`).
package struct ExtendedExistentialMetadata: Hashable, Sendable {
  package let type: TypeMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .extendedExistential else { return nil }
    self.type = type
  }

  /// How values are stored. Values: `ExtendedExistentialTypeShapeFlags::SpecialKind`.
  package enum Storage: UInt8, Sendable {
    /// An inline buffer, the type, the witness tables.
    case opaque = 0
    /// A reference, then the witness tables.
    case `class` = 1
    /// A metatype, then the witness tables.
    case metatype = 2
    case explicitLayout = 3
    /// The value that this library doesn't know.
    case unknown = 255
  }

  private enum Offset {
    static let signatureHeader = 8
    static let end = 16
  }

  private enum Flag {
    static let hasGeneralization: UInt32 = 0x100
    static let hasTypeExpression: UInt32 = 0x200
    static let hasValueWitnesses: UInt32 = 0x400
    static let hasImplicitParameters: UInt32 = 0x800
    static let hasImplicitGeneralizationParameters: UInt32 = 0x1000
  }

  /// The shape, shared by all types that differ only in their arguments.
  private var shape: UnsafeRawPointer { type.word(1).load(as: UnsafeRawPointer.self) }

  private var flags: UInt32 { shape.load(as: UInt32.self) }

  package var storage: Storage { Storage(rawValue: UInt8(truncatingIfNeeded: flags)) ?? .unknown }

  package var isClassConstrained: Bool { storage == .class }

  private var hasGeneralization: Bool { flags & Flag.hasGeneralization != 0 }

  /// What the value's hidden type must fulfil. The type is the parameter after those that stand for arguments.
  package var requirementSignature: GenericSignature {
    let header = shape + Offset.signatureHeader
    var cursor = shape + Offset.end
    var generalizationParameters = 0
    if hasGeneralization {
      generalizationParameters = Int(cursor.load(as: UInt16.self))
      cursor += 8
    }
    if flags & Flag.hasTypeExpression != 0 { cursor += 4 }
    if flags & Flag.hasValueWitnesses != 0 { cursor += 4 }
    let isImplicit = flags & Flag.hasImplicitParameters != 0
    let parameters = cursor
    var count = isImplicit ? 0 : Int(header.load(as: UInt16.self))
    if flags & Flag.hasImplicitGeneralizationParameters == 0 { count += generalizationParameters }
    // Requirements are aligned to 4 bytes; the shape itself is.
    return GenericSignature(
      header: header,
      parameters: isImplicit ? nil : parameters,
      requirements: cursor + (count + 3) & ~3
    )
  }

  /// The protocols the hidden type conforms to, in the order of their witness tables in a value.
  package var protocols: [ProtocolDescriptor] {
    let signature = requirementSignature
    var result: [ProtocolDescriptor] = []
    for index in 0..<signature.requirementCount {
      if case .conformance(let descriptor) = signature.requirement(index).constraint { result.append(descriptor) }
    }
    return result
  }

  /// The words of the generalization's arguments: the types in `any P<Int, String>`, and their witness tables if any.
  package var argumentWords: [UnsafeRawPointer?] {
    guard hasGeneralization else { return [] }
    let count = Int((shape + Offset.end + 4).load(as: UInt16.self))
    return (0..<count).map { type.word(2 + $0).load(as: UnsafeRawPointer?.self) }
  }
}
