import Testing
import Understudy
import UnderstudyTesting

/// The traits where they belong.
@Suite(.testDoubles) struct SuiteTests {
  /// Made anew for each test, and so part of each.
  let shop: Stub<any Shop>

  init() throws {
    shop = try Stub<any Shop>()
    shop.when { $0.price(of: Match.any()) }.thenReturn(3)
  }

  @Test func `What the suite's initializer makes belongs to the test`() {
    #expect(InteractionTimeline.ofTest.callCount == 0)
    #expect(shop().price(of: "apple") == 3)
    #expect(InteractionTimeline.ofTest.callCount == 1)
  }

  @Test(arguments: 1...4) func `Each case of a parameterised test has its own doubles`(count: Int) {
    for _ in 0..<count { _ = shop().price(of: "apple") }
    #expect(InteractionTimeline.ofTest.callCount == count)
  }

  @Suite struct Inner {
    @Test func `A suite inside has the trait too`() throws {
      let shop = try Stub<any Shop>()
      shop.when { $0.close() }.thenDoNothing()
      shop().close()
      #expect(InteractionTimeline.ofTest.callCount == 1)
    }

    @Test(.strictTestDoubles) func `A test may be stricter than its suite`() throws {
      let shop = try Stub<any Shop>()
      shop.when { $0.close() }.thenDoNothing()
      shop().close()
      shop.verify { $0.close() }
      #expect(InteractionTimeline.ofTest.callCount == 1)
    }
  }
}
