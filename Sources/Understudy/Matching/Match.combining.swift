extension Match {
  /// Accepts what another matcher refuses, or what differs from a literal.
  ///
  /// ```swift
  /// stub.verify(.never) { $0.price(of: Match.not(Match.hasPrefix("a"))) }
  /// ```
  ///
  /// - Parameter other: A matcher, or the value to compare with.
  public static func not<T>(_ other: @autoclosure () -> T) -> T {
    let inner = part(other)
    return combined("not", [inner], miss: "is \(inner.description)") { !(inner.accepts?($0) ?? true) }
  }

  /// Accepts what all of several matchers accept.
  ///
  /// ```swift
  /// stub.verify { $0.price(of: Match.allOf(Match.hasPrefix("a"), Match.hasSuffix("e"))) }
  /// ```
  ///
  /// - Parameter all: Matchers, or values to compare with.
  public static func allOf<T>(_ all: T...) -> T {
    let inner = parts(all)
    return combined("allOf", inner) { value in inner.allSatisfy { $0.accepts?(value) ?? true } }
  }

  /// Accepts what at least one of several matchers accepts.
  ///
  /// - Parameter any: Matchers, or values to compare with.
  public static func anyOf<T>(_ any: T...) -> T {
    let inner = parts(any)
    return combined("anyOf", inner) { value in inner.contains { $0.accepts?(value) ?? true } }
  }

  /// Leaves a matcher made of others.
  static func combined<Part, T>(
    _ name: String,
    _ parts: [Matcher<Part>],
    miss: String? = nil,
    _ accepts: @escaping (T) -> Bool
  ) -> T {
    let terms = parts.map(\.description).joined(separator: ", ")
    var combined = Matcher("\(name)(\(terms))", miss: miss, accepts: accepts)
    combined.written = "Match.\(name)(\(parts.map(\.expression).joined(separator: ", ")))"
    return matcher(combined)
  }
}

// MARK: - Matchers within matchers

extension Match {
  /// The matcher that an expression makes, or the literal that it is.
  static func part<T>(_ expression: () -> T) -> Matcher<T> {
    guard let collector = Collector.current else { return literal(expression()) }
    var value: T?
    let made = collector.matchersMade { value = expression() }
    return made.last?.matcher as? Matcher<T> ?? literal(value!)
  }

  /// The matchers that several expressions have just made, or the literals that they are.
  private static func parts<T>(_ values: [T]) -> [Matcher<T>] {
    let collector = Collector.current
    // From the last to the first, since the matcher made last is the one at hand.
    return values.reversed().map { collector?.takeLast(returning: $0) ?? literal($0) }.reversed()
  }

  private static func literal<T>(_ value: T) -> Matcher<T> {
    let text = ArgumentDescription.of(value)
    var literal = Matcher<T>(text, miss: "is not equal to \(text)") { Comparison.of($0, value).isEqual }
    literal.written = text
    return literal
  }
}
