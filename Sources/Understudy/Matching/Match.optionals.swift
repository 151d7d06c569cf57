extension Match {
  /// Accepts `nil` only.
  public static func isNil<T>() -> T? {
    record(Matcher("isNil()", miss: "is not nil") { $0 == nil }, returning: nil)
  }

  /// Accepts every value but `nil`.
  public static func notNil<T>() -> T? {
    matcher(Matcher("notNil()", miss: "is nil") { $0 != nil })
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
    return combined("some", [inner]) { $0.map { inner.accepts?($0) ?? true } ?? false }
  }
}
