internal import UnderstudyCalls

/// What a call does once a registration has matched it: one step of a registration's chain.
class Behaviour {
  /// How many calls the step serves if another follows it.
  let times: Int
  /// Whether the step goes on serving calls when it is the last.
  let repeats: Bool

  /// Whom the calls are said to be answered by.
  var route: CallHistory.Route { .stubbed }

  /// - Parameter times: How many calls the step serves; `nil` for one, or for all if it is the last.
  init(times: Int?) {
    self.times = times ?? 1
    repeats = times == nil
  }

  /// Either initializes the result and returns `.returned`, or leaves it alone and returns another outcome.
  ///
  /// - Parameters:
  ///   - attempt: The number of the call among those served by this step, from 1.
  ///   - recorder: The recorder of the call. A behaviour must not keep it, since the recorder keeps the behaviour.
  func perform(_ call: borrowing Call, attempt: Int, for recorder: Recorder) -> Outcome {
    preconditionFailure("a subclass performs")
  }
}

/// Returns one value, of exactly the requirement's result type.
final class ConstantBehaviour<R>: Behaviour {
  private let value: R

  init(_ value: R, times: Int?) {
    self.value = value
    super.init(times: times)
  }

  override func perform(_ call: borrowing Call, attempt: Int, for recorder: Recorder) -> Outcome {
    call.initializeResult(to: value)
    return .returned
  }
}

/// Runs a closure that does everything.
final class ClosureBehaviour: Behaviour {
  typealias Body = (borrowing Call, _ attempt: Int, Recorder) -> Outcome

  private let body: Body

  init(times: Int?, _ body: @escaping Body) {
    self.body = body
    super.init(times: times)
  }

  override func perform(_ call: borrowing Call, attempt: Int, for recorder: Recorder) -> Outcome {
    body(call, attempt, recorder)
  }
}

/// The behaviours registered for the calls of one pattern.
final class Registration: @unchecked Sendable {
  // Sendable: the chain is touched only under the recorder's lock. Behaviours hold users' closures unchecked: a test's
  // handlers may capture the test's own variables, as documented at `then`.

  let pattern: Pattern
  var chain: Chain

  init(_ pattern: Pattern, _ first: Behaviour) {
    self.pattern = pattern
    chain = Chain(steps: [first])
  }

  /// Behaviours that calls take in turn.
  struct Chain {
    /// Never empty.
    var steps: [Behaviour]
    private var step = 0
    private var attempt = 0
    /// How many calls have been served.
    private(set) var uses = 0

    init(steps: [Behaviour]) {
      self.steps = steps
    }

    /// Whether the chain never ends, so that no later registration gets a matching call.
    var isEndless: Bool { steps[steps.count - 1].repeats }

    /// Moves on to the next call; `nil` once the chain has ended.
    mutating func next() -> Turn? {
      var current = steps[step]
      if attempt >= current.times {
        if step + 1 < steps.count {
          step += 1
          attempt = 0
          current = steps[step]
        } else if !current.repeats {
          return nil
        }
      }
      attempt += 1
      uses += 1
      return Turn(behaviour: current, attempt: attempt)
    }
  }

  /// One call's place in a chain.
  struct Turn {
    let behaviour: Behaviour
    let attempt: Int
  }
}
