#if canImport(Testing)
  public import Testing
  internal import Understudy

  /// Makes the doubles of a test remember who calls them.
  public struct CallStacksTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate init() {}

    /// A suite's trait applies to every test in it, also in suites inside it.
    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test,
      testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      try await TestDoubles.withCallStacks { try await function() }
    }
  }

  extension Trait where Self == CallStacksTrait {
    /// Doubles made in the test remember who calls them: `history.timeline[0].callStack`.
    public static var callStacks: Self { CallStacksTrait() }
  }
#endif
