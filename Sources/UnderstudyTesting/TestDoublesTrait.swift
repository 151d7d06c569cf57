#if canImport(Testing)
  public import Testing
  internal import Understudy

  /// Checks, when a test ends, what it did with its doubles.
  ///
  /// ```swift
  /// @Suite(.testDoubles) struct CheckoutTests {
  ///   @Test func `An empty basket costs nothing`() throws { … }
  ///   @Test(.strictTestDoubles) func `The card is charged once`() throws { … }
  /// }
  /// ```
  ///
  /// Each test, and each case of a parameterised test, has its doubles to itself: those that are made on its task, or on tasks
  /// that it starts other than detached ones. They, and what they remember, live until it ends. A test that throws isn't
  /// checked. One that fails gets a Mermaid sequence diagram of its doubles as an attachment, `Test doubles.mmd`.
  public struct TestDoublesTrait: TestTrait, SuiteTrait, TestScoping {
    private let isStrict: Bool

    fileprivate init(isStrict: Bool) {
      self.isStrict = isStrict
    }

    /// A suite's trait applies to every test in it, also in suites inside it.
    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test,
      testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      // A trait of the suite around has opened the scope of this very test: the stricter one counts.
      if let scope = TestScope.current {
        if isStrict { scope.makeStrict() }
        return try await function()
      }
      let scope = TestScope(isStrict: isStrict)
      defer { scope.end() }
      let watch = IssueHandlingTrait.compactMapIssues { issue in
        // What belongs to no test (a detached task) comes to every running test, beside where it is reported.
        guard Test.current != nil else { return nil }
        if issue.failsTest { scope.noteFailure() }
        return issue
      }
      try await TestScope.$current.withValue(scope) {
        do {
          try await watch.provideScope(for: test, testCase: testCase) {
            try await function()
            scope.check()
          }
        } catch {
          attachDiagram(of: test)
          throw error
        }
        if scope.hasFailed { attachDiagram(of: test) }
      }
    }

    /// Attaches what the test's doubles went through, if they were called at all.
    private func attachDiagram(of test: Test) {
      let timeline = InteractionTimeline.ofTest
      guard timeline.callCount > 0 else { return }
      Attachment.record(timeline.mermaid, named: "Test doubles.mmd", sourceLocation: test.sourceLocation)
    }
  }

  extension Issue {
    /// Whether the test fails by it. Before Swift 6.3 known issues can't be told from others.
    fileprivate var failsTest: Bool {
      #if compiler(>=6.3)
        isFailure
      #else
        true
      #endif
    }
  }

  extension Trait where Self == TestDoublesTrait {
    /// A registration that serves no call fails the test, at the registration's own line.
    public static var testDoubles: Self { TestDoublesTrait(isStrict: false) }

    /// As with ``testDoubles``, and beyond that every call must be verified, every queue of answers used up, and every
    /// suspended call resumed.
    public static var strictTestDoubles: Self { TestDoublesTrait(isStrict: true) }
  }
#endif
