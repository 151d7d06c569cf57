import Shop
import Testing
import Understudy

@Suite struct CheckoutTests {
  let auth: Stub<any AuthService>
  let prices: Stub<any PriceList>
  let inventory: Stub<any Inventory>
  let payments: Stub<any PaymentGateway>
  let log: Stub<any AuditLog>
  let checkout: Checkout
  let customer = Checkout.Customer(name: "blob", password: "secret", card: Card(number: "4242"))
  let session = Session(user: "blob", token: "session-42")

  init() async throws {
    auth = try Stub()
    prices = try Stub()
    inventory = try Stub()
    payments = try Stub()
    log = try Stub()
    checkout = Checkout(auth: auth(), prices: prices(), inventory: inventory(), payments: payments(), log: log())

    await auth.when { try await $0.signIn(user: "blob", password: "secret") }.thenReturn(session)
    await auth.when { await $0.signOut(Match.any()) }.thenDoNothing()
    prices.when { $0.price(of: "apple") }.thenReturn(Money(cents: 25))
    prices.when { $0.price(of: Match.any()) }.thenReturn(nil)
    inventory.when { try $0.take(Match.any(), count: Match.any()) }.thenDoNothing()
    inventory.when { $0.putBack(Match.any(), count: Match.any()) }.thenDoNothing()
    log.when { $0.record(Match.any()) }.thenDoNothing()
    log.when { $0.isVerbose }.thenReturn(false)
  }

  @Test func `A sale takes the goods, charges the card and is logged`() async throws {
    await payments.when { try await $0.charge(Match.any(), to: Match.any()) }
      .then { (amount: Money) in Receipt(id: 1, amount: amount) }

    let receipt = try await checkout.sell("apple", count: 3, to: customer)

    #expect(receipt == Receipt(id: 1, amount: Money(cents: 75)))
    inventory.verify { try $0.take("apple", count: 3) }
    await payments.verify { try await $0.charge(Money(cents: 75), to: customer.card) }
    log.verify { $0.record(.sale(item: "apple", count: 3, receipt: receipt)) }
    await auth.verify { await $0.signOut(session) }
  }

  @Test func `A busy gateway is asked three times`() async throws {
    await payments.when { try await $0.charge(Match.any(), to: Match.any()) }
      .thenThrow(PaymentError.busy, times: 2)
      .thenReturn(Receipt(id: 2, amount: Money(cents: 25)))

    #expect(try await checkout.sell("apple", count: 1, to: customer).id == 2)
    await payments.verify(.exactly(3)) { try await $0.charge(Match.any(), to: Match.any()) }
  }

  @Test func `A declined card puts the goods back`() async throws {
    await payments.when { try await $0.charge(Match.any(), to: Match.any()) }.thenThrow(PaymentError.declined)

    await #expect(throws: PaymentError.declined) { try await checkout.sell("apple", count: 2, to: customer) }

    inventory.verify { $0.putBack("apple", count: 2) }
    log.verify { $0.record(.failedSale(item: "apple")) }
    log.verify(.never) {
      $0.record(Match.matching(description: "a sale") { if case .sale = $0 { true } else { false } })
    }
  }

  @Test func `What has no price is not sold, and nobody signs in`() async throws {
    await #expect(throws: CheckoutError.noPrice) { try await checkout.sell("pear", count: 1, to: customer) }
    auth.verifyNoInteractions()
    payments.verifyNoInteractions()
  }

  @Test func `A busy gateway is noted in a verbose log`() async throws {
    log.reset()
    log.when { $0.isVerbose }.thenReturn(true)
    let records = log.when { $0.record(Match.any()) }.thenDoNothing()
    await payments.when { try await $0.charge(Match.any(), to: Match.any()) }
      .thenForEachCall { (attempt, amount: Money) in
        if attempt == 1 { throw PaymentError.busy }
        return Receipt(id: attempt, amount: amount)
      }

    let receipt = try await checkout.sell("apple", count: 1, to: customer)

    let events: [AuditEvent] = records.arguments()
    #expect(events == [.note("the gateway was busy"), .sale(item: "apple", count: 1, receipt: receipt)])
  }

  @Test func `Doubles and real services mix`() async throws {
    let shelves = Shelves(["apple": 2])
    let checkout = Checkout(
      auth: AccountBook(passwords: ["blob": "secret"]),
      prices: prices(),
      inventory: shelves,
      payments: CardTerminal(limit: Money(cents: 100)),
      log: log()
    )
    _ = try await checkout.sell("apple", count: 2, to: customer)
    #expect(shelves["apple"] == 0)
    await #expect(throws: InventoryError.soldOut) { try await checkout.sell("apple", count: 1, to: customer) }
  }

  @Test @MainActor func `Doubles serve the main actor`() async throws {
    var charged: [Money] = []
    await payments.when { try await $0.charge(Match.any(), to: Match.any()) }.then { (amount: Money) in
      charged.append(amount)
      return Receipt(id: 1, amount: amount)
    }
    _ = try await checkout.sell("apple", count: 4, to: customer)
    #expect(charged == [Money(cents: 100)])
  }

  @Test func `A hundred tasks share a double`() async throws {
    await payments.when { try await $0.charge(Match.any(), to: Match.any()) }
      .then { (amount: Money) in Receipt(id: 1, amount: amount) }
    try await withThrowingTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { [checkout, customer] in _ = try await checkout.sell("apple", count: 1, to: customer) }
      }
      try await group.waitForAll()
    }
    await payments.verify(.exactly(100)) { try await $0.charge(Money(cents: 25), to: customer.card) }
  }
}
