/// The stored properties of a struct or class, or the cases of an enum, as reflection sees them.
///
/// Layout: `swift/RemoteInspection/Records.h` (`FieldDescriptor`, `FieldRecord`).
package struct FieldDescriptor: @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  let pointer: UnsafeRawPointer

  private enum Offset {
    static let recordSize = 10
    static let count = 12
    static let end = 16
  }

  package var count: Int { Int((pointer + Offset.count).assumingMemoryBound(to: UInt32.self).pointee) }

  package subscript(index: Int) -> Record {
    let size = Int((pointer + Offset.recordSize).assumingMemoryBound(to: UInt16.self).pointee)
    return Record(pointer: pointer + Offset.end + index * size)
  }

  /// One stored property or case.
  package struct Record: @unchecked Sendable {
    // Sendable: points at constant data of a loaded image.
    let pointer: UnsafeRawPointer

    private enum Offset {
      static let typeName = 4
      static let name = 8
    }

    private var flags: UInt32 { pointer.assumingMemoryBound(to: UInt32.self).pointee }

    package var isIndirectCase: Bool { flags & 1 != 0 }

    /// Whether a stored property was declared with `var`.
    package var isVar: Bool { flags & 2 != 0 }

    package var name: String {
      guard let bytes = RelativePointer.direct(at: pointer + Offset.name) else { return "" }
      return String(cString: bytes.assumingMemoryBound(to: CChar.self))
    }

    /// The type of the property or payload; `nil` for a case without payload.
    package var typeName: MangledName? {
      guard let start = RelativePointer.direct(at: pointer + Offset.typeName) else { return nil }
      return MangledName(start)
    }
  }
}
