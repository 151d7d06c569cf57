import Testing
import Understudy

private enum VocabularyError: Error { case gone }

private protocol Words: Sendable {
  func price(of item: String) -> Int
  func load(id: Int) throws -> String
  func signIn(user: String, password: String) async throws -> String
  var name: String { get set }
  subscript(key: String) -> Int { get }
  static func make(_ size: Int) -> Int
  func decode<T: Decodable>(_ type: T.Type, from text: String) -> T
  func mutate(_ value: inout Int) -> Int
  mutating func advance(by count: Int) async -> Int
  init(title: String)
}

private protocol Shelf<Item> {
  associatedtype Item
  func first() throws -> Item
}

private protocol Parser {
  associatedtype Output
  func parse(_ text: String) throws -> Output
}

/// One argument of every type that there are matchers for.
private protocol Arguments {
  func any(_ value: Any)
  func text(_ value: String)
  func number(_ value: Int)
  func maybe(_ value: Int?)
  func list(_ value: [Int])
  func object(_ value: Thing)
  func variadic(_ values: Int...)
  func body(_ body: () -> Void)
  func later(_ body: @escaping () -> Void)
  func message(_ text: @autoclosure () -> String)
}

private final class Thing: Sendable {}

/// Generic code opens a double like any existential.
private func named<W: Words>(_ words: W) -> String { words.name }

/// The spellings that outside code relies on: they compile, and mean what they say.
@Suite struct VocabularyTests {
  @Test func `Making`() throws {
    let stub = try Stub<any Words>()
    stub.when { $0.name }.thenReturn("n")
    let value: any Words = stub()
    #expect(value.name == "n")
    #expect(named(stub()) == "n")
    let one: any Words = try Stub.make { $0.when { $0.name }.thenReturn("x") }
    #expect(one.name == "x")
    let other: any Words = Stub.makeOrStop { $0.when { $0.name }.thenReturn("y") }
    #expect(other.name == "y")
    let bound = try Stub<any Shelf<String>>()
    bound.when { try $0.first() }.thenReturn("b")
    #expect(try bound().first() == "b")
    let free = try Stub<any Parser>(binding: ["Output": Int.self])
    free.when { try $0.parse("1") }.thenReturn(1)
    #expect(try free().parse("1") as? Int == 1)
  }

  @Test func `Recording`() async throws {
    let stub = try Stub<any Words>()
    stub.when { $0.price(of: "apple") }.thenReturn(13)
    stub.when { $0.price(of: Match.any()) }.thenReturn(7)
    stub.when { try $0.load(id: Match.equal(3)) }.thenThrow(VocabularyError.gone)
    await stub.when { try await $0.signIn(user: Match.any(), password: Match.any()) }.thenReturn("session")
    stub.when { $0.name }.thenReturn("n")
    stub.when { $0.name = Match.any() }.thenReturn(())
    stub.when { $0[Match.equal("k")] }.thenReturn(1)
    stub.when { type(of: $0).make(Match.any()) }.thenReturn(2)
    stub.when { type(of: $0).init(title: Match.any()) }
    stub.when { $0.decode(User.self, from: Match.any()) }.thenReturn(User(id: 1, name: "u"))
    var scratch = 0
    stub.when { $0.mutate(&scratch) }.then { (x: inout Int) in
      x += 1
      return x
    }
    await stub.when { await $0.advance(by: Match.any()) }.then { (count: Int) in count + 1 }

    var words = stub()
    #expect(words.price(of: "apple") == 13)
    #expect(words.price(of: "pear") == 7)
    #expect(throws: VocabularyError.gone) { try words.load(id: 3) }
    #expect(try await words.signIn(user: "a", password: "b") == "session")
    #expect(words.name == "n")
    words.name = "m"
    #expect(words["k"] == 1)
    #expect(type(of: words).make(1) == 2)
    #expect(words.decode(User.self, from: "") == User(id: 1, name: "u"))
    var number = 4
    #expect(words.mutate(&number) == 5)
    #expect(number == 5)
    let advanced = await words.advance(by: 1)
    #expect(advanced == 2)
  }

