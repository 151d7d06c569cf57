import Foundation
import ServiceProtocols
import Testing
import Understudy

@Suite struct UnusualTests {
  @Test func `Getters may throw and suspend`() async throws {
    let stub = try Stub<any RemoteCache>()
    let id = UUID()
    let read = await stub.when { try await $0[Match.any()] }.then { (key: String) async throws in
      await Task.yield()
      if key.isEmpty { throw ServiceError.notFound }
      return key == "nil" ? nil : Data(key.utf8)
    }
    await stub.when { await $0[Match.any(), Match.any()] }
      .then { (row: Int, column: Int) async in Coordinate(Double(row), Double(column)) }
    stub.when { try $0[key: id] }.thenReturn("text").thenThrow(ServiceError.notFound)
    await stub.when { await $0.generation }.thenReturn(.max)
    stub.when { try $0.peers }.thenThrow(CancellationError()).thenReturn([])
    let cache = stub()
    #expect(try await cache["k"] == Data("k".utf8))
    #expect(try await cache["nil"] == nil)
    await #expect(throws: ServiceError.notFound) { try await cache[""] }
    #expect(await cache[1, -2] == Coordinate(1, -2))
    #expect(try cache[key: id] == "text")
    #expect(throws: ServiceError.notFound) { try cache[key: id] }
    #expect(await cache.generation == .max)
    #expect(throws: CancellationError.self) { try cache.peers }
    #expect(try cache.peers == [])
    let keys: [String] = read.arguments()
    #expect(keys == ["k", "nil", ""])
    await stub.verify { await $0[1, -2] }
    stub.verify(2...2) { try $0[key: id] }
    stub.verify(2...2) { try $0.peers }
    await stub.verify { await $0.generation }
    stub.verifyNoMoreInteractions()
  }

  @Test func `Arguments are borrowed and sent, results too`() async throws {
    let stub = try Stub<any Courier>()
    let document = Document(title: "d")
    let borrowed = stub.when { $0.borrow(Match.any(), Match.any()) }
      .then { (document: Document, text: String) in document.title.count + text.count }
    stub.when { $0.send(Match.any(), Match.any()) }.then { (shape: Shape, _: String) in shape.sides == 4 }
    await stub.when { try await $0.sendLater(Match.any()) }.then { (shape: Shape) async in shape.sides }
    stub.when { $0.receive() }.then { Shape(sides: 7) }
    await stub.when { await $0.advance(by: Match.any()) }.then { (count: Int) in count + 1 }
    var courier = stub()
    #expect(courier.borrow(document, "a text that is too long to be kept inline") == 42)
    #expect(courier.send(Square(), "n") && !courier.send(Shape(sides: 3), ""))
    #expect(try await stub().sendLater(Shape(sides: 5)) == 5)
    #expect(courier.receive().sides == 7)
    let advanced = await courier.advance(by: 4)
    #expect(advanced == 5)
    let borrows: [(Document, String)] = borrowed.arguments()
    #expect(borrows.count == 1 && borrows[0].0 === document)
    stub.verify { $0.receive() }
    await stub.verify { await $0.advance(by: 4) }
    stub.verify(2...2) { $0.send(Match.any(), Match.any()) }
  }

  @Test func `Static requirements are the stub's own`() async throws {
    let one = try Stub<any Courier>()
    let other = try Stub<any Courier>()
    var limit = 1
    one.when { type(of: $0).limit }.then { limit }
    one.when { type(of: $0).limit = Match.any() }.then { (new: Int) in limit = new }
    other.when { type(of: $0).limit }.thenReturn(-1)
    one.when { try type(of: $0).make("square", count: 4) }.then { Square() }
    one.when { try type(of: $0).make(Match.any(), count: Match.any()) }.thenThrow(ServiceError.notFound)
    let user = User("Ann")
    await one.when { try await type(of: $0).find(user.id) }.thenReturn(user)
    let (kind, otherKind) = (type(of: one()), type(of: other()))
    kind.limit += 41
    #expect(kind.limit == 42 && otherKind.limit == -1)
    #expect(try kind.make("square", count: 4) is Square)
    #expect(throws: ServiceError.notFound) { try kind.make("", count: 0) }
    #expect(try await kind.find(user.id) == user)
    one.verify { type(of: $0).limit = 42 }
    other.verify(.never) { try type(of: $0).make(Match.any(), count: Match.any()) }
    await one.verify { try await type(of: $0).find(user.id) }
  }

