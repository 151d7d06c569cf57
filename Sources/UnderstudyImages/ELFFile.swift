internal import UnderstudyLocks

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A 64-bit little-endian ELF file. Whatever the bytes, reading it throws or answers; it never reads outside them.
///
/// Of a file on disk only those parts are read that are asked for.
///
/// Layout: System V ABI, "Object Files" (`Elf64_Ehdr`, `Elf64_Shdr`).
package final class ELFFile: Sendable {
  package let path: String
  /// The file on disk; `nil` for one that is in memory.
  private let source: PagedFile?
  private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
  /// The section headers: whole, aligned or not, within `bytes`.
  private let sectionHeaders: Range<Int>
  /// The section names; ends with a zero byte where it isn't empty.
  private let sectionNames: Range<Int>
  private let programHeaders: Range<Int>
  /// Those of the symbol table that was asked last.
  private let addresses = Guarded<SymbolAddresses?>(nil)

  private enum Header {
    static let size = 64
    static let programHeaders = 32
    static let sectionHeaders = 40
    static let programHeaderSize = 54
    static let programHeaderCount = 56
    static let sectionHeaderSize = 58
    static let sectionHeaderCount = 60
    static let sectionNameIndex = 62
  }

  static let sectionHeaderSize = 64
  static let programHeaderSize = 56

  /// Opens a file.
  ///
  /// - Throws: `ELFError` if it can't be read or its headers are damaged.
  package convenience init(path: String) throws(ELFError) {
    let file = try PagedFile(path: path)
    try self.init(file.bytes, path: path, source: file)
  }

  /// Reads a file that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: Must stay valid while this object lives.
  ///   - path: What errors name.
  package convenience init(bytes: UnsafeRawBufferPointer, path: String) throws(ELFError) {
    try self.init(bytes, path: path, source: nil)
  }

  private init(_ bytes: UnsafeRawBufferPointer, path: String, source: PagedFile?) throws(ELFError) {
    self.path = path
    self.source = source
    self.bytes = bytes

    func fail(_ problem: ELFError.Problem) -> ELFError { ELFError(path: path, problem: problem) }
    func number<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _ type: T.Type) -> T {
      // Invariant: every caller has checked that the bytes are there.
      T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
    func range(_ what: String, _ start: UInt64, _ size: UInt64) throws(ELFError) -> Range<Int> {
      guard start <= UInt64(bytes.count), size <= UInt64(bytes.count) - start else { throw fail(.outOfBounds(what)) }
      let range = Int(start)..<Int(start + size)
      guard source?.load(range) ?? true else { throw Self.unreadable(source, path) }
      return range
    }

    guard source?.load(0..<min(Header.size, bytes.count)) ?? true else { throw Self.unreadable(source, path) }
    guard bytes.count >= Header.size, bytes[0] == 0x7F, bytes[1] == 0x45, bytes[2] == 0x4C, bytes[3] == 0x46 else {
      throw fail(.notELF)
    }
    guard bytes[4] == 2 else { throw fail(.unsupported("word size")) }
    guard bytes[5] == 1 else { throw fail(.unsupported("byte order")) }
    guard bytes[6] == 1 else { throw fail(.unsupported("version")) }

    let programCount = UInt64(number(Header.programHeaderCount, UInt16.self))
    if programCount > 0, number(Header.programHeaderSize, UInt16.self) != UInt16(Self.programHeaderSize) {
      throw fail(.malformed("program header table"))
    }
    programHeaders = try range(
      "program header table",
      programCount == 0 ? 0 : number(Header.programHeaders, UInt64.self),
      programCount * UInt64(Self.programHeaderSize)
    )

    let start = number(Header.sectionHeaders, UInt64.self)
    if start == 0 {
      sectionHeaders = 0..<0
      sectionNames = 0..<0
      return
    }
    guard number(Header.sectionHeaderSize, UInt16.self) == UInt16(Self.sectionHeaderSize) else {
      throw fail(.malformed("section header table"))
    }
    let first = try range("section header table", start, UInt64(Self.sectionHeaderSize)).lowerBound
    // Numbers that don't fit the file's header are in the first section's.
    var count = UInt64(number(Header.sectionHeaderCount, UInt16.self))
    if count == 0 { count = number(first + ELFSection.Offset.size, UInt64.self) }
    var nameIndex = UInt64(number(Header.sectionNameIndex, UInt16.self))
    if nameIndex == 0xFFFF { nameIndex = UInt64(number(first + ELFSection.Offset.link, UInt32.self)) }
    let (size, overflow) = count.multipliedReportingOverflow(by: UInt64(Self.sectionHeaderSize))
    guard !overflow else { throw fail(.outOfBounds("section header table")) }
    sectionHeaders = try range("section header table", start, size)
    if nameIndex == 0 {
      sectionNames = 0..<0
      return
    }
    guard nameIndex < count else { throw fail(.outOfBounds("section name table")) }
    let names = first + Int(nameIndex) * Self.sectionHeaderSize
    guard number(names + ELFSection.Offset.type, UInt32.self) == ELFSection.Kind.strings else {
      throw fail(.malformed("section name table"))
    }
    sectionNames = try range(
      "section name table",
      number(names + ELFSection.Offset.fileOffset, UInt64.self),
      number(names + ELFSection.Offset.size, UInt64.self)
    )
    if let last = sectionNames.last, bytes[last] != 0 { throw fail(.malformed("section name table")) }
  }

  func error(_ problem: ELFError.Problem) -> ELFError { ELFError(path: path, problem: problem) }

  private static func unreadable(_ source: PagedFile?, _ path: String) -> ELFError {
    let code = source?.failure ?? 0
    return ELFError(path: path, problem: code == ESTALE ? .replaced : .unreadable(call: "read", code: code))
  }

  // MARK: Sections

  package var sectionCount: Int { sectionHeaders.count / Self.sectionHeaderSize }

  /// A section by its index.
  ///
  /// - Precondition: `0 <= index < sectionCount`.
  package func section(_ index: Int) -> ELFSection {
    precondition(index >= 0 && index < sectionCount)
    return ELFSection(header: bytes.baseAddress! + sectionHeaders.lowerBound + index * Self.sectionHeaderSize)
  }

  /// The first section of a name.
  package func section(named name: String) -> ELFSection? {
    var name = name
    return name.withUTF8 { wanted in
      var index = 0
      while index < sectionCount {
        let section = section(index)
        index += 1
        let offset = Int(section.nameOffset)
        // The names end with a zero, so a name ends within them; comparing `count + 1` bytes must stay inside too.
        guard offset < sectionNames.count, wanted.count < sectionNames.count - offset else { continue }
        let bytes = bytes.baseAddress! + sectionNames.lowerBound + offset
        if memcmp(bytes, wanted.baseAddress!, wanted.count) == 0,
          bytes.load(fromByteOffset: wanted.count, as: UInt8.self) == 0
        {
          return section
        }
      }
      return nil
    }
  }

  package func name(of section: ELFSection) -> String? {
    let offset = Int(section.nameOffset)
    guard offset < sectionNames.count else { return nil }
    let start = bytes.baseAddress! + sectionNames.lowerBound + offset
    return String(cString: start.assumingMemoryBound(to: CChar.self))
  }

  /// A section's bytes in the file, valid while this object lives.
  ///
  /// - Throws: `ELFError` if the section isn't inside the file.
  package func contents(of section: ELFSection) throws(ELFError) -> UnsafeRawBufferPointer {
    try contents(try range(of: section))
  }

  /// A part of the file, which has to be inside it; valid while this object lives.
  ///
  /// - Throws: `ELFError` if it can't be read.
  func contents(_ range: Range<Int>) throws(ELFError) -> UnsafeRawBufferPointer {
    guard source?.load(range) ?? true else { throw Self.unreadable(source, path) }
    return UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  /// Copies a part of the file, which has to be inside it, for what is passed over once.
  ///
  /// - Throws: `ELFError` if it can't be read.
  func copy(_ start: Int, _ count: Int, to memory: UnsafeMutableRawPointer) throws(ELFError) {
    guard let source else {
      memory.copyMemory(from: bytes.baseAddress! + start, byteCount: count)
      return
    }
    guard source.copy(start..<start + count, to: memory) else { throw Self.unreadable(source, path) }
  }

  /// Whether the byte at an offset is aligned in memory.
  func isAligned(_ offset: Int, to alignment: Int) -> Bool {
    UInt(bitPattern: bytes.baseAddress! + offset) % UInt(alignment) == 0
  }

  /// Reads several parts of the file, and makes sure that they are of one version of it.
  func reading<Value>(_ body: () throws(ELFError) -> Value) throws(ELFError) -> Value {
    source?.hold()
    let result = Attempt(catching: body)
    source?.release()
    if let source, source.failure != nil { throw Self.unreadable(source, path) }
    return try result.get()
  }

  /// What is known of the addresses in a symbol table.
  func symbolAddresses(from start: Int, count: Int) -> SymbolAddresses {
    addresses.withLock { known in
      if let known, known.start == start { return known }
      let new = SymbolAddresses(start: start, count: count)
      known = new
      return new
    }
  }

  /// Where in the file a section is.
  ///
  /// - Throws: `ELFError` if it isn't inside the file.
  func range(of section: ELFSection) throws(ELFError) -> Range<Int> {
    if section.kind == ELFSection.Kind.noBits { return 0..<0 }
    let size = UInt64(bytes.count)
    guard section.fileOffset <= size, section.size <= size - section.fileOffset else {
      throw error(.outOfBounds("section \(name(of: section) ?? "")"))
    }
    let start = Int(section.fileOffset)
    return start..<start + Int(section.size)
  }

  /// A section that is to be read piece by piece: the file, and where in it the section is. `nil` if there is no such section, or
  /// the file is in memory.
  package func pieces(ofSectionNamed name: String) throws(ELFError) -> (file: PagedFile, range: Range<Int>)? {
    guard let source, let section = section(named: name) else { return nil }
    return (source, try range(of: section))
  }

  /// The text that begins at an offset in a section of texts; empty if it isn't one.
  func text(at offset: Int, in strings: Range<Int>) -> String {
    guard offset < strings.count else { return "" }
    let start = strings.lowerBound + offset
    var end = start
    // Names of symbols are some hundred bytes long, and pieces are longer.
    while end < strings.upperBound {
      let next = min(end + 256, strings.upperBound)
      guard source?.load(end..<next) ?? true else { return "" }
      if let zero = memchr(bytes.baseAddress! + end, 0, next - end) {
        let count = UnsafeRawPointer(zero) - (bytes.baseAddress! + start)
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]), as: UTF8.self)
      }
      end = next
    }
    return ""
  }

  /// The program headers, as they lie in the file.
  var programHeaderBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[programHeaders]) }
}
