import Foundation
import ServiceProtocols
import Testing

private let someID = UserID(rawValue: UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!)

private actor Table {
  var users: [UserID: User] = [:]
  func set(_ user: User?, for id: UserID) { users[id] = user }
}

private struct TestUsers: UserRepository {
  let table = Table()
  var count: Int {
    get async throws {
      let count = await table.users.count
      saw(count)
      if count > 1 { throw ServiceError.refused(code: count, text: "many") }
      return count
    }
  }
  func find(_ id: UserID) async throws -> User? { await table.users[id] }
  func page(_ number: Int, size: Int) async throws -> Page<User> {
    saw(number, size)
    return await Page(items: Array(table.users.values.prefix(size)), next: number + 1)
  }
  func save(_ user: User) async throws {
    saw(user)
    if user.name.isEmpty { throw ServiceError.notFound }
    await table.set(user, for: user.id)
  }
  func delete(_ ids: [UserID]) async -> Bool {
    saw(ids)
    for id in ids { await table.set(nil, for: id) }
    return !ids.isEmpty
  }
}

private final class TestCache: Cache {
  var capacity = 2 { didSet { saw(oldValue, capacity) } }
  private(set) var hits: UInt = 0
  private var values: [String: Data] = [:]
  func value(forKey key: String) -> Data? {
    saw(key, hits)
    if values[key] != nil { hits += 1 }
    return values[key]
  }
  func store(_ data: Data, forKey key: String, until expiry: Date?) {
    saw(data.count, key, expiry)
    values[key] = data
  }
  func remove(_ keys: Set<String>) -> Int {
    saw(keys)
    defer { for key in keys { values[key] = nil } }
    return keys.count { values[$0] != nil }
  }
}

/// A struct: the spy's copy takes the changes.
private struct TestStore: KeyValueStore {
  private var texts: [String: String] = ["a": "one"]
  private var numbers: [String: Int] = [:]
  let token = item()
  var defaults: [String: Double] = ["x": 1] { didSet { saw(oldValue.count, defaults.count) } }
  subscript(key: String) -> String? {
    get { texts[key] }
    set {
      saw(key, newValue, texts[key])
      texts[key] = newValue
    }
  }
  subscript(key: String, default value: Int) -> Int {
    get { numbers[key] ?? value }
    set {
      saw(key, value, newValue)
      numbers[key] = newValue
    }
  }
  subscript(range: Range<Int>) -> [String] { Array(keys[range]) }
  var keys: [String] { texts.keys.sorted() }
  mutating func removeAll(where prefix: Substring) -> Int {
    saw(prefix, keys)
    let gone = keys.filter { $0.hasPrefix(prefix) }
    for key in gone { texts[key] = nil }
    return gone.count
  }
}

private final class TestConnection: DatabaseConnection, @unchecked Sendable {
  private(set) var isOpen = true
  var isolation = IsolationLevel.none
  private var position = 0
  private let token = item()
  func execute(_ sql: String, _ bindings: [Any?]) async throws -> Int {
    saw(sql, bindings)
    await Task.yield()
    if sql.isEmpty { throw ServiceError.notFound }
    return bindings.count
  }
  func rows(_ sql: String) async throws -> [[String: Any]] {
    saw(sql)
    return [["n": 1], ["t": "text"], ["d": token]]
  }
  func begin() throws {
    saw(isOpen)
    if !isOpen { throw ServiceError.refused(code: 3, text: "closed") }
  }
  func commit() throws -> UInt64 {
    saw(isolation)
    return 1 << 63
  }
  func rollback() {
    saw()
    isOpen = false
  }
  func nextRow(into row: inout [String: Int]) -> Bool {
    saw(row, position)
    position += 1
    row["n"] = position
    return position < 3
  }
}

private struct TestFiles: FileSystem {
  var workingDirectory = URL(fileURLWithPath: "/home")
  func contents(of url: URL) throws -> Data {
    saw(url)
    if url.path == "/none" { throw CocoaError(.fileNoSuchFile) }
    return Data(url.path.utf8)
  }
  func write(_ data: Data, to url: URL, permissions: Permissions) throws { saw(data, url, permissions) }
  func attributes(of url: URL) throws -> FileAttributes {
    saw(url, workingDirectory)
    return FileAttributes(
      size: 1 << 40,
      modified: Date(timeIntervalSince1970: 5),
      permissions: [.read, .write],
      isDirectory: true
    )
  }
  func list(_ url: URL, recursively: Bool) throws -> [URL] {
    saw(url, recursively)
    return recursively ? [url, workingDirectory] : [url]
  }
  func exists(_ url: URL, isDirectory: inout Bool) -> Bool {
    saw(url, isDirectory)
    isDirectory.toggle()
    return isDirectory
  }
  func move(_ source: URL, to target: URL) async throws {
    saw(source, target)
    await Task.yield()
    if source == target { throw ServiceError.refused(code: 1, text: "the same") }
  }
}

