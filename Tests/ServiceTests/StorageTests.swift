import Foundation
import ServiceProtocols
import Testing
import Understudy

@Suite struct StorageTests {
  // MARK: Users

  /// Code under test: keeps users by way of a repository.
  struct Directory: Sendable {
    let users: any UserRepository

    func rename(_ id: UserID, to name: String) async throws -> User {
      guard var user = try await users.find(id) else { throw ServiceError.notFound }
      user.name = name
      try await users.save(user)
      return user
    }

    func everyone(pageSize: Int) async throws -> [User] {
      var all: [User] = []
      var next: Int? = 0
      while let number = next {
        let page = try await users.page(number, size: pageSize)
        all += page.items
        next = page.next
      }
      return all
    }
  }

  @Test func `A repository finds and saves`() async throws {
    let stub = try Stub<any UserRepository>()
    let ann = User("Ann", email: "ann@example.org", roles: [.author, .owner])
    let found = await stub.when { try await $0.find(Match.equal(ann.id)) }.thenReturn(ann)
    await stub.when { try await $0.find(Match.any()) }.thenReturn(nil)
    let saved = await stub.when { try await $0.save(Match.any()) }.thenDoNothing()
    let directory = Directory(users: stub())

    var renamed = ann
    renamed.name = "Anna"
    #expect(try await directory.rename(ann.id, to: "Anna") == renamed)
    let stranger = UserID(rawValue: UUID())
    await #expect(throws: ServiceError.notFound) { try await directory.rename(stranger, to: "x") }

    let users: [User] = saved.arguments()
    #expect(users == [renamed])
    let ids: [UserID] = found.arguments()
    #expect(ids == [ann.id])
    saved.verify()
    await stub.verify(2...2) { try await $0.find(Match.any()) }
    await stub.verify(.never) { await $0.delete(Match.any()) }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A repository pages, counts and deletes`() async throws {
    let stub = try Stub<any UserRepository>()
    let users = ["a", "b", "c"].map { User($0) }
    await stub.when { try await $0.page(0, size: 2) }.thenReturn(Page(items: [users[0], users[1]], next: 1))
    await stub.when { try await $0.page(1, size: 2) }.thenReturn(Page(items: [users[2]]))
    await stub.when { try await $0.count }.thenReturn(3).thenThrow(ServiceError.refused(code: 503, text: "busy"))
    await stub.when { await $0.delete(Match.any()) }.then { (ids: [UserID]) async in ids.count == 2 }

    #expect(try await Directory(users: stub()).everyone(pageSize: 2) == users)
    #expect(try await stub().count == 3)
    await #expect(throws: ServiceError.refused(code: 503, text: "busy")) { try await stub().count }
    #expect(await stub().delete([users[0].id, users[1].id]))
    #expect(await !stub().delete([users[0].id]))
    await stub.verify { try await $0.page(1, size: 2) }
    await stub.verify(2...2) { try await $0.count }
    await stub.verify { await $0.delete([users[0].id]) }
  }

  // MARK: Caches

  /// Code under test: reads through a cache.
  struct ReadThrough {
    let cache: any Cache
    let load: (String) -> Data

    func data(_ key: String) -> Data {
      if let data = cache.value(forKey: key) { return data }
      let data = load(key)
      cache.capacity += data.count
      cache.store(data, forKey: key, until: nil)
      return data
    }
  }

  @Test func `A cache is read through`() throws {
    let stub = try Stub<any Cache>()
    let kept = Data("kept".utf8)
    stub.when { $0.value(forKey: "a") }.thenReturn(kept)
    stub.when { $0.value(forKey: Match.any()) }.thenReturn(nil)
    let stored = stub.when { $0.store(Match.any(), forKey: Match.any(), until: Match.any()) }.thenDoNothing()
    stub.when { $0.capacity }.thenReturn(100)
    let capacity = stub.when { $0.capacity = Match.any() }.thenDoNothing()
    stub.when { $0.hits }.thenReturn(.max)
    stub.when { $0.remove(Match.any()) }.then { (keys: Set<String>) in keys.count }

    let reader = ReadThrough(cache: stub()) { Data($0.utf8) }
    #expect(reader.data("a") == kept)
    #expect(reader.data("bcd") == Data("bcd".utf8))
    #expect(stub().hits == .max)
    #expect(stub().remove(["x", "y"]) == 2)

    let calls: [(Data, String, Date?)] = stored.arguments()
    #expect(calls.count == 1)
    #expect(calls.first.map { $0 == (Data("bcd".utf8), "bcd", nil) } == true)
    let capacities: [Int] = capacity.arguments()
    #expect(capacities == [103])
    stub.verify { $0.value(forKey: "bcd") }
    stub.verify { $0.hits }
    stub.verify { $0.remove(["y", "x"]) }
    stub.verify { $0.capacity }
    stub.verify { $0.value(forKey: "a") }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A cache is a reference, and always the same one`() throws {
    let one = try Stub<any Cache>()
    let other = try Stub<any Cache>()
    #expect(one() === one())
    #expect(one() !== other())
    weak let gone = try Stub<any Cache>()()
    #expect(gone == nil)
  }

  // MARK: Key-value stores

  /// Code under test: counts in a store, in place.
  func count(_ words: [String], in store: inout any KeyValueStore) {
    for word in words {
      store[word, default: 0] += 1
      store[word]?.append("!")
      store.defaults["total", default: 0] += 0.5
    }
  }

  @Test func `A store is changed in place`() throws {
    let stub = try Stub<any KeyValueStore>()
    var numbers: [String: Int] = [:]
    var texts = ["a": "A"]
    var defaults: [String: Double] = [:]
    stub.when { $0[Match.any(), default: Match.any()] }
      .then { (key: String, value: Int) in numbers[key, default: value] }
    stub.when { $0[Match.any(), default: Match.any()] = Match.any() }
      .then { (new: Int, key: String, _: Int) in numbers[key] = new }
    stub.when { $0[Match.any()] as String? }.then { (key: String) in texts[key] }
    stub.when { $0[Match.any()] = Match.any() as String? }.then { (new: String?, key: String) in texts[key] = new }
    stub.when { $0.defaults }.then { defaults }
    stub.when { $0.defaults = Match.any() }.then { (new: [String: Double]) in defaults = new }

    var store = stub()
    count(["a", "b", "a"], in: &store)
    #expect(numbers == ["a": 2, "b": 1])
    #expect(texts == ["a": "A!!"])
    #expect(defaults == ["total": 1.5])
    stub.verify(2...2) { $0[Match.equal("a"), default: Match.equal(0)] = Match.any() }
    stub.verify(3...3) { $0.defaults }
    stub.verify { $0["b"] as String? }
  }

  @Test func `A store has ranges, keys and mutating methods`() throws {
    let stub = try Stub<any KeyValueStore>()
    stub.when { $0[1..<3] }.thenReturn(["b", "c"])
    stub.when { $0.keys }.thenReturn(["a", "b", "c"])
    let removed = stub.when { $0.removeAll(where: Match.any()) }.then { (prefix: Substring) in prefix.count }
    var store = stub()
    #expect(store[1..<3] == ["b", "c"])
    #expect(store.keys == ["a", "b", "c"])
    #expect(store.removeAll(where: "some prefix".dropFirst(5)) == 6)
    let prefixes: [Substring] = removed.arguments()
    #expect(prefixes == ["prefix"])
    stub.verify { $0.keys }
    stub.verify { $0[1..<3] }
  }

  // MARK: Databases

  /// Code under test: a transaction.
  func transfer(_ amount: Int, over database: any DatabaseConnection) async throws -> UInt64 {
    try database.begin()
    do {
      let touched = try await database.execute("UPDATE accounts SET total = total - ?", [amount, "a", nil])
      guard touched == 1 else { throw ServiceError.notFound }
      return try database.commit()
    } catch {
      database.rollback()
      throw error
    }
  }

  @Test func `A connection commits`() async throws {
    let stub = try Stub<any DatabaseConnection>()
    stub.when { try $0.begin() }.thenDoNothing()
    stub.when { try $0.commit() }.thenReturn(0xFFFF_FFFF_FFFF)
    let executed = await stub.when { try await $0.execute(Match.any(), Match.any()) }.thenReturn(1)
    #expect(try await transfer(5, over: stub()) == 0xFFFF_FFFF_FFFF)
    let calls: [(String, [Any?])] = executed.arguments()
    #expect(calls.count == 1)
    let bindings = try #require(calls.first).1
    #expect(bindings.count == 3)
    #expect(bindings[0] as? Int == 5)
    #expect(bindings[1] as? String == "a")
    #expect(bindings[2] == nil)
    stub.verify(.never) { $0.rollback() }
    stub.verify { try $0.commit() }
  }

  @Test func `A connection rolls back`() async throws {
    let stub = try Stub<any DatabaseConnection>()
    stub.when { try $0.begin() }.thenDoNothing().thenThrow(ServiceError.refused(code: 1, text: "nested"))
    let rollback = stub.when { $0.rollback() }.thenDoNothing()
    await stub.when { try await $0.execute(Match.any(), Match.any()) }.thenReturn(0)
    await #expect(throws: ServiceError.notFound) { try await self.transfer(5, over: stub()) }
    #expect(throws: ServiceError.refused(code: 1, text: "nested")) { try stub().begin() }
    rollback.verify()
    stub.verify(.never) { try $0.commit() }
    stub.verify(2...2) { try $0.begin() }
  }

  @Test func `A connection gives rows and keeps its isolation`() async throws {
    let stub = try Stub<any DatabaseConnection>()
    await stub.when { try await $0.rows("SELECT 1") }.thenReturn([["a": 1, "b": "two"], [:]])
    stub.when { $0.isOpen }.thenReturn(true, false)
    stub.when { $0.isolation }.thenReturn(.snapshot(age: .seconds(2)))
    let isolation = stub.when { $0.isolation = Match.any() }.thenDoNothing()
    var scratch: [String: Int] = [:]
    stub.when { $0.nextRow(into: &scratch) }.then { (row: inout [String: Int]) in
      row["next", default: 10] += 1
      return row.count == 1
    }
    let database = stub()
    let rows = try await database.rows("SELECT 1")
    #expect(rows.count == 2)
    #expect(rows[0]["a"] as? Int == 1)
    #expect(rows[0]["b"] as? String == "two")
    #expect(database.isOpen && !database.isOpen)
    #expect(database.isolation == .snapshot(age: .seconds(2)))
    database.isolation = .serializable
    database.isolation = .snapshot(age: .milliseconds(1))
    let levels: [IsolationLevel] = isolation.arguments()
    #expect(levels == [.serializable, .snapshot(age: .milliseconds(1))])
    var row: [String: Int] = [:]
    #expect(database.nextRow(into: &row))
    #expect(database.nextRow(into: &row))
    #expect(row == ["next": 12])
    await stub.verify { try await $0.rows("SELECT 1") }
    stub.verify(2...2) { $0.isOpen }
    stub.verify { $0.isolation }
    stub.verify(2...2) { $0.nextRow(into: &scratch) }
    isolation.verify(2...2)
    stub.verifyNoMoreInteractions()
  }

  // MARK: Files

  /// Code under test: copies a folder's files.
  func backUp(_ folder: URL, to target: URL, in files: any FileSystem) async throws -> Int64 {
    var isDirectory = false
    guard files.exists(folder, isDirectory: &isDirectory), isDirectory else { throw ServiceError.notFound }
    var size: Int64 = 0
    for file in try files.list(folder, recursively: true) {
      let attributes = try files.attributes(of: file)
      size += attributes.size
      let copy = target.appendingPathComponent(file.lastPathComponent)
      try files.write(files.contents(of: file), to: copy, permissions: attributes.permissions)
    }
    try await files.move(target, to: folder.appendingPathExtension("bak"))
    return size
  }

  @Test func `A file system is backed up`() async throws {
    let stub = try Stub<any FileSystem>()
    let folder = URL(fileURLWithPath: "/data", isDirectory: true)
    let file = folder.appendingPathComponent("one.txt")
    let target = URL(fileURLWithPath: "/tmp/copy", isDirectory: true)
    let attributes = FileAttributes(
      size: 12,
      modified: Date(timeIntervalSince1970: 5),
      permissions: [.read, .write],
      isDirectory: false
    )
    var scratch = false
    let exists = stub.when { $0.exists(Match.any(), isDirectory: &scratch) }
      .then { (url: URL, isDirectory: inout Bool) in
        isDirectory = url == folder
        return true
      }
    stub.when { try $0.list(folder, recursively: true) }.thenReturn([file])
    stub.when { try $0.attributes(of: file) }.thenReturn(attributes)
    stub.when { try $0.contents(of: file) }.thenReturn(Data("hello, world".utf8))
    let written = stub.when { try $0.write(Match.any(), to: Match.any(), permissions: Match.any()) }.thenDoNothing()
    let moved = await stub.when { try await $0.move(Match.any(), to: Match.any()) }.thenDoNothing()

    #expect(try await backUp(folder, to: target, in: stub()) == 12)
    await #expect(throws: ServiceError.notFound) { try await self.backUp(file, to: target, in: stub()) }

    let writes: [(Data, URL, Permissions)] = written.arguments()
    #expect(writes.count == 1)
    #expect(
      writes.first.map {
        $0 == (Data("hello, world".utf8), target.appendingPathComponent("one.txt"), [.read, .write])
      } == true
    )
    let moves: [(URL, URL)] = moved.arguments()
    #expect(moves.map(\.1) == [folder.appendingPathExtension("bak")])
    exists.verify(2...2)
    stub.verify { try $0.list(folder, recursively: true) }
    stub.verify(.never) { try $0.list(Match.any(), recursively: Match.equal(false)) }
  }

