internal import UnderstudyCalls

/// What a call does once a registration has matched it: one step of a registration's chain.
class Behaviour {
  /// How many calls the step serves if another follows it.
  let times: Int
  /// Whether the step goes on serving calls when it is the last.
  let repeats: Bool

  /// Whom the calls are said to be answered by.
  var route: Arguments.Route { .answer }

  /// How many calls wait for the test to end them.
  var waitingCount: Int { 0 }
  /// How many calls have not been resumed, whether they still wait or not.
  var unresumedCount: Int { 0 }

  /// The value that every call gets, of the requirement's result type, for as long as the step lives; `nil` if there's more to it.
  var constant: UnsafeRawPointer? { nil }

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
  private let value: UnsafeMutablePointer<R>

  init(_ value: R, times: Int?) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    super.init(times: times)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  override var constant: UnsafeRawPointer? { repeats ? UnsafeRawPointer(value) : nil }

  override func perform(_ call: borrowing Call, attempt: Int, for recorder: Recorder) -> Outcome {
    call.initializeResult(to: value.pointee)
    return .returned
  }
}

/// Lets calls go on to the object behind a spy.
final class ForwardBehaviour: Behaviour {
  override var route: Arguments.Route { .forwarded }

  override func perform(_ call: borrowing Call, attempt: Int, for recorder: Recorder) -> Outcome {
    .forwarded { _, _ in }
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
