internal import UnderstudyCalls

/// One run of a user's closure, to learn which call it means.
final class Recording {
  private let collector = Collector()
  /// The function that the user called, as in messages.
  private let purpose: String
  private let recorder: Recorder
  private let location: SourceLocation
  private var error: (any Error)?

  init(_ purpose: String, _ recorder: Recorder, _ location: SourceLocation) {
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
  func pattern() -> PatternState {
    do throws(PatternBuilder.Problem) {
      let pattern = try onePattern()
      if purpose == "when" { recorder.name(pattern) }
      return PatternState(recorder, pattern, at: location)
    } catch {
      recorder.reporter.report("\(purpose): \(error.message)", at: location)
      return PatternState(recorder, nil, at: location)
    }
  }

  private func onePattern() throws(PatternBuilder.Problem) -> Pattern {
    let (calls, stray) = collector.result()
    if let mistake = collector.mistakes.first { throw .init(message: mistake) }
    if let error, !(error is RecordingEnded) {
      throw .init(
        message: "the closure threw \(ArgumentDescription.of(error: error)) "
          + (calls.isEmpty ? "before it made a call of \(recorder.subject)." : "by itself: it must only make the call.")
      )
    }
    if let foreign = calls.first(where: { $0.recorder !== recorder }) {
      let name = CallText.signature(of: foreign.arguments.requirement)
      throw .init(
        message: "the closure called \(name) of another double, \(foreign.recorder.subject). "
          + "Call $0 only; call other doubles before, and use what they return."
      )
    }
    guard let call = calls.first else {
      throw .init(
        message: "the closure made no call of \(recorder.subject). Write the call that is meant on $0; "
          + "a member that only an extension provides can't be recorded."
      )
    }
    guard calls.count == 1 else {
      let names = calls.map { CallText.signature(of: $0.arguments.requirement) }.joined(separator: ", ")
      throw .init(
        message: "the closure made \(calls.count) calls of \(recorder.subject), where one is meant: \(names)."
      )
    }
    if !stray.isEmpty {
      let names = stray.map(\.matcher.expression)
      throw .init(
        message: "\(names.joined(separator: ", ")) was made after the call of "
          + "\(CallText.signature(of: call.arguments.requirement)): write matchers as arguments of the call."
      )
    }
    return try PatternBuilder.pattern(of: call, at: location)
  }
}
