internal import UnderstudyCalls

extension CallPattern {
  /// Makes calls of an `async` requirement wait until the test resumes them.
  ///
  /// ```swift
  /// let saves = await stub.when { try await $0.save(Match.any()) }.thenSuspend()
  /// let task = Task { try await editor.save() }
  /// await saves.waitForCall(within: .seconds(1))
  /// #expect(editor.isBusy)
  /// saves.resume(returning: 1)
  /// ```
  ///
  /// If the task of a waiting call is cancelled, the call throws a `CancellationError` at once where it may, and otherwise
  /// goes on waiting.
  ///
  /// - Parameter times: How many calls wait; `nil` for one, or for all that follow if no other behaviour does.
  /// - Returns: What resumes the calls. It has to be kept: when it goes away, calls that wait, or come later, end with a
  ///   `CancellationError`, or, where they can't throw it, with a failure and a neutral value.
  public func thenSuspend(times: Int? = nil) -> SuspendedCalls<R> {
    let queue = SuspensionQueue<R>()
    guard let writer = resultWriter(for: "thenSuspend"), canSuspend(in: "thenSuspend"),
      hasUse(times ?? 1, in: "thenSuspend")
    else { return SuspendedCalls(queue, state.recorder, nil) }
    _ = adding(SuspendingBehaviour(queue, writer, times: times))
    return SuspendedCalls(queue, state.recorder, state.pattern)
  }
}

/// Calls that wait until the test resumes them, in the order in which they came.
///
/// ``CallPattern/thenSuspend(times:)`` makes one.
public final class SuspendedCalls<R>: Sendable {
  private let queue: SuspensionQueue<R>
  private let recorder: Recorder
  /// `nil` if calls can't wait, which has been reported.
  private let pattern: Pattern?

  init(_ queue: SuspensionQueue<R>, _ recorder: Recorder, _ pattern: Pattern?) {
    self.queue = queue
    self.recorder = recorder
    self.pattern = pattern
  }

  deinit {
    queue.abandon()
  }

  /// How many calls wait now.
  public var count: Int { queue.count }

  /// The calls that wait now, in the order in which they came.
  public var calls: [CallHistory.Entry] {
    queue.waiting.map { recorder.entry(of: LoggedCall($0)) }
  }

  /// Waits until calls wait to be resumed.
  ///
  /// - Parameters:
  ///   - count: How many calls have to wait at the same time.
  ///   - limit: How long to wait for them; a failure is reported if it isn't long enough.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  /// - Returns: Whether they came in time.
  @discardableResult
  public func waitForCall(
    count: Int = 1,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Bool {
    guard let pattern else { return false }
    let queue = queue
    if await queue.wait(within: limit, until: { queue.count >= count }) { return true }
    recorder.report(at: SourceLocation(fileID, filePath, line, column), against: pattern) {
      "waitForCall failed: expected \(count) \(count == 1 ? "call" : "calls") of \($0) to wait \(limit.asLimit), "
        + "got \(queue.count)."
    }
    return false
  }

  /// Makes the call return that has waited longest.
  ///
  /// - Parameters:
  ///   - value: The result.
  ///   - fileID: The file that a failure is reported in, if no call waits.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func resume(
    returning value: R,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    resume("resume(returning:)", .returning(value), SourceLocation(fileID, filePath, line, column))
  }

  /// Makes the call throw that has waited longest.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - fileID: The file that a failure is reported in, if no call waits or it can't throw the error.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func resume(
    throwing error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let pattern else { return }
    let location = SourceLocation(fileID, filePath, line, column)
    if let problem = pattern.requirement.problem(throwing: error) {
      return recorder.reporter.report("resume(throwing:): \(problem)", at: location)
    }
    resume("resume(throwing:)", .throwing(error), location)
  }

  private func resume(_ function: String, _ resumption: SuspensionQueue<R>.Resumption, _ location: SourceLocation) {
    guard let pattern, !queue.resumeNext(resumption) else { return }
    recorder.reporter.report(
      "\(function): no call of \(pattern.description(in: recorder.subject)) waits. "
        + "Wait for one with waitForCall(within:) before.",
      at: location
    )
  }
}

extension SuspendedCalls where R == Void {
  /// Makes the call return that has waited longest.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in, if no call waits.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func resume(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    resume(returning: (), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
