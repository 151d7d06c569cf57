internal import UnderstudyLocks

/// Witness tables for stand-ins, which conform to next to nothing: what is associated with a stand-in is a stand-in again.
///
/// The patterns of generic types have such tables as arguments. No function in them is ever called.
/// Layout: `swift/ABI/Metadata.h` (`TargetProtocolConformanceDescriptor`, `TargetWitnessTable`).
package enum StandInConformance {
  private struct Key: Hashable {
    var type: TypeMetadata
    var descriptor: ProtocolDescriptor
  }

  private static let known = Guarded<Table<Key, WitnessTable>>([:])

  /// The table of a stand-in's conformance; `nil` for every other type.
  package static func table(of type: TypeMetadata, to descriptor: ProtocolDescriptor) -> WitnessTable? {
    guard type == OpaqueStandIn.type || type == ObjectStandIn.type else { return nil }
    return known.withLock { table(Key(type: type, descriptor: descriptor), &$0) }
  }

  private static func table(_ key: Key, _ known: inout Table<Key, WitnessTable>) -> WitnessTable? {
    if let table = known[key] { return table }
    guard let type = NominalMetadata(key.type)?.descriptor else { return nil }
    let word = MemoryLayout<UnsafeRawPointer>.size
    let count = key.descriptor.requirementCount
    // The table, two cells with addresses, and the record. Never released: the runtime keeps generic arguments.
    let memory = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: count + 5)
    memory.initialize(repeating: nil, count: count + 5)
    let cells = memory + count + 1
    let record = UnsafeMutableRawPointer(cells + 2)
    cells[0] = key.descriptor.pointer
    cells[1] = type.pointer
    // The lowest bit marks the protocol as indirect, the flags do so for the type (`TypeReferenceKind`).
    record.storeBytes(of: Int32(-2 * word) | 1, as: Int32.self)
    record.storeBytes(of: Int32(-word - 4), toByteOffset: 4, as: Int32.self)
    record.storeBytes(of: 1 << 3, toByteOffset: 12, as: UInt32.self)
    memory[0] = UnsafeRawPointer(record)
    let result = WitnessTable(pointer: UnsafeRawPointer(memory))
    // Known before it is complete: associated types may have to conform to the protocol itself.
    known[key] = result

    var bases = key.descriptor.baseProtocols.makeIterator()
    var demands = key.descriptor.associatedConformanceDescriptors.makeIterator()
    for index in 0..<count {
      switch key.descriptor.requirement(index).kind {
      case .associatedType: memory[index + 1] = OpaqueStandIn.type.pointer
      case .baseProtocol:
        memory[index + 1] = bases.next().flatMap { table(Key(type: key.type, descriptor: $0), &known)?.pointer }
      case .associatedConformance:
        memory[index + 1] = demands.next().flatMap {
          table(Key(type: OpaqueStandIn.type, descriptor: $0), &known)?.pointer
        }
      default: break
      }
    }
    return result
  }
}

extension ProtocolDescriptor {
  /// The protocols that associated types have to conform to, in the order of the entries for that.
  fileprivate var associatedConformanceDescriptors: [ProtocolDescriptor] {
    (0..<signatureCount).compactMap { index in
      let requirement = signatureRequirement(index)
      guard case .conformance(let descriptor) = requirement.constraint, requirement.subject?.isFirstParameter == false
      else { return nil }
      return descriptor
    }
  }
}
