import Shop
import Understudy
import XCTest

/// The same library from a module in the Swift 5 language mode.
final class Swift5Tests: XCTestCase {
  func testStub() async throws {
    let auth = try Stub<AuthService>()
    await auth.when { try await $0.signIn(user: Match.equal("blob"), password: Match.any()) }
      .thenReturn(Session(user: "blob", token: "session-42"))
    let service: AuthService = auth()
    let session = try await service.signIn(user: "blob", password: "x")
    XCTAssertEqual(session.token, "session-42")
    await auth.verify(1...) { try await $0.signIn(user: "blob", password: "x") }
  }

  @MainActor
  func testOnTheMainActor() async throws {
    let prices = try Stub<PriceList>.make { $0.when { $0.price(of: Match.any()) }.thenReturn(Money(cents: 1)) }
    XCTAssertEqual(prices.price(of: "apple"), Money(cents: 1))
  }
}
