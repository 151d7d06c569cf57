/// One record of a bitstream block.
///
/// Long lists stay where they are (`list`); offsets of 30,000 declarations need not be decoded to follow one.
package struct BitstreamRecord: Sendable {
  package var code: Int
  /// The operands after the code, up to the list or blob.
  package var fields: [UInt64] = []
  /// The list at the record's end.
  package var list: PackedList?
  /// The bytes at the record's end, as offsets into the file.
  package var blob: Range<Int>?
  /// The layout the file gave this record; empty for one written without.
  package var fingerprint = ""
}

/// A list of integers inside a bitstream, all of the same width or of the same chunk width.
package struct PackedList: Sendable {
  package let start: Int
  package let count: Int
  let element: Abbreviation.Operand

  /// Reads one element of a list of fixed-width integers.
  ///
  /// - Throws: `ModuleError` where there is no such element, or finding it would mean decoding all before it.
  package func element(_ index: Int, in bytes: ModuleBuffer) throws(ModuleError) -> UInt64 {
    guard case .fixed(let width) = element else {
      throw .unknownLayout(record: "a list of offsets", found: "\(element)")
    }
    guard index >= 0, index < count else { throw .damaged("no element \(index) in a list of \(count)", bit: start) }
    var cursor = try BitCursor(bytes, at: start + index * width)
    return try cursor.fixed(width)
  }

  /// Decodes the whole list.
  package func elements(in bytes: ModuleBuffer) throws(ModuleError) -> [UInt64] {
    var cursor = try BitCursor(bytes, at: start)
    var elements: [UInt64] = []
    elements.reserveCapacity(count)
    var index = 0
    while index < count {
      elements.append(try cursor.scalar(element))
      index += 1
    }
    return elements
  }
}

extension BitCursor {
  /// Reads one integer of a record.
  mutating func scalar(_ operand: Abbreviation.Operand) throws(ModuleError) -> UInt64 {
    switch operand {
    case .literal(let value): return value
    case .fixed(let width): return try fixed(width)
    case .vbr(let width): return try vbr(width)
    case .char6:
      // a-z, A-Z, 0-9, '.', '_'.
      let value = try fixed(6)
      switch value {
      case 0..<26: return value + 97
      case 26..<52: return value - 26 + 65
      case 52..<62: return value - 52 + 48
      case 62: return 46
      default: return 95
      }
    case .array, .blob: throw .damaged("a list inside a list", bit: position)
    }
  }

  /// Reads a record laid out by an abbreviation.
  mutating func record(_ layout: Abbreviation) throws(ModuleError) -> BitstreamRecord {
    var record = BitstreamRecord(code: 0, fingerprint: layout.fingerprint)
    let operands = layout.operands
    let code = try scalar(operands[0])
    guard code <= UInt64(UInt32.max) else { throw .damaged("a record code of \(code)", bit: position) }
    record.code = Int(code)
    record.fields.reserveCapacity(operands.count - 1)
    var index = 1
    while index < operands.count {
      switch operands[index] {
      case .array:
        // The abbreviation's initializer made sure an element of some width follows and ends the layout.
        record.list = try list(of: operands[index + 1])
        index += 1
      case .blob:
        let count = try size(6)
        try align()
        let start = position >> 3
        try skip(bits: count * 8)
        try align()
        record.blob = start..<start + count
      default:
        record.fields.append(try scalar(operands[index]))
      }
      index += 1
    }
    return record
  }

  /// Steps over a list and returns where it is.
  private mutating func list(of element: Abbreviation.Operand) throws(ModuleError) -> PackedList {
    let count = try size(6)
    let list = PackedList(start: position, count: count, element: element)
    switch element {
    case .fixed(let width): try skip(bits: count * width)
    case .char6: try skip(bits: count * 6)
    default:
      var index = 0
      while index < count {
        _ = try scalar(element)
        index += 1
      }
    }
    return list
  }

  /// Reads a record written without an abbreviation.
  mutating func unabbreviatedRecord() throws(ModuleError) -> BitstreamRecord {
    var record = BitstreamRecord(code: try size(6))
    let count = try size(6)
    guard count <= remaining / 6 else { throw .damaged("a record longer than the file", bit: position) }
    record.fields.reserveCapacity(count)
    var index = 0
    while index < count {
      record.fields.append(try vbr(6))
      index += 1
    }
    return record
  }
}
