internal import UnderstudyLocks
internal import UnderstudyMetadata

/// What has been found out of types until now: the same few occur in most requirements.
final class LoweringMemory: Sendable {
  /// What a value consists of.
  struct Pieces: Sendable {
    var aggregate: Aggregate
    /// Whether it can't be taken apart.
    var isAddressOnly: Bool
  }

  let isOpaque: TypeLowering.Opacity
  let lowerings = Guarded<Table<FormalType, Lowering>>([:])
  /// Those of structs and enums, wherever they lie.
  let pieces = Guarded<Table<FormalType, Pieces>>([:])

  init(isOpaque: @escaping TypeLowering.Opacity) {
    self.isOpaque = isOpaque
  }
}
