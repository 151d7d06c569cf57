/// The metadata of an existential type: `Any`, `any P`, `any P & Q`, `any P & Class`.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetExistentialTypeMetadata`).
package struct ExistentialMetadata: Hashable, Sendable {
  package let type: TypeMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .existential else { return nil }
    self.type = type
  }

  private enum Offset {
    static let flags = 8
    static let protocolCount = 12
    static let end = 16
  }

  private var flags: UInt32 { (type.pointer + Offset.flags).load(as: UInt32.self) }

  /// The number of witness tables in a value.
  package var witnessTableCount: Int { Int(flags & 0x00FF_FFFF) }

  /// Whether values are a single reference. The bit is set where they are not.
  package var isClassConstrained: Bool { flags & 0x8000_0000 == 0 }

  /// Whether this is `any Error`, whose value is a reference to a box.
  package var isError: Bool { (flags & 0x3F00_0000) >> 24 == 1 }

  private var hasSuperclass: Bool { flags & 0x4000_0000 != 0 }

  /// The class in `any P & Class`.
  package var superclass: TypeMetadata? {
    guard hasSuperclass else { return nil }
    return TypeMetadata.completed((type.pointer + Offset.end).load(as: UnsafeRawPointer.self))
  }

  package var protocolCount: Int { Int((type.pointer + Offset.protocolCount).load(as: UInt32.self)) }

  /// The protocols in the order of their witness tables. Marker protocols (`Sendable`, …) aren't among them.
  package var protocols: [ProtocolDescriptor] {
    let first = type.pointer + Offset.end + (hasSuperclass ? 8 : 0)
    return (0..<protocolCount).map {
      let word = first.load(fromByteOffset: $0 * 8, as: UInt.self)
      // The lowest bit marks a protocol of Objective-C.
      return ProtocolDescriptor(pointer: UnsafeRawPointer(bitPattern: word & ~1)!)
    }
  }
}
