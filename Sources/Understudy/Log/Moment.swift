/// A point in time that no other call of the process shares: it tells both how long a call took, and what came first.
struct Moment: Comparable {
  /// Nanoseconds of the monotonic clock, moved on where the clock stood still.
  let nanoseconds: UInt64

  static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The time from an earlier moment to this one.
  func duration(since earlier: Moment) -> Duration {
    .nanoseconds(Int64(nanoseconds - earlier.nanoseconds))
  }
}
