import Foundation
import ServiceProtocols
import Testing

private let someID = UserID(rawValue: UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!)

private final class TestTokens: TokenStore, @unchecked Sendable {
  var current: AccessToken? { didSet { saw(oldValue?.value, current?.value) } }
  func refresh(_ token: AccessToken?) async throws -> AccessToken {
    saw(token)
    await Task.yield()
    guard var token else { throw ServiceError.notFound }
    token.value += "+"
    current = token
    return token
  }
  func revoke(_ token: __owned AccessToken) async {
    saw(token.value)
    if current == token { current = nil }
  }
  func token(for scopes: Permissions) throws -> AccessToken? {
    saw(scopes)
    if scopes.isEmpty { throw ServiceError.refused(code: 0, text: "no scope") }
    return current?.scopes.isSuperset(of: scopes) == true ? current : nil
  }
}

private final class TestSessions: SessionManager {
  var active: Session?
  private(set) var all: [UserID: Session] = [:]
  func start(_ user: User, device: (name: String, version: Version)) -> Session {
    saw(user, device)
    let session = Session(user: user.id)
    all[user.id] = session
    active = session
    return session
  }
  func end(_ session: Session) throws {
    saw(session.user, all.count)
    guard all.removeValue(forKey: session.user) != nil else { throw ServiceError.notFound }
    if active === session { active = nil }
  }
  func isSame(_ one: Session, _ other: Session) -> Bool { one === other }
}

private struct TestCrypto: CryptoProvider {
  func digest(_ bytes: [UInt8]) -> Digest {
    saw(bytes)
    return (1, 2, 3, bytes.reduce(0) { $0 &+ UInt64($1) })
  }
  func fingerprint(_ bytes: ArraySlice<UInt8>, seed: UInt128) -> UInt128 {
    saw(bytes, seed)
    return seed << 3 | UInt128(bytes.count)
  }
  func signature(of bytes: [UInt8], key: Int128) throws -> (r: Int128, s: Int128) {
    saw(bytes, key)
    if key == 0 { throw ServiceError.refused(code: .min, text: "key") }
    return (key, ~key)
  }
  func seal(_ data: Data, nonce: consuming [UInt8]) async throws -> (box: Data, tag: (UInt64, UInt64)) {
    nonce.append(9)
    saw(data, nonce)
    await Task.yield()
    if data.isEmpty { throw ServiceError.notFound }
    return (data + nonce, (UInt64(nonce.count), .max))
  }
  func isEqual(_ one: Digest, _ other: Digest) -> Bool { one == other }
}

private struct TestHasher: PasswordHasher {
  func hash(_ password: Substring, salt: Data, rounds: UInt32) async -> Data {
    saw(password, salt, rounds)
    for _ in 0..<rounds { await Task.yield() }
    return Data(password.utf8) + salt
  }
  func verify(_ password: Substring, against hash: Data) async throws -> Bool {
    saw(password, hash)
    if hash.isEmpty { throw CancellationError() }
    return Data(password.utf8) == hash
  }
  var strength: Float { 0.75 }
}

private final class Entries: @unchecked Sendable { var list: [AuditEntry] = [] }

private struct TestAudit: AuditLog {
  let entries = Entries()
  func record(_ action: AuditAction, by actor: UserID, at date: Date, context: [String: any Sendable]) {
    saw(action, actor, date, context, entries.list.count)
    entries.list.append(AuditEntry(actor: actor, action: action, date: date))
  }
  func entries(in range: ClosedRange<Date>) async throws -> [AuditEntry] {
    saw(range)
    return entries.list.filter { range.contains($0.date) }
  }
  func last(_ count: Int, before date: PartialRangeUpTo<Date>) -> ArraySlice<AuditEntry> {
    saw(count, date)
    return entries.list.suffix(count)
  }
}

/// An object for what a struct only looks at.
private final class TestVault: Vault {
  var current: Tracked? { didSet { saw(oldValue, current) } }
  var crate = Crate { item(7) }
  private var kept: [Tracked] = []
  func keep(_ item: Tracked, _ tag: Ticket, _ crate: Crate) {
    saw(item, tag, crate)
    kept.append(item)
  }
  func take(_ item: __owned Tracked, _ tag: __owned Ticket, _ crate: __owned Crate) {
    saw(item, tag, crate, kept)
    kept += crate.rest
  }
  func consume(_ item: consuming Tracked, _ parcel: consuming Parcel) throws -> Parcel {
    saw(item, parcel)
    if case .none = parcel { throw TrackedError(item) }
    return .wrapped(.two(item, Ticket(item, 2)))
  }
  func exchange(_ item: inout Tracked, _ crate: inout Crate) -> Tracked {
    saw(item, crate)
    swap(&self.crate, &crate)
    let old = item
    item = kept.last ?? old
    return old
  }
  func open() -> (Tracked, Ticket) { (crate.first, Ticket(item(8), 1)) }
  func unpack(_ parcel: Parcel) throws -> Crate {
    saw(parcel)
    if case .none = parcel { throw TrackedError(crate.first) }
    return crate
  }
  func any(_ value: Any, _ error: any Error, _ object: AnyObject) -> Any {
    saw(value, error, object)
    return [value, object]
  }
  subscript(item: Tracked) -> Ticket {
    get { Ticket(item, Float(kept.count)) }
    set {
      saw(item, newValue)
      kept.append(newValue.item)
    }
  }
}

private actor Shelf {
  var items: [Tracked] = []
  func add(_ item: Tracked) { items.append(item) }
}

