internal import UnderstudyCalls

/// One run of a user's closure, to learn which call it means.
final class Recording {
  private let collector: Collector
  /// The function that the user called, as in messages.
  let purpose: String
  /// Whose calls are meant; `nil` for those of any double.
  private let recorder: Recorder?
  let location: SourceLocation
  private var error: (any Error)?

  init(_ purpose: String, _ recorder: Recorder?, _ location: SourceLocation) {
    collector = Collector(for: (purpose, location))
    self.purpose = purpose
    self.recorder = recorder
    self.location = location
  }

  /// Runs the closure.
  func run(_ body: () throws -> Void) {
    do { try collector.collect(during: body) } catch { self.error = error }
  }

  /// Runs the asynchronous closure.
  func run(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async {
    do { try await collector.collect(isolation: isolation, during: body) } catch { self.error = error }
  }

  /// The pattern of the one call that was made. A mistake is reported, and leaves a pattern that does nothing.
  ///
  /// - Precondition: The recorder is known.
  func pattern() -> PatternState {
    let recorder = recorder!
    let named = expectations { calls throws(PatternBuilder.Problem) in
      guard calls.count == 1 else {
        let names = calls.map { CallText.signature(of: $0.arguments.requirement) }.joined(separator: ", ")
        throw .init(
          message: "the closure made \(calls.count) calls of \(recorder.subject), where one is meant: \(names)."
        )
      }
    }
    return PatternState(recorder, named?.first?.pattern, at: location)
  }

  /// The same, which the double remembers as named until it gets a behaviour.
  func namedPattern() -> PatternState {
    let state = pattern()
    if let pattern = state.pattern { state.recorder.name(pattern) }
    return state
  }

  /// The pattern of all calls of the requirement that was called last, whatever its arguments.
  func patternOfAllCalls() -> Pattern? {
    guard let requirement = collector.result().calls.last?.arguments.requirement else { return nil }
    return Pattern(
      requirement: requirement,
      matchers: requirement.parameters.map { _ in AnyArgument() },
      location: location
    )
  }

  /// The patterns of the calls that were made, in order; `nil` if there was a mistake, which has been reported.
  func expectations(
    checking check: ([Collector.RecordedCall]) throws(PatternBuilder.Problem) -> Void = { _ in }
  ) -> [ExpectedCall]? {
    do throws(PatternBuilder.Problem) {
      let calls = try calls(checking: check)
      var expected: [ExpectedCall] = []
      for call in calls {
        expected.append(
          ExpectedCall(recorder: call.recorder, pattern: try PatternBuilder.pattern(of: call, at: location))
        )
      }
      return expected
    } catch {
      let message = "\(purpose): \(error.message)"
      if let recorder {
        recorder.reporter.report(message, at: location)
      } else {
        Reporter.report(message, at: location)
      }
      return nil
    }
  }

  private func calls(
    checking check: ([Collector.RecordedCall]) throws(PatternBuilder.Problem) -> Void
  ) throws(PatternBuilder.Problem) -> [Collector.RecordedCall] {
    let (calls, stray) = collector.result()
    if let mistake = collector.mistakes.first { throw .init(message: mistake) }
    let subject = recorder?.subject ?? "a double"
    if let error, !(error is RecordingEnded) {
      throw .init(
        message: "the closure threw \(ArgumentDescription.of(error: error)) "
          + (calls.isEmpty ? "before it made a call of \(subject)." : "by itself: it must only make the call.")
      )
    }
    if let recorder, let foreign = calls.first(where: { $0.recorder !== recorder }) {
      let name = CallText.signature(of: foreign.arguments.requirement)
      throw .init(
        message: "the closure called \(name) of another double, \(foreign.recorder.subject). "
          + "Call $0 only; call other doubles before, and use what they return."
      )
    }
    guard let last = calls.last else {
      throw .init(
        message: "the closure made no call of \(subject). Write the call that is meant on "
          + "\(recorder == nil ? "a double" : "$0"); a member that only an extension provides can't be recorded."
      )
    }
    try check(calls)
    if !stray.isEmpty {
      let names = stray.map(\.matcher.expression)
      throw .init(
        message: "\(names.joined(separator: ", ")) was made after the call of "
          + "\(CallText.signature(of: last.arguments.requirement)): write matchers as arguments of the call."
      )
    }
    return calls
  }
}

extension TestDouble {
  /// Runs a closure that says which calls of this double are meant.
  func recorded<R>(
    _ purpose: String,
    _ location: SourceLocation,
    _ calls: (inout P) throws -> R
  ) -> Recording {
    let recording = Recording(purpose, recorder, location)
    var double = self()
    recording.run { _ = try calls(&double) }
    return recording
  }

  /// Runs an asynchronous closure that says which calls of this double are meant.
  func recorded<R>(
    _ purpose: String,
    _ location: SourceLocation,
    isolation: isolated (any Actor)?,
    _ calls: (inout sending P) async throws -> sending R
  ) async -> Recording {
    let recording = Recording(purpose, recorder, location)
    await recording.run {
      var double = self()
      _ = try await calls(&double)
    }
    return recording
  }
}

/// A call that is expected of a double.
struct ExpectedCall {
  let recorder: Recorder
  let pattern: Pattern
}
