import Testing
import Understudy
import UnderstudyTesting
import XCTest

private struct Limit: Equatable { var value: Int }

/// Registers a maker where none is known yet.
private func register(_ value: Int) -> Bool {
  guard Dummy<Limit>.make() == Limit(value: 0) else { return false }
  Dummy<Limit>.register { Limit(value: value) }
  return Dummy<Limit>.make() == Limit(value: value)
}

@Suite(.testDoubles) struct DummyRegistrationTests {
  @Test(arguments: 1...4) func `A maker is known to its own case of a test`(value: Int) async {
    #expect(register(value))
    await Task.yield()
    #expect(Dummy<Limit>.make() == Limit(value: value))
    async let other = Dummy<Limit>.make()
    #expect(await other == Limit(value: value))
  }

  @Test func `A maker inside of checks is forgotten with them`() {
    #expect(register(5))
    TestDoubles.withChecks { #expect(register(6)) }
    #expect(Dummy<Limit>.make() == Limit(value: 5))
  }
}

@Suite struct UntraitedDummyRegistrationTests {
  @Test func `A maker is known to its test`() { #expect(register(1)) }
  @Test func `Another test doesn't know it`() { #expect(register(2)) }
}

/// Each of these would fail if it came after another whose maker is still known.
final class DummyRegistrationTestCase: XCTestCase {
  func testOne() { XCTAssertTrue(register(1)) }
  func testOther() async { XCTAssertTrue(register(2)) }
  func testThird() { XCTAssertTrue(register(3)) }
}

final class CheckedDummyRegistrationTestCase: TestDoublesTestCase {
  func testOne() { XCTAssertTrue(register(1)) }
  func testOther() { XCTAssertTrue(register(2)) }
}
