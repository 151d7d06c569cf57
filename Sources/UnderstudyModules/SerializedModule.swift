internal import UnderstudyLocks

#if canImport(Glibc)
  internal import Glibc
#endif

/// A module as the compiler serializes it: `.swiftmodule` files and the `.swift_ast` sections of images
/// (swift/lib/Serialization/ModuleFormat.h).
///
/// Opening one reads the names of its records and its control block; everything else is read when it is asked for.
package final class SerializedModule: Sendable {
  /// What the module says about itself as a whole.
  package let control: ModuleControl
  package let bytes: ModuleBytes
  private let names: BlockInfo
  private let module: BitstreamBlock
  private let cachedIndex = Guarded<ModuleIndex?>(nil)

  /// Opens a module that starts at the first byte.
  package convenience init(file path: String) throws(ModuleError) {
    try self.init(try ModuleBytes(file: path))
  }

  /// - Throws: `ModuleError` where the bytes are no module or its first blocks are damaged.
  package init(_ bytes: ModuleBytes) throws(ModuleError) {
    self.bytes = bytes
    (names, module, control) = try bytes.reading { () throws(ModuleError) in try Self.open(bytes.contents) }
  }

  private static func open(_ buffer: ModuleBuffer) throws(ModuleError) -> (BlockInfo, BitstreamBlock, ModuleControl) {
    var top = try BlockReader(topLevelOf: buffer, at: try Self.endOfSignature(in: buffer, at: 0))
    var names: BlockInfo?
    while let entry = try top.next() {
      guard case .block(let block) = entry else { continue }
      if block.id == 0 {
        names = try SharedNames.names(block, in: buffer)
      } else if let names, names.name(ofBlock: block.id) == "MODULE_BLOCK" {
        var reader = try BlockReader(block, in: buffer)
        while let entry = try reader.next() {
          guard case .block(let inner) = entry, names.name(ofBlock: inner.id) == "CONTROL_BLOCK" else { continue }
          return (names, block, try ModuleControl(inner, names: names, in: buffer))
        }
      }
    }
    throw .missing("control block")
  }

  /// The declarations' index, read on the first call.
  package func index() throws(ModuleError) -> ModuleIndex {
    if let index = cachedIndex.withLock({ $0 }) { return index }
    let index = try bytes.reading { () throws(ModuleError) in
      try ModuleIndex(module, names: names, in: bytes.contents)
    }
    cachedIndex.withLock { $0 = index }
    return index
  }

  /// Cuts a `.swift_ast` section, which is a concatenation of modules aligned to four bytes, into its modules.
  package static func modules(inSection section: ModuleBytes) throws(ModuleError) -> [ModuleBytes] {
    try section.reading { () throws(ModuleError) in try cut(section) }
  }

  private static func cut(_ section: ModuleBytes) throws(ModuleError) -> [ModuleBytes] {
    let buffer = section.contents
    var modules: [ModuleBytes] = []
    var position = 0
    while position < buffer.count {
      let start = position
      var top = try BlockReader(topLevelOf: buffer, at: try endOfSignature(in: buffer, at: start))
      // A signature can't be taken for a block: its low two bits spell abbreviation number 2, not 1.
      while top.cursor.remaining > 0, (try? endOfSignature(in: buffer, at: top.cursor.position / 8)) == nil {
        guard case .block = try top.next() else { throw .damaged("no module", bit: top.cursor.position) }
      }
      position = top.cursor.position / 8
      modules.append(
        ModuleBytes(start..<position, of: section)
      )
    }
    return modules
  }

  /// The bit offset after the four bytes every module starts with.
  private static func endOfSignature(in bytes: ModuleBuffer, at start: Int) throws(ModuleError) -> Int {
    guard bytes.count - start >= 4, bytes[start] == 0xE2, bytes[start + 1] == 0x9C, bytes[start + 2] == 0xA8,
      bytes[start + 3] == 0x0E
    else { throw .notAModule }
    return (start + 4) * 8
  }
}

/// Modules of one compiler begin with the same names, in some twenty kilobytes, so these are read once.
private enum SharedNames {
  private struct Known {
    var start: Int
    var bytes: [UInt8]
    var names: BlockInfo
  }

  private static let known = Guarded<Known?>(nil)

  static func names(_ block: BitstreamBlock, in bytes: ModuleBuffer) throws(ModuleError) -> BlockInfo {
    // Blocks begin and end at whole words, and the reader of blocks made sure that they are inside the file.
    let contents = bytes[block.start / 8..<block.end / 8]
    let same = known.withLock { known -> BlockInfo? in
      guard let known, known.start == block.start, known.bytes.count == contents.count else { return nil }
      return known.bytes.withUnsafeBytes { memcmp($0.baseAddress!, contents.baseAddress!, contents.count) == 0 }
        ? known.names : nil
    }
    if let same { return same }
    let names = try BlockInfo(block, in: bytes)
    guard !contents.isEmpty else { return names }
    known.withLock { $0 = Known(start: block.start, bytes: Array(contents), names: names) }
    return names
  }
}
