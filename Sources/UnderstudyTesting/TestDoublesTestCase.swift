#if canImport(XCTest)
  internal import Understudy
  public import XCTest

  /// A test case that checks, when each of its tests ends, what the test did with its doubles.
  ///
  /// ```swift
  /// final class CheckoutTests: TestDoublesTestCase {
  ///   override var usesStrictTestDoubles: Bool { true }
  ///
  ///   func testCardIsCharged() throws { … }
  /// }
  /// ```
  ///
  /// Doubles made in a test, its `setUp` and its `tearDown` belong to the test, and live until it ends. A test that throws or is
  /// skipped isn't checked.
  open class TestDoublesTestCase: XCTestCase {
    /// Whether every call must be verified, every queue of answers used up, and every suspended call resumed; else only
    /// registrations must serve calls.
    open var usesStrictTestDoubles: Bool { false }

    open override func invokeTest() {
      let scope = TestScope(isStrict: usesStrictTestDoubles)
      defer { scope.end() }
      TestScope.$current.withValue(scope) {
        super.invokeTest()
        guard let run = testRun, run.unexpectedExceptionCount == 0, !run.hasBeenSkipped else { return }
        scope.check()
      }
    }
  }
#endif
