/// Where a block is and how wide its abbreviation numbers are.
package struct BitstreamBlock: Sendable {
  package let id: Int
  package let width: Int
  /// The bit offset of the first entry.
  package let start: Int
  /// The bit offset after the block.
  package let end: Int
}

/// Walks the entries of one block in order.
package struct BlockReader {
  /// What stands next in a block.
  package enum Entry {
    /// A nested block, already stepped over.
    case block(BitstreamBlock)
    case record(BitstreamRecord)
  }

  package private(set) var cursor: BitCursor
  package let width: Int
  package private(set) var abbreviations: [Abbreviation]

  /// Starts at a block's first entry, or at another entry's bit offset within it.
  package init(
    _ block: BitstreamBlock,
    in bytes: ModuleBuffer,
    at position: Int? = nil,
    abbreviations: [Abbreviation] = []
  ) throws(ModuleError) {
    let position = position ?? block.start
    guard position >= block.start else { throw .damaged("an offset outside its block", bit: position) }
    cursor = try BitCursor(bytes, at: position, limit: block.end)
    width = block.width
    self.abbreviations = abbreviations
  }

  /// Starts at the top level of a file, where abbreviation numbers have two bits.
  package init(topLevelOf bytes: ModuleBuffer, at position: Int) throws(ModuleError) {
    cursor = try BitCursor(bytes, at: position)
    width = 2
    abbreviations = []
  }

  /// The next entry, or nothing at the block's end.
  ///
  /// Each round consumes at least the two bits of an abbreviation number, so a walk always ends.
  package mutating func next() throws(ModuleError) -> Entry? {
    while cursor.remaining > 0 {
      let number = Int(try cursor.fixed(width))
      switch number {
      case 0: return nil
      case 1: return .block(try enterBlock())
      case 2: abbreviations.append(try Abbreviation(from: &cursor))
      case 3: return .record(try cursor.unabbreviatedRecord())
      default: return .record(try record(number))
      }
    }
    return nil
  }

  /// Reads the abbreviations a block begins with and stops before its first record.
  package mutating func readLeadingAbbreviations() throws(ModuleError) {
    while cursor.remaining >= width {
      let position = cursor.position
      guard try cursor.fixed(width) == 2 else {
        try cursor.seek(to: position)
        return
      }
      abbreviations.append(try Abbreviation(from: &cursor))
    }
  }

  private mutating func record(_ number: Int) throws(ModuleError) -> BitstreamRecord {
    let index = number - 4
    guard index < abbreviations.count else {
      throw .damaged("a record of undefined layout \(number)", bit: cursor.position)
    }
    return try cursor.record(abbreviations[index])
  }

  private mutating func enterBlock() throws(ModuleError) -> BitstreamBlock {
    let id = try cursor.size(8)
    let width = try cursor.size(4)
    guard width >= 2, width <= 32 else {
      throw .damaged("abbreviation numbers of \(width) bits", bit: cursor.position)
    }
    try cursor.align()
    let words = Int(try cursor.fixed(32))
    let start = cursor.position
    try cursor.skip(bits: words * 32)
    return BitstreamBlock(id: id, width: width, start: start, end: cursor.position)
  }
}
