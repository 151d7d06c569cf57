internal import UnderstudyTrampolines

/// Collects the pieces of a value and forms the scalars it travels as (`us_aggregate.h`).
final class Aggregate: @unchecked Sendable {
  // Sendable: once a value is taken apart, nothing is added any more, and its scalars are formed by who has made it.

  /// More scalars than this make a value travel by its address.
  static let maximumScalarCount = Int(US_MAXIMUM_SCALARS)

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

  /// Forms the scalars. They lie there as long as this does, if nothing is added any more.
  func formScalars() -> (first: UnsafePointer<us_placed_scalar>?, count: Int) {
    var first: UnsafePointer<us_placed_scalar>?
    let count = us_aggregate_scalars(pieces, &first)
    return (first, count)
  }
}
