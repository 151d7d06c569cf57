internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// A conformance made at run time: its record, and its witness table.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetProtocolConformanceDescriptor`, `TargetWitnessTable`).
struct FabricatedConformance {
  private static let recordSize = 16
  private static let word = MemoryLayout<UnsafeRawPointer>.size

  /// The conformance record, which the witness table begins with.
  let record: UnsafeRawPointer
  /// The witness table; the entries are still empty.
  let table: UnsafeMutablePointer<UnsafeRawPointer?>

  static func slabSize(for descriptor: ProtocolDescriptor) -> Int {
    recordSize + word + (1 + descriptor.requirementCount) * word + 32
  }

  init(of type: FabricatedClass, to descriptor: ProtocolDescriptor, in slab: inout Slab) {
    let record = slab.take(Self.recordSize, alignment: 8)
    let table = slab.take((1 + descriptor.requirementCount) * Self.word)
    record.storeRelative(to: slab.cell(descriptor.pointer), isIndirect: true)
    // The flags are zero: a direct type descriptor, no conditions, nothing resilient.
    (record + 4).storeRelative(to: type.descriptor)
    (record + 8).storeRelative(to: table)
    table.storeBytes(of: UnsafeRawPointer(record), as: UnsafeRawPointer.self)
    self.record = UnsafeRawPointer(record)
    self.table = table.bindMemory(to: UnsafeRawPointer?.self, capacity: 1 + descriptor.requirementCount)
  }

  /// Sets the witness of a requirement.
  func set(_ requirement: Int, to witness: UnsafeRawPointer) {
    table[1 + requirement] = witness
  }

  /// Tells the runtime about conformances, so that casts find them.
  ///
  /// Their records have to lie in `slab` too.
  static func register(_ conformances: [FabricatedConformance], in slab: inout Slab) {
    guard !conformances.isEmpty else { return }
    let list = slab.take(conformances.count * 4, alignment: 4)
    for (index, conformance) in conformances.enumerated() {
      (list + index * 4).storeRelative(to: conformance.record)
    }
    us_register_conformances(UnsafeRawPointer(list), UnsafeRawPointer(list + conformances.count * 4))
  }
}
