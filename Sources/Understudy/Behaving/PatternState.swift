internal import UnderstudyCalls
internal import UnderstudyLocks

/// What a `CallPattern` refers to, without its types.
final class PatternState: Sendable {
  let recorder: Recorder
  /// `nil` if the closure made no usable call, which has been reported: then nothing that is asked of it does anything.
  let pattern: Pattern?
  let location: SourceLocation
  /// Whose calls are looked at, where only those of one route are.
  let route: CallHistory.Route?
  /// What the pattern refers to without regard to routes.
  private let whole: PatternState?
  private let registration = Guarded<Registration?>(nil)

  init(_ recorder: Recorder, _ pattern: Pattern?, at location: SourceLocation) {
    self.recorder = recorder
    self.pattern = pattern
    self.location = location
    route = nil
    whole = nil
  }

  /// The same pattern, with a view to the calls of one route only.
  init(_ whole: PatternState, route: CallHistory.Route) {
    recorder = whole.recorder
    pattern = whole.pattern
    location = whole.location
    self.route = route
    self.whole = whole.whole ?? whole
  }

  /// Adds a step to the chain; the first one, and the first one after a reset, registers the pattern.
  func add(_ step: Behaviour) {
    if let whole { return whole.add(step) }
    guard let pattern else { return }
    if let registration = registration.withLock({ $0 }), recorder.append(step, to: registration) { return }
    let new = Registration(pattern, step)
    registration.withLock { $0 = new }
    guard let earlier = recorder.register(new) else { return }
    recorder.reporter.report(
      "when: \(pattern.description(in: recorder.subject)) of \(recorder.subject) can never match: the registration of "
        + "\(earlier.pattern.description(in: recorder.subject)) at \(earlier.pattern.location.short) comes first and "
        + "takes all its calls, for ever. Put the special case first, or continue the first chain with another then….",
      at: location
    )
  }

  /// Reports a behaviour that doesn't fit the pattern's requirement.
  func report(_ problem: String, in function: String) {
    recorder.reporter.report("\(function): \(problem)", at: location)
  }
}
