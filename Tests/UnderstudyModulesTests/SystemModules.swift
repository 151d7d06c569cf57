import Testing
import UnderstudyModules

#if canImport(Glibc)
  import Glibc
#endif

/// The modules that come with the toolchain these tests run on.
enum SystemModules {
  /// The path of a module's serialized form.
  static func serialized(_ module: String) throws -> String {
    try path(of: module) { if case .serialized(let path) = $0 { path } else { nil } }
  }

  /// The path of a module's textual interface.
  static func interface(_ module: String) throws -> String {
    try path(of: module) { if case .interface(let path) = $0 { path } else { nil } }
  }

  private static func path(of module: String, _ select: (ModuleLocator.Candidate) -> String?) throws -> String {
    let candidates = ModuleLocator.forThisProcess().candidates(for: module)
    return try #require(candidates.found.compactMap(select).first, "\(candidates.lookedAt)")
  }

  /// The path of the image that contains a type.
  static func image(of type: Any.Type) throws -> String {
    // The metadata of a type without generic arguments is a constant in its image.
    try #require(ModuleLocator.imagePath(containing: unsafeBitCast(type, to: UnsafeRawPointer.self)))
  }
}

/// Just enough ELF to find a section of a 64-bit little-endian image on disk.
enum ELFSection {
  static func bytes(of name: String, in path: String) throws -> ModuleBytes {
    let file = try ModuleBytes(file: path)
    let range: Range<Int> = try file.withBytes { (bytes) throws(ModuleError) in
      func integer<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> Int {
        Int(bytes.loadUnaligned(fromByteOffset: offset, as: type))
      }
      let headers = integer(UInt64.self, at: 0x28)
      let size = integer(UInt16.self, at: 0x3A)
      let count = integer(UInt16.self, at: 0x3C)
      let names = integer(UInt64.self, at: headers + size * integer(UInt16.self, at: 0x3E) + 0x18)
      for index in 0..<count {
        let header = headers + index * size
        let start = names + integer(UInt32.self, at: header)
        if bytes[start...].starts(with: Array(name.utf8) + [0]) {
          let offset = integer(UInt64.self, at: header + 0x18)
          return offset..<offset + integer(UInt64.self, at: header + 0x20)
        }
      }
      throw .missing("section \(name)")
    }
    return try file.withBytes { (bytes) throws(ModuleError) in
      ModuleBytes(copying: Array(bytes[range]))
    }
  }
}
