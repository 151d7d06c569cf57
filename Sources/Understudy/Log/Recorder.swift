internal import UnderstudyCalls
internal import UnderstudyFabrication
internal import UnderstudyLocks

/// Answers the calls of one double by its registrations, and remembers them.
///
/// Everything that changes lies behind one lock, which is held for a few steps at a time and never while users' code
/// runs: matchers, handlers, `==`, descriptions and `deinit`s may all call back into the double.
final class Recorder: CallReceiver, EventSource {
  /// The doubled type as in messages: `any AuthService`.
  let subject: String
  let requirements: [Requirement]
  let reporter: Reporter
  /// What calls get that no registration takes.
  let policy: DefaultPolicy
  /// Who made the calls, if the double keeps that.
  let callStacks: CallStacks?
  /// Whether calls that no registration takes go on to an object behind the double.
  let forwards: Bool
  private let state: Guarded<State>

  private struct State: @unchecked Sendable {
    var log: CallLog
    /// By requirement index; in order of registration.
    var registrations: [[Registration]]
    /// What `when` has named and nothing has been said about yet.
    var named: [Pattern] = []
    /// Users' closures that run before and after each call.
    var hooks = CallHooks()
    var events = EventQueue()
  }

  /// - Parameters:
  ///   - forwards: Whether calls that no registration takes go on to an object behind the double.
  ///   - policy: `nil` for the one in force here.
  init(
    subject: String,
    requirements: [Requirement],
    forwards: Bool = false,
    policy: DefaultPolicy? = nil,
    reporter: Reporter
  ) {
    self.forwards = forwards
    self.subject = subject
    self.requirements = requirements
    self.reporter = reporter
    self.policy = policy ?? TestDoubles.taskPolicy ?? .strict
    callStacks = TestDoubles.keepsCallStacks ? CallStacks() : nil
    state = Guarded(
      State(
        log: CallLog(requirementCount: requirements.count),
        registrations: Array(repeating: [], count: requirements.count)
      )
    )
    TestScope.current?.add(self)
  }

  // MARK: Calls

  func receive(_ call: borrowing Call) -> Outcome {
    if let collector = Collector.current { return collector.take(call, of: self) }
    let arguments = call.arguments
    let index = call.requirement.index
    let (registrations, hooks, waiting) = state.withLock { state in
      state.log.append(arguments)
      return (state.registrations[index], state.hooks, state.events.next())
    }
    waiting.resume()
    callStacks?.keepCurrent(for: LoggedCall(arguments))
    for hook in hooks.before { hook(entry(of: LoggedCall(arguments))) }
    var route = CallHistory.Route.unstubbed
    let outcome = answer(call, registrations, &route)
    switch outcome {
    case .returned, .threw:
      finish(call, outcome, route)
      return outcome
    case .pending(let finish):
      return .pending { [route] call in
        let outcome = await finish(call)
        self.finish(call, outcome, route)
        return outcome
      }
    case .forwarded:
      return .forwarded { [route] call, outcome in self.finish(call, outcome, route) }
    }
  }

  /// Decides what comes of a call.
  private func answer(
    _ call: borrowing Call,
    _ registrations: [Registration],
    _ route: inout CallHistory.Route
  ) -> Outcome {
    let arguments = call.arguments
    var i = 0
    while i < registrations.count {
      let registration = registrations[i]
      if registration.pattern.matches(arguments), let turn = next(of: registration) {
        registration.pattern.capture(arguments)
        route = turn.behaviour.route
        return turn.behaviour.perform(call, attempt: turn.attempt, for: self)
      }
      i += 1
    }
    if forwards {
      route = .forwarded
      return .forwarded { _, _ in }
    }
    return unstubbed(call, registrations)
  }

  /// Takes down what came of a call.
  private func finish(
    _ call: borrowing Call,
    _ outcome: Outcome,
    _ route: CallHistory.Route
  ) {
    let logged = LoggedCall(call.arguments)
    logged.finish(outcome, result: call.resultAddress, route)
    let (hooks, waiting) = state.withLock { state in (state.hooks, state.events.next()) }
    waiting.resume()
    for hook in hooks.after { hook(entry(of: logged)) }
  }

  private func next(of registration: Registration) -> Registration.Turn? {
    state.withLock { _ in registration.next() }
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

  /// Changes a registration, under the lock.
  ///
  /// - Returns: False, with nothing done, if the registration has been forgotten.
  func change(_ registration: Registration, _ body: (Registration) -> Void) -> Bool {
    state.withLock { state in
      let registrations = state.registrations[registration.pattern.requirement.index]
      guard registrations.contains(where: { $0 === registration }) else { return false }
      body(registration)
      return true
    }
  }

  /// Reads something off all registrations, in the order of the requirements, under the lock.
  func readRegistrations<T>(_ body: (Registration) -> T?) -> [T] {
    state.withLock { $0.registrations.flatMap { $0.compactMap(body) } }
  }

  /// The registrations that have served no call yet, in the order of the requirements. Those of a scenario that served one in
  /// another way aren't among them.
  var unusedRegistrations: [Registration] {
    let usedScenarios = readRegistrations { $0.isUsed ? $0.pattern.scenario : nil }
    return readRegistrations { registration in
      registration.isUsed || usedScenarios.contains { $0 === registration.pattern.scenario } ? nil : registration
    }
  }

  // MARK: The log

  /// A call for users to look at.
  func entry(of call: LoggedCall) -> CallHistory.Entry {
    CallHistory.Entry(call: call, subject: subject, callStacks: callStacks)
  }

  /// The log as it is now.
  var log: CallLog { state.withLock { $0.log } }

  /// The calls of a requirement from a position on.
  func calls(ofRequirement index: Int, from position: CallPosition) -> (calls: [LoggedCall], end: CallPosition) {
    state.withLock { state in
      let generation = state.log.generation(ofRequirement: index)
      let calls = state.log.calls[index]
      let start = position.generation == generation ? position.index : 0
      return (Array(calls[start...]), CallPosition(index: calls.count, generation: generation))
    }
  }

  /// Forgets all calls and registrations.
  func reset() {
    let released = state.withLock { state in
      let registrations = exchange(&state.registrations, with: Array(repeating: [], count: requirements.count))
      return (
        state.log.reset(), registrations, exchange(&state.named, with: []), exchange(&state.hooks, with: CallHooks())
      )
    }
    // The values go here, after the lock, since their `deinit`s are users' code.
    withExtendedLifetime(released) {}
    callStacks?.forget(released.0.flatMap { $0 })
  }

  /// Forgets the registrations of a pattern, and the calls that match it.
  func reset(_ pattern: Pattern) {
    let index = pattern.requirement.index
    let gone = log.calls[index].filter { pattern.matches($0.arguments) }
    let released = state.withLock { state in
      let registrations = state.registrations[index]
      state.registrations[index] = registrations.filter { $0.pattern !== pattern }
      state.named.removeAll { $0 === pattern }
      return (registrations, state.log.remove(gone, ofRequirement: index))
    }
    withExtendedLifetime(released) {}
    callStacks?.forget(gone)
  }

  // MARK: Events

  /// Those who wait for a call to begin or end.
  func withEvents<R>(_ body: (inout EventQueue) -> R) -> R {
    state.withLock { body(&$0.events) }
  }

  // MARK: Hooks

  func addHook(before: CallHooks.Hook?, after: CallHooks.Hook?) {
    state.withLock { state in
      if let before { state.hooks.before.append(before) }
      if let after { state.hooks.after.append(after) }
    }
  }
}
