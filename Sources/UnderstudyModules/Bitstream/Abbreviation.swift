/// The layout of a record, as the file itself defines it.
package struct Abbreviation: Sendable, Equatable {
  /// How one operand is stored.
  package enum Operand: Sendable, Equatable {
    case literal(UInt64)
    case fixed(Int)
    case vbr(Int)
    case char6
    /// A counted list; the operand after it is the element.
    case array
    case blob
  }

  package let operands: [Operand]
  /// The operands after the record's code, such as `F31 F1 A V16`: what a reader compares with the layout it knows.
  package let fingerprint: String

  /// Reads the body of a DEFINE_ABBREV.
  ///
  /// Refuses what LLVM's own reader refuses; in particular elements of no width, which would let a few
  /// bytes claim a list of any length.
  init(from cursor: inout BitCursor) throws(ModuleError) {
    let count = try cursor.size(5)
    // Most have fewer than twenty. A literal takes no room in a record, so there is no other limit to what a record may hold.
    guard count <= 128 else { throw .damaged("a layout of \(count) fields", bit: cursor.position) }
    var operands: [Operand] = []
    operands.reserveCapacity(count)
    var index = 0
    while index < count {
      operands.append(try Self.operand(from: &cursor))
      index += 1
    }
    guard let code = operands.first, code != .array, code != .blob else {
      throw .damaged("a layout without a code", bit: cursor.position)
    }
    var text: [UInt8] = []
    text.reserveCapacity(count * 4)
    index = 0
    while index < count {
      let isLast = index == count - 1
      switch operands[index] {
      case .array:
        guard index == count - 2 else { throw .damaged("a list that isn't last", bit: cursor.position) }
        switch operands[index + 1] {
        case .fixed, .vbr, .char6: break
        default: throw .damaged("a list of elements without width", bit: cursor.position)
        }
      case .blob:
        guard isLast else { throw .damaged("a blob that isn't last", bit: cursor.position) }
      default: break
      }
      if index > 0 {
        if index > 1 { text.append(UInt8(ascii: " ")) }
        Self.spell(operands[index], in: &text)
      }
      index += 1
    }
    self.operands = operands
    fingerprint = String(decoding: text, as: UTF8.self)
  }

  private static func operand(from cursor: inout BitCursor) throws(ModuleError) -> Operand {
    if try cursor.fixed(1) == 1 { return .literal(try cursor.vbr(8)) }
    switch try cursor.fixed(3) {
    case 1:
      let width = try cursor.size(5)
      if width == 0 { return .literal(0) }
      guard width <= 32 else { throw .damaged("a field of \(width) bits", bit: cursor.position) }
      return .fixed(width)
    case 2:
      let width = try cursor.size(5)
      if width == 0 { return .literal(0) }
      guard width >= 2, width <= 32 else {
        throw .damaged("variable-width chunks of \(width) bits", bit: cursor.position)
      }
      return .vbr(width)
    case 3: return .array
    case 4: return .char6
    case 5: return .blob
    case let other: throw .damaged("an operand of unknown kind \(other)", bit: cursor.position)
    }
  }

  private static func spell(_ operand: Operand, in text: inout [UInt8]) {
    switch operand {
    case .literal(let value): text += Array("L\(value)".utf8)
    case .fixed(let width): spell(UInt8(ascii: "F"), width, in: &text)
    case .vbr(let width): spell(UInt8(ascii: "V"), width, in: &text)
    case .char6: text.append(UInt8(ascii: "C"))
    case .array: text.append(UInt8(ascii: "A"))
    case .blob: text.append(UInt8(ascii: "B"))
    }
  }

  /// Spells a letter and a width, which has two digits at most.
  private static func spell(_ letter: UInt8, _ width: Int, in text: inout [UInt8]) {
    text.append(letter)
    if width > 9 { text.append(UInt8(ascii: "0") + UInt8(width / 10)) }
    text.append(UInt8(ascii: "0") + UInt8(width % 10))
  }
}
