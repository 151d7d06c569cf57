extension Match {
  /// How far a value may be from the expected one.
  public struct Tolerance<T: FloatingPoint> {
    fileprivate let fraction: T

    /// A part of the expected value's magnitude: `.relative(0.01)` is one per cent.
    ///
    /// - Parameter fraction: The part, not negative.
    public static func relative(_ fraction: T) -> Tolerance { Tolerance(fraction: fraction) }
  }

  /// Accepts numbers, dates and the like that are at most so far from a value, in either direction.
  ///
  /// ```swift
  /// stub.verify { $0.move(to: Match.approximately(0.5, within: 0.01)) }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The expected value.
  ///   - tolerance: The largest distance that is accepted.
  public static func approximately<T: Strideable>(_ value: T, within tolerance: T.Stride) -> T
  where T.Stride: Comparable & SignedNumeric {
    approximately(value, within: ArgumentDescription.of(tolerance)) {
      $0 == value || (value <= $0 ? value.distance(to: $0) : $0.distance(to: value)) <= tolerance
    }
  }

  /// Accepts integers that are at most so far from a value, in either direction.
  ///
  /// - Parameters:
  ///   - value: The expected value.
  ///   - tolerance: The largest distance that is accepted.
  public static func approximately<T: FixedWidthInteger>(_ value: T, within tolerance: T.Stride) -> T
  where T.Stride: Comparable & SignedNumeric {
    // The distance of far integers is no Stride: it overflows.
    approximately(value, within: ArgumentDescription.of(tolerance)) { other in
      let (low, high) = value < other ? (value, other) : (other, value)
      return T.Magnitude(truncatingIfNeeded: high) &- T.Magnitude(truncatingIfNeeded: low) <= tolerance
    }
  }

  /// Accepts durations that differ by so much at most.
  ///
  /// - Parameters:
  ///   - value: The expected duration.
  ///   - tolerance: The largest difference that is accepted.
  public static func approximately(_ value: Duration, within tolerance: Duration) -> Duration {
    approximately(value, within: ArgumentDescription.of(tolerance)) {
      ($0 < value ? value - $0 : $0 - value) <= tolerance
    }
  }

  /// Accepts numbers that differ from a value by some part of it at most.
  ///
  /// ```swift
  /// stub.verify { $0.pay(Match.approximately(99.5, within: .relative(0.01))) }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The expected value.
  ///   - tolerance: The largest difference that is accepted, as a part of the expected value.
  public static func approximately<T: FloatingPoint>(_ value: T, within tolerance: Tolerance<T>) -> T {
    let distance = abs(value) * tolerance.fraction
    return approximately(value, within: ".relative(\(ArgumentDescription.of(tolerance.fraction)))") {
      $0 == value || abs($0 - value) <= distance
    }
  }

  private static func approximately<T>(
    _ value: T,
    within tolerance: String,
    _ accepts: @escaping (T) -> Bool
  ) -> T {
    let text = ArgumentDescription.of(value)
    return record(
      Matcher(
        "approximately(\(text), within: \(tolerance))",
        miss: "is not \(text) within \(tolerance)",
        hit: "is \(text) within \(tolerance)",
        accepts: accepts
      ),
      returning: value
    )
  }
}

extension Match.Tolerance: Sendable where T: Sendable {}
