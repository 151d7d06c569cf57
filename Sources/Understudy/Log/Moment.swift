internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A point in time that no other call of the process shares: it tells both how long a call took, and what came first.
struct Moment: Comparable {
  /// Nanoseconds of the monotonic clock, moved on where the clock stood still.
  let nanoseconds: UInt64

  private static let last = Atomic<UInt64>(0)

  /// The present.
  static func now() -> Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    var last = Self.last.load(ordering: .relaxed)
    while true {
      let next = now > last ? now : last &+ 1
      let attempt = Self.last.compareExchange(expected: last, desired: next, ordering: .relaxed)
      if attempt.exchanged { return Moment(nanoseconds: next) }
      last = attempt.original
    }
  }

  static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The time from an earlier moment to this one.
  func duration(since earlier: Moment) -> Duration {
    .nanoseconds(Int64(nanoseconds - earlier.nanoseconds))
  }
}