  @Test func `Names and types may be odd`() throws {
    let stub = try Stub<any Odd>()
    stub.when { $0.default(in: Match.any(), Match.any(), for: Match.any()) }
      .then { (a: Int, b: Int, c: Int) in a * 100 + b * 10 + c }
    stub.when { $0.`init`() }.thenReturn("init")
    stub.when { $0.`self` }.thenReturn(5)
    stub.when { $0.ünïcødé(Match.any()) }.then { (n: Int) in -n }
    let nothing = stub.when { $0.nothing((), []) }.thenDoNothing()
    let odd = stub()
    #expect(odd.default(in: 1, 2, for: 3) == 123)
    #expect(odd.`init`() == "init")
    #expect(odd.ünïcødé(4) == -4)
    odd.nothing((), [])
    nothing.verify()
    try echo(stub, [.some(.some(.some(nil))), .some(.some(nil)), .some(nil), nil, .some(.some(.some(.some(1))))]) {
      $0.optional($1)
    }
    try echo(stub, [[["a": [[1, 2], nil]], [:]], []]) { $0.nest($1) }
    stub.reset()
    let tupled = stub.when { $0.tuple(Match.any()) }.thenReturn((a: 1, (b: true, c: ("x", [0.5]))))
    let result = stub().tuple((a: -1, (b: false, c: ("é", []))))
    #expect(result.a == 1 && result.1.b && result.1.c == ("x", [0.5]))
    let seen: [(a: Int, (b: Bool, c: (Character, [Double])))] = tupled.arguments()
    #expect(seen.count == 1 && seen[0].a == -1 && !seen[0].1.b && seen[0].1.c == ("é", []))
    stub.verify { $0.tuple((a: -1, (b: false, c: ("é", [])))) }
  }

  @Test func `Requirements that are alike are told apart`() throws {
    let stub = try Stub<any Alike>()
    stub.when { $0.a(1) }.thenReturn(1)
    stub.when { $0.a(x: 1) }.thenReturn(2)
    stub.when { $0.a(y: 1) }.thenReturn(3)
    stub.when { $0.a(1, 1) }.thenReturn(4)
    stub.when { $0.a(1, y: 1) }.thenReturn(5)
    stub.when { $0.a() as Int }.thenReturn(6)
    stub.when { $0.a() as String }.thenReturn("7")
    stub.when { $0.b }.thenReturn(8)
    stub.when { $0.b(1 as Int?) }.thenReturn(9)
    stub.when { $0.b([1]) }.thenReturn(10)
    stub.when { $0.b(1, 1) }.thenReturn(11)
    let alike = stub()
    #expect(alike.a(1) == 1 && alike.a(x: 1) == 2 && alike.a(y: 1) == 3 && alike.a(1, 1) == 4 && alike.a(1, y: 1) == 5)
    #expect(alike.a() as Int == 6 && alike.a() as String == "7" && alike.b == 8)
    #expect(alike.b(1 as Int?) == 9 && alike.b([1]) == 10 && alike.b(1, 1) == 11)
    stub.verifyNoUnusedStubs()
    #expect(stub.history.callCount == 11)
  }

  @Test func `Isolation makes no difference`() async throws {
    let stub = try Stub<any Isolated>()
    await stub.when { await $0.elsewhere(Match.any()) }.then { (value: Int) async in
      await Task.yield()
      return value + 2
    }
    #expect(await stub().elsewhere(10) == 12)
    await stub.verify { await $0.elsewhere(10) }
  }

  @Test func `The caller's actor may come along`() async throws {
    let stub = try Stub<any Accompanied>()
    await stub.when { await $0.here(Match.any()) }.then { (value: Int) async in
      await Task.yield()
      return value + 1
    }
    #expect(await stub().here(10) == 11)
  }

  @Test @MainActor func `Isolation makes no difference on the main actor`() async throws {
    let stub = try Stub<any Isolated>()
    stub.when { $0.main(Match.any()) }.then { (value: Int) in value + 1 }
    await stub.when { try await $0.mainLater(Match.any()) }.then { (value: Int) async throws in
      await Task.yield()
      MainActor.assertIsolated()
      if value == 0 { throw ServiceError.notFound }
      return value + 2
    }
    let isolated = stub()
    #expect(isolated.main(1) == 2)
    #expect(try await isolated.mainLater(1) == 3)
    await #expect(throws: ServiceError.notFound) { try await isolated.mainLater(0) }
    stub.verify { $0.main(1) }
    await stub.verify { try await $0.mainLater(0) }
  }
}
