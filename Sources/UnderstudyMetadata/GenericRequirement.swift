/// One constraint of a generic signature or of a protocol's requirement signature.
///
/// Layout: `swift/ABI/GenericContext.h` (`TargetGenericRequirementDescriptor`).
package struct GenericRequirement: @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  let pointer: UnsafeRawPointer

  static let size = 12

  private enum Offset {
    static let subject = 4
    static let constraint = 8
  }

  /// What the subject is constrained to.
  package enum Constraint: Sendable {
    case conformance(ProtocolDescriptor)
    case sameType(MangledName)
    case superclass(MangledName)
    /// The subject is a class.
    case classLayout
    case sameConformance
    case sameShape(MangledName)
    /// The subject needn't conform to `Copyable`, `Escapable`: one bit per protocol.
    case invertedProtocols(UInt16)
    /// A constraint that this library doesn't know.
    case unknown
  }

  private var flags: UInt32 { pointer.load(as: UInt32.self) }

  /// Whether a witness table for the constraint has a place in the argument vector.
  package var hasKeyArgument: Bool { flags & 0x80 != 0 }

  /// The constrained type, in terms of the signature's parameters.
  package var subject: MangledName? {
    RelativePointer.direct(at: pointer + Offset.subject).map(MangledName.init)
  }

  package var constraint: Constraint {
    let address = pointer + Offset.constraint
    switch flags & 0x1F {
    case 0:
      // The second bit marks a protocol of Objective-C, which has another layout.
      if address.load(as: Int32.self) & 2 != 0 { return .unknown }
      return RelativePointer.indirectable(at: address).map { .conformance(ProtocolDescriptor(pointer: $0)) } ?? .unknown
    case 1: return mangled(at: address, Constraint.sameType)
    case 2: return mangled(at: address, Constraint.superclass)
    case 3: return .sameConformance
    case 4: return mangled(at: address, Constraint.sameShape)
    case 5: return .invertedProtocols((address + 2).load(as: UInt16.self))
    case 0x1F: return address.load(as: UInt32.self) == 0 ? .classLayout : .unknown
    default: return .unknown
    }
  }

  private func mangled(at address: UnsafeRawPointer, _ constraint: (MangledName) -> Constraint) -> Constraint {
    RelativePointer.direct(at: address).map { constraint(MangledName($0)) } ?? .unknown
  }
}
