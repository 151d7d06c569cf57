import Testing
import Understudy

/// What each matcher accepts, as the calls of a double see it.
@Suite struct MatcherTests {

  /// Which of some strings a matcher accepts.
  private func accepted(_ matcher: @autoclosure () -> String, of values: [String]) throws -> [String] {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: matcher()) }.thenReturn(1)
    stub.when { $0.price(of: Match.any()) }.thenReturn(0)
    return values.filter { stub().price(of: $0) == 1 }
  }

  /// Which of some numbers, texts or lists a matcher accepts.
  private func accepted<T>(_ matcher: @autoclosure () -> T, among values: [Any]) throws -> [T] {
    let stub = try Stub<any Shop>()
    let pattern = stub.when { $0.log(matcher()) }
    stub.when { $0.log(Match.any()) }.thenDoNothing()
    return values.filter { value in
      stub().log(value)
      var failed = false
      TestDoubles.withIssueHandler({ _ in failed = true }, { pattern.verify() })
      stub.reset()
      stub.when { $0.log(Match.any()) }.thenDoNothing()
      return !failed
    }.compactMap { $0 as? T }
  }

  @Test func `Matchers of order`() throws {
    let numbers: [Any] = [1, 2, 3]
    #expect(try accepted(Match.notEqual(2), among: numbers) == [1, 3])
    #expect(try accepted(Match.greaterThan(2), among: numbers) == [3])
    #expect(try accepted(Match.atLeast(2), among: numbers) == [2, 3])
    #expect(try accepted(Match.lessThan(2), among: numbers) == [1])
    #expect(try accepted(Match.atMost(2), among: numbers) == [1, 2])
    #expect(try accepted(Match.inRange(2..<3), among: numbers) == [2])
    #expect(try accepted(Match.inRange(2...), among: numbers) == [2, 3])
    #expect(try accepted(Match.oneOf(1, 3), among: numbers) == [1, 3])
  }

  @Test func `Matchers of strings`() throws {
    let words = ["apple", "Apple", "pear", ""]
    #expect(try accepted(Match.hasPrefix("ap"), of: words) == ["apple"])
    #expect(try accepted(Match.startsWith("ap"), of: words) == ["apple"])
    #expect(try accepted(Match.hasSuffix("le"), of: words) == ["apple", "Apple"])
    #expect(try accepted(Match.endsWith("ar"), of: words) == ["pear"])
    #expect(try accepted(Match.containsSubstring("ea"), of: words) == ["pear"])
    #expect(try accepted(Match.containsSubstring(""), of: words) == words)
    #expect(try accepted(Match.equalsIgnoringCase("APPLE"), of: words) == ["apple", "Apple"])
    #expect(try accepted(Match.matchesRegex(/^p.*r$/), of: words) == ["pear"])
    #expect(try accepted(Match.matchesRegex("^[aA]p+"), of: words) == ["apple", "Apple"])
    #expect(try accepted(Match.isEmpty(), of: words) == [""])
    #expect(try accepted(Match.hasCount(4), of: words) == ["pear"])
  }

  @Test func `A malformed regular expression is reported and accepts nothing`() throws {
    let messages = try issues {
      let found = try accepted(Match.matchesRegex("("), of: ["("])
      #expect(found == [])
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("when: Match.matchesRegex(\"(\"): ") == true)
  }

  @Test func `Matchers of collections`() throws {
    let lists: [Any] = [[Int](), [1], [1, 2], [2, 1, 3]]
    #expect(try accepted(Match.isEmpty() as [Int], among: lists) == [[]])
    #expect(try accepted(Match.nonEmpty() as [Int], among: lists) == [[1], [1, 2], [2, 1, 3]])
    #expect(try accepted(Match.hasCount(2) as [Int], among: lists) == [[1, 2]])
    #expect(try accepted(Match.contains(2) as [Int], among: lists) == [[1, 2], [2, 1, 3]])
    #expect(try accepted(Match.containsAll(1, 3) as [Int], among: lists) == [[2, 1, 3]])
    #expect(try accepted(Match.startsWith([1]) as [Int], among: lists) == [[1], [1, 2]])
    #expect(try accepted(Match.endsWith([1, 3]) as [Int], among: lists) == [[2, 1, 3]])
  }

  @Test func `Matchers of optionals`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.note(Match.any()) }.thenDoNothing()
    for note in ["a", "b", nil] { stub().note(note) }
    stub.verify { $0.note(Match.isNil()) }
    stub.verify(2...2) { $0.note(Match.notNil()) }
    stub.verify { $0.note(Match.some(Match.hasPrefix("a"))) }
    stub.verify { $0.note(Match.some("b")) }
    stub.verify(2...2) { $0.note(Match.some(Match.any())) }
  }

  @Test func `Matchers of identity`() throws {
    let stub = try Stub<any Shop>()
    let token = Token()
    stub.when { $0.keep(Match.any()) }.thenDoNothing()
    stub().keep(token)
    stub.verify { $0.keep(Match.identical(to: token)) }
    stub.verify(.never) { $0.keep(Match.identical(to: Token())) }
  }

  @Test func `Matchers combine, with literals too`() throws {
    let words = ["apple", "apricot", "pear", "fig"]
    #expect(try accepted(Match.not(Match.hasPrefix("ap")), of: words) == ["pear", "fig"])
    #expect(try accepted(Match.not("fig"), of: words) == ["apple", "apricot", "pear"])
    #expect(try accepted(Match.allOf(Match.hasPrefix("ap"), Match.hasSuffix("t")), of: words) == ["apricot"])
    #expect(try accepted(Match.anyOf(Match.hasPrefix("p"), "fig"), of: words) == ["pear", "fig"])
    #expect(
      try accepted(Match.allOf(Match.not(Match.equal("fig")), Match.anyOf("fig", Match.hasSuffix("r"))), of: words)
        == ["pear"]
    )
  }

  @Test func `Combined matchers stand for one argument each`() throws {
    let stub = try Stub<any Shop>()
    stub.when {
      try $0.buy(Match.anyOf(Match.equal("a"), Match.equal("b")), count: Match.not(Match.anyOf(Match.lessThan(0), 3)))
    }.thenReturn(true)
    #expect(try stub().buy("b", count: 1))
    #expect(throws: UnstubbedCall.self) { try stub().buy("b", count: 3) }
    #expect(throws: UnstubbedCall.self) { try stub().buy("c", count: 1) }
  }

  @Test func `Combined matchers are spelled out`() throws {
    let stub = try Stub<any Shop>()
    let messages = issues {
      stub.verify { $0.price(of: Match.not(Match.anyOf(Match.hasPrefix("a"), "b"))) }
      stub.verify { try $0.buy(Match.not(Match.equal("a")), count: 1) }
    }
    #expect(
      messages.first?.hasPrefix(
        "verify failed: expected exactly 1 call of price(of: not(anyOf(hasPrefix(\"a\"), \"b\"))), got 0."
      ) == true
    )
    #expect(messages.last?.hasSuffix("Write: try $0.buy(Match.not(Match.equal(\"a\")), count: Match.equal(1))") == true)
  }

  @Test func `A captor keeps the arguments of matching calls only, once each`() throws {
    let stub = try Stub<any Shop>()
    let items = Captor<String>()
    stub.when { try $0.buy(items.capture(), count: Match.lessThan(3)) }.thenReturn(true)
    _ = try stub().buy("a", count: 1)
    _ = try? stub().buy("b", count: 5)
    _ = try stub().buy("c", count: 2)
    #expect(items.values == ["a", "c"])
    #expect(items.last == "c")
    let later = Captor<Int>()
    stub.verify(3...3) { try $0.buy(Match.any(), count: later.capture()) }
    #expect(later.values == [1, 5, 2])
  }
}
