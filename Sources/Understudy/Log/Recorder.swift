internal import UnderstudyCalls
internal import UnderstudyFabrication
internal import UnderstudyLocks

/// Answers the calls of one double by its registrations, and remembers them.
///
/// Everything that changes lies behind one lock, which is held for a few steps at a time and never while users' code
/// runs: matchers, handlers, `==`, descriptions and `deinit`s may all call back into the double.
final class Recorder: CallReceiver {
  /// The doubled type as in messages: `any AuthService`.
  let subject: String
  let requirements: [Requirement]
  let reporter: Reporter
  private let state: Guarded<State>

  private struct State: @unchecked Sendable {
    var log: CallLog
    /// By requirement index; in order of registration.
    var registrations: [[Registration]]
    /// What `when` has named and nothing has been said about yet.
    var named: [Pattern] = []
  }

  init(subject: String, requirements: [Requirement], reporter: Reporter) {
    self.subject = subject
    self.requirements = requirements
    self.reporter = reporter
    state = Guarded(
      State(
        log: CallLog(requirementCount: requirements.count),
        registrations: Array(repeating: [], count: requirements.count)
      )
    )
  }

  // MARK: Calls

  func receive(_ call: borrowing Call) -> Outcome {
    if let collector = Collector.current { return collector.take(call, of: self) }
    let arguments = call.arguments
    let index = call.requirement.index
    let registrations = state.withLock { state in
      state.log.append(arguments)
      return state.registrations[index]
    }
    var i = 0
    while i < registrations.count {
      let registration = registrations[i]
      if registration.pattern.matches(arguments), let turn = next(of: registration) {
        registration.pattern.capture(arguments)
        return turn.behaviour.perform(call, attempt: turn.attempt, for: self)
      }
      i += 1
    }
    return unstubbed(call, registrations)
  }

  private func next(of registration: Registration) -> Registration.Turn? {
    state.withLock { _ in registration.chain.next() }
  }

  // MARK: Registrations

  /// Adds a registration.
  ///
  /// - Returns: An earlier registration that gets every call this one could get, if there is one.
  func register(_ registration: Registration) -> Registration? {
    let index = registration.pattern.requirement.index
    let earlier = state.withLock { state in
      defer { state.registrations[index].append(registration) }
      state.named.removeAll { $0 === registration.pattern }
      return state.registrations[index].filter { $0.chain.isEndless }
    }
    return earlier.first { $0.pattern.covers(registration.pattern) }
  }

  /// Remembers a call that `when` names, until it gets a behaviour.
  func name(_ pattern: Pattern) {
    state.withLock { $0.named.append(pattern) }
  }

  /// Takes a call that `when` has named for more than was written.
  func rename(_ pattern: Pattern, to other: Pattern) {
    state.withLock { state in
      state.named.removeAll { $0 === pattern }
      state.named.append(other)
    }
  }

  /// The calls that `when` has named without a behaviour.
  var named: [Pattern] { state.withLock { $0.named } }

  /// Adds a step to a registration's chain.
  ///
  /// - Returns: False, with nothing done, if the registration has been forgotten.
  func append(_ step: Behaviour, to registration: Registration) -> Bool {
    state.withLock { state in
      let registrations = state.registrations[registration.pattern.requirement.index]
      guard registrations.contains(where: { $0 === registration }) else { return false }
      registration.chain.steps.append(step)
      return true
    }
  }

  /// The registrations that have served no call yet, in the order of the requirements.
  var unusedRegistrations: [Registration] {
    state.withLock { $0.registrations.flatMap { $0.filter { $0.chain.uses == 0 } } }
  }

  // MARK: The log

  /// The log as it is now.
  var log: CallLog { state.withLock { $0.log } }

  /// Marks calls as accounted for.
  func markVerified(_ positions: [Int], ofRequirement index: Int, in log: CallLog) {
    state.withLock { $0.log.markVerified(positions, ofRequirement: index, generation: log.generation) }
  }

  /// Forgets all calls and registrations.
  func reset() {
    let released = state.withLock { state in
      let registrations = exchange(&state.registrations, with: Array(repeating: [], count: requirements.count))
      return (state.log.reset(), registrations, exchange(&state.named, with: []))
    }
    // The values go here, after the lock, since their `deinit`s are users' code.
    withExtendedLifetime(released) {}
  }
}
