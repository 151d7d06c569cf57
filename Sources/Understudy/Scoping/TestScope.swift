internal import UnderstudyLocks

/// The doubles that one test makes, and what has to be true of them when it ends.
///
/// A task-local value connects a test with its doubles, so tests that run side by side don't see each other's, and a double
/// made outside of any scope belongs to none. A scope keeps what its doubles remember until it ends: a stub that a test has
/// dropped is checked too.
package final class TestScope: Sendable {
  @TaskLocal package static var current: TestScope?

  private struct State {
    var doubles: [Recorder] = []
    var isStrict: Bool
    var hasFailed = false
    var isOver = false
  }
  private let state: Guarded<State>
  /// How the test's dummies are made.
  let dummies = DummyRegistry()

  /// - Parameter isStrict: Whether every call must be verified, and everything that was prepared used up.
  package init(isStrict: Bool) {
    state = Guarded(State(isStrict: isStrict))
  }

  /// Makes the scope strict, if it isn't yet.
  package func makeStrict() {
    state.withLock { $0.isStrict = true }
  }

  /// Adds a double, unless the test is over.
  func add(_ recorder: Recorder) {
    state.withLock { if !$0.isOver { $0.doubles.append(recorder) } }
  }

  /// The doubles made until now, in that order.
  var doubles: [Recorder] { state.withLock { $0.doubles } }

  /// Whether the test has failed, as far as was noticed.
  package var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Takes note of a failure of the test.
  package func noteFailure() {
    state.withLock { $0.hasFailed = true }
  }

  /// Reports what the test has left undone. Done once, at its end, unless an error has ended it before it did what it was to do.
  package func check() {
    let (doubles, isStrict) = state.withLock { ($0.doubles, $0.isStrict) }
    for recorder in doubles {
      for problem in recorder.endOfTestProblems(isStrict: isStrict) {
        recorder.reporter.report(problem.message, at: problem.sourceLocation)
      }
    }
  }

  /// Lets go of the doubles. Done at the very end.
  package func end() {
    let released = state.withLock { state in
      state.isOver = true
      return exchange(&state.doubles, with: [])
    }
    // The values go here, after the lock, since their `deinit`s are users' code.
    withExtendedLifetime(released) {}
  }
}
