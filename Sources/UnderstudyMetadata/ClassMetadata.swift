/// The metadata of a class. Layout: `swift/ABI/Metadata.h` (`TargetClassMetadata`).
package struct ClassMetadata: Hashable, Sendable {
  package let type: TypeMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .class else { return nil }
    self.type = type
  }

  private enum Offset {
    static let superclass = 8
    #if _runtime(_ObjC)
      static let flags = 40
    #else
      static let flags = 16
    #endif
    static let instanceSize = flags + 8
    static let instanceAlignmentMask = flags + 12
    static let classSize = flags + 16
    static let classAddressPoint = flags + 20
    static let descriptor = flags + 24
  }

  static let descriptorWord = Offset.descriptor / MemoryLayout<UnsafeRawPointer>.size

  /// Whether the class was declared in Swift. On Linux every class was.
  package var isSwiftNative: Bool {
    #if _runtime(_ObjC)
      return (type.pointer + 32).load(as: UInt.self) & 2 != 0
    #else
      return true
    #endif
  }

  package var superclass: TypeMetadata? {
    (type.pointer + Offset.superclass).load(as: UnsafeRawPointer?.self).map(TypeMetadata.init(pointer:))
  }

  /// The size of an instance in bytes, header included.
  package var instanceSize: Int { Int((type.pointer + Offset.instanceSize).load(as: UInt32.self)) }

  package var instanceAlignmentMask: Int {
    Int((type.pointer + Offset.instanceAlignmentMask).load(as: UInt16.self))
  }

  /// The size of this metadata in bytes, with what lies before the address point.
  package var classSize: Int { Int((type.pointer + Offset.classSize).load(as: UInt32.self)) }

  /// How far into the metadata its address point lies, in bytes.
  package var classAddressPoint: Int { Int((type.pointer + Offset.classAddressPoint).load(as: UInt32.self)) }

  /// `nil` for a class made at run time.
  package var nominal: NominalMetadata? { NominalMetadata(type) }
}
