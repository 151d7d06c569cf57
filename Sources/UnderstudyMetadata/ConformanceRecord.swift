/// The record that a type conforms to a protocol.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetProtocolConformanceDescriptor`); flags: `ConformanceFlags`.
package struct ConformanceRecord: Hashable, @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  package let pointer: UnsafeRawPointer

  package init(pointer: UnsafeRawPointer) {
    self.pointer = pointer
  }

  private enum Offset {
    static let type = 4
    static let witnessTablePattern = 8
    static let flags = 12
    static let end = 16
  }

  private enum Flag {
    static let isRetroactive: UInt32 = 1 << 6
    static let hasResilientWitnesses: UInt32 = 1 << 16
  }

  private var flags: UInt32 { (pointer + Offset.flags).load(as: UInt32.self) }

  /// `nil` for a protocol of a library that isn't there (weakly linked).
  package var `protocol`: ProtocolDescriptor? {
    RelativePointer.indirectable(at: pointer).map(ProtocolDescriptor.init(pointer:))
  }

  /// The conforming type's declaration; `nil` for a type of another language or of a library that isn't there.
  package var typeDescriptor: ContextDescriptor? {
    guard let target = RelativePointer.direct(at: pointer + Offset.type) else { return nil }
    switch (flags >> 3) & 7 {
    case 0: return ContextDescriptor(pointer: target)
    case 1: return target.load(as: UnsafeRawPointer?.self).map(ContextDescriptor.init(pointer:))
    default: return nil
    }
  }

  /// The witness table in the image: complete, unless the record has a generic witness table or resilient witnesses.
  package var witnessTablePattern: WitnessTable? {
    RelativePointer.direct(at: pointer + Offset.witnessTablePattern).map(WitnessTable.init(pointer:))
  }

  /// Whether the conformance is declared neither in the protocol's nor in the type's module.
  package var isRetroactive: Bool { flags & Flag.isRetroactive != 0 }

  package var conditionalRequirementCount: Int { Int((flags >> 8) & 0xFF) }

  package var hasResilientWitnesses: Bool { flags & Flag.hasResilientWitnesses != 0 }

  private var conditionalRequirementsStart: UnsafeRawPointer {
    pointer + Offset.end + (isRetroactive ? 4 : 0)
  }

  /// A witness for a requirement of a resilient protocol.
  package struct ResilientWitness: @unchecked Sendable {
    // Sendable: points at constant data of a loaded image.

    /// The address of the requirement in the protocol's descriptor.
    package let requirement: UnsafeRawPointer
    /// What the witness table's entry is to be: code, or an async function pointer record, or a mangled name.
    package let implementation: UnsafeRawPointer?
  }

  /// The witnesses that the runtime enters into the table by requirement, not by position.
  package var resilientWitnesses: [ResilientWitness] {
    guard hasResilientWitnesses else { return [] }
    let packShapes = Int(flags >> 24)
    let header = conditionalRequirementsStart + conditionalRequirementCount * GenericRequirement.size + packShapes * 8
    let count = Int(header.load(as: UInt32.self))
    var result: [ResilientWitness] = []
    result.reserveCapacity(count)
    var index = 0
    while index < count {
      let witness = header + 4 + index * 8
      index += 1
      guard let requirement = RelativePointer.indirectable(at: witness) else { continue }
      result.append(
        ResilientWitness(requirement: requirement, implementation: RelativePointer.direct(at: witness + 4))
      )
    }
    return result
  }
}
