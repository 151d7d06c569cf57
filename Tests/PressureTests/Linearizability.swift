/// An object as it behaves when nothing is done at the same time.
protocol SequentialModel: Hashable {
  associatedtype Action: Sendable
  associatedtype Outcome: Sendable

  /// Does something, unless it can't have had an outcome.
  ///
  /// - Returns: Whether the outcome is one that the action can have now.
  mutating func explains(_ action: Action, _ outcome: Outcome) -> Bool
}

/// Something that was done by one of several threads.
struct Operation<Model: SequentialModel>: Sendable {
  let action: Model.Action
  let outcome: Model.Outcome
  /// Times on a clock that all threads share.
  let beginning: Int
  let end: Int
  /// Whether it is the second part of something, which comes after the first part: that is the operation before it.
  var isContinuation = false
}

/// Whether the operations can have been done in turns: there is an order of them in which the model explains all
/// outcomes, and in which none comes before another one that had ended when it began (Herlihy and Wing 1990; the search is that of
/// Wing and Gong 1993, with the states remembered that were tried).
///
/// - Parameter operations: At most 64.
func isLinearizable<Model>(_ operations: [Operation<Model>], from model: Model) -> Bool {
  let all = operations.count == 64 ? UInt64.max : (1 << UInt64(operations.count)) - 1
  var tried: Set<Position<Model>> = []
  var positions = [Position(done: 0, model: model)]
  while let position = positions.popLast() {
    if position.done == all { return true }
    guard tried.insert(position).inserted else { continue }
    let left = operations.indices.filter { position.done & 1 << UInt64($0) == 0 }
    // One that began after another had ended comes after it.
    let firstEnd = left.map { operations[$0].end }.min()!
    for index in left where operations[index].beginning < firstEnd {
      if operations[index].isContinuation, position.done & 1 << UInt64(index - 1) == 0 { continue }
      var next = Position(done: position.done | 1 << UInt64(index), model: position.model)
      if next.model.explains(operations[index].action, operations[index].outcome) { positions.append(next) }
    }
  }
  return false
}

/// What a search has come to: the operations that have been put in order, as bits, and what the object is like then.
private struct Position<Model: SequentialModel>: Hashable {
  var done: UInt64
  var model: Model
}
