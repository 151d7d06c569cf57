import Testing
import Understudy

/// Captors get the arguments of those calls only that the whole pattern accepts, wherever in it they are.
@Suite struct CaptorTests {
  /// What a captor within a matcher gets of some values.
  private func captured<T, Part>(
    _ values: [T],
    by matcher: (Captor<Part>) -> T
  ) throws -> [Part] {
    let stub = try Stub<any Sink>()
    let captor = Captor<Part>()
    stub.when { $0.take(matcher(captor)) }.thenDoNothing()
    stub.when { $0.take(Match.any(T.self)) }.thenDoNothing()
    for value in values { stub().take(value) }
    let inWhen = captor.values.count
    stub.verify(0...) { $0.take(matcher(captor)) }
    #expect(captor.values.count == 2 * inWhen)
    return Array(captor.values.prefix(inWhen))
  }

  @Test func `Within combinations`() throws {
    #expect(try captured([1, 5, 9]) { Match.allOf($0.capture(), Match.lessThan(6)) } == [1, 5])
    #expect(try captured([1, 5, 9]) { Match.allOf(Match.lessThan(6), $0.capture(), Match.greaterThan(2)) } == [5])
    #expect(try captured([1, 5, 9]) { Match.anyOf(5, Match.allOf(Match.atLeast(9), $0.capture())) } == [9])
    #expect(try captured([1, 5, 9]) { Match.allOf(Match.anyOf($0.capture(), 5), Match.not(1)) } == [5, 9])
  }

  @Test func `Within optionals, properties, types, results and cases`() throws {
    #expect(try captured([1, nil, 3]) { Match.some($0.capture()) } == [1, 3])
    let users = [User(id: 1, name: "a"), User(id: 2, name: "b")]
    #expect(try captured(users) { Match.property(\.name, $0.capture()) } == ["a", "b"])
    #expect(
      try captured(users) { Match.allOf(Match.property(\.name, $0.capture()), Match.property(\.id, 2)) } == ["b"]
    )
    #expect(try captured([1, "a"] as [Any]) { Match.isType(String.self, $0.capture()) } == ["a"])
    #expect(try captured([ShopError.closed] as [any Error]) { Match.error($0.capture()) } == [ShopError.closed])
    #expect(
      try captured([Result<Int, ShopError>.success(3), .failure(.closed)]) { Match.success($0.capture()) } == [3]
    )
    #expect(
      try captured([Result<Int, ShopError>.success(3), .failure(.closed)]) { Match.failure($0.capture()) } == [.closed]
    )
    #expect(
      try captured([Step.moved(x: 1, y: 2), .stopped, .moved(x: 3, y: 4)]) {
        Match.enumCase(.moved(x: $0.capture(), y: Match.greaterThan(2)))
      } == [3]
    )
  }

  @Test func `Within collections`() throws {
    #expect(
      try captured([[1, 2], [3, 4], [5]]) { Match.array([$0.capture(), Match.not(2)]) } == [3]
    )
    #expect(try captured([[1, 2], [3]]) { Match.contains(Match.allOf($0.capture(), Match.atLeast(2))) } == [2, 3])
    #expect(try captured([[1, 2], [3]]) { Match.allElements(Match.allOf($0.capture(), Match.atLeast(2))) } == [3])
    #expect(try captured([["a": 1], ["b": 2]]) { Match.hasValue($0.capture(), forKey: "a") } == [1])
    #expect(try captured([["a": 1], ["b": 2]]) { Match.hasValue(Match.allOf($0.capture(), 2)) } == [2])
    #expect(try captured([["a": 1], ["b": 2]]) { Match.hasKey(Match.allOf($0.capture(), "b")) } == ["b"])
    #expect(
      try captured([["a": 1], ["a": 2, "b": 3]]) { Match.dictionary(["a": Match.any(), "b": $0.capture()]) } == [3]
    )
  }

  @Test func `Other arguments count too`() throws {
    let stub = try Stub<any Shop>()
    let items = Captor<String>()
    stub.when { try $0.buy(Match.allOf(items.capture(), Match.hasPrefix("a")), count: Match.atMost(2)) }
      .thenReturn(true)
    _ = try stub().buy("apple", count: 1)
    _ = try? stub().buy("apricot", count: 3)
    _ = try? stub().buy("pear", count: 1)
    #expect(items.values == ["apple"])
  }

  @Test func `A captor of a more special type`() throws {
    let stub = try Stub<any Shop>()
    let texts = Captor<String>()
    stub.when { $0.note(texts.capture()) }.thenDoNothing()
    stub.when { $0.note(Match.any()) }.thenDoNothing()
    stub().note("a")
    stub().note(nil)
    #expect(texts.values == ["a"])
  }

  @Test func `The elements of a variadic argument`() throws {
    let stub = try Stub<any Shop>()
    let first = Captor<Int>()
    let every = Captor<Int>()
    stub.when { $0.sum(first.capture(), Match.atLeast(2)) }.thenReturn(0)
    stub.when { $0.sum(every.capture()) }.thenReturn(0)
    _ = (stub().sum(1, 2), stub().sum(1, 1), stub().sum(5, 6, 7))
    #expect(first.values == [1])
    #expect(every.values == [1, 1, 5, 6, 7])
  }

  @Test func `A captor that can capture nothing is reported`() throws {
    let stub = try Stub<any Shop>()
    let items = Captor<String>()
    #expect(
      issues { stub.when { $0.price(of: Match.not(Match.allOf(items.capture(), "a"))) }.thenReturn(1) } == [
        "when: Match.allOf(captor.capture(), \"a\") captures nothing within Match.not: calls that it accepts are refused."
      ]
    )
  }

  enum Step {
    case moved(x: Int, y: Int)
    case stopped
  }
}
