/// A witness table: the conformance it belongs to, then one word per requirement of the protocol.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetWitnessTable`).
package struct WitnessTable: Hashable, @unchecked Sendable {
  // Sendable: a table isn't changed once the runtime has handed it out.
  package let pointer: UnsafeRawPointer

  package init(pointer: UnsafeRawPointer) {
    self.pointer = pointer
  }

  package var conformance: ConformanceRecord {
    ConformanceRecord(pointer: pointer.load(as: UnsafeRawPointer.self))
  }

  /// The entry for a requirement, by its index in the protocol's descriptor.
  package func entry(_ requirement: Int) -> UnsafeRawPointer? {
    pointer.load(fromByteOffset: (1 + requirement) * MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer?.self)
  }
}
