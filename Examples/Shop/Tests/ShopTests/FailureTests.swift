import Shop
import Testing
import Understudy

@Suite struct FailureTests {
  @Test func `A failing verification is an issue of the test`() throws {
    let inventory = try Stub<any Inventory>()
    inventory.when { $0.putBack(Match.any(), count: Match.any()) }.thenDoNothing()
    inventory().putBack("apple", count: 1)
    withKnownIssue {
      inventory.verify { $0.putBack("apple", count: 2) }
    }
  }

  @Test func `A handler takes failures over`() throws {
    let inventory = try Stub<any Inventory>()
    var messages: [String] = []
    TestDoubles.withIssueHandler({ messages.append($0.message) }) {
      #expect(inventory()["apple"] == 0)
    }
    #expect(
      messages == [
        """
        no behaviour for ["apple"] of any Inventory: it returned 0.
          Write: stub.when { $0[Match.any()] }.thenReturn(…)
        """
      ]
    )
  }

  @Test func `A throwing requirement without a behaviour throws`() async throws {
    let payments = try Stub<any PaymentGateway>()
    await #expect(throws: UnstubbedCall.self) {
      try await payments().refund(Receipt(id: 1, amount: Money(cents: 1)))
    }
  }
}
