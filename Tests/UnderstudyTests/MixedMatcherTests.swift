import Testing
import Understudy

/// Matchers for some arguments only, and literals among matchers.
@Suite struct MixedMatcherTests {
  @Test func `A call is rewritten, whatever its kind`() async throws {
    let stub = try Stub<any Shop>()
    func mixed(_ signature: String, _ given: Int, _ count: Int, _ line: String) -> [String] {
      [
        """
        when: \(signature) got \(given) \(given == 1 ? "matcher" : "matchers") for \(count) arguments: \
        write matchers for all arguments, or for none.
          Write: \(line)
        """
      ]
    }
    #expect(
      issues { stub.when { try $0.buy("pear", count: Match.atLeast(2)) } }
        == mixed("buy(_:count:)", 1, 2, #"try $0.buy(Match.equal("pear"), count: Match.atLeast(2))"#)
    )
    #expect(
      await issues { await stub.when { try await $0.signIn(user: Match.hasPrefix("b"), password: "x") } }
        == mixed(
          "signIn(user:password:)",
          1,
          2,
          #"try await $0.signIn(user: Match.hasPrefix("b"), password: Match.equal("x"))"#
        )
    )
    #expect(
      issues { stub.when { $0["k"] = Match.any() } }
        == mixed("subscript(_:)", 1, 2, #"$0[Match.equal("k")] = Match.any()"#)
    )
    #expect(
      issues { stub.when { $0[Match.any()] = 3 } }
        == mixed("subscript(_:)", 1, 2, #"$0[Match.any()] = Match.equal(3)"#)
    )
    #expect(
      issues { stub.when { $0[from: Match.atLeast(1), to: 3] } }
        == mixed("subscript(from:to:)", 1, 2, #"$0[from: Match.atLeast(1), to: Match.equal(3)]"#)
    )
    #expect(
      issues { stub.when { $0.sum(1, Match.atLeast(2), 3) } }
        == mixed("sum(_:)", 1, 3, #"$0.sum(Match.equal(1), Match.atLeast(2), Match.equal(3))"#)
    )
    #expect(
      issues { stub.when { try $0.buy(Match.allOf(Match.any(), "a"), count: 2) } }
        == mixed("buy(_:count:)", 1, 2, #"try $0.buy(Match.allOf(Match.any(), "a"), count: Match.equal(2))"#)
    )
  }

  @Test func `A literal within a combination may look like another argument's matcher`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0[from: Match.equal(3), to: Match.anyOf(3, 4)] }.thenReturn(1)
    stub.when { $0[from: Match.any(), to: Match.anyOf(0, 8)] }.thenReturn(2)
    stub.when { $0[from: Match.any(), to: Match.any()] }.thenReturn(0)
    let shop = stub()
    #expect([shop[from: 3, to: 3], shop[from: 3, to: 4], shop[from: 3, to: 5]] == [1, 1, 0])
    #expect([shop[from: 9, to: 0], shop[from: 9, to: 8], shop[from: 9, to: 1]] == [2, 2, 0])
  }

  @Test func `Literals that look like matchers in an array are reported`() throws {
    let stub = try Stub<any Sink>()
    #expect(
      issues { stub.when { $0.take(Match.array([Match.any(), 0])) } } == [
        "when: Match.any() stands among 2 values, and which of them are literals can't be told. "
          + "Write Match.equal(…) for the literals."
      ]
    )
    #expect(issues { stub.when { $0.take(Match.array([Match.any(), 1])) } } == [])
    #expect(issues { stub.when { $0.take(Match.array([Match.any(), Match.equal(0)])) } } == [])
  }

  @Test func `Two matchers in the place of one are reported`() throws {
    let stub = try Stub<any Shop>()
    #expect(
      issues { stub.when { $0.price(of: Match.not(Match.hasPrefix("a") + Match.hasPrefix("b"))) }.thenReturn(1) } == [
        "when: Match.hasPrefix(\"a\"), Match.hasPrefix(\"b\") stand where one matcher is meant. "
          + "Combine them with Match.allOf or Match.anyOf."
      ]
    )
  }

  @Test func `A literal among matchers that can't be compared is reported`() throws {
    let stub = try Stub<any Sink>()
    #expect(
      issues { stub.when { $0.take(Match.some(Opaque(id: 1))) } } == [
        "when: Opaque(id: 1) stands among matchers, but a value of type Opaque can't be compared with ==. "
          + "Write Match.matching { … } for it."
      ]
    )
  }

  @Test func `Cases with matchers for some associated values are reported`() throws {
    let stub = try Stub<any Sink>()
    #expect(
      issues { stub.when { $0.take(Match.enumCase(CaptorTests.Step.moved(x: 1, y: Match.any()))) } } == [
        "when: Match.enumCase got Match.any() for the 2 associated values of moved: "
          + "write matchers for all of them, or for none, and Match.any() for functions."
      ]
    )
    #expect(
      issues { stub.when { $0.take(Match.enumCase(3)) } } == [
        "when: Match.enumCase takes a case of an enum that doesn't reflect itself in its own way, not a value of type Int."
      ]
    )
  }

  @Test func `Matchers of more special types within matchers`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.note(Match.not(Match.hasPrefix("a"))) }.thenDoNothing()
    #expect(issues { stub().note("b") } == [])
    let text: String? = "a"
    #expect(issues { stub().note(text) }.count == 1)
    let other = try Stub<any Sink>()
    other.when { $0.take(Match.anyOf(Match.any(String.self), Match.equal(3)) as Any) }.thenDoNothing()
    let values: [Any] = ["x", 3]
    #expect(issues { for value in values { other().take(value as Any) } } == [])
    #expect(issues { other().take(4 as Any) }.count == 1)
  }

  @Test func `Matchers of cases and errors stand for existentials and optionals`() throws {
    let stub = try Stub<any Existentials>()
    let steps = stub.when { $0.log(Match.enumCase(CaptorTests.Step.moved(x: Match.any(), y: Match.atLeast(2)))) }
    let errors = stub.when { $0.failed(Match.error(ShopError.closed)) }
    let cases = stub.when { $0.failed(Match.enumCase(ShopError.soldOut)) }
    stub.when { $0.log(Match.any()) }.thenDoNothing()
    stub.when { $0.failed(Match.any()) }.thenDoNothing()
    for step in [CaptorTests.Step.moved(x: 1, y: 2), .moved(x: 1, y: 1), .stopped] { stub().log(step) }
    stub().log("text")
    for error in [ShopError.closed, .soldOut, nil] { stub().failed(error) }
    steps.verify()
    errors.verify()
    cases.verify()
  }

  @Test func `A matcher outside of a closure is reported once`() throws {
    #expect(
      issues { _ = Match.not(Match.allOf(Match.equal(3), 4)) } == [
        "Match.not(Match.allOf(Match.equal(3), 4)) was called outside of the closure of when or verify, in "
          + "UnderstudyTests.MixedMatcherTests.`A matcher outside of a closure is reported once`(): it stands for nothing. "
          + "Write it inside the call: stub.when { $0.method(Match.not(Match.allOf(Match.equal(3), 4))) }."
      ]
    )
  }
}

private protocol Existentials {
  func log(_ value: Any)
  func failed(_ error: (any Error)?)
}