private struct TestBlobs: BlobStore {
  func put(_ bytes: ArraySlice<UInt8>, checksum: UInt32) throws -> ContiguousArray<UInt64> {
    saw(bytes, bytes.startIndex, checksum)
    if checksum == 0 { throw ServiceError.notFound }
    return ContiguousArray(bytes.map(UInt64.init))
  }
  func chunk(_ index: Int, of name: String) async -> (bytes: [UInt8], isLast: Bool) {
    saw(index, name)
    return (Array(name.utf8), index > 0)
  }
  func spans(of name: String) -> [ClosedRange<Int>] { [0...name.count, -1...1] }
  var usage: (used: Int64, free: Int64) {
    saw()
    return (.max, .min)
  }
}

@Suite struct StorageTranscripts {
  @Test func `A user repository`() async throws {
    try await compare({ TestUsers() as any UserRepository }, requirements: 5) { users in
      try await users.save(User("Ann", id: someID.rawValue, email: "ann@example.org"))
      await attempt { [users] in try await users.save(User("", id: someID.rawValue)) }
      got(try await users.count, try await users.find(someID), try await users.page(3, size: 5))
      try await users.save(User("Bob", id: UUID(uuidString: "00000000-0000-0000-0000-00C04FD430C8")!))
      await attempt { [users] in try await users.count }
      got(await users.delete([]), await users.delete([someID]))
      got(try await users.find(someID))
    }
  }

  @Test func `A cache`() async throws {
    try await compare({ TestCache() as any Cache }, requirements: 5) { cache in
      cache.capacity *= 3
      cache.store(Data([1, 2, 3]), forKey: "a", until: nil)
      cache.store(Data(count: 100), forKey: "b", until: Date(timeIntervalSince1970: 1))
      got(cache.value(forKey: "a"), cache.value(forKey: "c"), cache.hits, cache.capacity)
      got(cache.remove(["b"]), cache.remove(["b"]), cache.value(forKey: "b"))
    }
  }

  @Test func `A key-value store`() async throws {
    try await compare({ TestStore() as any KeyValueStore }, requirements: 5) { store in
      store["b"] = "two"
      store["b"]? += " and more"
      store["c"] = nil
      store["n", default: 40] += 2
      store.defaults["y"] = 2.5
      store.defaults["x", default: 0] += 1
      got(store["a"], store["b"], store["n", default: 0], store[0..<2], store.keys, store.defaults["x"])
      got(store.removeAll(where: "a"[...]), store.keys)
    }
  }

  @Test func `A database connection`() async throws {
    try await compare({ TestConnection() as any DatabaseConnection }, requirements: 8) { connection in
      try connection.begin()
      connection.isolation = .snapshot(age: .seconds(5))
      got(connection.isolation, connection.isOpen)
      got(try await connection.execute("insert", [1, nil, "three", item(3)]))
      await attempt { [connection] in try await connection.execute("", []) }
      got(try await connection.rows("select"))
      var row: [String: Int] = [:]
      while connection.nextRow(into: &row) { got(row) }
      got(try connection.commit())
      connection.rollback()
      got(connection.isOpen)
      attempt { try connection.begin() }
    }
  }

  @Test func `A file system`() async throws {
    try await compare({ TestFiles() as any FileSystem }, requirements: 7) { files in
      let url = URL(fileURLWithPath: "/etc/hosts")
      got(try files.contents(of: url))
      attempt { try files.contents(of: URL(fileURLWithPath: "/none")) }
      try files.write(Data("text".utf8), to: url, permissions: .write)
      files.workingDirectory.appendPathComponent("ann")
      got(files.workingDirectory, try files.attributes(of: url), try files.list(url, recursively: true))
      var isDirectory = false
      got(files.exists(url, isDirectory: &isDirectory), isDirectory)
      try await files.move(url, to: files.workingDirectory)
      do { try await files.move(url, to: url) } catch { got(error) }
    }
  }

  @Test func `A blob store`() async throws {
    try await compare({ TestBlobs() as any BlobStore }, requirements: 4) { blobs in
      got(try blobs.put([1, 2, 3, 4][1...2], checksum: .max))
      attempt { try blobs.put([], checksum: 0) }
      got(await blobs.chunk(0, of: "one"), await blobs.chunk(1, of: "two"), blobs.spans(of: "two"), blobs.usage)
    }
  }
}
