import Foundation
import ServiceProtocols
import Understudy
import XCTest

/// A shop's checkout and its doubles, in XCTest.
final class CheckoutTests: XCTestCase {
  /// Code under test.
  @MainActor final class Checkout {
    let cart: any Cart
    let gateway: any PaymentGateway
    let mailer: any Mailer
    let analytics: any Analytics
    let log: any AuditLog

    init(
      cart: any Cart,
      gateway: any PaymentGateway,
      mailer: any Mailer,
      analytics: any Analytics,
      log: any AuditLog
    ) {
      (self.cart, self.gateway, self.mailer, self.analytics, self.log) = (cart, gateway, mailer, analytics, log)
    }

    func pay(_ user: User, with card: Card, key: UUID, at date: Date) async throws -> String {
      let total = try cart.total
      let outcome = try await gateway.charge(total, card: card, key: key)
      guard case .approved(let receipt) = outcome else {
        throw ServiceError.refused(code: 402, text: "\(outcome)")
      }
      analytics.track(Purchase(amount: total))
      log.record(
        .changed(field: "orders", from: nil, to: receipt),
        by: user.id,
        at: date,
        context: ["items": cart.items.count]
      )
      if let email = user.email { _ = try await mailer.send(Mail(to: [email], subject: "Receipt \(receipt)")) }
      cart.items.removeAll()
      return receipt
    }
  }

  private let cart = Stub<any Cart>.made()
  private let gateway = Stub<any PaymentGateway>.made()
  private let mailer = Stub<any Mailer>.made()
  private let analytics = Stub<any Analytics>.made()
  private let log = Stub<any AuditLog>.made()

  private let card = Card(number: "1", expires: (1, 2030))
  private let user = User("Ann", email: "ann@example.org")
  private let key = UUID()
  private let date = Date(timeIntervalSince1970: 9)
  private let total = Money(20, .usd)

  @MainActor private func pay() async throws -> String {
    try await Checkout(
      cart: cart(),
      gateway: gateway(),
      mailer: mailer(),
      analytics: analytics(),
      log: log()
    ).pay(user, with: card, key: key, at: date)
  }

  override func setUp() {
    cart.when { try $0.total }.thenReturn(total)
    cart.when { $0.items }.thenReturn([CartItem("a", count: 1, price: Money(20, .usd))])
    cart.when { $0.items = Match.any() }.thenDoNothing()
    analytics.when { $0.track(Match.any() as any AnalyticsEvent) }.thenDoNothing()
    log.when { $0.record(Match.any(), by: Match.any(), at: Match.any(), context: Match.any()) }.thenDoNothing()
  }

  @MainActor func testPaysRecordsAndSendsAReceipt() async throws {
    await gateway.when { try await $0.charge(self.total, card: self.card, key: self.key) }
      .thenReturn(.approved(receipt: "r-7"))
    let mails = await mailer.when { try await $0.send(Match.any()) }.thenReturn(UUID())

    let receipt = try await pay()

    XCTAssertEqual(receipt, "r-7")
    XCTAssertEqual(mails.arguments(), [Mail(to: ["ann@example.org"], subject: "Receipt r-7")])
    analytics.verify { $0.track(Purchase(amount: self.total)) }
    let records: [(AuditAction, UserID, Date, [String: any Sendable])] = log.when {
      $0.record(Match.any(), by: Match.any(), at: Match.any(), context: Match.any())
    }.arguments()
    XCTAssertEqual(records.map(\.0), [.changed(field: "orders", from: nil, to: "r-7")])
    XCTAssertEqual(records.first?.3["items"] as? Int, 1)
    cart.verify { $0.items = [] }
    for stub in [mailer] { stub.verifyNoMoreInteractions() }
    log.verifyNoMoreInteractions()
    analytics.verifyNoMoreInteractions()
  }

  @MainActor func testStopsWhenThePaymentIsDeclined() async throws {
    await gateway.when { try await $0.charge(Match.any(), card: Match.any(), key: Match.any()) }
      .thenReturn(.declined(reason: .funds, retryAfter: nil))
    do {
      _ = try await pay()
      XCTFail("nothing was thrown")
    } catch {
      XCTAssertEqual(
        error as? ServiceError,
        .refused(code: 402, text: "\(PaymentOutcome.declined(reason: .funds, retryAfter: nil))")
      )
    }
    mailer.verifyNoInteractions()
    analytics.verifyNoInteractions()
    log.verifyNoInteractions()
    cart.verify(.never) { $0.items = Match.any() }
  }

  @MainActor func testAFailureIsReported() async throws {
    var messages: [String] = []
    await TestDoubles.withIssueHandler({ messages.append($0.message) }) {
      await gateway.verify { await $0.balance(in: .eur) }
    }
    XCTAssertEqual(messages.count, 1)
    XCTAssertTrue(messages[0].hasPrefix("verify failed: expected exactly 1 call of balance(in: "), messages[0])
  }
}

extension Stub {
  /// A stub as a property of a test case, where nothing can be thrown.
  static func made() -> Stub { try! Stub() }
}
