extension TestDouble {
  /// Names a call, to say how it behaves or to verify it later.
  ///
  /// The closure runs once, now, and makes exactly one call on the double it gets. Its arguments are either all
  /// literals, which calls are compared to, or all matchers. Arguments passed `inout` stand for every value, and
  /// metatypes may be literals among matchers. Of several registrations that match a call, the first takes it.
  ///
  /// ```swift
  /// stub.when { $0.price(of: "apple") }.thenReturn(13)
  /// stub.when { $0.price(of: Match.any()) }.thenReturn(7)
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file that a mistake in the registration is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a mistake is reported at.
  ///   - column: The column of the same place.
  ///   - call: Makes the call, and returns what it returns.
  /// - Returns: The pattern, for `then…`, `verify` and `arguments()`.
  @discardableResult
  public func when<R>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ call: (inout P) throws -> R
  ) -> CallPattern<P, R> {
    named(SourceLocation(fileID, filePath, line, column), call)
  }

  /// Names a call, to say how it behaves or to verify it later: the form for closures that `await`.
  ///
  /// - Parameters:
  ///   - fileID: The file that a mistake in the registration is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a mistake is reported at.
  ///   - column: The column of the same place.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - call: Makes the call, and returns what it returns.
  /// - Returns: The pattern, for `then…`, `verify` and `arguments()`.
  @discardableResult
  @_disfavoredOverload
  public func when<R>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ call: (inout sending P) async throws -> sending R
  ) async -> CallPattern<P, R> {
    await named(SourceLocation(fileID, filePath, line, column), isolation: isolation, call)
  }

  func named<R, Result>(_ location: SourceLocation, _ call: (inout P) throws -> R) -> CallPattern<P, Result> {
    CallPattern(recorded("when", location, call).namedPattern())
  }

  func named<R, Result>(
    _ location: SourceLocation,
    isolation: isolated (any Actor)?,
    _ call: (inout sending P) async throws -> sending R
  ) async -> CallPattern<P, Result> {
    CallPattern(await recorded("when", location, isolation: isolation, call).namedPattern())
  }
}
