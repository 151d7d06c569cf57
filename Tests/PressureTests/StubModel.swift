/// A stub of `Dispenser`, of which one requirement is used, as it behaves when threads take turns.
///
/// A call takes two: it begins, which settles its place in the log and which registrations may answer it, and it is served by one of
/// them. It is to be seen in the log from some time between the two on.
struct StubModel: SequentialModel {
  enum Action: Hashable, Sendable {
    /// Registers that two calls get a value, the first time with a matcher that takes its time.
    case register(Int)
    /// Registers that all calls get a value.
    case registerForAll(Int)
    /// Adds another value to the registration of one, which is served from the second call on at the latest.
    case extend(Int, by: Int)
    /// The calls are numbered.
    case begin(Int)
    case serve(Int)
    case readTimeline
    /// `verify(2...)`.
    case verifyTwo
    case verifyNoUnusedStubs
    case reset
  }

  enum Outcome: Hashable, Sendable {
    case done
    /// What the call returned; 0 without a behaviour.
    case returned(Int)
    /// The calls' results; `nil` for one that is underway.
    case timeline([Int?])
    case verified(Bool)
  }

  private struct Step: Hashable {
    let value: Int
    /// How many calls it serves, if it is for no more than that or if another one follows.
    var times: Int
    var isEndless: Bool
  }

  private struct Registration: Hashable {
    var steps: [Step]
    var step = 0
    /// How many calls the step has served.
    var count = 0
    var isUsed = false

    mutating func next() -> Int? {
      if count >= steps[step].times {
        if step + 1 < steps.count {
          step += 1
          count = 0
        } else if !steps[step].isEndless {
          return nil
        }
      }
      count += 1
      isUsed = true
      return steps[step].value
    }
  }

  private struct Call: Hashable {
    let number: Int
    /// What came of it, once it has been served.
    var value: Int?
  }

  /// All there ever were, by value.
  private var registrations: [Int: Registration] = [:]
  private var current: [Int] = []
  private var log: [Call] = []
  /// By call, what may answer it.
  private var begun: [Int: [Int]] = [:]

  mutating func explains(_ action: Action, _ outcome: Outcome) -> Bool {
    switch (action, outcome) {
    case (.register(let value), .done):
      return add(value, Step(value: value, times: 2, isEndless: false))
    case (.registerForAll(let value), .done):
      return add(value, Step(value: value, times: 1, isEndless: true))
    case (.extend(let value, let other), .done):
      guard current.contains(value) else { return add(value, Step(value: other, times: 1, isEndless: true)) }
      registrations[value]!.steps.append(Step(value: other, times: 1, isEndless: true))
      return true
    case (.begin(let number), .done):
      begun[number] = current
      log.append(Call(number: number))
      return true
    case (.serve(let number), .returned(let value)):
      let found = begun.removeValue(forKey: number)!.lazy.compactMap { [self] in peek($0) }.first
      if let found { _ = registrations[found]!.next() }
      let result = found.map { registrations[$0]!.steps[registrations[$0]!.step].value } ?? 0
      if let index = log.firstIndex(where: { $0.number == number }) { log[index].value = result }
      return value == result
    case (.readTimeline, .timeline(let results)):
      return Self.shows(results[...], log[...])
    case (.verifyTwo, .verified(let holds)):
      return holds ? log.count >= 2 : log.count { $0.value != nil } < 2
    case (.verifyNoUnusedStubs, .verified(let holds)):
      return holds == current.allSatisfy { registrations[$0]!.isUsed }
    case (.reset, .done):
      current = []
      log = []
      return true
    default:
      return false
    }
  }

  private mutating func add(_ value: Int, _ step: Step) -> Bool {
    registrations[value] = Registration(steps: [step])
    current.append(value)
    return true
  }

  /// A registration, if it has something for another call.
  private func peek(_ value: Int) -> Int? {
    var registration = registrations[value]!
    return registration.next() == nil ? nil : value
  }

  /// Whether results are those of a log in which calls that haven't been served may not be seen yet.
  private static func shows(_ results: ArraySlice<Int?>, _ log: ArraySlice<Call>) -> Bool {
    guard let call = log.first else { return results.isEmpty }
    if let result = results.first, result == nil || result == call.value,
      shows(results.dropFirst(), log.dropFirst())
    {
      return true
    }
    return call.value == nil && shows(results, log.dropFirst())
  }
}