  @Test func `Behaving`() async throws {
    let stub = try Stub<any Words>()
    stub.when { $0.price(of: "chain") }.thenReturn(1).thenReturn(2)
    stub.when { $0.price(of: "list") }.thenReturn(1, 2, 3)
    stub.when { $0.price(of: "times") }.thenReturn(1, times: 2).then { (item: String) in item.count }
    stub.when { try $0.load(id: 1) }.thenThrow(VocabularyError.gone).thenReturn("loaded")
    stub.when { try $0.load(id: 2) }.thenThrow(VocabularyError.gone, times: 1).then { "two" }
    stub.when { try $0.load(id: 3) }.thenForEachCall { attempt in "attempt \(attempt)" }
    stub.when { try $0.load(id: Match.any()) }.thenForEachCall { attempt, id in "\(attempt) \(id as Int)" }
    await stub.when { try await $0.signIn(user: Match.any(), password: Match.any()) }
      .then { (user: String, password: String) async throws in
        await Task.yield()
        return user + password
      }
    let words = stub()
    #expect((0..<3).map { _ in words.price(of: "chain") } == [1, 2, 2])
    #expect((0..<4).map { _ in words.price(of: "list") } == [1, 2, 3, 3])
    #expect((0..<3).map { _ in words.price(of: "times") } == [1, 1, 5])
    #expect(throws: VocabularyError.gone) { try words.load(id: 1) }
    #expect(try words.load(id: 1) == "loaded")
    #expect(throws: VocabularyError.gone) { try words.load(id: 2) }
    #expect(try words.load(id: 2) == "two")
    #expect(try (0..<2).map { _ in try words.load(id: 3) } == ["attempt 1", "attempt 2"])
    #expect(try words.load(id: 9) == "1 9")
    #expect(try await words.signIn(user: "a", password: "b") == "ab")
  }

  @Test func `Verifying`() async throws {
    let stub = try Stub<any Words>()
    let prices = stub.when { $0.price(of: Match.any()) }
    prices.thenReturn(1)
    let signIns = await stub.when { try await $0.signIn(user: Match.any(), password: Match.any()) }
    signIns.thenReturn("s")
    _ = stub().price(of: "apple")
    _ = stub().price(of: "pear")
    _ = try await stub().signIn(user: "a", password: "b")

    stub.verify { $0.price(of: "apple") }
    stub.verify(2...2) { $0.price(of: Match.any()) }
    stub.verify(1...) { $0.price(of: "pear") }
    stub.verify(...3) { $0.price(of: Match.any()) }
    stub.verify(1..<3) { $0.price(of: Match.any()) }
    stub.verify(.never) { $0.price(of: "plum") }
    stub.verify(.once) { $0.price(of: "pear") }
    stub.verify(.exactly(2)) { $0.price(of: Match.any()) }
    await stub.verify(1...1) { try await $0.signIn(user: Match.any(), password: Match.any()) }
    prices.verify(2...2)
    signIns.verify()
    let items: [String] = prices.arguments()
    #expect(items == ["apple", "pear"])
    let users: [(String, String)] = signIns.arguments()
    #expect(users.map(\.0) == ["a"])
    stub.verifyNoMoreInteractions()
    stub.verifyNoUnusedStubs()
    #expect(stub.history.callCount == 3)
    #expect(stub.history.timeline.map(\.name) == ["price(of:)", "price(of:)", "signIn(user:password:)"])
    #expect(stub.describeInteractions().hasPrefix("3 calls were made to any Words:"))
    stub.reset()
    stub.verifyNoInteractions()
  }

