/// One section header of an ELF file. Layout: System V ABI, "Sections" (`Elf64_Shdr`).
package struct ELFSection: @unchecked Sendable {
  // Sendable: points into the file's copy in memory, which is only read. Valid while its file lives.
  let header: UnsafeRawPointer

  enum Offset {
    static let name = 0
    static let type = 4
    static let flags = 8
    static let address = 16
    static let fileOffset = 24
    static let size = 32
    static let link = 40
    static let entrySize = 56
  }

  enum Kind {
    static let symbols: UInt32 = 2
    static let strings: UInt32 = 3
    static let noBits: UInt32 = 8
    static let dynamicSymbols: UInt32 = 11
  }

  private func number<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: T.Type) -> T {
    T(littleEndian: header.loadUnaligned(fromByteOffset: offset, as: type))
  }

  var nameOffset: UInt32 { number(Offset.name, as: UInt32.self) }
  var kind: UInt32 { number(Offset.type, as: UInt32.self) }
  var link: UInt32 { number(Offset.link, as: UInt32.self) }
  var entrySize: UInt64 { number(Offset.entrySize, as: UInt64.self) }

  /// Whether the section is in memory when the image is loaded.
  package var isAllocated: Bool { number(Offset.flags, as: UInt64.self) & 2 != 0 }

  /// Whether the bytes in the file are compressed (`SHF_COMPRESSED`).
  var isCompressed: Bool { number(Offset.flags, as: UInt64.self) & 0x800 != 0 }

  /// The address for which the section was linked; the image's load bias is to be added.
  package var address: UInt64 { number(Offset.address, as: UInt64.self) }

  package var fileOffset: UInt64 { number(Offset.fileOffset, as: UInt64.self) }

  /// The size in bytes.
  package var size: UInt64 { number(Offset.size, as: UInt64.self) }
}
