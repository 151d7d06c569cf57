import Understudy
import UnderstudyTesting
import XCTest

/// The base class, where everything is in order. What it finds is tested in child processes.
final class TestCaseTests: TestDoublesTestCase {
  private var shop: Stub<any Shop>!

  override func setUp() async throws {
    shop = try Stub<any Shop>()
    shop.when { $0.close() }.thenDoNothing()
  }

  func testDoublesOfSetUpBelongToTheTest() {
    XCTAssertEqual(InteractionTimeline.ofTest.callCount, 0)
    shop().close()
    XCTAssertEqual(InteractionTimeline.ofTest.callCount, 1)
  }

  func testAsynchronousTestsHaveTheirDoublesToo() async throws {
    shop().close()
    let other = try Stub<any Shop>()
    await other.when { try await $0.load(1) }.thenReturn("one")
    _ = try await other().load(1)
    XCTAssertEqual(InteractionTimeline.ofTest.callCount, 2)
  }
}
