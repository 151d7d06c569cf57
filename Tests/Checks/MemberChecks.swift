internal import Understudy

// Properties and subscripts, also changed in place; static members and initializers; objects; types that the caller chooses.

public protocol Shelves {
  var title: String { get set }
  var tokens: [Token] { get set }
  var large: Large { get set }
  var value: Any { get }
  subscript(index: Int, name name: String) -> Double { get set }
  subscript(text: String) -> [Int] { get set }
}

private struct RealShelves: Shelves {
  var title = "a title that is too long to be kept inline" { didSet { saw(title) } }
  var tokens = [Token(1)] { didSet { saw(tokens) } }
  var large = Large(2) { didSet { saw(large) } }
  var value: Any { Token(3) }
  private var numbers: [String: Double] = [:]
  private var lists: [String: [Int]] = [:]
  subscript(index: Int, name name: String) -> Double {
    get { numbers["\(index)\(name)"] ?? 0.5 }
    set {
      saw(index, name, newValue)
      numbers["\(index)\(name)"] = newValue
    }
  }
  subscript(text: String) -> [Int] {
    get { lists[text] ?? [] }
    set {
      saw(text, newValue)
      lists[text] = newValue
    }
  }
}

/// A conformer that closures can change.
private final class Box<P> {
  var value: P
  init(_ value: P) { self.value = value }
}

public protocol Sizes {
  init(_ number: Int, token: Token)
  init?(text: String)
  static func sum(_ a: Int, _ b: Double, _ c: String) -> Double
  static func later(_ token: Token) async throws -> Token
  static var limit: Int { get set }
  var number: Int { get }
  static func + (one: Self, other: Self) -> Int
  func same(as other: Self) -> Bool
}

private struct RealSizes: Sizes {
  let number: Int
  init(_ number: Int, token: Token) { self.number = number + token.number }
  init?(text: String) {
    if text.isEmpty { return nil }
    number = text.count
  }
  static func sum(_ a: Int, _ b: Double, _ c: String) -> Double { Double(a) + b + Double(c.count) }
  static func later(_ token: Token) async throws -> Token { token }
  static var limit: Int {
    get { 5 }
    set { saw(newValue) }
  }
  static func + (one: Self, other: Self) -> Int { one.number + other.number }
  func same(as other: Self) -> Bool { number == other.number }
}

public protocol Keeper: AnyObject {
  var token: Token { get set }
  func keep(_ token: Token, _ number: Int) -> Int
  func give() throws -> Token
  func later(_ text: String) async throws -> String
  static func name(_ number: Int) -> String
}

private final class RealKeeper: Keeper {
  var token = Token(1) { didSet { saw(token) } }
  func keep(_ token: Token, _ number: Int) -> Int {
    saw(token, number)
    return number + 1
  }
  func give() throws -> Token { throw Fault.lost(token) }
  func later(_ text: String) async throws -> String {
    await Task.yield()
    return text + "!"
  }
  static func name(_ number: Int) -> String { "name \(number)" }
}

public protocol Source<Item>: Sendable {
  associatedtype Item: Equatable & Sendable
  func next() -> Item?
  func all(_ items: [Item], _ item: Item) async throws -> [Item]
  func same(_ item: Item) -> (Item, Int)
}

private struct RealSource: Source {
  func next() -> String? { "next" }
  func all(_ items: [String], _ item: String) async throws -> [String] {
    await Task.yield()
    return items + [item]
  }
  func same(_ item: String) -> (String, Int) { (item, item.count) }
}

public protocol Generic {
  func echo<T>(_ value: T) -> T
  func pair<T: Hashable, U>(_ key: T, _ value: U) throws -> [T: U]
  func later<T: Sendable>(_ value: T) async -> (T, Int)
  func all<each T>(_ value: repeat each T, number: Int) -> (repeat (each T)?)
  func describe(_ value: some CustomStringConvertible) -> String
}

private struct RealGeneric: Generic {
  func echo<T>(_ value: T) -> T { value }
  func pair<T: Hashable, U>(_ key: T, _ value: U) throws -> [T: U] { [key: value] }
  func later<T: Sendable>(_ value: T) async -> (T, Int) {
    await Task.yield()
    return (value, 1)
  }
  func all<each T>(_ value: repeat each T, number: Int) -> (repeat (each T)?) { (repeat number > 0 ? each value : nil) }
  func describe(_ value: some CustomStringConvertible) -> String { value.description }
}

