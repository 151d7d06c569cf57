internal import UnderstudyCalls

/// What a call does once a registration has matched it.
///
/// Gets the call and its number among the calls served by the same step, from 1. Either initializes the result and
/// returns `.returned`, or leaves it alone and returns another outcome.
typealias Behaviour = (borrowing Call, _ attempt: Int) -> Outcome

/// The behaviours registered for the calls of one pattern: a chain of steps taken in turn.
final class Registration: @unchecked Sendable {
  // Sendable: the variables are touched only under the recorder's lock. Behaviours hold users' closures unchecked: a
  // test's handlers may capture the test's own variables, as documented at `then`.

  struct Step {
    let behaviour: Behaviour
    /// How many calls the step serves if another follows it.
    let times: Int
    /// Whether the step goes on serving calls when it is the last.
    let repeats: Bool
  }

  let pattern: Pattern
  private var steps: [Step]
  private var step = 0
  private var attempt = 0
  /// How many calls have been served.
  private(set) var uses = 0

  init(_ pattern: Pattern, _ first: Step) {
    self.pattern = pattern
    steps = [first]
  }

  func append(_ step: Step) {
    steps.append(step)
  }

  /// Whether the chain never ends, so that no later registration gets a matching call.
  var isEndless: Bool { steps[steps.count - 1].repeats }

  /// Moves on to the next call; `nil` once the chain has ended.
  func next() -> (behaviour: Behaviour, attempt: Int)? {
    let isLast = step + 1 == steps.count
    if attempt >= steps[step].times && !(isLast && steps[step].repeats) {
      guard !isLast else { return nil }
      step += 1
      attempt = 0
    }
    attempt += 1
    uses += 1
    return (steps[step].behaviour, attempt)
  }
}
