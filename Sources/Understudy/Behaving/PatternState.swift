internal import UnderstudyCalls
internal import UnderstudyLocks

/// What a `CallPattern` refers to, without its types.
final class PatternState: Sendable {
  let recorder: Recorder
  /// `nil` if the closure made no usable call, which has been reported: then nothing that is asked of it does anything.
  let pattern: Pattern?
  let location: SourceLocation
  /// Whose calls are looked at, where only those of one route are.
  let route: Arguments.Route?
  /// What the pattern refers to without regard to routes.
  private let whole: PatternState?
  /// Locked before the recorder's own locks.
  private let registration = Guarded<Registration?>(nil)

  init(_ recorder: Recorder, _ pattern: Pattern?, at location: SourceLocation) {
    self.recorder = recorder
    self.pattern = pattern
    self.location = location
    route = nil
    whole = nil
  }

  /// The same pattern, with a view to the calls of one route only.
  init(_ whole: PatternState, route: Arguments.Route) {
    recorder = whole.recorder
    pattern = whole.pattern
    location = whole.location
    self.route = route
    self.whole = whole.whole ?? whole
  }

  /// Adds a step to the chain.
  func add(_ step: Behaviour) {
    change { $0.add(step) }
  }

  /// Adds something that makes calls fail now and then.
  func add(_ fault: Fault) {
    change { $0.add(fault) }
  }

  /// What the pattern was given until now, if it is registered.
  func readRegistration<T>(_ body: (Registration) -> T) -> T? {
    if let whole { return whole.readRegistration(body) }
    var value: T?
    guard let registration = registration.withLock({ $0 }) else { return nil }
    _ = recorder.change(registration) { value = body($0) }
    return value
  }

  /// Changes the pattern's registration; the first change, and the first one after a reset, registers it.
  private func change(_ body: (Registration) -> Void) {
    if let whole { return whole.change(body) }
    guard let pattern else { return }
    // One lock for look and change: of two first changes at once one registers, and the other adds to that.
    let (before, others) = registration.withLock { registration -> (Registration?, [Registration]) in
      if let registration, recorder.change(registration, body) { return (nil, []) }
      let new = Registration(pattern)
      body(new)
      return (exchange(&registration, with: new), recorder.register(new))
    }
    // Both of these run users' code: `deinit` and `==`.
    withExtendedLifetime(before) {}
    guard let earlier = others.first(where: { $0.pattern.covers(pattern) }) else { return }
    recorder.reporter.report(
      "when: \(pattern.description(in: recorder.subject)) of \(recorder.subject) can never match: the registration of "
        + "\(earlier.pattern.description(in: recorder.subject))\(earlier.pattern.place) comes first and "
        + "takes all its calls, for ever. Put the special case first, or continue the first chain with another then….",
      at: location
    )
  }

  /// Reports a behaviour that doesn't fit the pattern's requirement.
  func report(_ problem: String, in function: String) {
    recorder.reporter.report("\(function): \(problem)", at: location)
  }
}
