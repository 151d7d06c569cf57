import Foundation
import Testing
import Understudy

private struct Post: Codable, Equatable {
  var title = ""
}

private protocol Decoding {
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T
  func store<T>(_ value: T, as name: String)
  func duplicate() -> Self
  func parent() -> Self?
  func children() -> [Self]
  init(name: String)
}
private struct RealDecoding: Decoding {
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T { fatalError() }
  func store<T>(_ value: T, as name: String) {}
  func duplicate() -> RealDecoding { self }
  func parent() -> RealDecoding? { nil }
  func children() -> [RealDecoding] { [] }
  init(name: String) {}
}

private struct Setting<Value> {
  var name: String
}

private protocol Settings {
  subscript<Value>(setting: Setting<Value>) -> Value? { get set }
  static func + (one: Self, other: Self) -> Self
}
private struct RealSettings: Settings {
  subscript<Value>(setting: Setting<Value>) -> Value? {
    get { nil }
    set {}
  }
  static func + (one: RealSettings, other: RealSettings) -> RealSettings { one }
}
private func doubled<S: Settings>(_ settings: S) -> S { settings + settings }

private protocol Storage<Key, Value> {
  associatedtype Key: Hashable
  associatedtype Value
  subscript(key: Key) -> Value? { get set }
  func load(_ key: Key) async throws -> Value
  var all: [Value] { get }
}
private struct Users: Storage {
  subscript(key: String) -> Int? {
    get { nil }
    set {}
  }
  func load(_ key: String) async throws -> Int { 0 }
  var all: [Int] { [] }
}
private struct Posts: Storage {
  subscript(key: Int) -> Post? {
    get { nil }
    set {}
  }
  func load(_ key: Int) async throws -> Post { Post() }
  var all: [Post] { [] }
}

private struct Article: Identifiable, Equatable, Codable {
  var id = 7
}

private protocol Repository<Entity>: Sendable {
  associatedtype Entity: Identifiable & Sendable where Entity.ID: Codable & Sendable
  func find(_ id: Entity.ID) async throws -> Entity?
  func all() -> [Entity.ID: Entity]
}
private actor Articles: Repository {
  func find(_ id: Int) async throws -> Article? { nil }
  nonisolated func all() -> [Int: Article] { [:] }
}
private func encoded<R: Repository>(_ repository: R) throws -> Int {
  try repository.all().keys.map { try JSONEncoder().encode($0).count }.reduce(0, +)
}

private protocol Palette {
  func color() -> (red: Double, green: Double)
}

@Suite struct GenericStubTests {
  @Test func `Associated types of associated types`() async throws {
    let stub = try Stub<any Repository<Article>>()
    await stub.when { try await $0.find(Match.equal(7)) }.thenReturn(Article())
    stub.when { $0.all() }.thenReturn([7: Article(), 12: Article(id: 12)])
    #expect(try await stub().find(7) == Article())
    let count = try encoded(stub())
    #expect(count == 3)
  }

  @Test func `Tuples without their labels`() throws {
    let stub = try Stub<any Palette>()
    stub.when { $0.color() }.thenReturn((1, 2)).then { (3, 4) }
    #expect(stub().color() == (1, 2))
    #expect(stub().color() == (3, 4))
  }

  @Test func `Each type has registrations of its own`() throws {
    let stub = try Stub<any Decoding>()
    stub.when { try $0.decode(User.self, from: Match.any()) }.thenReturn(User(id: 1, name: "a"))
    stub.when { try $0.decode(Post.self, from: Match.equal("p")) }.thenReturn(Post(title: "p"))
    let decoding = stub()
    #expect(try decoding.decode(User.self, from: "x") == User(id: 1, name: "a"))
    #expect(try decoding.decode(Post.self, from: "p") == Post(title: "p"))
    #expect(throws: UnstubbedCall.self) { try decoding.decode(Post.self, from: "q") }
    stub.verify { try $0.decode(User.self, from: "x") }
    stub.verify(2...2) { try $0.decode(Post.self, from: Match.any()) }
    stub.verify(.never) { try $0.decode(Int.self, from: Match.any()) }
  }

  @Test func `Generic arguments are matched and captured`() throws {
    let stub = try Stub<any Decoding>()
    let ints = stub.when { $0.store(Match.equal(3), as: Match.any()) }.thenDoNothing()
    stub.when { $0.store(Match.any(String.self), as: Match.any()) }.thenDoNothing()
    stub().store(3, as: "three")
    stub().store("four", as: "four")
    let stored: [(Int, String)] = ints.arguments()
    #expect(stored.map(\.1) == ["three"])
    stub.verify { $0.store("four", as: "four") }
  }

