internal import UnderstudyCalls
internal import UnderstudyLocks

extension CallPattern {
  /// The calls that match the pattern, from the first one on, as they come in. They count as verified.
  ///
  /// ```swift
  /// let events = stub.when { $0.send(Match.any()) }
  /// for await call in events.stream() { print(call) }
  /// ```
  public func stream() -> CallStream {
    CallStream(state)
  }
}

/// The calls that match a pattern, as they come in.
///
/// It ends when the task is cancelled. Several tasks may take calls from one stream; each gets calls that the others don't.
public final class CallStream: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let state: PatternState
  private let progress = Guarded(Progress())

  init(_ state: PatternState) {
    self.state = state
  }

  public func makeAsyncIterator() -> CallStream { self }

  /// The next call.
  ///
  /// - Returns: `nil` if the task is cancelled before one comes.
  public func next() async -> CallHistory.Entry? {
    guard state.pattern != nil else { return nil }
    while true {
      let count = state.recorder.eventCount
      if let call = take() { return call }
      if Task.isCancelled { return nil }
      await state.recorder.event(after: count)
    }
  }

  /// The next call, if it comes in time.
  ///
  /// ```swift
  /// let first = await events.stream().next(within: .seconds(1))
  /// ```
  ///
  /// - Parameters:
  ///   - limit: How long to wait; a failure is reported if it isn't long enough.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  /// - Returns: `nil` if no call came in time.
  public func next(
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> CallHistory.Entry? {
    guard let pattern = state.pattern else { return nil }
    let taken = Guarded<CallHistory.Entry?>(nil)
    let isInTime = await state.recorder.wait(within: limit) {
      guard let call = self.take() else { return false }
      taken.withLock { $0 = call }
      return true
    }
    if isInTime { return taken.withLock { $0 } }
    state.recorder.report(at: SourceLocation(fileID, filePath, line, column), against: pattern) {
      "next failed: no call of \($0) came \(limit.asLimit)."
    }
    return nil
  }

  /// The next matching call among those made until now.
  private func take() -> CallHistory.Entry? {
    guard let pattern = state.pattern else { return nil }
    let recorder = state.recorder
    let index = pattern.requirement.index
    while true {
      // Taken one at a time, so that no call is looked at by two tasks, and no user's code runs under the lock.
      guard let call = progress.withLock({ $0.next(of: index, recorder, route: state.route) }) else { return nil }
      if pattern.matches(call.arguments) {
        call.arguments.markVerified()
        return recorder.entry(of: call)
      }
    }
  }

  /// How far the stream has come.
  private struct Progress {
    private var position = CallPosition.start
    /// Calls that were read and not taken, the next one last. Whose route matters wait here until it is known.
    private var waiting: [LoggedCall] = []

    /// The next call of a requirement.
    mutating func next(of requirement: Int, _ recorder: Recorder, route: Arguments.Route?) -> LoggedCall? {
      if waiting.isEmpty || route != nil {
        let (new, end) = recorder.calls(ofRequirement: requirement).calls(from: position)
        position = end
        waiting = new.reversed().map { LoggedCall($0) } + waiting
      }
      guard let route else { return waiting.popLast() }
      waiting.removeAll { $0.end != nil && $0.route != route }
      guard let index = waiting.lastIndex(where: { $0.end != nil }) else { return nil }
      return waiting.remove(at: index)
    }
  }
}
