public import Foundation

// MARK: - Tokens and sessions

package struct AccessToken: Hashable, Sendable {
  package var value: String
  package var expires: Date
  package var scopes: Permissions

  package init(_ value: String, expires: Date = .distantFuture, scopes: Permissions = [.read]) {
    self.value = value
    self.expires = expires
    self.scopes = scopes
  }
}

package protocol TokenStore: AnyObject, Sendable {
  var current: AccessToken? { get set }
  func refresh(_ token: AccessToken?) async throws -> AccessToken
  func revoke(_ token: __owned AccessToken) async
  func token(for scopes: Permissions) throws -> AccessToken?
}

package final class KeychainTokenStore: TokenStore {
  package var current: AccessToken? {
    get { unused() }
    set { unused() }
  }
  package func refresh(_ token: AccessToken?) async throws -> AccessToken { unused() }
  package func revoke(_ token: __owned AccessToken) async { unused() }
  package func token(for scopes: Permissions) throws -> AccessToken? { unused() }
}

public final class Session: Sendable {
  public let user: UserID
  public init(user: UserID) { self.user = user }
}

public protocol SessionManager: AnyObject {
  var active: Session? { get set }
  var all: [UserID: Session] { get }
  func start(_ user: User, device: (name: String, version: Version)) -> Session
  func end(_ session: Session) throws
  func isSame(_ one: Session, _ other: Session) -> Bool
}

public final class WebSessionManager: SessionManager {
  public var active: Session? {
    get { unused() }
    set { unused() }
  }
  public var all: [UserID: Session] { unused() }
  public func start(_ user: User, device: (name: String, version: Version)) -> Session { unused() }
  public func end(_ session: Session) throws { unused() }
  public func isSame(_ one: Session, _ other: Session) -> Bool { unused() }
}

// MARK: - Cryptography

public protocol CryptoProvider: Sendable {
  typealias Digest = (UInt64, UInt64, UInt64, UInt64)
  func digest(_ bytes: [UInt8]) -> Digest
  func fingerprint(_ bytes: ArraySlice<UInt8>, seed: UInt128) -> UInt128
  func signature(of bytes: [UInt8], key: Int128) throws -> (r: Int128, s: Int128)
  func seal(_ data: Data, nonce: consuming [UInt8]) async throws -> (box: Data, tag: (UInt64, UInt64))
  func isEqual(_ one: Digest, _ other: Digest) -> Bool
}

public struct OpenSSLProvider: CryptoProvider {
  public func digest(_ bytes: [UInt8]) -> Digest { unused() }
  public func fingerprint(_ bytes: ArraySlice<UInt8>, seed: UInt128) -> UInt128 { unused() }
  public func signature(of bytes: [UInt8], key: Int128) throws -> (r: Int128, s: Int128) { unused() }
  public func seal(_ data: Data, nonce: consuming [UInt8]) async throws -> (box: Data, tag: (UInt64, UInt64)) {
    unused()
  }
  public func isEqual(_ one: Digest, _ other: Digest) -> Bool { unused() }
}

public protocol PasswordHasher: Sendable {
  func hash(_ password: Substring, salt: Data, rounds: UInt32) async -> Data
  func verify(_ password: Substring, against hash: Data) async throws -> Bool
  var strength: Float { get }
}

public struct Argon2Hasher: PasswordHasher {
  public func hash(_ password: Substring, salt: Data, rounds: UInt32) async -> Data { unused() }
  public func verify(_ password: Substring, against hash: Data) async throws -> Bool { unused() }
  public var strength: Float { unused() }
}

// MARK: - Audit and permissions

public enum AuditAction: Hashable, Sendable {
  case signedIn
  case changed(field: String, from: String?, to: String?)
  case deleted(UserID)
}

public struct AuditEntry: Hashable, Sendable {
  public var actor: UserID
  public var action: AuditAction
  public var date: Date

  public init(actor: UserID, action: AuditAction, date: Date) {
    self.actor = actor
    self.action = action
    self.date = date
  }
}

public protocol AuditLog: Sendable {
  func record(_ action: AuditAction, by actor: UserID, at date: Date, context: [String: any Sendable])
  func entries(in range: ClosedRange<Date>) async throws -> [AuditEntry]
  func last(_ count: Int, before date: PartialRangeUpTo<Date>) -> ArraySlice<AuditEntry>
}

public struct FileAuditLog: AuditLog {
  public func record(_ action: AuditAction, by actor: UserID, at date: Date, context: [String: any Sendable]) {
    unused()
  }
  public func entries(in range: ClosedRange<Date>) async throws -> [AuditEntry] { unused() }
  public func last(_ count: Int, before date: PartialRangeUpTo<Date>) -> ArraySlice<AuditEntry> { unused() }
}

protocol PermissionChecker: Sendable {
  func isAllowed(_ permissions: Permissions, for roles: Set<Role>) -> Bool
  func granted(to user: User) async throws -> Permissions
  var rules: [Role: Permissions] { get set }
}

struct RolePermissionChecker: PermissionChecker {
  func isAllowed(_ permissions: Permissions, for roles: Set<Role>) -> Bool { unused() }
  func granted(to user: User) async throws -> Permissions { unused() }
  var rules: [Role: Permissions] {
    get { unused() }
    set { unused() }
  }
}
