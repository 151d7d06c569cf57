import Glibc

/// Times in nanoseconds.
enum Clock {
  /// What this process has used of the processors. Other processes don't count.
  static func processor() -> UInt64 { time(CLOCK_PROCESS_CPUTIME_ID) }

  static func wall() -> UInt64 { time(CLOCK_MONOTONIC) }

  private static func time(_ clock: clockid_t) -> UInt64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}
