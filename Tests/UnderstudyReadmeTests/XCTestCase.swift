import Understudy
// README: begin
import XCTest

final class GreetingTests: XCTestCase {
  func testRefusedUser() async throws {
    let auth = try Stub<any AuthService>()
    await auth.when { try await $0.signIn(user: Match.any(), password: Match.any()) }
      .thenThrow(LoginError.wrongPassword)

    let text = await greeting(of: "eve", password: "1234", auth: auth())

    XCTAssertEqual(text, "Sorry, eve.")
    await auth.verify { try await $0.signIn(user: "eve", password: "1234") }
  }
}
// README: end
