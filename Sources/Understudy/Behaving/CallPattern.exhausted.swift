internal import UnderstudyCalls

extension CallPattern {
  /// Checks that calls have taken all answers that the pattern was given.
  ///
  /// Each answer of a chain is meant for one call, or for as many as `times:` says; the last one may have served more.
  ///
  /// ```swift
  /// let tickets = stub.when { $0.nextTicket() }.thenReturn(1, 2, 3)
  /// …
  /// tickets.verifyExhausted()
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func verifyExhausted(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let pattern = state.pattern else { return }
    let location = SourceLocation(fileID, filePath, line, column)
    let recorder = state.recorder
    let text = pattern.description(in: recorder.subject)
    guard let queue = state.readRegistration({ AnswerQueue($0) }) else {
      return recorder.reporter.report("verifyExhausted failed: \(text) was given no answers.", at: location)
    }
    guard queue.remaining > 0 else { return }
    recorder.reporter.report("verifyExhausted failed: of \(text), \(queue.words).", at: location)
  }
}

extension TestDouble {
  /// Checks that calls have taken all answers of all registrations.
  ///
  /// Each answer of a chain is meant for one call, or for as many as `times:` says; the last one may have served more.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func verifyExhausted(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    recorder.verifyExhausted(at: SourceLocation(fileID, filePath, line, column))
  }

  /// Checks that no call waits to be resumed by way of ``CallPattern/thenSuspend(times:)``.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func verifyAllResumed(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    recorder.verifyAllResumed(at: SourceLocation(fileID, filePath, line, column))
  }
}

/// How far a registration's answers have been taken.
struct AnswerQueue {
  let pattern: Pattern
  let total: Int
  let remaining: Int

  init(_ registration: Registration) {
    pattern = registration.pattern
    total = registration.chain.total
    remaining = registration.chain.remaining
  }

  var words: String {
    "\(remaining) of \(total) \(total == 1 ? "answer" : "answers") \(remaining == 1 ? "was" : "were") not taken"
  }
}

extension Recorder {
  /// The registrations with answers that no call has taken, in the order of the requirements.
  var unexhausted: [AnswerQueue] {
    readRegistrations { registration in
      let queue = AnswerQueue(registration)
      return queue.remaining > 0 ? queue : nil
    }
  }

  /// The patterns whose calls wait to be resumed, and how many do.
  var suspended: [(pattern: Pattern, count: Int)] {
    calls(counting: \.waitingCount)
  }

  /// The calls that nobody has resumed, whether they still wait or not, by pattern.
  var unresumed: [(pattern: Pattern, count: Int)] {
    calls(counting: \.unresumedCount)
  }

  private func calls(counting count: (Behaviour) -> Int) -> [(pattern: Pattern, count: Int)] {
    readRegistrations { ($0.pattern, $0.chain.steps) }.compactMap { pattern, steps in
      let count = steps.reduce(0) { $0 + count($1) }
      return count > 0 ? (pattern, count) : nil
    }
  }

  /// Reports the answers that no call has taken.
  func verifyExhausted(at location: SourceLocation) {
    let queues = unexhausted
    guard !queues.isEmpty else { return }
    let count = queues.count == 1 ? "1 registration" : "\(queues.count) registrations"
    report(
      "verifyExhausted failed: \(count) of \(subject) \(queues.count == 1 ? "has" : "have") answers left:",
      queues.map { ($0.pattern, $0.words) },
      at: location
    )
  }

  /// Reports the calls that wait to be resumed.
  func verifyAllResumed(at location: SourceLocation) {
    let suspended = suspended
    let total = suspended.reduce(0) { $0 + $1.count }
    guard total > 0 else { return }
    let calls = total == 1 ? "1 call of \(subject) waits" : "\(total) calls of \(subject) wait"
    report(
      "verifyAllResumed failed: \(calls) to be resumed:",
      suspended.map { ($0, $1 == 1 ? "1 call waits" : "\($1) calls wait") },
      at: location
    )
  }
}
