internal import UnderstudyCalls
internal import UnderstudyMetadata

extension CallPattern {
  /// The calls that matched the pattern until now. They count as verified.
  public var history: CallHistory {
    CallHistory(state.calls, of: state.recorder)
  }

  /// What came of the calls that matched the pattern until now, in the order of the calls. They count as verified.
  public func outcomes() -> [CallHistory.Outcome] {
    state.calls.map(\.outcome)
  }

  /// The results of the calls that matched the pattern and have returned, in the order of the calls.
  ///
  /// ```swift
  /// let sessions: [Session] = login.results()
  /// ```
  public func results() -> [R] {
    state.calls.compactMap { call in
      guard call.end != nil, call.arguments.kept == .result else { return nil }
      if TypeMetadata(R.self).canRead(call.arguments.requirement.result) {
        return call.arguments.keptResult(as: R.self)
      }
      return call.arguments.keptResult as? R
    }
  }

  /// The errors of the calls that matched the pattern and have thrown, in the order of the calls.
  public func errors() -> [any Error] {
    state.calls.compactMap { $0.end == nil ? nil : $0.arguments.keptError }
  }

  /// The pattern with a view to those calls that a registration answered.
  public var stubbed: CallPattern { CallPattern(PatternState(state, route: .answer)) }

  /// The pattern with a view to those calls that a spy passed on to the real object.
  ///
  /// ```swift
  /// let loads = spy.when { try $0.load(id: Match.any()) }
  /// …
  /// loads.forwarded.verify(1...)
  /// ```
  public var forwarded: CallPattern { CallPattern(PatternState(state, route: .forwarded)) }

  /// Forgets the calls that match the pattern, and the behaviours it was given.
  ///
  public func reset() {
    if let pattern = state.pattern { state.recorder.reset(pattern) }
  }
}
