internal import UnderstudyCalls
internal import UnderstudyMetadata

extension CallPattern {
  /// Makes every third call, or every so manieth, throw an error; the others take the pattern's behaviours in turn.
  ///
  /// ```swift
  /// stub.when { try $0.load(id: Match.any()) }.failing(every: 3, with: LoadError.busy).thenReturn(page)
  /// ```
  ///
  /// Where the pattern has no behaviours, calls that don't fail go on to the next registration that matches.
  ///
  /// - Parameters:
  ///   - number: Which calls fail: 3 for the third, the sixth and so on.
  ///   - error: The error.
  @discardableResult
  public func failing(every number: Int, with error: any Error) -> Self {
    failing(.every(number), with: error) { number > 0 ? nil : "every: \(number) fails no call. Give at least 1." }
  }

  /// Makes calls throw an error with a probability; the others take the pattern's behaviours in turn.
  ///
  /// Which calls fail follows from the seed alone: it is the same in every run and on every machine. Where the pattern
  /// has no behaviours, calls that don't fail go on to the next registration that matches.
  ///
  /// ```swift
  /// stub.when { try $0.load(id: Match.any()) }.failing(probability: 0.1, seed: 7, with: LoadError.busy).thenReturn(page)
  /// ```
  ///
  /// - Parameters:
  ///   - probability: How likely each call is to fail, from 0 to 1.
  ///   - seed: The start of the random numbers.
  ///   - error: The error.
  @discardableResult
  public func failing(probability: Double, seed: UInt64, with error: any Error) -> Self {
    failing(.probability(probability, seed: seed), with: error) {
      (0...1).contains(probability) ? nil : "probability: \(probability) is none. Give a number from 0 to 1."
    }
  }

  private func failing(
    _ schedule: FaultSchedule,
    with error: any Error,
    problem: () -> String?
  ) -> Self {
    guard canThrow(error, in: "failing") else { return self }
    if let problem = problem() {
      state.report(problem, in: "failing")
      return self
    }
    let behaviour = ClosureBehaviour(times: nil) { call, _, recorder in
      recorder.end(call, throwing: error, in: "failing")
    }
    state.add(Fault(behaviour: behaviour, schedule: schedule))
    return self
  }

  /// Whether calls may throw an error; reports it if they may not.
  func canThrow(_ error: any Error, in function: String) -> Bool {
    guard let requirement = state.pattern?.requirement else { return false }
    if let problem = requirement.problem(throwing: error) {
      state.report(problem, in: function)
      return false
    }
    return true
  }
}

extension Recorder {
  /// Makes a call throw an error that the pattern's calls may throw. Of a pattern for all types, each call may have a type of
  /// errors of its own.
  func end(_ call: borrowing Call, throwing error: any Error, in function: String) -> Outcome {
    let requirement = call.requirement
    if requirement.throwing != .rethrowing, requirement.allows(error) { return .threw(error) }
    let limit =
      requirement.errorType.map { "can only throw \($0.type), not \(type(of: error))" }
      ?? "throws nothing but what a closure that it was passed throws"
    return reporter.endWithoutBehaviour(call) {
      "\(function): this call of \(CallText.signature(of: requirement)) \(limit): \($0)"
    }
  }
}

extension Requirement {
  /// Why calls can't throw an error, as a sentence; `nil` if they can.
  func problem(throwing error: any Error) -> String? {
    if throwing == .never { return "\(CallText.signature(of: self)) can't throw. Use thenReturn(…)." }
    if throwing == .rethrowing {
      return "\(CallText.signature(of: self)) throws nothing but what a closure that it is passed throws. Use "
        + "then { … }, and call the closure there."
    }
    if !allows(error) {
      return "\(CallText.signature(of: self)) can only throw \(errorType!.type), not \(type(of: error))."
    }
    return nil
  }

  /// How calls end when their task is cancelled: by an error, where they may throw it.
  var cancellation: (any Error)? {
    problem(throwing: CancellationError()) == nil ? CancellationError() : nil
  }
}