  @Test func `Matching`() throws {
    let stub = try Stub<any Arguments>()
    let thing = Thing()
    stub.when { $0.any(Match.any()) }.thenDoNothing()
    stub.when { $0.text(Match.any()) }.thenDoNothing()
    stub.when { $0.number(Match.any()) }.thenDoNothing()
    stub.when { $0.maybe(Match.any()) }.thenDoNothing()
    stub.when { $0.list(Match.any()) }.thenDoNothing()
    stub.when { $0.object(Match.any()) }.thenDoNothing()
    stub.when { $0.variadic(Match.any()) }.thenDoNothing()
    stub.when { $0.body(Match.any()) }.thenDoNothing()
    stub.when { $0.later(Match.any()) }.thenDoNothing()
    stub.when { $0.message(Match.any()) }.thenDoNothing()
    let arguments = stub()
    arguments.text("apple")
    arguments.number(3)
    arguments.maybe(3)
    arguments.maybe(nil)
    arguments.list([1, 2])
    arguments.list([])
    arguments.object(thing)
    arguments.any("x")
    arguments.variadic(1, 2)
    arguments.body {}
    arguments.later {}
    arguments.message("m")

    stub.verify { $0.any(Match.any(String.self)) }
    stub.verify(.never) { $0.any(Match.any(Int.self)) }
    stub.verify { $0.number(Match.equal(3)) }
    stub.verify { $0.number(Match.notEqual(4)) }
    stub.verify { $0.object(Match.identical(to: thing)) }
    stub.verify { $0.number(Match.matching(description: "odd", where: { $0 % 2 == 1 })) }
    stub.verify { $0.number(Match.matching { $0 % 2 == 1 }) }
    stub.verify { $0.number(Match.greaterThan(2)) }
    stub.verify { $0.number(Match.atLeast(3)) }
    stub.verify { $0.number(Match.lessThan(4)) }
    stub.verify { $0.number(Match.atMost(3)) }
    stub.verify { $0.number(Match.inRange(1...3)) }
    stub.verify { $0.maybe(Match.isNil()) }
    stub.verify { $0.maybe(Match.notNil()) }
    stub.verify { $0.maybe(Match.some(Match.equal(3))) }
    stub.verify { $0.list(Match.isEmpty()) }
    stub.verify { $0.list(Match.nonEmpty()) }
    stub.verify { $0.list(Match.hasCount(2)) }
    stub.verify { $0.list(Match.contains(2)) }
    stub.verify { $0.list(Match.containsAll(2, 1)) }
    stub.verify { $0.list(Match.startsWith([1])) }
    stub.verify { $0.list(Match.endsWith([2])) }
    stub.verify { $0.text(Match.hasPrefix("ap")) }
    stub.verify { $0.text(Match.hasSuffix("le")) }
    stub.verify { $0.text(Match.startsWith("ap")) }
    stub.verify { $0.text(Match.endsWith("le")) }
    stub.verify { $0.text(Match.containsSubstring("ppl")) }
    stub.verify { $0.text(Match.equalsIgnoringCase("APPLE")) }
    stub.verify { $0.text(Match.matchesRegex("^a.*e$")) }
    stub.verify { $0.text(Match.matchesRegex(/p+/)) }
    stub.verify { $0.text(Match.not(Match.isEmpty())) }
    stub.verify { $0.text(Match.allOf(Match.hasPrefix("a"), Match.hasSuffix("e"))) }
    stub.verify { $0.text(Match.anyOf(Match.hasPrefix("b"), Match.hasSuffix("e"))) }
    stub.verify { $0.text(Match.oneOf("apple", "pear")) }
    stub.verify { $0.number(Match.approximately(4, within: 1)) }
    stub.verify { $0.any(Match.isType(String.self)) }
    stub.verify { $0.text(Match.property(\.count, 5)) }
    stub.verify { $0.text(Match.matching(\.isEmpty, false)) }
    stub.verify(.never) { $0.text(Match.matching(\.isEmpty)) }
    stub.verify { $0.list(Match.array([Match.any(), Match.equal(2)])) }
    stub.verify { $0.maybe(Match.enumCase(.some(Match.any()))) }
    stub.verify { $0.variadic(Match.any()) }
    stub.verify { $0.variadic(Match.any(), Match.equal(2)) }
    stub.verify { $0.body(Match.any()) }
    stub.verify { $0.later(Match.any()) }
    stub.verify { $0.message(Match.any()) }

    let texts = Captor<String>()
    stub.verify { $0.text(texts.capture()) }
    #expect(texts.values == ["apple"])
    #expect(texts.last == "apple")
  }

  @Test func `Failing`() async throws {
    let stub = try Stub<any Words>()
    var issues: [TestDoubleIssue] = []
    TestDoubles.withIssueHandler({ issue in issues.append(issue) }) {
      stub.verify { $0.price(of: "apple") }
    }
    await TestDoubles.withIssueHandler({ issue in issues.append(issue) }) {
      await stub.verify { try await $0.signIn(user: "a", password: "b") }
    }
    #expect(issues.map(\.sourceLocation.fileID) == Array(repeating: #fileID, count: 2))
    #expect(issues.allSatisfy { $0.message.hasPrefix("verify failed: ") })
    let error = #expect(throws: StubError.self) { try Stub<Int>() }
    #expect(error?.description.hasPrefix("Can't make a double of Int: ") == true)
  }
}
