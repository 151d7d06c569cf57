/// How many calls are expected: a number, or a range of numbers.
///
/// ```swift
/// stub.verify(2) { $0.refresh() }
/// stub.verify(2 ... 4) { $0.refresh() }
/// stub.verify(1...) { $0.refresh() }
/// stub.verify(.never) { $0.refresh() }
/// ```
public protocol CallCountExpectation {
  /// The numbers of calls that are right.
  var callCount: CallCount { get }
}

/// A number of calls.
public struct CallCount: CallCountExpectation, Sendable, Hashable {
  /// The smallest and the largest right number.
  public let range: ClosedRange<Int>

  /// Why no number of calls can be right, as a sentence; `nil` if one can.
  let mistake: String?

  /// Makes an expectation of a range of numbers.
  ///
  /// - Parameter range: The right numbers of calls, none of them negative.
  public init(_ range: ClosedRange<Int>) {
    var written: String {
      let upper = range.upperBound == .max ? "" : "\(range.upperBound)"
      return range.lowerBound == range.upperBound ? upper : "\(range.lowerBound)...\(upper)"
    }
    self.init(range, written: written)
  }

  /// - Parameter written: The range as users write it.
  fileprivate init(_ range: ClosedRange<Int>, written: @autoclosure () -> String) {
    self.range = range
    mistake =
      range.lowerBound < 0 ? "\(written()) is no number of calls, which is never negative. Give at least 0." : nil
  }

  /// - Parameter empty: A range without numbers, as users write it.
  fileprivate init(empty: String) {
    range = 0...0
    mistake = "\(empty) holds no number of calls. Give a range of the right numbers, or .never."
  }

  public var callCount: CallCount { self }

  /// In words: `exactly 1 call`.
  ///
  /// - Parameter kind: What kind of calls: nothing, or an adjective with a space after it.
  func words(_ kind: String = "") -> String {
    switch (range.lowerBound, range.upperBound) {
    case (let low, let high) where low == high:
      low == 0 ? "no \(kind)call" : "exactly \(low) \(kind)\(calls(low))"
    case (let low, Int.max): "at least \(low) \(kind)\(calls(low))"
    case (...0, let high): "at most \(high) \(kind)\(calls(high))"
    case (let low, let high): "\(low) to \(high) \(kind)calls"
    }
  }

  private func calls(_ count: Int) -> String { count == 1 ? "call" : "calls" }
}

extension CallCountExpectation where Self == CallCount {
  /// No call.
  public static var never: CallCount { CallCount(0...0) }
  /// Just one call.
  public static var once: CallCount { CallCount(1...1) }

  /// So many calls.
  ///
  /// - Parameter count: The number of calls.
  public static func exactly(_ count: Int) -> CallCount { CallCount(count...count) }
}

extension Int: CallCountExpectation {
  public var callCount: CallCount { .exactly(self) }
}

extension ClosedRange: CallCountExpectation where Bound == Int {
  public var callCount: CallCount { CallCount(self) }
}

extension Range: CallCountExpectation where Bound == Int {
  public var callCount: CallCount {
    isEmpty
      ? CallCount(empty: "\(self)") : CallCount(lowerBound...upperBound - 1, written: "\(self)")
  }
}

extension PartialRangeFrom: CallCountExpectation where Bound == Int {
  public var callCount: CallCount { CallCount(lowerBound...Int.max) }
}

extension PartialRangeThrough: CallCountExpectation where Bound == Int {
  public var callCount: CallCount { CallCount(Swift.min(0, upperBound)...upperBound, written: "...\(upperBound)") }
}

extension PartialRangeUpTo: CallCountExpectation where Bound == Int {
  public var callCount: CallCount {
    upperBound < 1 ? CallCount(empty: "..<\(upperBound)") : CallCount(0...upperBound - 1)
  }
}
