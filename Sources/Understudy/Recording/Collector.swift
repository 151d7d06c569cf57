internal import UnderstudyCalls
internal import UnderstudyFabrication
internal import UnderstudyLocks
internal import UnderstudyMetadata

/// Gathers the calls and the matchers of one closure given to `when` or `verify`.
///
/// A task-local value connects the closure with the doubles and with `Match`: while one is current, a call of a double
/// is taken down here in place of being answered, and a call of `Match` leaves its matcher here.
final class Collector: Sendable {
  @TaskLocal private static var taskCollector: Collector?

  /// One call that the closure made.
  struct RecordedCall: @unchecked Sendable {
    // Sendable: the arguments are never changed.
    let recorder: Recorder
    let arguments: Arguments
    /// The matchers made for the arguments, in order of evaluation.
    let matchers: [RecordedMatcher]
    /// The matchers made inside autoclosures, by parameter.
    let autoclosureMatchers: [Int: RecordedMatcher]
  }

  /// One use of `Match`, and the bytes of the value that it returned, which tell where the value went.
  struct RecordedMatcher: Sendable {
    let matcher: any AnyMatcher
    let bytes: [UInt8]
  }

  private struct State {
    var calls: [RecordedCall] = []
    var matchers: [RecordedMatcher] = []
    var mistakes: [String] = []
    var isOpen = true
  }
  private let state = Guarded(State())
  /// The function that the closure was given to, and where.
  private let origin: (purpose: String, location: SourceLocation)?

  init(for origin: (purpose: String, location: SourceLocation)? = nil) {
    self.origin = origin
    Self.tellsOfPlaceholders
  }

  private static let tellsOfPlaceholders: Void = Placeholder.whenUsed {
    guard let collector = current, let origin = collector.origin else { return nil }
    let last = collector.state.withLock { $0.calls.last }
    let call = last.map { ", after \(CallText.signature(of: $0.arguments.requirement))" } ?? ""
    return "  The closure is that of \(origin.purpose) at \(origin.location)\(call)."
  }

  /// The collector of the closure that is running on this task.
  static var current: Collector? {
    guard CallLog.isCollecting, let collector = taskCollector else { return nil }
    return collector.state.withLock { $0.isOpen } ? collector : nil
  }

  /// Runs a closure with this as the current collector. Done once.
  func collect(during body: () throws -> Void) rethrows {
    CallLog.beginCollecting()
    defer { close() }
    try Self.$taskCollector.withValue(self, operation: body)
  }

  /// Runs an asynchronous closure with this as the current collector. Done once.
  func collect(
    isolation: isolated (any Actor)? = #isolation,
    during body: () async throws -> Void
  ) async rethrows {
    CallLog.beginCollecting()
    defer { close() }
    try await Self.$taskCollector.withValue(self, operation: body, isolation: isolation)
  }

  private func close() {
    CallLog.endCollecting()
    // A task that the closure left behind has the task-local value still.
    state.withLock { $0.isOpen = false }
  }

  /// Adds a matcher.
  func add(_ matcher: RecordedMatcher) {
    state.withLock { $0.matchers.append(matcher) }
  }

  /// Runs a closure and returns the matchers that it made, which don't stay here.
  func matchersMade(during body: () -> Void) -> [RecordedMatcher] {
    let before = state.withLock { exchange(&$0.matchers, with: []) }
    body()
    return state.withLock { exchange(&$0.matchers, with: before) }
  }

  /// Runs a closure with this as the current collector, and returns the matchers that it made. Done once.
  func allMatchersMade(during body: () -> Void) -> [RecordedMatcher] {
    collect(during: body)
    return result().strayMatchers
  }

  /// Notes a mistake in a matcher, which makes the whole pattern one.
  func add(mistake: String) {
    state.withLock { $0.mistakes.append(mistake) }
  }

  /// The mistakes in matchers.
  var mistakes: [String] { state.withLock { $0.mistakes } }

  /// Takes down a call, and answers it with a value that is good for nothing but being returned.
  func take(_ call: borrowing Call, of recorder: Recorder) -> Outcome {
    let matchers = state.withLock { exchange(&$0.matchers, with: []) }
    let autoclosureMatchers = matchersInAutoclosures(of: call.arguments)
    let recorded = RecordedCall(
      recorder: recorder,
      arguments: call.arguments,
      matchers: matchers,
      autoclosureMatchers: autoclosureMatchers
    )
    state.withLock { $0.calls.append(recorded) }

    let requirement = call.requirement
    if Placeholder.initialize(requirement.result, at: call.resultAddress) { return .returned }
    if requirement.mayThrow(RecordingEnded()) { return .threw(RecordingEnded()) }
    recorder.reporter.stop(
      "\(CallText.signature(of: requirement)) of \(recorder.subject) can't be recorded: "
        + "it returns \(requirement.result.type), which has no values, and it doesn't throw."
    )
  }

  /// Evaluates autoclosure arguments, as long as the call lasts, for the matchers in them.
  private func matchersInAutoclosures(of arguments: Arguments) -> [Int: RecordedMatcher] {
    var found: [Int: RecordedMatcher] = [:]
    for (index, parameter) in arguments.requirement.parameters.enumerated() {
      guard let result = parameter.autoclosureResult else { continue }
      func evaluate<T>(_ type: T.Type) {
        if parameter.type == TypeMetadata((() -> T).self) {
          _ = arguments.value(at: index, as: (() -> T).self)()
        } else if parameter.type == TypeMetadata((() throws -> T).self) {
          _ = try? arguments.value(at: index, as: (() throws -> T).self)()
        }
      }
      let made = matchersMade { _openExistential(result.type, do: evaluate) }
      if let matcher = made.last { found[index] = matcher }
    }
    return found
  }

  /// What the closure did, once it has ended.
  func result() -> (calls: [RecordedCall], strayMatchers: [RecordedMatcher]) {
    state.withLock { (exchange(&$0.calls, with: []), exchange(&$0.matchers, with: [])) }
  }
}

/// Thrown out of a recorded call whose result has no values.
struct RecordingEnded: Error {}

/// Replaces a value and returns the one before.
func exchange<T>(_ value: inout T, with new: T) -> T {
  let old = value
  value = new
  return old
}