private struct TestRemoteVault: RemoteVault {
  let shelf = Shelf()
  func keep(_ item: Tracked, _ tag: Ticket, _ crate: Crate) async {
    await shelf.add(item)
    saw(item, tag, crate)
  }
  func take(_ item: __owned Tracked, _ tag: __owned Ticket, _ crate: __owned Crate) async {
    for item in crate.rest { await shelf.add(item) }
    saw(item, tag, crate)
  }
  func consume(_ item: consuming Tracked, _ parcel: consuming Parcel) async throws -> Parcel {
    await Task.yield()
    saw(item, parcel)
    if case .none = parcel { throw TrackedError(item) }
    return .two(item, Ticket(item, 2))
  }
  func exchange(_ item: inout Tracked, _ crate: inout Crate) async -> Tracked {
    await shelf.add(item)
    saw(item, crate)
    swap(&item, &crate.first)
    return item
  }
  func open() async -> (Tracked, Ticket) { (item(1), Ticket(item(2), 3)) }
  func unpack(_ parcel: Parcel) async throws -> Crate {
    await Task.yield()
    if case .one(let item) = parcel { throw TrackedError(item) }
    return Crate { item(4) }
  }
  var current: Tracked? { get async throws { await shelf.items.last } }
}

@Suite struct SecurityTranscripts {
  @Test func `A token store`() async throws {
    try await compare({ TestTokens() as any TokenStore }, requirements: 4) { tokens in
      tokens.current = AccessToken("t", expires: Date(timeIntervalSince1970: 9), scopes: [.read, .write])
      tokens.current?.value += "!"
      got(try await tokens.refresh(tokens.current), tokens.current)
      await attempt { [tokens] in try await tokens.refresh(nil) }
      got(try tokens.token(for: .read), try tokens.token(for: Permissions(rawValue: 4)))
      attempt { try tokens.token(for: []) }
      await tokens.revoke(tokens.current!)
      got(tokens.current)
    }
  }

  @Test func `A session manager`() async throws {
    try await compare({ TestSessions() as any SessionManager }, requirements: 5) { sessions in
      let session = sessions.start(User("Ann", id: someID.rawValue), device: ("pad", Version(1, 2, 3)))
      got(session.user, sessions.active === session, sessions.all.count)
      sessions.active = Session(user: someID)
      got(sessions.isSame(session, session), sessions.isSame(session, sessions.active!))
      try sessions.end(session)
      attempt { try sessions.end(session) }
      got(sessions.all.count, sessions.active?.user)
    }
  }

  @Test func `A crypto provider`() async throws {
    try await compare({ TestCrypto() as any CryptoProvider }, requirements: 5) { crypto in
      let digest = crypto.digest([1, 2, 250])
      got(digest, crypto.isEqual(digest, digest), crypto.isEqual(digest, (0, 0, 0, 0)))
      got(crypto.fingerprint([1, 2, 3][1...], seed: .max >> 4), try crypto.signature(of: [5], key: .min))
      attempt { try crypto.signature(of: [], key: 0) }
      let nonce: [UInt8] = [1, 2]
      got(try await crypto.seal(Data([7]), nonce: nonce), nonce)
      await attempt { [crypto] in try await crypto.seal(Data(), nonce: nonce) }
    }
  }

  @Test func `A password hasher`() async throws {
    try await compare({ TestHasher() as any PasswordHasher }, requirements: 3) { hasher in
      let hash = await hasher.hash("a secret"[...].dropFirst(2), salt: Data([1]), rounds: 5)
      got(hash, try await hasher.verify("secret", against: hash), hasher.strength)
      await attempt { [hasher] in try await hasher.verify("secret", against: Data()) }
    }
  }

  @Test func `An audit log`() async throws {
    try await compare({ TestAudit() as any AuditLog }, requirements: 3) { audit in
      let start = Date(timeIntervalSince1970: 0)
      audit.record(.signedIn, by: someID, at: start, context: [:])
      audit.record(
        .changed(field: "a", from: nil, to: "b"),
        by: someID,
        at: start + 10,
        context: ["why": item(1)]
      )
      audit.record(.deleted(someID), by: someID, at: start + 20, context: ["n": 3])
      got(try await audit.entries(in: start...(start + 15)), audit.last(1, before: ..<start))
    }
  }

  @Test func `A vault`() async throws {
    try await compare({ TestVault() as any Vault }, requirements: 10) { vault in
      vault.keep(item(1), Ticket(item(2), 3), Crate { item(4) })
      vault.take(item(5), Ticket(item(6), 7), Crate { item(8) })
      attempt { try vault.consume(item(9), .one(item(10))) }
      attempt { try vault.consume(item(11), .none) }
      var mine = item(12)
      var crate = Crate { item(13) }
      got(vault.exchange(&mine, &crate), mine, crate)
      got(vault.open(), vault.any(item(14), TrackedError(item(15)), item(16)))
      attempt { try vault.unpack(.wrapped(.one(item(17)))) }
      attempt { try vault.unpack(.none) }
      vault.current = item(18)
      vault.crate.rest.append(item(19))
      vault.crate.second = nil
      vault[item(20)].number += 0.5
      got(vault.current, vault.crate, vault[item(21)])
    }
  }

  @Test func `A remote vault`() async throws {
    try await compare({ TestRemoteVault() as any RemoteVault }, requirements: 7) { vault in
      await vault.keep(item(1), Ticket(item(2), 3), Crate { item(4) })
      await vault.take(item(5), Ticket(item(6), 7), Crate { item(8) })
      got(try await vault.consume(item(9), .one(item(10))))
      await attempt { [vault] in try await vault.consume(item(11), .none) }
      var mine = item(12)
      var crate = Crate { item(13) }
      got(await vault.exchange(&mine, &crate), mine, crate)
      got(await vault.open(), try await vault.unpack(.none), try await vault.current)
      await attempt { [vault] in try await vault.unpack(.one(item(17))) }
    }
  }
}
