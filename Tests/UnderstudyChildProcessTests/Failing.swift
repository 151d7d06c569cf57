import Testing
import Understudy
import UnderstudyTesting
import XCTest

// Tests that fail on purpose. They only run in the child processes that `FailureReportTests` starts.

protocol Till {
  func charge(_ cents: Int, to card: String) -> Int
}

/// Never called: only its symbols are read.
struct ClosedTill: Till {
  func charge(_ cents: Int, to card: String) -> Int { 0 }
}

/// A stub on which two calls were made.
private func usedTill() throws -> Stub<any Till> {
  let till = try Stub<any Till>()
  till.when { $0.charge(Match.any(), to: Match.any()) }.thenReturn(1)
  _ = till().charge(5, to: "4242")
  _ = till().charge(7, to: "1881")
  return till
}

@Suite(.enabled(if: ChildProcess.isCurrent)) struct FailingTests {
  @Test func verification() throws {
    let till = try usedTill()
    till.verify { $0.charge(7, to: "4242") }  // fails: Swift Testing
  }

  @Test func detachedCall() async throws {
    let till = try Stub<any Till>()  // fails: Swift Testing, detached
    let double = TillBox(till: till())
    await Task.detached { _ = double.till.charge(5, to: "4242") }.value
  }
}

@Suite(.enabled(if: ChildProcess.isCurrent), .testDoubles) struct FailingTraitTests {
  @Test func unusedRegistration() throws {
    let till = try Stub<any Till>()
    till.when { $0.charge(Match.lessThan(0), to: Match.equal("x")) }.thenReturn(1)  // fails: unused registration
  }

  @Test func diagram() throws {
    _ = try usedTill()
    #expect(Bool(false))  // fails: with a diagram
  }

  @Test(.strictTestDoubles) func unverified() throws {
    let till = try Stub<any Till>()  // fails: unverified
    till.when { $0.charge(Match.any(), to: Match.any()) }.thenReturn(1)
    _ = till().charge(5, to: "4242")
  }

  @Test func detachedCall() async throws {
    let till = try Stub<any Till>()  // fails: of no test
    till.when { $0.charge(1, to: "4242") }.thenReturn(1)
    _ = till().charge(1, to: "4242")
    let double = TillBox(till: till())
    await Task.detached { _ = double.till.charge(5, to: "4242") }.value
  }

  @Test func knownIssue() throws {
    _ = try usedTill()
    withKnownIssue { #expect(Bool(false)) }
  }
}

/// A till that goes to another task.
private struct TillBox: @unchecked Sendable {
  // Sendable: holds a double, which may be called from everywhere.
  let till: any Till
}

final class FailingXCTests: XCTestCase {
  override func setUpWithError() throws {
    guard ChildProcess.isCurrent else { throw XCTSkip("fails on purpose, in a child process") }
  }

  func testVerification() throws {
    let till = try usedTill()
    till.verify { $0.charge(7, to: "4242") }  // fails: XCTest
  }

  func testDetachedCall() async throws {
    let till = try Stub<any Till>()  // fails: XCTest, detached
    let double = TillBox(till: till())
    await Task.detached { _ = double.till.charge(5, to: "4242") }.value
  }
}

final class FailingOutsideXCTests: XCTestCase {
  override class func tearDown() {
    guard ChildProcess.isCurrent, let till = try? usedTill() else { return }
    till.verify { $0.charge(7, to: "4242") }  // fails: XCTest, between tests
  }

  func testNothing() {}
}

final class FailingDoublesTestCase: TestDoublesTestCase {
  override func setUpWithError() throws {
    guard ChildProcess.isCurrent else { throw XCTSkip("fails on purpose, in a child process") }
  }

  func testUnusedRegistration() throws {
    let till = try Stub<any Till>()
    till.when { $0.charge(Match.lessThan(0), to: Match.equal("x")) }.thenReturn(1)  // fails: XCTest, unused
  }

  func testThatThrows() throws {
    struct Expected: Error {}
    let till = try Stub<any Till>()
    till.when { $0.charge(1, to: "x") }.thenReturn(1)
    throw Expected()  // fails: XCTest, error
  }
}

final class StrictDoublesTestCase: TestDoublesTestCase {
  override var usesStrictTestDoubles: Bool { true }

  override func setUpWithError() throws {
    guard ChildProcess.isCurrent else { throw XCTSkip("fails on purpose, in a child process") }
  }

  func testUnverified() async throws {
    let till = try Stub<any Till>()  // fails: XCTest, unverified
    till.when { $0.charge(Match.any(), to: Match.any()) }.thenReturn(1)
    _ = till().charge(5, to: "4242")
  }
}
