/// The description of a protocol.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetProtocolDescriptor`), followed by the requirement signature and the
/// requirements, in the order of the witness table's entries.
package struct ProtocolDescriptor: Hashable, @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  package let pointer: UnsafeRawPointer

  package init(pointer: UnsafeRawPointer) {
    self.pointer = pointer
  }

  private enum Offset {
    static let signatureCount = 12
    static let requirementCount = 16
    static let associatedTypeNames = 20
    static let end = 24
  }

  package var context: ContextDescriptor { ContextDescriptor(pointer: pointer) }

  /// The bare name.
  package var name: String { context.name ?? "" }

  package var moduleName: String? { context.moduleName }

  /// The name with its module and enclosing types.
  package var fullName: String { context.fullName }

  /// Whether only classes conform: by `AnyObject`, a superclass bound, or inheritance from a protocol with either.
  package var isClassConstrained: Bool { context.kindSpecificFlags & 1 == 0 }

  /// Whether other modules may see requirements added later, so that their witness tables are built at run time.
  package var isResilient: Bool { context.kindSpecificFlags & 2 != 0 }

  // MARK: Requirement signature

  package var signatureCount: Int { Int((pointer + Offset.signatureCount).load(as: UInt32.self)) }

  /// One constraint on `Self` or an associated type. Marker protocols (`Sendable`, …) aren't in the signature.
  package func signatureRequirement(_ index: Int) -> GenericRequirement {
    GenericRequirement(pointer: pointer + Offset.end + index * GenericRequirement.size)
  }

  /// The protocols `Self` is required to conform to, in the order of their entries in the witness table.
  package var baseProtocols: [ProtocolDescriptor] {
    var result: [ProtocolDescriptor] = []
    var index = 0
    while index < signatureCount {
      let requirement = signatureRequirement(index)
      index += 1
      guard let subject = requirement.subject, subject.isFirstParameter else { continue }
      if case .conformance(let base) = requirement.constraint { result.append(base) }
    }
    return result
  }

  /// The class `Self` is required to inherit from, by this protocol itself; in terms of `Self`, so a mangled name.
  package var superclassBound: MangledName? {
    var index = 0
    while index < signatureCount {
      let requirement = signatureRequirement(index)
      index += 1
      guard let subject = requirement.subject, subject.isFirstParameter else { continue }
      if case .superclass(let name) = requirement.constraint { return name }
    }
    return nil
  }

  // MARK: Requirements

  package var requirementCount: Int { Int((pointer + Offset.requirementCount).load(as: UInt32.self)) }

  private var firstRequirement: UnsafeRawPointer {
    pointer + Offset.end + signatureCount * GenericRequirement.size
  }

  /// The requirement behind entry `index + 1` of a witness table; entry 0 is the conformance.
  package func requirement(_ index: Int) -> ProtocolRequirement {
    ProtocolRequirement(pointer: firstRequirement + index * ProtocolRequirement.size)
  }

  package var requirements: [ProtocolRequirement] {
    var result: [ProtocolRequirement] = []
    result.reserveCapacity(requirementCount)
    var index = 0
    while index < requirementCount {
      result.append(requirement(index))
      index += 1
    }
    return result
  }

  /// The index of the requirement at an address, if the address lies in this protocol's requirements.
  package func requirementIndex(at address: UnsafeRawPointer) -> Int? {
    let distance = address - firstRequirement
    guard distance >= 0, distance % ProtocolRequirement.size == 0 else { return nil }
    let index = distance / ProtocolRequirement.size
    return index < requirementCount ? index : nil
  }

  /// The address that the runtime counts requirements from: one before the first, as entry 0 is the conformance.
  var requirementBase: UnsafeRawPointer { firstRequirement - ProtocolRequirement.size }

  /// The names of the associated types, in the order of their requirements.
  package var associatedTypeNames: [String] {
    guard let names = RelativePointer.direct(at: pointer + Offset.associatedTypeNames) else { return [] }
    let text = String(cString: names.assumingMemoryBound(to: CChar.self))
    return text.split(separator: " ").map(String.init)
  }
}
