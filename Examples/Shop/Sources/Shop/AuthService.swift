/// Knows who is who.
public protocol AuthService: Sendable {
  func signIn(user: String, password: String) async throws -> Session
  func signOut(_ session: Session) async
}

/// Proof that somebody has signed in.
public struct Session: Hashable, Sendable {
  public let user: String
  public let token: String

  public init(user: String, token: String) {
    self.user = user
    self.token = token
  }
}

public enum AuthError: Error {
  case unknownUser
  case wrongPassword
}

/// The accounts of a small shop.
public actor AccountBook: AuthService {
  private let passwords: [String: String]
  private var sessions: Set<Session> = []

  public init(passwords: [String: String]) {
    self.passwords = passwords
  }

  public func signIn(user: String, password: String) async throws -> Session {
    guard let right = passwords[user] else { throw AuthError.unknownUser }
    guard password == right else { throw AuthError.wrongPassword }
    let session = Session(user: user, token: "session-\(sessions.count + 1)")
    sessions.insert(session)
    return session
  }

  public func signOut(_ session: Session) async {
    sessions.remove(session)
  }
}
