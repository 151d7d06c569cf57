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
  mutating func append(_ arguments: Arguments) -> CallPosition {
    let requirement = arguments.requirement.index
    calls[requirement].append(LoggedCall(arguments))
    return CallPosition(index: calls[requirement].count - 1, generation: generations[requirement])
  }

  /// Marks a call as ended.
  ///
  /// - Returns: The call; `nil` if it was taken out since it began.
  mutating func finish(
    _ arguments: Arguments,
    _ position: CallPosition,
    _ route: CallHistory.Route
  ) -> LoggedCall? {
    let requirement = arguments.requirement.index
    var index = position.index
    if position.generation != generations[requirement] {
      guard let moved = calls[requirement].lastIndex(where: { $0.arguments === arguments }) else { return nil }
      index = moved
    }
    calls[requirement][index].finish(route)
    return calls[requirement][index]
  }

  /// Marks calls as accounted for, unless the log was emptied since they were read.
  mutating func markVerified(_ positions: [Int], ofRequirement index: Int, generation: Int) {
    guard generation == generations[index] else { return }
    for position in positions { calls[index][position].isVerified = true }
  }

  /// Marks calls as accounted for, which are in order. Those that were taken out since are ignored.
  mutating func markVerified(_ marked: [LoggedCall]) {
    var positions = Array(repeating: 0, count: calls.count)
    for call in marked {
      let requirement = call.arguments.requirement.index
      var position = positions[requirement]
      while position < calls[requirement].count, calls[requirement][position].beginning < call.beginning {
        position += 1
      }
      positions[requirement] = position
      guard position < calls[requirement].count, calls[requirement][position].arguments === call.arguments else {
        continue
      }
      calls[requirement][position].isVerified = true
    }
  }

  /// Empties the log and returns what was in it, for the caller to release outside of any lock.
  mutating func reset() -> [[LoggedCall]] {
    for index in generations.indices { generations[index] += 1 }
    return exchange(&calls, with: Array(repeating: [], count: calls.count))
  }

  /// Takes some calls of a requirement out, and returns them for the caller to release outside of any lock.
  ///
  /// - Parameter positions: In ascending order.
  mutating func remove(_ positions: [Int], ofRequirement index: Int, generation: Int) -> [LoggedCall] {
    guard generation == generations[index], !positions.isEmpty else { return [] }
    generations[index] += 1
    let removed = positions.map { calls[index][$0] }
    let gone = Set(positions)
    calls[index] = calls[index].indices.filter { !gone.contains($0) }.map { calls[index][$0] }
    return removed
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
      if first[i].beginning.nanoseconds < second[j].beginning.nanoseconds {
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
