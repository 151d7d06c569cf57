internal import UnderstudyLocks

/// Keeps the arguments of matching calls.
///
/// ```swift
/// let events = Captor<String>()
/// stub.when { $0.send(events.capture()) }.thenDoNothing()
/// …
/// #expect(events.values == ["opened", "closed"])
/// ```
///
/// A captor in `when` gets an argument each time the registration serves a call; in `verify`, those of all calls that
/// matched. It may stand within other matchers, as in `Match.allOf(events.capture(), Match.nonEmpty())`; then too it gets only
/// what belongs to calls that the whole pattern accepts.
public final class Captor<T>: @unchecked Sendable {
  // Sendable: the values lie behind the lock, and came in as arguments of calls.
  private let captured = Guarded(Values())

  private struct Values: @unchecked Sendable {
    var list: [T] = []
  }

  /// Makes a captor without values.
  public init() {}

  /// The arguments until now, in order.
  public var values: [T] { captured.withLock { $0 }.list }

  /// The argument captured last.
  public var last: T? { values.last }

  /// Stands for an argument in the closure of `when` or `verify`: accepts every value, and keeps it.
  public func capture() -> T {
    var matcher = Matcher<T>.any
    matcher.description = "capture()"
    matcher.written = "captor.capture()"
    matcher.capture = { value in self.captured.withLock { $0.list.append(value) } }
    return Match.matcher(matcher)
  }
}
