import Foundation
import ServiceProtocols
import Testing
import Understudy

@Suite struct InheritanceTests {
  /// Code under test: uses a store as each of its bases.
  func read(_ key: String, from store: any ReadableStore) async throws -> Data? { try await store.read(key) }
  func write(_ data: Data, _ key: String, to store: any WritableStore) async throws {
    var store = store
    try await store.write(data, key)
    store.isDirty = true
  }
  func close(_ store: any Store) throws -> String {
    try store.close()
    return store.name
  }

  @Test func `A diamond is one double`() async throws {
    let stub = try Stub<any ReadWriteStore>()
    await stub.when { try await $0.read(Match.any()) }.then { (key: String) in Data(key.utf8) }
    let written = await stub.when { try await $0.write(Match.any(), Match.any()) }.thenDoNothing()
    let dirty = stub.when { $0.isDirty = Match.any() }.thenDoNothing()
    stub.when { $0.isDirty }.thenReturn(true)
    stub.when { try $0.close() }.thenDoNothing().thenThrow(ServiceError.notFound)
    stub.when { $0.name }.thenReturn("store")
    stub.when { $0[Match.any()] }.then { (index: Int) in UInt8(index) }
    stub.when { try $0.swap("a", "b") }.thenReturn(2)
    let store = stub()
    #expect(try await read("k", from: store) == Data("k".utf8))
    try await write(Data([1]), "w", to: store)
    #expect(try close(store) == "store")
    #expect(throws: ServiceError.notFound) { try close(store) }
    #expect(store[255] == 255 && store.isDirty)
    #expect(try store.swap("a", "b") == 2)
    let writes: [(Data, String)] = written.arguments()
    #expect(writes.count == 1 && writes[0] == (Data([1]), "w"))
    let flags: [Bool] = dirty.arguments()
    #expect(flags == [true])
    stub.verify(2...2) { try $0.close() }
    stub.verify { $0.name }
    stub.verify { $0[255] }
    await stub.verify { try await $0.read("k") }
  }

  @Test func `A class-bound protocol inherits from ones that aren't`() async throws {
    let stub = try Stub<any TransactionalStore>()
    let inner: any ReadWriteStore = try Stub.make { $0.when { $0.name }.thenReturn("inner") }
    await stub.when { try await $0.transaction(Match.any()) }.thenReturn(inner).thenThrow(ServiceError.notFound)
    let depth = Stored(Int32(1), in: stub, get: { $0.depth }, set: { $0.depth = $1 })
    let dirty = Stored(false, in: stub, get: { $0.isDirty }, set: { $0.isDirty = $1 })
    await stub.when { try await $0.read(Match.any()) }.thenReturn(nil)
    await stub.when { try await $0.write(Match.any(), Match.any()) }.thenDoNothing()
    stub.when { try $0.close() }.thenDoNothing()
    stub.when { $0.name }.thenReturn("outer")
    stub.when { $0[7] }.thenReturn(77)
    stub.when { try $0.swap(Match.any(), Match.any()) }.thenThrow(CancellationError())
    var store = stub()
    #expect(store === stub())
    #expect(try await store.transaction(.max).name == "inner")
    await #expect(throws: ServiceError.notFound) { _ = try await store.transaction(0) }
    store.depth += 1
    store.isDirty.toggle()
    #expect(depth.value == 2 && dirty.value)
    #expect(try await read("k", from: store) == nil)
    try await write(Data(), "w", to: store)
    #expect(try close(store) == "outer")
    #expect(store[7] == 77)
    #expect(throws: CancellationError.self) { try store.swap("", "") }
    await stub.verify { try await $0.transaction(.max) }
    await stub.verify { try await $0.write(Data(), "w") }
    stub.verify { $0.depth = 2 }
    #expect(dirty.sets == 2)
  }

  @Test func `Casts find every base`() throws {
    let value: Any = try Stub<any TransactionalStore>()()
    #expect(value is any TransactionalStore)
    #expect(value is any ReadWriteStore)
    #expect(value is any ReadableStore)
    #expect(value is any WritableStore & ReadableStore)
    #expect(value is any Store)
    #expect(value is any AnyObject & Store)
    #expect(!(value is any Cache))
    #expect((value as? any Store) != nil)
  }

  // MARK: Compositions

  /// Code under test: needs two protocols at once.
  func report(_ text: String, to sink: any Logger & Metrics) {
    sink.increment("reports", by: 1, tags: [:])
    if sink.isEnabled(.info) { sink.log(.info, text, metadata: nil, file: "", line: 0) }
  }

