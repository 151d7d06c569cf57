internal import UnderstudyLocks
internal import UnderstudyTrampolines

/// The names a bitstream gives its blocks and records, from its BLOCKINFO block.
///
/// Codes are renumbered between compiler releases; names are not, so nothing in this room compares a code with a
/// constant.
package struct BlockInfo: Sendable {
  private struct Block: Sendable {
    var name = ""
    var abbreviations: [Abbreviation] = []
    /// Where each record's name is spelled, from the beginning of all names on: decoded only for blocks that are read.
    var names: [us_record_name] = []
  }

  /// The bit offset of all names.
  private let start: Int

  private var blocks: Table<Int, Block> = [:]
  /// The record names that were spelled out, by block. Shared by all modules with the same names.
  private let spelled = Guarded<Table<Int, RecordNames>>([:])

  /// Reads a BLOCKINFO block (numbered 0 by the bitstream format).
  package init(_ block: BitstreamBlock, in bytes: ModuleBuffer) throws(ModuleError) {
    start = block.start
    var cursor = try BitCursor(bytes, at: block.start, limit: block.end)
    // Blocks begin at whole words.
    let contents = bytes[block.start / 8..<cursor.limit / 8]
    let room = 256
    let names = UnsafeMutablePointer<us_record_name>.allocate(capacity: room)
    defer { names.deallocate() }
    var current: Int?
    var entry = Block()
    while cursor.remaining >= block.width {
      var bit = cursor.position - start
      let found = us_read_record_names(
        contents.baseAddress!.assumingMemoryBound(to: UInt8.self),
        contents.count,
        &bit,
        cursor.limit - start,
        UInt32(block.width),
        names,
        room
      )
      if found > 0 {
        entry.names.append(contentsOf: UnsafeBufferPointer(start: names, count: found))
        try cursor.seek(to: start + bit)
        continue
      }
      switch try cursor.fixed(block.width) {
      case 0:
        if let current { blocks[current] = entry }
        return
      case 2:
        guard current != nil else { throw .damaged("a layout for no block", bit: cursor.position) }
        entry.abbreviations.append(try Abbreviation(from: &cursor))
      case 3:
        let code = try cursor.size(6)
        let count = try cursor.size(6)
        switch code {
        case 1:  // SETBID
          guard count == 1 else { throw .damaged("a block number of \(count) fields", bit: cursor.position) }
          if let current { blocks[current] = entry }
          let id = try cursor.size(6)
          current = id
          entry = blocks[id] ?? Block()
        case 2:  // BLOCKNAME
          entry.name = try Self.text(count, at: cursor.position, in: bytes)
          try cursor.skipVBR6(count)
        // A SETRECORDNAME that comes here is too long for any name, or has none.
        default:
          try cursor.skipVBR6(count)
        }
      case let other:
        throw .damaged("entry \(other) in the block of names", bit: cursor.position)
      }
    }
    throw .damaged("the block of names doesn't end", bit: cursor.position)
  }

  /// The name of a block, empty where the file gives none.
  package func name(ofBlock id: Int) -> String { blocks[id]?.name ?? "" }

  /// The layouts every block of this number starts with.
  package func abbreviations(ofBlock id: Int) -> [Abbreviation] { blocks[id]?.abbreviations ?? [] }

  /// The names of a block's records.
  package func recordNames(ofBlock id: Int, in bytes: ModuleBuffer) throws(ModuleError) -> RecordNames {
    if let known = spelled.withLock({ $0[id] }) { return known }
    var spellings: [String?] = []
    if let block = blocks[id] {
      var index = 0
      while index < block.names.count {
        let entry = block.names[index]
        index += 1
        // Codes are numbered from 1 on.
        guard entry.code < 4096 else { continue }
        let code = Int(entry.code)
        while spellings.count <= code { spellings.append(nil) }
        spellings[code] = try Self.text(Int(entry.count), at: start + entry.start, in: bytes)
      }
    }
    let names = RecordNames(spellings)
    spelled.withLock { $0[id] = names }
    return names
  }

  /// Reads a text that is stored as one integer for each of its characters.
  private static func text(_ count: Int, at bit: Int, in bytes: ModuleBuffer) throws(ModuleError) -> String {
    // A character takes one or two chunks of six bits.
    let start = bit >> 3
    guard start <= bytes.count, count <= (bytes.count - start) * 8 / 6 else {
      throw .damaged("a name longer than the file", bit: bit)
    }
    let part = bytes[start..<min(bytes.count, start + count * 2 + 8)]
    var isWhole = false
    let text = String(unsafeUninitializedCapacity: count) { text in
      isWhole = us_read_vbr6_text(
        part.baseAddress!.assumingMemoryBound(to: UInt8.self),
        part.count,
        bit & 7,
        count,
        text.baseAddress!
      )
      return isWhole ? count : 0
    }
    guard isWhole else { throw .damaged("a name past the end", bit: bit) }
    return text
  }
}
