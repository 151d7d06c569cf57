// README: begin
import Testing
import Understudy

protocol AuthService {
  func signIn(user: String, password: String) async throws -> String
  func signOut()
}

enum LoginError: Error { case wrongPassword }

func greeting(of user: String, password: String, auth: any AuthService) async -> String {
  do {
    return "Hello, \(user)! (\(try await auth.signIn(user: user, password: password)))"
  } catch {
    return "Sorry, \(user)."
  }
}

@Test func greetings() async throws {
  let auth = try Stub<any AuthService>()
  await auth.when { try await $0.signIn(user: Match.equal("blob"), password: Match.any()) }
    .thenReturn("session-42")
  await auth.when { try await $0.signIn(user: Match.any(), password: Match.any()) }
    .thenThrow(LoginError.wrongPassword)

  #expect(await greeting(of: "blob", password: "secret", auth: auth()) == "Hello, blob! (session-42)")
  #expect(await greeting(of: "eve", password: "1234", auth: auth()) == "Sorry, eve.")

  await auth.verify { try await $0.signIn(user: "eve", password: "1234") }
  auth.verify(.never) { $0.signOut() }
}
// README: end
