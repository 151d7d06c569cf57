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
    var operands: [Operand] = []
    var index = 0
    while index < count {
      operands.append(try Self.operand(from: &cursor))
      index += 1
    }
    guard let code = operands.first, code != .array, code != .blob else {
      throw .damaged("a layout without a code", bit: cursor.position)
    }
    var text = ""
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
        if index > 1 { text += " " }
        text += Self.text(operands[index])
      }
      index += 1
    }
    self.operands = operands
    fingerprint = text
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

  private static func text(_ operand: Operand) -> String {
    switch operand {
    case .literal(let value): "L\(value)"
    case .fixed(let width): "F\(width)"
    case .vbr(let width): "V\(width)"
    case .char6: "C"
    case .array: "A"
    case .blob: "B"
    }
  }
}
