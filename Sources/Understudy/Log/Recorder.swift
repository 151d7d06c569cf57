internal import UnderstudyCalls
internal import UnderstudyFabrication
internal import UnderstudyLocks

/// Answers the calls of one double by its registrations, and remembers them.
///
/// Calls and registrations lie behind the lock of `calls`, which is held for a few steps at a time and never while users' code
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
  /// The calls, and the registrations. Calls that a registration gives a value to are answered there.
  private let calls: CallLog
  var log: CallLog? { calls }
  /// Locked after `calls`, where both are.
  private let state = Guarded(State())

  private struct State: @unchecked Sendable {
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
    calls = CallLog(requirementCount: requirements.count)
    if callStacks != nil { calls.observe() }
    TestScope.current?.add(self)
  }

  // MARK: Calls

  func receive(_ call: borrowing Call) -> Outcome {
    let arguments = call.arguments
    var search: AnswerSearch
    if let begun = call.search {
      search = begun
    } else {
      if let collector = Collector.current { return collector.take(call, of: self) }
      search = calls.begin(arguments)
    }
    if calls.isObserved {
      let hooks = countEvent()
      callStacks?.keepCurrent(for: LoggedCall(arguments))
      CallHooks.run(hooks.before, of: self, for: LoggedCall(arguments))
    }
    var route = Arguments.Route.none
    let outcome = answer(call, &search, &route)
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
    _ search: inout AnswerSearch,
    _ route: inout Arguments.Route
  ) -> Outcome {
    let arguments = call.arguments
    while let found = search.next(for: arguments) {
      // Invariant: the owners of the answers are registrations.
      let registration = unsafeDowncast(found, to: Registration.self)
      guard let turn = next(of: registration) else { continue }
      registration.pattern.capture(arguments)
      route = turn.behaviour.route
      return turn.behaviour.perform(call, attempt: turn.attempt, for: self)
    }
    if forwards {
      route = .forwarded
      return .forwarded { _, _ in }
    }
    return unstubbed(call, search.owners.map { unsafeDowncast($0, to: Registration.self) })
  }

  /// Takes down what came of a call.
  private func finish(
    _ call: borrowing Call,
    _ outcome: Outcome,
    _ route: Arguments.Route
  ) {
    let logged = LoggedCall(call.arguments)
    logged.finish(outcome, result: call.resultAddress, route)
    guard calls.isObserved else { return }
    let hooks = countEvent()
    CallHooks.run(hooks.after, of: self, for: logged)
  }

  /// Lets those who wait for something to happen look again.
  private func countEvent() -> CallHooks {
    let (hooks, waiting) = state.withLock { state in (state.hooks, state.events.next()) }
    waiting.resume()
    return hooks
  }

  func note(_ ended: Arguments?) {
    let hooks = countEvent()
    guard let ended else { return }
    CallHooks.run(hooks.after, of: self, for: LoggedCall(ended))
  }

  private func next(of registration: Registration) -> Registration.Turn? {
    calls.withLock { _ in registration.next() }
  }

  // MARK: Registrations

  /// Adds a registration.
  ///
  /// - Returns: Earlier registrations that serve all calls they match, without end, and may get those that this one could get.
  func register(_ registration: Registration) -> [Registration] {
    let index = registration.pattern.requirement.index
    return calls.withLock { log in
      let list = log.answers(ofRequirement: index)
      log.setAnswers(AnswerList(list, adding: registration, registration.answer), ofRequirement: index)
      state.withLock { $0.named.removeAll { $0 === registration.pattern } }
      return list?.owners.compactMap { owner in
        // Invariant: the owners of the answers are registrations.
        let other = unsafeDowncast(owner, to: Registration.self)
        return other.isEndless && !other.answer.excludes(registration.answer) ? other : nil
      } ?? []
    }
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
    calls.withLock { log in
      let registrations = log.registrations(ofRequirement: registration.pattern.requirement.index)
      guard registrations.contains(where: { $0 === registration }) else { return false }
      body(registration)
      return true
    }
  }

  /// Reads something off all registrations, in the order of the requirements, under the lock.
  func readRegistrations<T>(_ body: (Registration) -> T?) -> [T] {
    calls.withLock { log in
      requirements.indices.flatMap { log.registrations(ofRequirement: $0).compactMap(body) }
    }
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

  /// All calls, in order.
  var timeline: [LoggedCall] { [LoggedCall](merging: calls.allCalls().map(\.calls)) }

  /// The calls of a requirement.
  func calls(ofRequirement index: Int) -> LoggedCalls { calls.calls(ofRequirement: index) }

  /// Forgets all calls and registrations.
  func reset() {
    let (gone, before) = calls.withLock { log in
      let before = state.withLock { state in
        (exchange(&state.named, with: []), exchange(&state.hooks, with: CallHooks()))
      }
      return (log.reset(), before)
    }
    if let callStacks { for list in gone { callStacks.forget(list.calls.map(\.beginning)) } }
    // The values go here, after the lock, since their `deinit`s are users' code.
    withExtendedLifetime((gone, before)) {}
  }

  /// Forgets the registrations of a pattern, and the calls that match it.
  func reset(_ pattern: Pattern) {
    let index = pattern.requirement.index
    let beginnings = beginnings(ofCallsOf: pattern)
    let removed = calls.withLock { log in
      let registrations = log.registrations(ofRequirement: index).filter { $0.pattern !== pattern }
      log.setAnswers(AnswerList(registrations), ofRequirement: index)
      return log.remove(Set(beginnings), ofRequirement: index)
    }
    state.withLock { $0.named.removeAll { $0 === pattern } }
    removed.release()
    callStacks?.forget(beginnings)
  }

  private func beginnings(ofCallsOf pattern: Pattern) -> [UInt64] {
    calls.calls(ofRequirement: pattern.requirement.index).calls.filter(pattern.matches).map(\.beginning)
  }

  // MARK: Events

  /// Those who wait for a call to begin or end.
  func withEvents<R>(_ body: (inout EventQueue) -> R) -> R {
    calls.observe()
    return state.withLock { body(&$0.events) }
  }

  // MARK: Hooks

  func addHook(before: CallHooks.Hook?, after: CallHooks.Hook?) {
    calls.observe()
    state.withLock { state in
      if let before { state.hooks.before.append(before) }
      if let after { state.hooks.after.append(after) }
    }
  }
}

extension CallLog.Locked {
  fileprivate func registrations(ofRequirement index: Int) -> [Registration] {
    // Invariant: the owners of the answers are registrations.
    answers(ofRequirement: index)?.owners.map { unsafeDowncast($0, to: Registration.self) } ?? []
  }
}

extension AnswerList {
  fileprivate convenience init(_ registrations: [Registration]) {
    self.init(registrations, registrations.map(\.answer))
  }
}
