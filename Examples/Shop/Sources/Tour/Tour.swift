import Shop
import Understudy

// Doubles work in any program. Without a test library, failures are printed to the standard error, or go to whoever
// takes them with `TestDoubles.withIssueHandler`.

@main
struct Tour {
  static let customer = Checkout.Customer(name: "blob", password: "secret", card: Card(number: "4242"))

  static func main() async throws {
    print("This is Examples/Shop/Sources/Tour/Tour.swift.")
    try await stubbedService()
    try matchers()
    try await checkout()
    try spy()
    try dummy()
    try takenOver()
    try failing()
    try refused()
  }

  static func stubbedService() async throws {
    heading("A stubbed service")
    let auth = try Stub<any AuthService>()
    await auth.when { try await $0.signIn(user: Match.equal("blob"), password: Match.any()) }
      .thenReturn(Session(user: "blob", token: "session-42"))
    await auth.when { try await $0.signIn(user: Match.any(), password: Match.any()) }
      .thenThrow(AuthError.unknownUser)

    let service: any AuthService = auth()
    let session = try await service.signIn(user: "blob", password: "secret")
    say("blob gets \(session.token)")
    do {
      _ = try await service.signIn(user: "eve", password: "secret")
    } catch {
      say("eve gets \(error)")
    }
  }

  static func matchers() throws {
    heading("Matchers and handlers")
    let prices = try Stub<any PriceList>()
    prices.when { $0.title }.thenReturn("Spring", "Summer")
    prices.when { $0.price(of: "apple") }.thenReturn(Money(cents: 25))
    prices.when { $0.price(of: Match.matching(description: "a long name") { $0.count > 6 }) }
      .then { (item: String) in Money(cents: item.count * 100) }
    prices.when { $0.price(of: Match.any()) }.thenReturn(nil)

    let list = prices()
    say("titles: \(list.title), \(list.title), \(list.title)")
    for item in ["apple", "watermelon", "kiwi"] {
      say("\(item): \(list.price(of: item).map { "\($0.cents) cents" } ?? "not for sale")")
    }
  }

  static func checkout() async throws {
    heading("Verification")
    let auth = try Stub<any AuthService>()
    await auth.when { try await $0.signIn(user: Match.any(), password: Match.any()) }
      .thenReturn(Session(user: "blob", token: "session-42"))
    await auth.when { await $0.signOut(Match.any()) }.thenDoNothing()
    let payments = try Stub<any PaymentGateway>()
    await payments.when { try await $0.charge(Match.any(), to: Match.any()) }
      .thenThrow(PaymentError.busy)
      .then { (amount: Money) in Receipt(id: 7, amount: amount) }
    let log = try Stub<any AuditLog>()
    log.when { $0.isVerbose }.thenReturn(false)
    let records = log.when { $0.record(Match.any()) }.thenDoNothing()

    let checkout = Checkout(
      auth: auth(),
      prices: PrintedPriceList(title: "Spring", prices: ["apple": Money(cents: 25)]),
      inventory: Shelves(["apple": 10]),
      payments: payments(),
      log: log()
    )
    let receipt = try await checkout.sell("apple", count: 3, to: customer)
    say("sold for \(receipt.amount.cents) cents")

    await auth.verify { try await $0.signIn(user: "blob", password: "secret") }
    await payments.verify(2...2) { try await $0.charge(Money(cents: 75), to: customer.card) }
    let events: [AuditEvent] = records.arguments()
    say("logged: \(events)")
    say(payments.describeInteractions())
  }

  static func spy() throws {
    heading("A spy before a real price list")
    let spy = try Spy<any PriceList>.make(
      forwardingTo: PrintedPriceList(title: "Spring", prices: ["apple": Money(cents: 25), "pear": Money(cents: 40)])
    )
    spy.when { $0.price(of: "apple") }.thenReturn(Money(cents: 1))
    let list = spy()
    for item in ["apple", "pear"] { say("\(item): \(list.price(of: item)!.cents) cents") }
    spy.verify { $0.price(of: "pear") }
    say("\(spy.history.forwarded.callCount) of \(spy.history.callCount) calls went on to the real list")
  }

  static func dummy() throws {
    heading("A dummy that is used after all")
    let log: any AuditLog = Dummy.make()
    TestDoubles.withIssueHandler({ say($0.message) }) { log.record(.note("hello")) }
  }

  static func takenOver() throws {
    heading("Failures taken over")
    let inventory = try Stub<any Inventory>()
    var messages: [String] = []
    TestDoubles.withIssueHandler({ messages.append($0.message) }) {
      // Nothing says how the subscript behaves: that is a failure, and the call returns 0.
      say("apples on the shelf: \(inventory()["apple"])")
    }
    say("\(messages.count) failure was taken over:\n\(messages[0])")
  }

  static func failing() throws {
    heading("A verification that fails")
    let inventory = try Stub<any Inventory>()
    inventory.when { try $0.take(Match.any(), count: Match.any()) }.thenDoNothing()
    try inventory().take("apple", count: 3)
    try inventory().take("pear", count: 2)
    TestDoubles.withIssueHandler({ say("line \($0.sourceLocation.line): \($0.message)") }) {
      inventory.verify { try $0.take("apple", count: 2) }
    }
  }

  static func refused() throws {
    heading("A type that can't be doubled")
    do {
      _ = try Stub<Checkout>()
    } catch {
      say("\(error)")
    }
  }

  private static func heading(_ text: String) {
    print("\n\(text)\n\(String(repeating: "-", count: text.count))")
  }

  private static func say(_ text: String) {
    print(text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n"))
  }
}
