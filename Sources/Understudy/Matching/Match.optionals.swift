extension Match {
  /// Accepts `nil` only.
  public static func isNil<T>() -> T? {
    record(Matcher("isNil()", miss: "is not nil", hit: "is nil") { $0 == nil }, returning: nil)
  }

  /// Accepts every value but `nil`.
  public static func notNil<T>() -> T? {
    matcher(Matcher("notNil()", miss: "is nil", hit: "is not nil") { $0 != nil })
  }

  /// Accepts values that are not `nil`, and whose content is accepted by another matcher or equal to a literal.
  ///
  /// ```swift
  /// stub.verify { $0.note(Match.some(Match.hasPrefix("a"))) }
  /// ```
  ///
  /// - Parameter content: A matcher, or the value to compare with.
  public static func some<T>(_ content: @autoclosure () -> T) -> T? {
    let inner = part(content)
    return combined(
      "some",
      [MatcherTerm(inner)],
      accepts: { $0.map { inner.takes($0) } ?? false },
      miss: { $0.map { inner.miss($0) } ?? "has no value" },
      hit: { $0.map { inner.hit($0) } ?? "" },
      capture: { if let value = $0 { inner.capture?(value) } }
    )
  }
}
