import Foundation
import Testing
import Understudy

private struct Post: Codable, Hashable, Sendable {
  var title = "untitled"
}
private class Model {
  var id = 1
}
private final class Order: Model {}
private enum Failure: Error, Equatable { case offline }
private struct Late: Error {}

private protocol API {
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T
  func fetch<T: Codable & Sendable>(_ type: T.Type, page: Int) async throws -> [T]
  func store<T>(_ value: T, as name: String)
  func merge<T: Hashable, U>(_ values: [T], _ other: U?) -> [T: U] where U: CustomStringConvertible
  func count(_ items: some Collection<String>) -> Int
  func refresh<M: Model>(_ model: M) -> M
  func first<S: Sequence>(of values: S) -> S.Element? where S.Element: Comparable
  func transform<T, U>(_ value: T, _ body: (T) -> U) -> U
  func attempt<E: Error>(_ error: E) throws(E) -> Int
  func identical<T: AnyObject>(_ one: T, _ other: T) -> Bool
  func all<each Value>(_ values: repeat each Value) -> Int
  static func make<T: Decodable>(_ type: T.Type) -> T?
}

/// Requirements with generic parameters: for each type by itself, and for all of them.
@Suite struct GenericKindTests {
  @Test func `One registration per type, and one for all others`() throws {
    let stub = try Stub<any API>()
    stub.when { try $0.decode(Post.self, from: Match.any()) }.thenReturn(Post(title: "a"))
    stub.when { try $0.decode(Int.self, from: "1") }.thenReturn(1)
    stub.when { try $0.decode(Int.self, from: Match.any()) }.forAllTypes(returning: Any.self)
      .then { (type: any Decodable.Type, text: String) in
        try JSONDecoder().decode(type, from: Data(text.utf8))
      }
    let api = stub()
    #expect(try api.decode(Post.self, from: "x") == Post(title: "a"))
    #expect(try api.decode(Int.self, from: "1") == 1)
    #expect(try api.decode(Int.self, from: "22") == 22)
    #expect(try api.decode([String].self, from: #"["a"]"#) == ["a"])
    #expect(throws: DecodingError.self) { try api.decode(Bool.self, from: "?") }
  }

  @Test func `All types in verifications and arguments`() throws {
    let stub = try Stub<any API>()
    let stores = stub.when { $0.store(Match.any(Int.self), as: Match.any()) }.forAllTypes()
    stores.thenDoNothing()
    let decodes = stub.when { try $0.decode(Int.self, from: Match.hasPrefix("x")) }.forAllTypes()
    decodes.thenThrow(Failure.offline)
    stub().store(1, as: "one")
    stub().store(Post(), as: "post")
    stub().store("three", as: "text")
    #expect(throws: Failure.offline) { try stub().decode(Post.self, from: "x1") }
    #expect(throws: UnstubbedCall.self) { try stub().decode(Post.self, from: "y1") }
    stores.verify(3...3)
    decodes.verify()
    stub.verify { $0.store("three", as: "text") }
    let names: [(Any, String)] = stores.arguments()
    #expect(names.map(\.1) == ["one", "post", "text"])
    #expect(names.map { "\(type(of: $0.0))" } == ["Int", "Post", "String"])
    let texts: [(String, String)] = stub.when { $0.store(Match.any(String.self), as: Match.any()) }.arguments()
    #expect(texts.map(\.0) == ["three"])
    let numbers: [(Int, String)] = stores.arguments()
    #expect(numbers.map(\.0) == [1])
    let types: [(Any.Type, String)] = decodes.arguments()
    #expect(types.map { "\($0.0)" } == ["Post"])
  }

  @Test func `All types of an asynchronous requirement`() async throws {
    let stub = try Stub<any API>()
    await stub.when { try await $0.fetch(Int.self, page: Match.any()) }.forAllTypes(returning: [any Codable].self)
      .then { (type: Any.Type, page: Int) async in type == Post.self ? [Post(title: "\(page)")] : [] }
    #expect(try await stub().fetch(Post.self, page: 2) == [Post(title: "2")])
    #expect(try await stub().fetch(Int.self, page: 2) == [])
  }

  @Test func `What doesn't fit all types is reported`() throws {
    let stub = try Stub<any API>()
    stub.when { $0.transform(Match.any(Int.self), Match.any() as (Int) -> Int) }.forAllTypes()
      .then { (value: Int) in value + 1 }
    #expect(stub().transform(1) { $0 } == 2)
    #expect(
      issues { _ = stub().transform("a") { $0 } } == [
        """
        then: the handler takes (Int), but this call of transform(_:_:) passes (String, (String) -> String): it returned "".
        """
      ]
    )
    stub.when { type(of: $0).make(Int.self) }.forAllTypes().thenReturn(5)
    #expect(type(of: stub()).make(Int.self) == 5)
    #expect(
      issues { _ = type(of: stub()).make(String.self) } == [
        "the behaviour of make(_:) gave Optional<Int>, not Optional<String>: it returned nil."
      ]
    )
    stub.when { try $0.attempt(Match.any(Failure.self)) }.forAllTypes().thenThrow(Failure.offline)
    #expect(throws: Failure.offline) { try stub().attempt(Failure.offline) }
    #expect(
      try issues { _ = try stub().attempt(Late()) } == [
        "thenThrow: this call of attempt(_:) can only throw Late, not Failure: it returned 0."
      ]
    )
    #expect(
      issues { stub.when { $0.count(Match.any([String].self)) }.forAllTypes().verify() } == [
        """
        verify failed: expected exactly 1 call of count(any), got 0.
          6 calls were made to any API:
            1. transform(1, { (Int) -> Int })
            2. transform("a", { (String) -> String })
            3. API.make(Int.self)
            4. API.make(String.self)
            5. attempt(.offline)
            6. attempt(Late())
        """
      ]
    )
  }

  @Test func `A requirement that isn't generic`() throws {
    let stub = try Stub<any Plain>()
    #expect(
      issues { stub.when { $0.run(1) }.forAllTypes().thenReturn(2) } == [
        "forAllTypes: run(_:) isn't generic, so all its calls have the same types."
      ]
    )
    #expect(stub().run(1) == 2)
  }

  @Test func `Constraints of every kind`() throws {
    let stub = try Stub<any API>()
    stub.when { $0.merge(Match.equal([1, 2]), Match.any(String?.self)) }.thenReturn([1: "a"])
    stub.when { $0.count(["a", "b"]) }.thenReturn(2)
    stub.when { $0.count(Match.any(Set<String>.self)) }.thenReturn(3)
    stub.when { $0.refresh(Match.any(Order.self)) }.then { (order: Order) in order }
    stub.when { $0.first(of: Match.any([Int].self)) }.thenReturn(9)
    stub.when { $0.identical(Match.any(Order.self), Match.any()) }.thenReturn(true)
    stub.when { $0.all(Match.any(Int.self), Match.equal("a")) }.thenReturn(2)
    let api = stub()
    #expect(api.count(["a", "b"]) == 2)
    #expect(api.count(Set(["a"])) == 3)
    let order = Order()
    #expect(api.refresh(order) === order)
    #expect(api.first(of: [3, 4]) == 9)
    #expect(api.identical(order, order))
    #expect(api.all(1, "a") == 2)
  }
}

private protocol Plain {
  func run(_ value: Int) -> Int
}
