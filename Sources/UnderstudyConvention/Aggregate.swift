internal import UnderstudyTrampolines

/// Collects the pieces of a value and forms the scalars it travels as (`us_aggregate.h`).
final class Aggregate: @unchecked Sendable {
  // Sendable: once a value is taken apart, nothing is added any more, and `scalars` is asked for by who has made it.

  /// More scalars than this make a value travel by its address.
  static let maximumScalarCount = 4

  private let pieces = us_aggregate_create()

  deinit { us_aggregate_destroy(pieces) }

  /// Adds a scalar of known kind.
  func add(_ kind: us_scalar, at offset: Int, isSingleBit: Bool = false) {
    us_aggregate_add(pieces, kind, offset, isSingleBit)
  }

  /// Adds bytes that have no kind of their own.
  func addBytes(from begin: Int, to end: Int) {
    us_aggregate_add_bytes(pieces, begin, end)
  }

  /// Adds the pieces of a part of the value. What isn't aligned in the whole is only bytes.
  func add(contentsOf other: Aggregate, at offset: Int) {
    us_aggregate_add_all(pieces, other.pieces, offset)
  }

  /// The scalars, in order.
  func scalars() -> [Scalar] {
    var placed: UnsafePointer<us_placed_scalar>?
    let count = us_aggregate_scalars(pieces, &placed)
    var result: [Scalar] = []
    guard count > 0, let placed else { return result }
    result.reserveCapacity(count)
    var index = 0
    while index < count {
      let scalar = placed[index]
      result.append(Scalar(kind: scalar.kind, offset: scalar.offset, isSingleBit: scalar.is_single_bit))
      index += 1
    }
    return result
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
    var index = 0
    while index < self.count {
      let scalar = self[index]
      count += scalar.isFloat ? 1 : (scalar.size + MemoryLayout<Int>.size - 1) / MemoryLayout<Int>.size
      index += 1
    }
    return count > Aggregate.maximumScalarCount
  }
}
