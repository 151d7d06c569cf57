import Foundation
import ServiceProtocols
import Testing
import Understudy

private struct Secret: Equatable, Sendable {
  var text: String
  var level: Level
  enum Level: Equatable, Sendable { case low, high(Int8) }
}

private protocol SecretKeeper: AnyObject {
  var best: Secret? { get set }
  func keep(_ secret: Secret, for user: User) throws -> [Secret]
  func find(_ level: Secret.Level) async -> Secret?
}

private final class Locker: SecretKeeper {
  var best: Secret?
  func keep(_ secret: Secret, for user: User) throws -> [Secret] { [] }
  func find(_ level: Secret.Level) async -> Secret? { nil }
}

/// A namespace with a protocol in it.
enum Billing {
  struct Invoice: Equatable {
    var lines: [(String, Money)] = []
    static func == (one: Invoice, other: Invoice) -> Bool { one.lines.count == other.lines.count }
  }

  protocol Printer {
    func total(_ invoice: Invoice) -> Money
  }

  struct Paper: Printer {
    func total(_ invoice: Invoice) -> Money { Money(0) }
  }
}

/// Protocols and types that no other file can name.
@Suite struct PrivateTests {
  @Test func `A private protocol with private types`() async throws {
    let stub = try Stub<any SecretKeeper>()
    let user = User("Ann")
    let secret = Secret(text: "s", level: .high(-1))
    let kept = stub.when { try $0.keep(Match.any(), for: Match.any()) }.thenReturn([secret])
      .thenThrow(ServiceError.notFound)
    await stub.when { await $0.find(.high(-1)) }.thenReturn(secret)
    await stub.when { await $0.find(Match.any()) }.thenReturn(nil)
    let best = Stored<Secret?>(nil, in: stub, get: { $0.best }, set: { $0.best = $1 })
    let keeper = stub()
    #expect(try keeper.keep(secret, for: user) == [secret])
    #expect(throws: ServiceError.notFound) { try keeper.keep(secret, for: user) }
    #expect(await keeper.find(.high(-1)) == secret)
    #expect(await keeper.find(.low) == nil)
    keeper.best = secret
    keeper.best?.text += "!"
    #expect(best.value == Secret(text: "s!", level: .high(-1)))
    let secrets: [(Secret, User)] = kept.arguments()
    #expect(secrets.count == 2 && secrets[0] == (secret, user))
    await stub.verify { await $0.find(.low) }
    stub.verify(2...2) { try $0.keep(secret, for: user) }
  }

  @Test func `A nested protocol`() throws {
    let stub = try Stub<any Billing.Printer>()
    let invoice = Billing.Invoice(lines: [("a", Money(1))])
    let totals = stub.when { $0.total(Match.any()) }.then { (invoice: Billing.Invoice) in invoice.lines[0].1 }
    #expect(stub().total(invoice) == Money(1))
    let seen: [Billing.Invoice] = totals.arguments()
    #expect(seen == [invoice])
    stub.verify { $0.total(invoice) }
  }
}
