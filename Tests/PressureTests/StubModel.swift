/// A stub of `Dispenser`, of which one requirement is used, as its documentation says it behaves.
struct StubModel: SequentialModel {
  enum Action: Sendable {
    /// A registration that serves two calls.
    case register(Int)
    case call
    case readTimeline
    /// `verify(2...)`.
    case verifyTwo
    case verifyNoUnusedStubs
    case reset
    /// Forgets a registration, and the calls that match its pattern, which are all.
    case resetPattern(Int)
  }

  enum Outcome: Sendable {
    case done
    /// What the call returned; 0 without a behaviour.
    case returned(Int)
    /// The calls' results; `nil` for one that is underway.
    case timeline([Int?])
    case verified(Bool)
  }

  private struct Registration: Hashable {
    let value: Int
    var calls = 0
  }

  private var registrations: [Registration] = []
  private var log: [Int] = []

  mutating func explains(_ action: Action, _ outcome: Outcome) -> Bool {
    switch (action, outcome) {
    case (.register(let value), .done):
      registrations.append(Registration(value: value))
      return true
    case (.call, .returned(let value)):
      if let index = registrations.firstIndex(where: { $0.calls < 2 }) {
        registrations[index].calls += 1
        log.append(registrations[index].value)
      } else {
        log.append(0)
      }
      return value == log.last
    case (.readTimeline, .timeline(let results)):
      return results.count == log.count && zip(results, log).allSatisfy { $0 == nil || $0 == $1 }
    case (.verifyTwo, .verified(let holds)):
      return holds == (log.count >= 2)
    case (.verifyNoUnusedStubs, .verified(let holds)):
      return holds == registrations.allSatisfy { $0.calls > 0 }
    case (.reset, .done):
      registrations = []
      log = []
      return true
    case (.resetPattern(let value), .done):
      registrations.removeAll { $0.value == value }
      log = []
      return true
    default:
      return false
    }
  }
}
