internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// What has been found out of types until now: the same few occur in most requirements.
final class LoweringMemory: @unchecked Sendable {
  // Sendable: the tables have locks, and what is in them isn't changed.

  /// What a value consists of.
  final class Pieces {
    let aggregate: Aggregate
    /// Whether it can't be taken apart.
    let isAddressOnly: Bool

    init(aggregate: Aggregate, isAddressOnly: Bool) {
      self.aggregate = aggregate
      self.isAddressOnly = isAddressOnly
    }
  }

  private final class Known {
    let lowering: Lowering
    init(_ lowering: Lowering) { self.lowering = lowering }
  }

  let isOpaque: TypeLowering.Opacity
  // Invariant: the values of both are objects that the tables own.
  private let lowerings = us_pair_table_create()
  /// Those of structs and enums, wherever they lie.
  private let pieces = us_pair_table_create()

  init(isOpaque: @escaping TypeLowering.Opacity) {
    self.isOpaque = isOpaque
  }

  deinit {
    for table in [lowerings, pieces] {
      for place in 0..<us_pair_table_capacity(table) {
        if let value = us_pair_table_value(table, place) { Unmanaged<AnyObject>.fromOpaque(value).release() }
      }
      us_pair_table_destroy(table)
    }
  }

  func lowering(of formal: FormalType) -> Lowering? {
    guard let known = us_pair_table_get(lowerings, formal.type.pointer, formal.pattern.pointer) else { return nil }
    return Unmanaged<Known>.fromOpaque(known).takeUnretainedValue().lowering
  }

  func remember(_ lowering: Lowering, of formal: FormalType) {
    let known = Unmanaged.passRetained(Known(lowering))
    if !us_pair_table_add(lowerings, formal.type.pointer, formal.pattern.pointer, known.toOpaque()) { known.release() }
  }

  func pieces(of formal: FormalType) -> Pieces? {
    guard let known = us_pair_table_get(pieces, formal.type.pointer, formal.pattern.pointer) else { return nil }
    return Unmanaged<Pieces>.fromOpaque(known).takeUnretainedValue()
  }

  func remember(_ found: Pieces, of formal: FormalType) {
    let known = Unmanaged.passRetained(found)
    if !us_pair_table_add(pieces, formal.type.pointer, formal.pattern.pointer, known.toOpaque()) { known.release() }
  }
}
