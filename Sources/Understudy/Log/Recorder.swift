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
    /// Counts the changes of the registrations.
    var version = 0
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
    let admission = admit(call.arguments)
    admission.waiting.resume()
    callStacks?.keepCurrent(for: LoggedCall(call.arguments))
    for hook in admission.hooks.before { hook(entry(of: LoggedCall(call.arguments))) }
    var route = CallHistory.Route.unstubbed
    let outcome = answer(call, admission, &route)
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

  /// A call that is in the log, and who answers it.
  private struct Admission {
    /// The registration that takes it, and its turn there.
    let taker: (pattern: Pattern, turn: Registration.Turn)?
    /// All that the call could have been taken by.
    let registrations: [Registration]
    let hooks: CallHooks
    let waiting: EventQueue.Waiting
  }

  /// Finds the registration that takes a call, and logs the call: one step in the eyes of all who look on, so that calls are
  /// in the log in the order in which they were served.
  ///
  /// Matchers run without the lock. What they said holds only if no registration has changed since.
  private func admit(_ arguments: Arguments) -> Admission {
    let index = arguments.requirement.index
    var (registrations, version) = state.withLock { ($0.registrations[index], $0.version) }
    var attempts = 1
    var i = 0
    while true {
      while i < registrations.count, !registrations[i].pattern.matches(arguments) { i += 1 }
      let registration = i < registrations.count ? registrations[i] : nil
      let step = state.withLock { state -> AdmissionStep in
        // A matcher that makes registrations would never see an end.
        guard state.version == version || attempts == Self.attemptLimit else {
          return .changed(state.registrations[index], version: state.version)
        }
        let turn = registration?.next()
        if registration != nil, turn == nil { return .usedUp }
        state.log.append(arguments)
        return .done(
          Admission(
            taker: turn.map { (registration!.pattern, $0) },
            registrations: registrations,
            hooks: state.hooks,
            waiting: state.events.next()
          )
        )
      }
      switch step {
      case .done(let admission): return admission
      case .usedUp: i += 1
      case .changed(let new, let newVersion):
        // The old ones go here, after the lock: they may hold the last references to users' values.
        (registrations, version) = (new, newVersion)
        attempts += 1
        i = 0
      }
    }
  }

  private enum AdmissionStep {
    case done(Admission)
    /// The registration that matched serves no more calls.
    case usedUp
    case changed([Registration], version: Int)
  }

  /// How often changes made by others are heeded.
  private static let attemptLimit = 16

  /// Decides what comes of a call.
  private func answer(
    _ call: borrowing Call,
    _ admission: Admission,
    _ route: inout CallHistory.Route
  ) -> Outcome {
    if let (pattern, turn) = admission.taker {
      pattern.capture(call.arguments)
      route = turn.behaviour.route
      return turn.behaviour.perform(call, attempt: turn.attempt, for: self)
    }
    if forwards {
      route = .forwarded
      return .forwarded { _, _ in }
    }
    return unstubbed(call, admission.registrations)
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

  // MARK: Registrations

  /// Adds a registration.
  ///
  /// - Returns: An earlier registration that gets every call this one could get, if there is one.
  func register(_ registration: Registration) -> Registration? {
    let index = registration.pattern.requirement.index
    let earlier = state.withLock { state in
      defer { state.registrations[index].append(registration) }
      state.version += 1
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
      state.version += 1
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
      state.version += 1
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
    var gone: [LoggedCall] = []
    var position = CallPosition(index: 0, generation: -1)
    var attempts = 0
    while true {
      let (calls, end) = calls(ofRequirement: index, from: position)
      if end.generation != position.generation { gone = [] }
      gone += calls.filter { pattern.matches($0.arguments) }
      position = end
      attempts += 1
      let released = state.withLock { state -> ([Registration], [LoggedCall])? in
        let isCurrent =
          state.log.generation(ofRequirement: index) == end.generation && state.log.calls[index].count == end.index
        // Calls that came meanwhile haven't been matched; but there may be no end to them.
        guard isCurrent || attempts == Self.attemptLimit else { return nil }
        let registrations = state.registrations[index]
        state.registrations[index] = registrations.filter { $0.pattern !== pattern }
        state.version += 1
        state.named.removeAll { $0 === pattern }
        return (registrations, state.log.remove(gone, ofRequirement: index))
      }
      guard let released else { continue }
      withExtendedLifetime(released) {}
      callStacks?.forget(gone)
      return
    }
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