  @Test func `A file system's directory is read and set`() throws {
    let stub = try Stub<any FileSystem>()
    stub.when { $0.workingDirectory }.thenReturn(URL(fileURLWithPath: "/a", isDirectory: true))
    let set = stub.when { $0.workingDirectory = Match.any() }.thenDoNothing()
    var files = stub()
    files.workingDirectory.appendPathComponent("b")
    files.workingDirectory = URL(fileURLWithPath: "/c")
    let urls: [URL] = set.arguments()
    #expect(urls.map(\.path) == ["/a/b", "/c"])
    stub.verify { $0.workingDirectory }
    stub.verify { $0.workingDirectory = URL(fileURLWithPath: "/c") }
  }

  @Test func `A blob store takes slices and gives tuples`() async throws {
    let stub = try Stub<any BlobStore>()
    let put = stub.when { try $0.put(Match.any(), checksum: Match.any()) }.thenReturn([1, .max])
    await stub.when { await $0.chunk(2, of: "b") }.thenReturn((bytes: [1, 2, 3], isLast: true))
    stub.when { $0.spans(of: "b") }.thenReturn([0...3, 9...9])
    stub.when { $0.usage }.thenReturn((used: -1, free: .max))
    let store = stub()
    #expect(try store.put([9, 8, 7, 6][1...2], checksum: 0xDEAD_BEEF) == [1, .max])
    let chunk = await store.chunk(2, of: "b")
    #expect(chunk == (bytes: [1, 2, 3], isLast: true))
    #expect(store.spans(of: "b") == [0...3, 9...9])
    #expect(store.usage == (used: -1, free: .max))
    let puts: [(ArraySlice<UInt8>, UInt32)] = put.arguments()
    #expect(puts.count == 1)
    #expect(puts.first.map { $0.0 == [8, 7] && $0.0.startIndex == 1 && $0.1 == 0xDEAD_BEEF } == true)
    await stub.verify { await $0.chunk(2, of: "b") }
    stub.verify { $0.spans(of: "b") }
    stub.verify { $0.usage }
    put.verify()
    stub.verifyNoMoreInteractions()
  }
}
