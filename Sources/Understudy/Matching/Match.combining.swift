extension Match {
  /// Accepts what another matcher refuses, or what differs from a literal.
  ///
  /// ```swift
  /// stub.verify(.never) { $0.price(of: Match.not(Match.hasPrefix("a"))) }
  /// ```
  ///
  /// - Parameter other: A matcher, or the value to compare with. A captor would never capture, and is reported.
  public static func not<T>(_ other: @autoclosure () -> T) -> T {
    let inner = part(other)
    if inner.capture != nil {
      Collector.current?.add(
        mistake: "\(inner.expression) captures nothing within Match.not: calls that it accepts are refused."
      )
    }
    return combined(
      "not",
      [MatcherTerm(inner)],
      accepts: { !inner.takes($0) },
      miss: inner.hit,
      hit: inner.miss,
      capture: { _ in }
    )
  }

  /// Accepts what all of several matchers accept: up to eight, or values to compare with.
  ///
  /// ```swift
  /// stub.verify { $0.price(of: Match.allOf(Match.hasPrefix("a"), Match.hasSuffix("e"))) }
  /// ```
  public static func allOf<T>(
    _ a: @autoclosure () -> T,
    _ b: @autoclosure () -> T = Match.absent(),
    _ c: @autoclosure () -> T = Match.absent(),
    _ d: @autoclosure () -> T = Match.absent(),
    _ e: @autoclosure () -> T = Match.absent(),
    _ f: @autoclosure () -> T = Match.absent(),
    _ g: @autoclosure () -> T = Match.absent(),
    _ h: @autoclosure () -> T = Match.absent()
  ) -> T {
    let inner = present(part(a), part(b), part(c), part(d), part(e), part(f), part(g), part(h))
    return combined(
      "allOf",
      inner.map { MatcherTerm($0) },
      accepts: { value in inner.allSatisfy { $0.takes(value) } },
      miss: { value in conjunction(inner.filter { !$0.takes(value) }.map { $0.miss(value) }) },
      hit: { value in conjunction(inner.map { $0.hit(value) }) },
      capture: { value in for part in inner { part.capture?(value) } }
    )
  }

  /// Accepts what at least one of several matchers accepts: up to eight, or values to compare with.
  ///
  /// Captors get what their own part of it accepts.
  public static func anyOf<T>(
    _ a: @autoclosure () -> T,
    _ b: @autoclosure () -> T = Match.absent(),
    _ c: @autoclosure () -> T = Match.absent(),
    _ d: @autoclosure () -> T = Match.absent(),
    _ e: @autoclosure () -> T = Match.absent(),
    _ f: @autoclosure () -> T = Match.absent(),
    _ g: @autoclosure () -> T = Match.absent(),
    _ h: @autoclosure () -> T = Match.absent()
  ) -> T {
    let inner = present(part(a), part(b), part(c), part(d), part(e), part(f), part(g), part(h))
    return combined(
      "anyOf",
      inner.map { MatcherTerm($0) },
      accepts: { value in inner.contains { $0.takes(value) } },
      miss: { value in conjunction(inner.map { $0.miss(value) }) },
      hit: { value in conjunction(inner.filter { $0.takes(value) }.map { $0.hit(value) }) },
      capture: { value in for part in inner where part.takes(value) { part.capture?(value) } }
    )
  }

  /// Stands for a matcher that wasn't given.
  @usableFromInline static func absent<T>() -> T {
    matcher(.absent)
  }

  private static func present<T>(_ parts: Matcher<T>...) -> [Matcher<T>] {
    parts.filter { !$0.isAbsent }
  }

  private static func conjunction(_ phrases: [String]) -> String {
    phrases.joined(separator: " and ")
  }
}
