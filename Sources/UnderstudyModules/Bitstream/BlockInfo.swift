/// The names a bitstream gives its blocks and records, from its BLOCKINFO block.
///
/// Codes are renumbered between compiler releases; names are not, so nothing in this room compares a code with a
/// constant.
package struct BlockInfo: Sendable {
  private struct Block: Sendable {
    var name = ""
    var abbreviations: [Abbreviation] = []
    /// Where each record's name is spelled: decoded only for blocks that are read.
    var names: [(code: Int, start: Int, count: Int)] = []
  }

  private var blocks: [Int: Block] = [:]

  /// Reads a BLOCKINFO block (numbered 0 by the bitstream format).
  package init(_ block: BitstreamBlock, in bytes: UnsafeRawBufferPointer) throws(ModuleError) {
    var cursor = try BitCursor(bytes, at: block.start, limit: block.end)
    var current: Int?
    var entry = Block()
    while cursor.remaining >= block.width {
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
          entry.name = try Self.text(count, from: &cursor)
        case 3 where count > 0:  // SETRECORDNAME
          let record = try cursor.size(6)
          entry.names.append((record, cursor.position, count - 1))
          try cursor.skipVBR6(count - 1)
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

  /// The record names of a block by code.
  package func recordNames(ofBlock id: Int, in bytes: UnsafeRawBufferPointer) throws(ModuleError) -> [Int: String] {
    var names: [Int: String] = [:]
    guard let block = blocks[id] else { return names }
    names.reserveCapacity(block.names.count)
    var index = 0
    while index < block.names.count {
      let entry = block.names[index]
      var cursor = try BitCursor(bytes, at: entry.start)
      names[entry.code] = try Self.text(entry.count, from: &cursor)
      index += 1
    }
    return names
  }

  private static func text(_ count: Int, from cursor: inout BitCursor) throws(ModuleError) -> String {
    guard count <= cursor.remaining / 6 else { throw .damaged("a name longer than the file", bit: cursor.position) }
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var index = 0
    while index < count {
      text.append(UInt8(truncatingIfNeeded: try cursor.vbr(6)))
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
