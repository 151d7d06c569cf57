import Foundation
import Testing
import Understudy

private protocol Entity: Identifiable, Hashable, Comparable, CustomStringConvertible, Codable, Sendable {
  var name: String { get }
}
private struct RealEntity: Entity {
  var id: Int { 0 }
  var name: String { "" }
  var description: String { "" }
  static func < (one: Self, other: Self) -> Bool { false }
}
private protocol Keyed: Identifiable where ID == String {
  func touch()
}
private struct RealKeyed: Keyed {
  var id: String { "" }
  func touch() {}
}
private protocol Fault: LocalizedError {
  var status: Int { get }
}
private struct RealFault: Fault {
  var status: Int { 0 }
}
private protocol Counter: Actor {
  var count: Int { get }
  func add(_ amount: Int) throws -> Int
  nonisolated func name() -> String
}
private actor RealCounter: Counter {
  var count: Int { 0 }
  func add(_ amount: Int) throws -> Int { 0 }
  nonisolated func name() -> String { "" }
}

private func smallest<E: Entity>(_ entity: E) -> E? { [entity, entity].sorted().first }
private func distinct<E: Entity>(_ entity: E) -> Int { Set([entity, entity]).count }
private func same<E: Entity>(_ entity: E) -> Bool { entity == entity && !(entity < entity) }
private func id<K: Keyed>(_ keyed: K) -> String { keyed.id }

@Suite struct StandardProtocolTests {
  @Test func `Doubles are equal to themselves, hash by identity, and say what they are`() throws {
    let stub = try Stub<any Entity>()
    let entity = stub()
    let results = (same(entity), distinct(entity), smallest(entity) != nil)
    #expect(results == (true, 1, true))
    #expect(entity.description == "Stub<any Entity>")
    #expect("\(entity)" == "Stub<any Entity>")
    let other = try Stub<any Entity>()()
    #expect(AnyHashable(entity) != AnyHashable(other))
    #expect(AnyHashable(entity) == AnyHashable(entity))
  }

  @Test func `A test can say otherwise`() throws {
    let stub = try Stub<any Entity>()
    stub.when { $0.description }.thenReturn("Bob")
    #expect("\(stub())" == "Bob")
    stub.verify { $0.description }
  }

  @Test func `Identity by an associated type that the protocol settles`() throws {
    let stub = try Stub<any Keyed>()
    stub.when { $0.id }.thenReturn("k")
    let found = id(stub())
    #expect(found == "k")
    #expect(stub().id == "k")
  }

  @Test func `Errors can be thrown and caught`() throws {
    let stub = try Stub<any Fault>()
    stub.when { $0.status }.thenReturn(404)
    let fault = stub()
    do {
      throw fault
    } catch let caught as any Fault {
      #expect(caught.status == 404)
      #expect(caught.localizedDescription == "Stub<any Fault>")
    }
  }

  @Test func `Actors`() async throws {
    let stub = try Stub<any Counter>()
    stub.when { $0.name() }.thenReturn("n")
    let counter = stub()
    #expect(counter.name() == "n")
    await stub.when { await $0.count }.thenReturn(3)
    await stub.when { try await $0.add(Match.any()) }.then { (amount: Int) in amount + 1 }
    #expect(await counter.count == 3)
    #expect(try await counter.add(4) == 5)
    await stub.verify { try await $0.add(4) }
  }
}
