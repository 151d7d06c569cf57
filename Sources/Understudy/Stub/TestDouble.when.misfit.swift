// The compiler may take a closure of one expression for one that returns nothing, and drop the expression's value. With the two
// generic forms of `when` alone, `when { $0.price(of: "apple") }.then { "x" }` would compile that way, and mean nothing. Solving
// for types, the compiler prefers a form that drops fewer values: here one that can't be called without an error and that says
// why. For calls that do return nothing, the forms that aren't generic come before both.

extension TestDouble {
  /// Names a call that returns nothing.
  ///
  /// - Parameters:
  ///   - fileID: The file that a mistake in the registration is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a mistake is reported at.
  ///   - column: The column of the same place.
  ///   - call: Makes the call.
  /// - Returns: The pattern, for `then…`, `verify` and `arguments()`.
  @discardableResult
  public func when(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ call: (inout P) throws -> Void
  ) -> CallPattern<P, Void> {
    named(SourceLocation(fileID, filePath, line, column), call)
  }

  /// Names a call that returns nothing: the form for closures that `await`.
  ///
  /// - Parameters:
  ///   - fileID: The file that a mistake in the registration is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a mistake is reported at.
  ///   - column: The column of the same place.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - call: Makes the call.
  /// - Returns: The pattern, for `then…`, `verify` and `arguments()`.
  @discardableResult
  @_disfavoredOverload
  public func when(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ call: (inout sending P) async throws -> sending Void
  ) async -> CallPattern<P, Void> {
    await named(SourceLocation(fileID, filePath, line, column), isolation: isolation, call)
  }

  /// What the compiler takes where the behaviour that follows isn't of the type that the call returns. Don't call it.
  @available(*, deprecated, message: "the behaviour that follows doesn't return what the call returns")
  @discardableResult
  public func when<R>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ call: (inout P) throws -> R,
    _: Void = ()
  ) throws -> CallPattern<P, Void> {
    named(SourceLocation(fileID, filePath, line, column), call)
  }

  /// What the compiler takes where the behaviour that follows isn't of the type that the call returns. Don't call it.
  @available(*, deprecated, message: "the behaviour that follows doesn't return what the call returns")
  @discardableResult
  @_disfavoredOverload
  public func when<R>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ call: (inout sending P) async throws -> sending R,
    _: Void = ()
  ) async throws -> CallPattern<P, Void> {
    await named(SourceLocation(fileID, filePath, line, column), isolation: isolation, call)
  }
}
