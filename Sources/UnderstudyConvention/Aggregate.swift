internal import UnderstudyTrampolines

/// Collects the pieces of a value and forms the scalars it travels as.
///
/// The rules are Swift's own (`SwiftAggLowering` in clang's `SwiftCallingConv.cpp`, used by `NativeConventionSchema`):
/// integers and pointers that share an aligned word become one integer, floats and vectors stay as they are.
struct Aggregate {
  /// A piece of the value: a scalar of known kind, or bytes without one.
  private struct Entry {
    var begin: Int
    var end: Int
    var kind: us_scalar?
    var isSingleBit = false
  }

  /// Integers are merged within units of this many bytes.
  private static let unit = MemoryLayout<Int>.size
  /// More scalars than this make a value travel by its address.
  static let maximumScalarCount = 4

  private var entries: [Entry] = []

  /// Adds a scalar of known kind.
  mutating func add(_ kind: us_scalar, at offset: Int, isSingleBit: Bool = false) {
    let size = Int(us_scalar_size(kind))
    // What isn't aligned by nature is only bytes.
    guard offset % size == 0 else { return addBytes(offset..<offset + size) }
    add(Entry(begin: offset, end: offset + size, kind: kind, isSingleBit: isSingleBit))
  }

  /// Adds bytes that have no kind of their own.
  mutating func addBytes(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    add(Entry(begin: range.lowerBound, end: range.upperBound, kind: nil))
  }

  /// Adds the pieces of a part of the value. What isn't aligned in the whole is only bytes.
  mutating func add(contentsOf other: Aggregate, at offset: Int) {
    for entry in other.entries {
      if let kind = entry.kind {
        add(kind, at: offset + entry.begin, isSingleBit: entry.isSingleBit)
      } else {
        addBytes(offset + entry.begin..<offset + entry.end)
      }
    }
  }

  private mutating func add(_ entry: Entry) {
    guard let last = entries.last, last.end > entry.begin else { return entries.append(entry) }
    // Pieces come in order; where they overlap (an enum's tag in its payload) their union is only bytes.
    entries[entries.count - 1] = Entry(begin: min(last.begin, entry.begin), end: max(last.end, entry.end), kind: nil)
  }

  /// The scalars, in order.
  func scalars() -> [Scalar] {
    var merged = entries
    var index = 1
    while index < merged.count {
      let shareUnit = (merged[index - 1].end - 1) / Self.unit == merged[index].begin / Self.unit
      if shareUnit, Self.isMergeable(merged[index - 1]), Self.isMergeable(merged[index]) {
        merged[index - 1].kind = nil
        merged[index].kind = nil
        merged[index - 1].end = merged[index].begin
      }
      index += 1
    }

    var result: [Scalar] = []
    index = 0
    while index < merged.count {
      let entry = merged[index]
      index += 1
      if let kind = entry.kind {
        result.append(Scalar(kind: kind, offset: entry.begin, isSingleBit: entry.isSingleBit))
        continue
      }
      var end = entry.end
      while index < merged.count, merged[index].kind == nil, merged[index].begin == end {
        end = merged[index].end
        index += 1
      }
      Self.appendUnits(covering: entry.begin..<end, to: &result)
    }
    return result
  }

  private static func isMergeable(_ entry: Entry) -> Bool {
    entry.kind.map { $0.rawValue < US_SCALAR_F16.rawValue } ?? true
  }

  /// Splits bytes into integers: in each unit, the smallest aligned one that covers them.
  private static func appendUnits(covering range: Range<Int>, to result: inout [Scalar]) {
    let kinds = [US_SCALAR_I8, US_SCALAR_I16, US_SCALAR_I32, US_SCALAR_I64]
    var begin = range.lowerBound
    while begin < range.upperBound {
      let end = min(range.upperBound, (begin / unit + 1) * unit)
      for (power, kind) in kinds.enumerated() {
        let size = 1 << power
        let start = begin / size * size
        if start + size >= end {
          result.append(Scalar(kind: kind, offset: start))
          break
        }
      }
      begin = end
    }
  }
}

extension Array where Element == Scalar {
  /// Whether others travel in the same places, and all their bytes with these: some integers are wider.
  func carry(_ others: [Scalar]) -> Bool {
    if exceedsRegisters || others.exceedsRegisters { return exceedsRegisters && others.exceedsRegisters }
    return count == others.count
      && zip(self, others).allSatisfy { wide, narrow in
        if wide.kind == narrow.kind { return wide.offset == narrow.offset }
        let areIntegers = !wide.isFloat && !narrow.isFloat && wide.size <= MemoryLayout<Int>.size
        return areIntegers && wide.offset == narrow.offset && wide.size > narrow.size
      }
  }

  /// Whether a value of these scalars travels by its address instead (`SwiftABIInfo::shouldPassIndirectly`).
  var exceedsRegisters: Bool {
    var count = 0
    for scalar in self {
      count += scalar.isFloat ? 1 : (scalar.size + MemoryLayout<Int>.size - 1) / MemoryLayout<Int>.size
    }
    return count > Aggregate.maximumScalarCount
  }
}