  @Test func `Self and initializers`() throws {
    let stub = try Stub<any Decoding>()
    let other = try Stub<any Decoding>()()
    stub.when { $0.duplicate() }.thenReturn(other)
    #expect("\(stub().duplicate())" == "Stub<any Decoding>")
    stub.when { $0.parent() }.thenReturn(nil, other)
    stub.when { $0.children() }.thenReturn([other, other])
    #expect(stub().parent() == nil)
    #expect(stub().parent() != nil)
    #expect(stub().children().count == 2)
    let made = type(of: stub()).init(name: "n")
    #expect("\(made)" == "Stub<any Decoding>")
    stub.verify { type(of: $0).init(name: "n") }
  }

  @Test func `Generic subscripts, changed in place`() throws {
    let stub = try Stub<any Settings>()
    let names = Setting<[String]>(name: "names")
    var stored: [String]? = ["a"]
    stub.when { $0[Match.any(Setting<[String]>.self)] }.then { stored }
    stub.when { $0[Match.any(Setting<[String]>.self)] = Match.any() }.then { (value: [String]?) in stored = value }
    stub.when { $0[Match.any(Setting<Int>.self)] }.thenReturn(4)
    var settings = stub()
    settings[names]?.append("b")
    #expect(settings[names] == ["a", "b"])
    #expect(settings[Setting<Int>(name: "n")] == 4)
  }

  @Test func `Operators`() throws {
    let stub = try Stub<any Settings>()
    let messages = issues { #expect("\(doubled(stub()))" == "Stub<any Settings>") }
    #expect(
      messages == [
        """
        no behaviour for Stub<any Settings> + Stub<any Settings> of any Settings: it returned the double itself.
          Write: stub.when { apply($0) }.thenReturn(…), with a generic function apply that returns x + y
        """
      ]
    )
  }

  @Test func `Associated types bound by the type`() async throws {
    let stub = try Stub<any Storage<String, Int>>()
    stub.when { $0["a"] }.thenReturn(1)
    stub.when { $0[Match.equal("b")] = Match.any() }.thenDoNothing()
    await stub.when { try await $0.load(Match.any()) }.thenReturn(7)
    var storage = stub()
    #expect(storage["a"] == 1)
    storage["b"] = 4
    #expect(try await storage.load("x") == 7)
    await stub.verify { try await $0.load("x") }
    stub.verify { $0["b"] = 4 }
  }

  @Test func `Associated types given by name, or ambiguous`() throws {
    let error = #expect(throws: StubError.self) { try Stub<any Storage>() }
    #expect(
      error?.description == """
        Can't make a double of any Storage: Its conformers differ in their associated types: Posts: Key = Int, Value = Post; \
        Users: Key = String, Value = Int.
          What to do: Name them: Stub<any Storage>(binding: ["Key": …, "Value": …]).
        """
    )
    _ = try Stub<any Storage>(binding: ["Key": Int.self, "Value": Post.self])
    let bound = #expect(throws: StubError.self) { try Stub<any Storage<Int, Post>>(binding: ["Key": String.self]) }
    #expect(
      bound?.description == """
        Can't make a double of any Storage<Int, Post>: It binds Key to Int already, and the binding given says String.
          What to do: Leave out the binding, or name the other type in the protocol type.
        """
    )
    let unknown = #expect(throws: StubError.self) { try Stub<any Storage>(binding: ["Kye": Int.self]) }
    #expect(
      unknown?.description == """
        Can't make a double of any Storage: It has no associated type Kye.
          What to do: Its associated types are Key, Value.
        """
    )
  }

  @Test func `Results that hold associated types that the type leaves open`() throws {
    let stub = try Stub<any Storage>(binding: ["Key": Int.self, "Value": Post.self])
    stub.when { $0.all }.thenReturn([Post(title: "a"), Post(title: "b")])
    let storage = stub()
    #expect(storage.all as? [Post] == [Post(title: "a"), Post(title: "b")])
  }

  @Test func `A value of another type for an associated type is reported`() throws {
    let stub = try Stub<any Storage>(binding: ["Key": Int.self, "Value": Post.self])
    stub.when { $0.all }.thenReturn([1])
    #expect(
      issues { _ = stub().all } == [
        "the behaviour of all gave Array<Any>, not Array<Post>: it returned []."
      ]
    )
  }

  @Test func `The process stops with the whole story if a call's types can't be passed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      stop(at: try Stub<any Visitor>()())
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        """
        Fatal error: A call on any Visitor can't be answered: Its requirement `visit(_: T, _: ((() -> Void, T)?) -> Void)` \
        isn't supported: values of type (Optional<(() -> (), Weak)>) -> () can't be passed: it takes an optional that can't \
        be moved by its bytes.
          What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
        """
      ),
      "\(output)"
    )
  }
}

private protocol Visitor {
  func visit<T>(_ value: T, _ body: ((() -> Void, T)?) -> Void)
}

private final class Node {}

/// Can't be moved by its bytes.
private struct Weak {
  weak var node: Node?
}

private func stop(at visitor: any Visitor) {
  visitor.visit(Weak()) { _ in }
}
