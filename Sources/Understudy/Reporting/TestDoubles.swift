internal import UnderstudyLocks

/// What concerns all test doubles of the process: where their failures go.
///
/// Without a handler a failure goes to the running test, at the line of the test that it belongs to: with Swift Testing
/// as an issue, with XCTest as a failure. In a process that runs no tests it is printed to the standard error.
public enum TestDoubles {
  @TaskLocal static var taskHandler: IssueHandler?
  private static let processHandler = Guarded<IssueHandler?>(nil)

  /// Runs a closure, and hands the failures that happen in it to a handler in place of the running test.
  ///
  /// The handler also gets the later failures of every stub made within the closure, on whatever thread they happen.
  /// It may be called from several threads at once, when doubles are. Failures that it causes itself go to the running test.
  ///
  /// ```swift
  /// var messages: [String] = []
  /// TestDoubles.withIssueHandler({ messages.append($0.message) }) {
  ///   stub.verify { $0.price(of: "apple") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - handler: Called once for each failure.
  ///   - body: The closure to run.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public static func withIssueHandler<R>(
    _ handler: @escaping (TestDoubleIssue) -> Void,
    _ body: () throws -> R
  ) rethrows -> R {
    try $taskHandler.withValue(IssueHandler(handle: handler), operation: body)
  }

  /// Runs an asynchronous closure, and hands the failures that happen in it to a handler in place of the running test.
  ///
  /// - Parameters:
  ///   - handler: Called once for each failure.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - body: The closure to run.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @_disfavoredOverload
  public static func withIssueHandler<R>(
    _ handler: @escaping (TestDoubleIssue) -> Void,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    try await $taskHandler.withValue(IssueHandler(handle: handler), operation: body, isolation: isolation)
  }

  /// Sets the handler of all failures that no closure-scoped handler takes, for the whole process.
  ///
  /// - Parameter handler: Called once for each failure, from any thread; `nil` restores the way to the running test.
  public static func setIssueHandler(_ handler: (@Sendable (TestDoubleIssue) -> Void)?) {
    let new = handler.map { IssueHandler(handle: $0) }
    processHandler.withLock { $0 = new }
  }

  static var currentHandler: IssueHandler? {
    taskHandler ?? processHandler.withLock { $0 }
  }
}

/// A user's way of taking failures.
struct IssueHandler: @unchecked Sendable {
  // Sendable: unchecked on purpose, so that a test's handler may capture the test's own variables. The documentation of
  // `withIssueHandler` says when it can be called concurrently.
  let handle: (TestDoubleIssue) -> Void

  /// Fails the running test, as without a handler.
  static let testLibrary = IssueHandler { TestRun.report($0) }
}
