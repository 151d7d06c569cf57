internal import UnderstudyCalls

/// The behaviours registered for the calls of one pattern.
final class Registration: @unchecked Sendable {
  // Sendable: what changes is touched only under the recorder's lock. Behaviours hold users' closures unchecked: a test's
  // handlers may capture the test's own variables, as documented at `then`.

  let pattern: Pattern
  /// What the entries know of it: they answer by themselves where every call gets the same value.
  let answer: Answer
  private var chainWithoutAnswer = Chain()
  /// What makes calls fail now and then, before the chain gets them.
  private var faults: [Fault] = []
  /// Whether a call was made to fail.
  private var hasFailed = false

  init(_ pattern: Pattern) {
    self.pattern = pattern
    answer = Answer(pattern.filter)
  }

  /// The chain, with the calls that it served through the entries.
  var chain: Chain {
    settle()
    return chainWithoutAnswer
  }

  /// Whether it never ends, so that no later registration gets a matching call.
  var isEndless: Bool { chainWithoutAnswer.isEndless }

  private func settle() { chainWithoutAnswer.serve(answer.takeUses()) }

  /// Adds a step to the chain.
  func add(_ step: Behaviour) {
    chainWithoutAnswer.steps.append(step)
    updateAnswer()
  }

  /// Adds something that makes calls fail now and then.
  func add(_ fault: Fault) {
    faults.append(fault)
    updateAnswer()
  }

  private func updateAnswer() {
    let isSimple = faults.isEmpty && chainWithoutAnswer.steps.count == 1 && !pattern.captures
    // Calls that are served until now weren't by what has just been added.
    chainWithoutAnswer.serve(answer.setConstant(isSimple ? chainWithoutAnswer.steps[0].constant : nil))
  }

  /// Whether a call has been served.
  var isUsed: Bool { hasFailed || chain.uses > 0 }

  /// Moves on to the next call; `nil` if the registration doesn't serve it.
  func next() -> Turn? {
    if !faults.isEmpty, let behaviour = fault() {
      hasFailed = true
      return Turn(behaviour: behaviour, attempt: 1)
    }
    settle()
    return chainWithoutAnswer.next()
  }

  /// What the next call fails with, if it does. All faults count all calls.
  private func fault() -> Behaviour? {
    var behaviour: Behaviour?
    for index in faults.indices where faults[index].schedule.takesNext() && behaviour == nil {
      behaviour = faults[index].behaviour
    }
    return behaviour
  }

  /// Behaviours that calls take in turn.
  struct Chain {
    var steps: [Behaviour] = []
    private var step = 0
    private var attempt = 0
    /// How many calls have been served.
    private(set) var uses = 0

    /// Whether the chain never ends, so that no later registration gets a matching call.
    var isEndless: Bool { steps.last?.repeats ?? false }

    /// How many calls the steps are meant for.
    var total: Int { steps.reduce(0) { $0 + $1.times } }

    /// How many calls have to come before each step has served those it is meant for.
    var remaining: Int {
      step < steps.count ? max(0, steps[step].times - attempt) + steps[(step + 1)...].reduce(0) { $0 + $1.times } : 0
    }

    /// Counts calls that the only step has served.
    mutating func serve(_ count: Int) {
      attempt += count
      uses += count
    }

    /// Moves on to the next call; `nil` once the chain has ended.
    mutating func next() -> Turn? {
      guard step < steps.count else { return nil }
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
