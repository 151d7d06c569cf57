/// A check that calls of several doubles were made in an order.
///
/// ```swift
/// InvocationOrder {
///   door().unlock()
///   lamp().turnOn()
/// }
/// ```
///
/// The closure calls the doubles themselves, with literals or matchers. Other calls may have been made in between, unless the
/// check is exhaustive: then the doubles that it names must have got just these calls.
public struct InvocationOrder: Sendable {
  /// Whether the calls were made in order.
  public let isMet: Bool

  /// Checks the order of the calls made until now.
  ///
  /// - Parameters:
  ///   - exhaustive: Whether the doubles must have got no other calls.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  ///   - calls: Makes the calls, in the expected order.
  @discardableResult
  public init(
    exhaustive: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @CallSequence _ calls: () throws -> Void
  ) {
    let recording = Recording("InvocationOrder", nil, SourceLocation(fileID, filePath, line, column))
    recording.run(calls)
    isMet = recording.checkOrder(exhaustive: exhaustive)
  }

  /// Checks the order of the calls made until now: the form for closures that `await`.
  ///
  /// - Parameters:
  ///   - exhaustive: Whether the doubles must have got no other calls.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - calls: Makes the calls, in the expected order.
  @discardableResult
  @_disfavoredOverload
  public init(
    exhaustive: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    @CallSequence _ calls: () async throws -> Void
  ) async {
    let recording = Recording("InvocationOrder", nil, SourceLocation(fileID, filePath, line, column))
    await recording.run(calls)
    isMet = recording.checkOrder(exhaustive: exhaustive)
  }
}

extension Recording {
  /// Reports it if the calls that were named weren't made in their order.
  @discardableResult
  func checkOrder(exhaustive: Bool = false) -> Bool {
    guard let expected = expectations() else { return false }
    guard let failure = OrderCheck(purpose: purpose, expected: expected, isExhaustive: exhaustive).failure() else {
      return true
    }
    expected[0].recorder.reporter.report(failure, at: location)
    return false
  }
}
