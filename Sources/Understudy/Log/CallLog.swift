internal import UnderstudyCalls

/// The calls made on a double, by requirement, so that looking at the calls of one costs nothing for the others.
struct CallLog {
  /// By requirement index; in order of the calls.
  private(set) var calls: [[LoggedCall]]
  /// Counts, for each requirement, how often calls were taken out, to tell positions from earlier ones.
  private var generations: [Int]

  init(requirementCount: Int) {
    calls = Array(repeating: [], count: requirementCount)
    generations = Array(repeating: 0, count: requirementCount)
  }

  func generation(ofRequirement index: Int) -> Int { generations[index] }

  /// Adds a call. Constant time, whatever came before.
  mutating func append(_ arguments: Arguments) {
    calls[arguments.requirement.index].append(LoggedCall(beginning: arguments))
  }

  /// Empties the log and returns what was in it, for the caller to release outside of any lock.
  mutating func reset() -> [[LoggedCall]] {
    for index in generations.indices { generations[index] += 1 }
    return exchange(&calls, with: Array(repeating: [], count: calls.count))
  }

  /// Takes some calls of a requirement out, and returns them for the caller to release outside of any lock.
  mutating func remove(_ gone: [LoggedCall], ofRequirement index: Int) -> [LoggedCall] {
    guard !gone.isEmpty else { return [] }
    generations[index] += 1
    let objects = Set(gone.map { ObjectIdentifier($0.arguments) })
    let kept = calls[index].filter { !objects.contains(ObjectIdentifier($0.arguments)) }
    return exchange(&calls[index], with: kept)
  }

  /// All calls in order.
  var timeline: [LoggedCall] { Self.merge(calls) }

  /// Brings several lists, each in order, into one that is. Linear in the number of calls, for a given number of lists.
  static func merge(_ lists: [[LoggedCall]]) -> [LoggedCall] {
    var lists = lists.filter { !$0.isEmpty }
    // Two at a time, so that each call is moved as often as the number of lists can be halved.
    while lists.count > 1 {
      var merged: [[LoggedCall]] = []
      var i = 0
      while i < lists.count {
        merged.append(i + 1 < lists.count ? merge(lists[i], lists[i + 1]) : lists[i])
        i += 2
      }
      lists = merged
    }
    return lists.first ?? []
  }

  private static func merge(_ first: [LoggedCall], _ second: [LoggedCall]) -> [LoggedCall] {
    var merged: [LoggedCall] = []
    merged.reserveCapacity(first.count + second.count)
    var i = 0
    var j = 0
    while i < first.count, j < second.count {
      if first[i].arguments.beginning < second[j].arguments.beginning {
        merged.append(first[i])
        i += 1
      } else {
        merged.append(second[j])
        j += 1
      }
    }
    merged += first[i...]
    merged += second[j...]
    return merged
  }
}
