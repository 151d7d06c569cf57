internal import Synchronization
internal import UnderstudyCalls

/// One call that was made on a double.
struct LoggedCall: Sendable {
  let arguments: Arguments
  /// The position among all calls of all doubles of the process.
  let order: UInt64
  /// Whether a verification has accounted for it.
  var isVerified = false
}

/// The calls made on a double, by requirement, so that looking at the calls of one costs nothing for the others.
struct CallLog {
  /// By requirement index; in order of the calls.
  private(set) var calls: [[LoggedCall]]
  /// Counts resets, to tell positions in this log from positions in an earlier one.
  private(set) var generation = 0

  private static let order = Atomic<UInt64>(0)

  init(requirementCount: Int) {
    calls = Array(repeating: [], count: requirementCount)
  }

  /// Adds a call. Constant time, whatever came before.
  mutating func append(_ arguments: Arguments) {
    let order = Self.order.add(1, ordering: .relaxed).newValue
    calls[arguments.requirement.index].append(LoggedCall(arguments: arguments, order: order))
  }

  /// Marks calls as accounted for, unless the log was emptied since they were read.
  mutating func markVerified(_ positions: [Int], ofRequirement index: Int, generation: Int) {
    guard generation == self.generation else { return }
    for position in positions { calls[index][position].isVerified = true }
  }

  /// Empties the log and returns what was in it, for the caller to release outside of any lock.
  mutating func reset() -> [[LoggedCall]] {
    generation += 1
    return exchange(&calls, with: Array(repeating: [], count: calls.count))
  }

  /// All calls in order.
  var timeline: [LoggedCall] {
    calls.flatMap { $0 }.sorted { $0.order < $1.order }
  }
}
