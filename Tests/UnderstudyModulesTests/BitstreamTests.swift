import Testing
import UnderstudyModules

@Suite struct BitstreamTests {
  /// Packs bits the way LLVM does.
  private struct Writer {
    var bits: [Bool] = []
    mutating func fixed(_ value: UInt64, _ width: Int) {
      for bit in 0..<width { bits.append(value >> UInt64(bit) & 1 == 1) }
    }
    mutating func vbr(_ value: UInt64, _ width: Int) {
      let more: UInt64 = 1 << UInt64(width - 1)
      var value = value
      while value >= more {
        fixed(value & (more - 1) | more, width)
        value >>= UInt64(width - 1)
      }
      fixed(value, width)
    }
    var bytes: [UInt8] {
      var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
      for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 1 << UInt8(index % 8) }
      return bytes
    }
  }

  private func read<Value>(_ writer: Writer, _ body: (inout BitCursor) throws(ModuleError) -> Value) throws -> Value {
    let bytes = ModuleBytes(copying: writer.bytes)
    defer { withExtendedLifetime(bytes) {} }
    var cursor = try BitCursor(bytes.contents, at: 0)
    return try body(&cursor)
  }

  @Test func integersComeBack() throws {
    let values: [UInt64] = [0, 1, 31, 32, 33, 1023, 1 << 20, UInt64(UInt32.max)]
    for width in [2, 3, 6, 8, 16, 32] {
      var writer = Writer()
      writer.fixed(1, 3)
      for value in values { writer.vbr(value, width) }
      let read = try read(writer) { (cursor) throws(ModuleError) in
        _ = try cursor.fixed(3)
        var read: [UInt64] = []
        for _ in values { read.append(try cursor.vbr(width)) }
        return read
      }
      #expect(read == values, "\(width)")
    }
  }

  @Test(arguments: 0..<40) func skippingEqualsReading(count: Int) throws {
    var writer = Writer()
    writer.fixed(0, count % 7)
    for index in 0..<count { writer.vbr(UInt64(index * index * index), 6) }
    writer.fixed(0x2A, 7)
    for tail in 0..<3 {
      var writer = writer
      writer.fixed(0x7F, tail * 30)
      let next = try read(writer) { (cursor) throws(ModuleError) in
        try cursor.skip(bits: count % 7)
        try cursor.skipVBR6(count)
        return try cursor.fixed(7)
      }
      #expect(next == 0x2A)
    }
  }

  @Test func readingStopsAtTheEnd() {
    var writer = Writer()
    writer.fixed(0xFF, 8)
    #expect(throws: ModuleError.damaged("a field past the end", bit: 0)) {
      try read(writer) { (cursor) throws(ModuleError) in try cursor.fixed(9) }
    }
    #expect(throws: ModuleError.self) { try read(writer) { (cursor) throws(ModuleError) in try cursor.vbr(4) } }
    #expect(throws: ModuleError.self) { try read(writer) { (cursor) throws(ModuleError) in try cursor.fixed(33) } }
    #expect(throws: ModuleError.self) { try read(writer) { (cursor) throws(ModuleError) in try cursor.vbr(1) } }
  }

  @Test func anIntegerOfTooManyChunksIsRefused() {
    var writer = Writer()
    for _ in 0..<70 { writer.fixed(3, 2) }
    #expect(throws: ModuleError.self) { try read(writer) { (cursor) throws(ModuleError) in try cursor.vbr(2) } }
  }

  /// A list of elements without width would let a few bytes claim any number of elements.
  @Test func listsOfNothingAreRefused() throws {
    var writer = Writer()
    writer.fixed(2, 2)  // DEFINE_ABBREV
    writer.vbr(3, 5)
    writer.fixed(1, 1)
    writer.vbr(9, 8)  // the code
    writer.fixed(0, 1)
    writer.fixed(3, 3)  // array
    writer.fixed(0, 1)
    writer.fixed(1, 3)
    writer.vbr(0, 5)  // of fixed integers of no bits
    #expect(throws: ModuleError.self) {
      let bytes = ModuleBytes(copying: writer.bytes)
      defer { withExtendedLifetime(bytes) {} }
      var reader = try BlockReader(topLevelOf: bytes.contents, at: 0)
      _ = try reader.next()
    }
  }

  /// Literals take no room in a record, so a few bits would stand for any number of fields.
  @Test(arguments: [128, 129]) func layoutsOfManyLiteralsAreRefused(count: UInt64) throws {
    var writer = Writer()
    writer.fixed(2, 2)  // DEFINE_ABBREV
    writer.vbr(count, 5)
    for _ in 0..<count {
      writer.fixed(1, 1)
      writer.vbr(9, 8)
    }
    let bytes = ModuleBytes(copying: writer.bytes)
    defer { withExtendedLifetime(bytes) {} }
    var reader = try BlockReader(topLevelOf: bytes.contents, at: 0)
    if count == 128 {
      try reader.readLeadingAbbreviations()
      #expect(reader.abbreviations.count == 1)
    } else {
      #expect(throws: ModuleError.damaged("a layout of 129 fields", bit: 12)) { try reader.next() }
    }
  }

  @Test func aRecordOfItsOwnLayout() throws {
    var writer = Writer()
    writer.fixed(2, 2)  // DEFINE_ABBREV
    writer.vbr(4, 5)
    writer.fixed(1, 1)
    writer.vbr(9, 8)
    writer.fixed(0, 1)
    writer.fixed(1, 3)
    writer.vbr(5, 5)
    writer.fixed(0, 1)
    writer.fixed(3, 3)
    writer.fixed(0, 1)
    writer.fixed(1, 3)
    writer.vbr(31, 5)
    // A top level has two bits for numbers, so the record of layout 4 needs a block of three.
    let definition = writer.bits
    var file = Writer()
    file.fixed(1, 2)  // ENTER_SUBBLOCK
    file.vbr(7, 8)
    file.vbr(3, 4)
    file.fixed(0, 32 - file.bits.count)
    var body = Writer()
    body.fixed(2, 3)
    body.bits += definition.dropFirst(2)
    body.fixed(4, 3)
    body.fixed(21, 5)
    body.vbr(2, 6)
    body.fixed(1000, 31)
    body.fixed(2000, 31)
    body.fixed(0, 3)
    body.fixed(0, 31 - (body.bits.count + 31) % 32)
    file.fixed(UInt64(body.bits.count / 32), 32)
    file.bits += body.bits
    let module = ModuleBytes(copying: file.bytes)
    defer { withExtendedLifetime(module) {} }
    let bytes = module.contents
    var top = try BlockReader(topLevelOf: bytes, at: 0)
    guard case .block(let block) = try top.next() else { throw ModuleError.missing("block") }
    var reader = try BlockReader(block, in: bytes)
    guard case .record(let record) = try reader.next() else { throw ModuleError.missing("record") }
    #expect(block.id == 7)
    #expect(record.code == 9)
    #expect(record.fingerprint == "F5 A F31")
    #expect(record.fields == [21])
    #expect(try record.list?.element(1, in: bytes) == 2000)
    #expect(throws: ModuleError.self) { try record.list?.element(2, in: bytes) }
    #expect(try reader.next() == nil)
  }
}