  @Test func `A composition is one double`() throws {
    let stub = try Stub<any Logger & Metrics>()
    stub.when { $0.isEnabled(.info) }.thenReturn(true)
    let logged = stub.when {
      $0.log(Match.any(), Match.any(), metadata: Match.any(), file: Match.any(), line: Match.any())
    }
    .thenDoNothing()
    stub.when { $0.increment(Match.any(), by: Match.any(), tags: Match.any()) }.thenDoNothing()
    report("text", to: stub())
    let logger: any Logger = stub()
    #expect(logger.isEnabled(.info))
    let texts: [(LogLevel, String)] = logged.arguments()
    #expect(texts.count == 1 && texts[0] == (.info, "text"))
    stub.verify { $0.increment(Match.equal("reports"), by: Match.equal(1), tags: Match.any()) }
    stub.verify(2...2) { $0.isEnabled(.info) }
  }

  @Test func `A composition of a class-bound protocol and another is class-bound`() async throws {
    let stub = try Stub<any Cache & ReadableStore & Sendable>()
    stub.when { $0.value(forKey: "a") }.thenReturn(Data([1]))
    await stub.when { try await $0.read("a") }.thenReturn(Data([2]))
    stub.when { $0.name }.thenReturn("both")
    let both = stub()
    let cache: any Cache = both
    let store: any ReadableStore = both
    #expect(cache === both)
    #expect(cache.value(forKey: "a") == Data([1]))
    #expect(try await store.read("a") == Data([2]))
    #expect((store as any Store).name == "both")
    stub.verify { $0.value(forKey: "a") }
    await stub.verify { try await $0.read("a") }
    stub.verify { $0.name }
    stub.verifyNoMoreInteractions()
  }

  // MARK: Extensions and bases of the standard library

  @Test func `Extensions run as they are and call the double`() async throws {
    let stub = try Stub<any HealthCheck>()
    await stub.when { try await $0.check() }.thenReturn(200, 500).thenThrow(ServiceError.notFound)
    stub.when { $0.isCritical }.thenReturn(false)
    stub.when { $0.summary(Match.any()) }.then { (verbose: Bool) in verbose ? "long" : "short" }
    let check = stub()
    #expect(await check.isHealthy())
    #expect(await !check.isHealthy())
    #expect(await !check.isHealthy())
    #expect(!check.isCritical)
    #expect(check.summary(true) == "long" && check.summary(false) == "short")
    await stub.verify(3...3) { try await $0.check() }
    stub.verify { $0.isCritical }
    stub.verify { $0.summary(false) }
  }

  @Test func `A double is hashable where its protocol says so`() throws {
    let one = try Stub<any Plugin>()
    let other = try Stub<any Plugin>()
    one.when { $0.id }.thenReturn(1)
    one.when { $0.activate() }.thenReturn(true, false)
    let plugins: Set<AnyHashable> = [AnyHashable(one()), AnyHashable(other()), AnyHashable(one())]
    #expect(plugins.count == 2)
    #expect(AnyHashable(one()) == AnyHashable(one()) && AnyHashable(one()) != AnyHashable(other()))
    #expect(one().id == 1)
    #expect(one().activate() && !one().activate())
    #expect("\(one())" == "Stub<any Plugin>")
    one.verify(2...2) { $0.activate() }
    one.verify { $0.id }
  }

  @Test func `Overloads are told apart by type, label and effect`() async throws {
    let stub = try Stub<any Converter>()
    stub.when { $0.convert(1) as String }.thenReturn("int")
    stub.when { $0.convert(1.0) }.thenReturn("double")
    stub.when { $0.convert(1) as Int }.thenReturn(-1)
    stub.when { try $0.convert(1, to: 2) }.thenThrow(ServiceError.notFound).thenReturn("1")
    await stub.when { await $0.convert(value: 1) }.thenReturn("async")
    let converter = stub()
    #expect(converter.convert(1) as String == "int")
    #expect(converter.convert(1.0) == "double")
    #expect(converter.convert(1) as Int == -1)
    #expect(throws: ServiceError.notFound) { try converter.convert(1, to: 2) }
    #expect(try converter.convert(1, to: 2) == "1")
    #expect(await converter.convert(value: 1) == "async")
    stub.verify { $0.convert(1) as String }
    stub.verify { $0.convert(1) as Int }
    stub.verify { $0.convert(1.0) }
    stub.verify(2...2) { try $0.convert(1, to: 2) }
    await stub.verify { await $0.convert(value: 1) }
    stub.verifyNoMoreInteractions()
  }
}
