internal import UnderstudyCalls

/// Counts the calls that match a pattern, looking at each just once however often it is asked, unless its end matters.
final class CallCounter: @unchecked Sendable {
  // Sendable: asked by one task at a time.
  private let state: PatternState
  private let pattern: Pattern
  /// Whether only calls that have ended count.
  private let ended: Bool
  private var position = CallPosition.start
  private var count = 0

  init(_ state: PatternState, _ pattern: Pattern, ended: Bool = false) {
    self.state = state
    self.pattern = pattern
    self.ended = ended
  }

  /// The number of calls now.
  func update() -> Int {
    let index = pattern.requirement.index
    if ended || state.route != nil {
      // Calls that were under way may have ended since.
      return state.recorder.calls(ofRequirement: index).calls.count { arguments in
        let call = LoggedCall(arguments)
        return (!ended || call.end != nil) && (state.route == nil || call.route == state.route)
          && pattern.matches(arguments)
      }
    }
    let (new, end) = state.recorder.calls(ofRequirement: index).calls(from: position)
    if end.generation != position.generation { count = 0 }
    position = end
    for call in new where pattern.matches(call) { count += 1 }
    return count
  }
}
