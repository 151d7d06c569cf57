import Foundation
import Testing
import Understudy

@testable import ServiceProtocols

@Suite struct SecurityTests {
  // MARK: Tokens

  /// Code under test: keeps a token fresh.
  struct Authenticator {
    let tokens: any TokenStore

    func header(at date: Date) async throws -> String {
      if let token = tokens.current, token.expires > date { return "Bearer \(token.value)" }
      let old = tokens.current
      let new = try await tokens.refresh(old)
      tokens.current = new
      if let old { await tokens.revoke(old) }
      return "Bearer \(new.value)"
    }
  }

  @Test func `A token is used until it expires`() async throws {
    let stub = try Stub<any TokenStore>()
    let old = AccessToken("old", expires: Date(timeIntervalSince1970: 10))
    let new = AccessToken("new", expires: Date(timeIntervalSince1970: 100), scopes: [.read, .write])
    var current: AccessToken? = old
    stub.when { $0.current }.then { current }
    let set = stub.when { $0.current = Match.any() }.then { (token: AccessToken?) in current = token }
    let refreshed = await stub.when { try await $0.refresh(Match.any()) }.thenReturn(new)
    let revoked = await stub.when { await $0.revoke(Match.any()) }.thenDoNothing()

    let authenticator = Authenticator(tokens: stub())
    #expect(try await authenticator.header(at: Date(timeIntervalSince1970: 5)) == "Bearer old")
    refreshed.verify(.never)
    #expect(try await authenticator.header(at: Date(timeIntervalSince1970: 50)) == "Bearer new")
    #expect(try await authenticator.header(at: Date(timeIntervalSince1970: 60)) == "Bearer new")

    let refreshes: [AccessToken?] = refreshed.arguments()
    #expect(refreshes == [old])
    let sets: [AccessToken?] = set.arguments()
    #expect(sets == [new])
    let revocations: [AccessToken] = revoked.arguments()
    #expect(revocations == [old])
    await stub.verify { await $0.revoke(old) }
    await stub.verify(.never) { try await $0.refresh(nil) }
    stub.verify(4...4) { $0.current }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A token is looked up by scope`() throws {
    let stub = try Stub<any TokenStore>()
    stub.when { try $0.token(for: [.read]) }.thenReturn(AccessToken("r"))
    stub.when { try $0.token(for: [.write]) }.thenThrow(ServiceError.refused(code: 401, text: "write"))
    stub.when { try $0.token(for: Match.any()) }.thenReturn(nil)
    #expect(try stub().token(for: .read) == AccessToken("r"))
    #expect(throws: ServiceError.refused(code: 401, text: "write")) { try stub().token(for: .write) }
    #expect(try stub().token(for: [.read, .write]) == nil)
    stub.verify(3...3) { try $0.token(for: Match.any()) }
    stub.verify { try $0.token(for: [.read, .write]) }
  }

  // MARK: Sessions

  @Test func `Sessions are the same objects on both sides`() throws {
    let stub = try Stub<any SessionManager>()
    let user = User("Ann")
    let session = Session(user: user.id)
    let other = Session(user: user.id)
    let started = stub.when { $0.start(Match.any(), device: Match.any()) }.thenReturn(session)
    let ended = stub.when { try $0.end(Match.any()) }.thenDoNothing().thenThrow(ServiceError.notFound)
    stub.when { $0.isSame(Match.any(), Match.any()) }.then { (one: Session, other: Session) in one === other }
    stub.when { $0.all }.thenReturn([user.id: session])
    stub.when { $0.active }.thenReturn(nil, session)
    let active = stub.when { $0.active = Match.any() }.thenDoNothing()

    let manager = stub()
    #expect(manager.start(user, device: (name: "phone", version: Version(1, 2, 3))) === session)
    try manager.end(session)
    #expect(throws: ServiceError.notFound) { try manager.end(other) }
    #expect(manager.isSame(session, session) && !manager.isSame(session, other))
    #expect(manager.all[user.id] === session)
    #expect(manager.active == nil)
    #expect(manager.active === session)
    manager.active = other
    manager.active = nil

    let starts: [(User, (name: String, version: Version))] = started.arguments()
    #expect(starts.count == 1)
    #expect(starts.first?.0 == user)
    #expect(starts.first.map { $0.1 == (name: "phone", version: Version(1, 2, 3)) } == true)
    let endings: [Session] = ended.arguments()
    #expect(endings.map(ObjectIdentifier.init) == [ObjectIdentifier(session), ObjectIdentifier(other)])
    let actives: [Session?] = active.arguments()
    #expect(actives.count == 2 && actives[0] === other && actives[1] == nil)
    stub.verify { $0.isSame(session, other) }
    stub.verify { $0.isSame(session, session) }
    stub.verify { $0.active = nil }
    stub.verify(2...2) { $0.active }
    stub.verify { $0.all }
    stub.verifyNoMoreInteractions()
  }

  // MARK: Cryptography

  @Test func `Digests and 128-bit numbers are exact`() async throws {
    let stub = try Stub<any CryptoProvider>()
    let digest: CryptoProvider.Digest = (1, .max, 0x0123_4567_89AB_CDEF, 4)
    let seed = UInt128.max - 5
    stub.when { $0.digest(Match.any()) }.thenReturn(digest)
    let fingerprint = stub.when { $0.fingerprint(Match.any(), seed: Match.any()) }
      .then { (bytes: ArraySlice<UInt8>, seed: UInt128) in seed - UInt128(bytes.count) }
    stub.when { try $0.signature(of: Match.any(), key: Match.any()) }.thenReturn((r: .min, s: .max))
      .thenThrow(ServiceError.notFound)
    let sealed = await stub.when { try await $0.seal(Match.any(), nonce: Match.any()) }
      .thenReturn((box: Data([9]), tag: (5, 6)))
    stub.when { $0.isEqual(Match.any(), Match.any()) }
      .then { (one: CryptoProvider.Digest, other: CryptoProvider.Digest) in one == other }

    let crypto = stub()
    #expect(crypto.digest([1, 2]) == digest)
    #expect(crypto.fingerprint([1, 2, 3][1...], seed: seed) == seed - 2)
    let pair = try crypto.signature(of: [7], key: .min + 1)
    #expect(pair.r == .min && pair.s == .max)
    #expect(throws: ServiceError.notFound) { try crypto.signature(of: [], key: 0) }
    let box = try await crypto.seal(Data([1]), nonce: [1, 2, 3])
    #expect(box.box == Data([9]) && box.tag == (5, 6))
    #expect(crypto.isEqual(digest, digest))
    #expect(!crypto.isEqual(digest, (1, .max, 0, 4)))

    let seeds: [(ArraySlice<UInt8>, UInt128)] = fingerprint.arguments()
    #expect(seeds.count == 1 && seeds[0] == ([2, 3], seed))
    let seals: [(Data, [UInt8])] = sealed.arguments()
    #expect(seals.count == 1 && seals[0] == (Data([1]), [1, 2, 3]))
    stub.verify { try $0.signature(of: [7], key: .min + 1) }
    stub.verify { $0.digest([1, 2]) }
    stub.verify { $0.isEqual(digest, digest) }
    await stub.verify { try await $0.seal(Data([1]), nonce: [1, 2, 3]) }
  }

  @Test func `Passwords are hashed and verified`() async throws {
    let stub = try Stub<any PasswordHasher>()
    let hashed = await stub.when { await $0.hash(Match.any(), salt: Match.any(), rounds: Match.any()) }
      .then { (password: Substring, salt: Data, rounds: UInt32) async in
        await Task.yield()
        return salt + Data(password.utf8) + Data([UInt8(truncatingIfNeeded: rounds)])
      }
    await stub.when { try await $0.verify("right", against: Data([1])) }.thenReturn(true)
    await stub.when { try await $0.verify(Match.any(), against: Match.any()) }.thenThrow(ServiceError.notFound)
    stub.when { $0.strength }.thenReturn(0.75)
    let hasher = stub()
    let password = "user:secret".drop { $0 != ":" }.dropFirst()
    #expect(await hasher.hash(password, salt: Data([0xFF]), rounds: 0x105) == Data([0xFF]) + Data("secret".utf8) + [5])
    #expect(try await hasher.verify("right", against: Data([1])))
    await #expect(throws: ServiceError.notFound) { try await hasher.verify("wrong", against: Data([1])) }
    #expect(hasher.strength == 0.75)
    let calls: [(Substring, Data, UInt32)] = hashed.arguments()
    #expect(calls.count == 1 && calls[0] == ("secret", Data([0xFF]), 0x105))
    await stub.verify(2...2) { try await $0.verify(Match.any(), against: Match.any()) }
    stub.verify { $0.strength }
    stub.verifyNoMoreInteractions()
  }

  // MARK: Audit and permissions

  @Test func `Actions are recorded and found again`() async throws {
    let stub = try Stub<any AuditLog>()
    let id = UserID(rawValue: UUID())
    let date = Date(timeIntervalSince1970: 100)
    let entries = [AuditAction.signedIn, .changed(field: "name", from: nil, to: "x"), .deleted(id)]
      .map { AuditEntry(actor: id, action: $0, date: date) }
    let recorded = stub.when { $0.record(Match.any(), by: Match.any(), at: Match.any(), context: Match.any()) }
      .thenDoNothing()
    await stub.when { try await $0.entries(in: Match.any()) }
      .then { (range: ClosedRange<Date>) in entries.filter { range.contains($0.date) } }
    stub.when { $0.last(Match.any(), before: Match.any()) }
      .then { (count: Int, range: PartialRangeUpTo<Date>) in range.contains(date) ? entries.suffix(count) : [] }

    let log = stub()
    for entry in entries { log.record(entry.action, by: entry.actor, at: entry.date, context: ["n": 1, "s": "two"]) }
    #expect(try await log.entries(in: date...date + 1) == entries)
    #expect(try await log.entries(in: date + 1...date + 2).isEmpty)
    let last = log.last(2, before: ..<(date + 1))
    #expect(last == entries[1...] && last.startIndex == 1)
    #expect(log.last(2, before: ..<date).isEmpty)

    let calls: [(AuditAction, UserID, Date, [String: any Sendable])] = recorded.arguments()
    #expect(calls.map(\.0) == entries.map(\.action))
    #expect(calls.allSatisfy { $0.1 == id && $0.2 == date && $0.3["n"] as? Int == 1 && $0.3["s"] as? String == "two" })
    stub.verify {
      $0.record(
        Match.equal(.changed(field: "name", from: nil, to: "x")),
        by: Match.any(),
        at: Match.any(),
        context: Match.any()
      )
    }
    await stub.verify { try await $0.entries(in: date...date + 1) }
    stub.verify(2...2) { $0.last(Match.equal(2), before: Match.any()) }
  }

  @Test func `Permissions are checked and rules changed`() async throws {
    let stub = try Stub<any PermissionChecker>()
    stub.when { $0.isAllowed(Match.any(), for: Match.any()) }
      .then { (permissions: Permissions, roles: Set<Role>) in roles.contains(.owner) || permissions == .read }
    let ann = User("Ann")
    await stub.when { try await $0.granted(to: ann) }.thenReturn([.read, .write])
    await stub.when { try await $0.granted(to: Match.any()) }.thenThrow(ServiceError.notFound)
    stub.when { $0.rules }.thenReturn([.reader: .read])
    let rules = stub.when { $0.rules = Match.any() }.thenDoNothing()
    var checker = stub()
    #expect(checker.isAllowed(.read, for: []))
    #expect(checker.isAllowed([.read, .write], for: [.owner, .reader]))
    #expect(!checker.isAllowed(.write, for: [.author]))
    #expect(try await checker.granted(to: ann) == [.read, .write])
    await #expect(throws: ServiceError.notFound) { try await stub().granted(to: User("Bob")) }
    checker.rules[.owner, default: []].insert(.write)
    let set: [[Role: Permissions]] = rules.arguments()
    #expect(set == [[.reader: .read, .owner: .write]])
    stub.verify { $0.isAllowed([.write], for: [.author]) }
    stub.verify { $0.rules }
    await stub.verify { try await $0.granted(to: ann) }
  }
}
