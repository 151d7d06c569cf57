extension Match {
  /// Accepts values of which a property is accepted by another matcher or equal to a literal.
  ///
  /// ```swift
  /// stub.verify { $0.save(Match.property(\.name, Match.hasPrefix("A"))) }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - matcher: A matcher, or the value to compare with.
  public static func property<T, Value>(
    _ keyPath: KeyPath<T, Value>,
    _ matcher: @autoclosure () -> Value
  ) -> T {
    property("property", keyPath, part(matcher))
  }

  /// Accepts values of which a property is true.
  ///
  /// ```swift
  /// stub.verify { $0.save(Match.matching(\.isActive)) }
  /// ```
  ///
  /// - Parameter keyPath: The property.
  public static func matching<T>(_ keyPath: KeyPath<T, Bool>) -> T {
    let path = KeyPathText(keyPath)
    return matcher(
      Matcher("matching(\(path.source))", miss: "has \(path.name) false", hit: "has \(path.name) true") {
        $0[keyPath: keyPath]
      }
    )
  }

  /// Accepts values of which a property is equal to a literal or accepted by another matcher.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: The value to compare with, or a matcher.
  public static func matching<T, Value>(
    _ keyPath: KeyPath<T, Value>,
    _ value: @autoclosure () -> Value
  ) -> T {
    property("matching", keyPath, part(value))
  }

  private static func property<T, Value>(_ name: String, _ keyPath: KeyPath<T, Value>, _ inner: Matcher<Value>) -> T {
    let path = KeyPathText(keyPath)
    let has = { (value: T) in "has \(path.name) \(ArgumentDescription.of(value[keyPath: keyPath])), which" }
    return combined(
      name,
      [MatcherTerm(path.source), MatcherTerm(inner)],
      accepts: { inner.takes($0[keyPath: keyPath]) },
      miss: { "\(has($0)) \(inner.miss($0[keyPath: keyPath]))" },
      hit: { "\(has($0)) \(inner.hit($0[keyPath: keyPath]))" },
      capture: { inner.capture?($0[keyPath: keyPath]) }
    )
  }
}
