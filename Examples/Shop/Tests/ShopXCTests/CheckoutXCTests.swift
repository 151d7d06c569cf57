import Shop
import Understudy
import XCTest

final class CheckoutXCTests: XCTestCase {
  private let customer = Checkout.Customer(name: "blob", password: "secret", card: Card(number: "4242"))

  func testSale() async throws {
    let payments = try Stub<any PaymentGateway>()
    let charges = await payments.when { try await $0.charge(Match.any(), to: Match.any()) }
      .then { (amount: Money) in Receipt(id: 1, amount: amount) }
    let log: any AuditLog = try Stub.make { $0.when { $0.record(Match.any()) }.thenDoNothing() }
    let checkout = Checkout(
      auth: AccountBook(passwords: ["blob": "secret"]),
      prices: PrintedPriceList(title: "Spring", prices: ["apple": Money(cents: 25)]),
      inventory: Shelves(["apple": 10]),
      payments: payments(),
      log: log
    )

    let receipt = try await checkout.sell("apple", count: 2, to: customer)

    XCTAssertEqual(receipt.amount, Money(cents: 50))
    charges.verify()
    let arguments: [(Money, Card)] = charges.arguments()
    XCTAssertEqual(arguments.map { $0.1 }, [customer.card])
  }

  func testWrongPassword() async throws {
    let auth = try Stub<any AuthService>()
    await auth.when { try await $0.signIn(user: Match.any(), password: Match.any()) }
      .thenThrow(AuthError.wrongPassword)
    let shelves = Shelves(["apple": 1])
    let checkout = Checkout(
      auth: auth(),
      prices: PrintedPriceList(title: "Spring", prices: ["apple": Money(cents: 25)]),
      inventory: shelves,
      payments: CardTerminal(limit: Money(cents: 100)),
      log: PaperLog()
    )
    do {
      _ = try await checkout.sell("apple", count: 1, to: customer)
      XCTFail("the sale should have failed")
    } catch AuthError.wrongPassword {
      XCTAssertEqual(shelves["apple"], 1)
    }
  }

  @MainActor
  func testPropertyOfAClassBoundProtocol() throws {
    let log = try Stub<any AuditLog>()
    var isVerbose = false
    log.when { $0.isVerbose }.then { isVerbose }
    log.when { $0.isVerbose = Match.any() }.then { (new: Bool) in isVerbose = new }
    let paper = log()
    paper.isVerbose.toggle()
    XCTAssertTrue(paper.isVerbose)
    log.verify { $0.isVerbose = true }
  }

  func testTheMessageOfAFailure() throws {
    let prices = try Stub<any PriceList>()
    var messages: [String] = []
    TestDoubles.withIssueHandler({ messages.append($0.message) }) {
      prices.verify { $0.title }
    }
    XCTAssertEqual(
      messages,
      ["verify failed: expected exactly 1 call of title, got 0.\n  No calls were made to any PriceList."]
    )
  }
}