extension Checklist {
  func checkMembers() async {
    await compare("Properties", { RealShelves() as any Shelves }, requirements: 6) { stub, real in
      let box = Box(real)
      stub.when { $0.title }.then { box.value.title }
      stub.when { $0.title = Match.any() }.then { (title: String) in box.value.title = title }
      stub.when { $0.tokens }.then { box.value.tokens }
      stub.when { $0.tokens = Match.any() }.then { (tokens: [Token]) in box.value.tokens = tokens }
      stub.when { $0.large }.then { box.value.large }
      stub.when { $0.large = Match.any() }.then { (large: Large) in box.value.large = large }
      stub.when { $0.value }.then { box.value.value }
      stub.when { $0[Match.any(), name: Match.any()] }
        .then { (index: Int, name: String) in box.value[index, name: name] }
      stub.when { $0[Match.any(), name: Match.any()] = Match.any() }
        .then { (value: Double, index: Int, name: String) in box.value[index, name: name] = value }
      stub.when { $0[Match.any()] }.then { (text: String) in box.value[text] }
      stub.when { $0[Match.any()] = Match.any() }.then { (value: [Int], text: String) in box.value[text] = value }
    } use: { shelves in
      got(shelves.title, shelves.tokens, shelves.large, shelves.value, shelves[1, name: "a"], shelves["b"])
      shelves.title = "title"
      shelves.title += "!"
      shelves.tokens.append(Token(4))
      shelves.large.number += 1
      shelves.large.token = Token(5)
      shelves[1, name: "a"] = 2.5
      shelves[1, name: "a"] *= 2
      shelves["b"].append(7)
      func change(_ number: inout Double) throws {
        number += 1
        throw Fault.code(1)
      }
      // An access that an error ends.
      do { try change(&shelves[2, name: "c"]) } catch { got(error) }
      got(shelves.title, shelves.tokens, shelves.large, shelves[1, name: "a"], shelves["b"], shelves[2, name: "c"])
    }
    await compare("Objects", { RealKeeper() as any Keeper }, requirements: 5) { stub, real in
      stub.when { $0.token }.then { real.token }
      stub.when { $0.token = Match.any() }.then { (token: Token) in real.token = token }
      stub.when { $0.keep(Match.any(), Match.any()) }.then { (token: Token, number: Int) in real.keep(token, number) }
      stub.when { try $0.give() }.then { try real.give() }
      await stub.when { try await $0.later(Match.any()) }.then { (text: String) in try await real.later(text) }
      stub.when { type(of: $0).name(Match.any()) }.then { (number: Int) in type(of: real).name(number) }
    } use: { keeper in
      got(keeper.token, keeper.keep(Token(2), 3))
      keeper.token = Token(4)
      await attempt { [keeper] in try keeper.give() }
      got(try await keeper.later("text"), type(of: keeper).name(5))
      weak let other = keeper
      expect(other === keeper)
    }
    await compare("Associated types", { RealSource() as any Source<String> }, requirements: 3) { stub, real in
      stub.when { $0.next() }.then { real.next() }
      await stub.when { try await $0.all(Match.any(), Match.any()) }
        .then { (items: [String], item: String) in try await real.all(items, item) }
      stub.when { $0.same(Match.any()) }.then { (item: String) in real.same(item) }
    } use: { source in
      got(source.next(), try await source.all(["a", "b"], "c"), source.same("text"))
    }
    await compare("Generic calls", { RealGeneric() as any Generic }, requirements: 5) { stub, real in
      stub.when { $0.echo(Match.any(Int.self)) }.then { (value: Int) in real.echo(value) }
      stub.when { $0.echo(Match.any(Large.self)) }.then { (value: Large) in real.echo(value) }
      stub.when { try $0.pair(Match.any(String.self), Match.any(Token.self)) }
        .then { (key: String, value: Token) in try real.pair(key, value) }
      await stub.when { await $0.later(Match.any(Double.self)) }.then { (value: Double) in await real.later(value) }
      stub.when { $0.all(Match.any(Int.self), Match.any(String.self), number: Match.any()) }
        .then { (a: Int, b: String, number: Int) in real.all(a, b, number: number) }
      stub.when { $0.describe(Match.any(Token.self)) }.then { (token: Token) in real.describe(token) }
    } use: { generic in
      let (number, large) = (generic.echo(1), generic.echo(Large(2)))
      let (pair, later) = (try generic.pair("key", Token(3)), await generic.later(4.5))
      got(number, large, pair, later)
      for number in [7, 0] {
        let (first, second) = generic.all(5, "six", number: number)
        got(first, second)
      }
      let token = Token(8)
      got(generic.describe(token))
    }
    await check("Static members and initializers") { try await self.useSizes() }
  }

  private func useSizes() async throws {
    let real = RealSizes(1, token: Token(1))
    let stub = try Stub<any Sizes>()
    stub.when { type(of: $0).sum(Match.any(), Match.any(), Match.any()) }
      .then { (a: Int, b: Double, c: String) in RealSizes.sum(a, b, c) }
    await stub.when { try await type(of: $0).later(Match.any()) }
      .then { (token: Token) in try await RealSizes.later(token) }
    stub.when { type(of: $0).limit }.thenReturn(5)
    stub.when { type(of: $0).limit = Match.any() }.thenDoNothing()
    stub.when { $0.number }.thenReturn(real.number)
    try await use(stub(), real: real)
    stub.verify { type(of: $0).limit = 6 }

    let spy = try Spy<any Sizes>.make(forwardingTo: real)
    try await use(spy(), real: real)
    func make<S: Sizes>(like value: S) -> (Int, Int?, Int?) {
      (S(3, token: Token(4)).number, S(text: "text")?.number, S(text: "")?.number)
    }
    func add<S: Sizes>(_ value: S) -> (Int, Bool) { (value + value, value.same(as: value)) }
    expect("\(make(like: spy()))", is: "\(make(like: real))")
    expect("\(add(spy()))", is: "\(add(real))")
    // It was passed to itself.
    spy.reset()
  }

  private func use(_ sizes: any Sizes, real: RealSizes) async throws {
    let type = type(of: sizes)
    expect(type.sum(1, 2.5, "three"), is: RealSizes.sum(1, 2.5, "three"))
    expect(try await type.later(Token(4)), is: Token(4))
    expect(type.limit, is: 5)
    type.limit += 1
    expect(sizes.number, is: real.number)
  }
}
