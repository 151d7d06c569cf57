extension Match {
  /// Accepts values of a type, or of one that inherits from it or conforms to it.
  ///
  /// ```swift
  /// stub.verify { $0.log(Match.isType(NetworkError.self)) }
  /// ```
  ///
  /// - Parameter type: The type.
  public static func isType<T, U>(_ type: U.Type) -> T {
    matcher(ofType: type, name: "isType")
  }

  /// Accepts values of a type that another matcher accepts, or that are equal to a literal.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - content: A matcher of values of the type, or the value to compare with.
  public static func isType<T, U>(_ type: U.Type, _ content: @autoclosure () -> U) -> T {
    let inner = part(content)
    let name = ArgumentDescription.brief("\(type)")
    return combined(
      "isType",
      [MatcherTerm("\(name).self"), MatcherTerm(inner)],
      accepts: { ($0 as? U).map { inner.takes($0) } ?? false },
      miss: { ($0 as? U).map { inner.miss($0) } ?? "is not a value of type \(name)" },
      hit: { ($0 as? U).map { inner.hit($0) } ?? "" },
      capture: { if let value = $0 as? U { inner.capture?(value) } }
    )
  }

  /// Accepts errors of a type.
  ///
  /// - Parameter type: The type.
  public static func error<E: Error>(_ type: E.Type) -> any Error {
    matcher(ofType: type, name: "error")
  }

  /// Accepts errors that another matcher accepts, or that are equal to a literal.
  ///
  /// ```swift
  /// stub.verify { $0.failed(with: Match.error(LoadError.gone)) }
  /// ```
  ///
  /// - Parameter error: A matcher of errors of one type, or the error to compare with.
  public static func error<E: Error>(_ error: @autoclosure () -> E) -> any Error {
    let inner = part(error)
    return combined(
      "error",
      [MatcherTerm(inner)],
      accepts: { ($0 as? E).map { inner.takes($0) } ?? false },
      miss: { ($0 as? E).map { inner.miss($0) } ?? "is not a value of type \(E.self)" },
      hit: { ($0 as? E).map { inner.hit($0) } ?? "" },
      capture: { if let value = $0 as? E { inner.capture?(value) } }
    )
  }

  /// Accepts results that are a failure, with an error that another matcher accepts or that is equal to a literal.
  ///
  /// - Parameter error: A matcher of errors of one type, or the error to compare with.
  @_disfavoredOverload
  public static func error<Success, Failure, E: Error>(_ error: @autoclosure () -> E) -> Result<Success, Failure> {
    let inner = part(error)
    return content(
      "error",
      [MatcherTerm(inner)],
      "is not a failure of type \(ArgumentDescription.brief("\(E.self)"))",
      inner
    ) {
      if case .failure(let error) = $0 { error as? E } else { nil }
    }
  }

  private static func matcher<T, U>(ofType type: U.Type, name: String) -> T {
    let text = ArgumentDescription.brief("\(type)")
    return matcher(
      Matcher("\(name)(\(text).self)", miss: "is not a value of type \(text)", hit: "is a value of type \(text)") {
        $0 is U
      }
    )
  }
}

// MARK: - Results

extension Match {
  /// Accepts results that are a success.
  public static func success<Success, Failure>() -> Result<Success, Failure> {
    matcher(
      Matcher("success()", miss: "is not a success", hit: "is a success") {
        if case .success = $0 { true } else { false }
      }
    )
  }

  /// Accepts results that are a success, with a value that another matcher accepts or that is equal to a literal.
  ///
  /// ```swift
  /// stub.verify { $0.finished(Match.success(Match.nonEmpty())) }
  /// ```
  ///
  /// - Parameter value: A matcher, or the value to compare with.
  public static func success<Success, Failure>(_ value: @autoclosure () -> Success) -> Result<Success, Failure> {
    let inner = part(value)
    return content("success", [MatcherTerm(inner)], "is not a success", inner) {
      if case .success(let value) = $0 { value } else { nil }
    }
  }

  /// Accepts results that are a failure.
  public static func failure<Success, Failure>() -> Result<Success, Failure> {
    matcher(
      Matcher("failure()", miss: "is not a failure", hit: "is a failure") {
        if case .failure = $0 { true } else { false }
      }
    )
  }

  /// Accepts results that are a failure, with an error that another matcher accepts or that is equal to a literal.
  ///
  /// ```swift
  /// stub.verify { $0.finished(Match.failure(Match.error(LoadError.gone))) }
  /// ```
  ///
  /// - Parameter error: A matcher, or the error to compare with.
  public static func failure<Success, Failure>(_ error: @autoclosure () -> Failure) -> Result<Success, Failure> {
    let inner = part(error)
    return content("failure", [MatcherTerm(inner)], "is not a failure", inner) {
      if case .failure(let error) = $0 { error } else { nil }
    }
  }

  /// Leaves a matcher of a part that not all values have.
  static func content<T, Part>(
    _ name: String,
    _ terms: [MatcherTerm],
    _ absence: String,
    _ inner: Matcher<Part>,
    _ extract: @escaping (T) -> Part?
  ) -> T {
    let which = { (part: Part) in "has \(ArgumentDescription.of(part)), which" }
    return combined(
      name,
      terms,
      accepts: { extract($0).map { inner.takes($0) } ?? false },
      miss: { extract($0).map { "\(which($0)) \(inner.miss($0))" } ?? absence },
      hit: { extract($0).map { "\(which($0)) \(inner.hit($0))" } ?? "" },
      capture: { if let part = extract($0) { inner.capture?(part) } }
    )
  }
}
