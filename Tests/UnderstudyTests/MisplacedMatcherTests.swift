import Testing
import Understudy

private protocol Sums {
  func f(_ a: Int) -> Int
  func s(_ text: String) -> String
  func two(_ a: Int, _ b: Int) -> Int
  func put(_ text: String, at place: Int, _ others: Int...)
  func maybe(_ text: String?)
  func take(_ value: Any)
  func keep(_ token: Token)
  func pay(_ money: Money)
  func switchTo(_ isOn: Bool, _ mode: Mode)
  var total: Int { get set }
}

private struct Money: Equatable {
  var cents: Int
  var currency: String
}

private struct Padded: Equatable {
  var small: Int8
  var large: Int
}

private enum Mode { case fast, slow }

private enum Shape: Equatable {
  case none
  case circle(Double)
  case name(String, Bool)
}

/// Matchers whose values aren't the arguments of the call.
@Suite struct MisplacedMatcherTests {
  private let stub: Stub<any Sums>

  init() throws {
    stub = try Stub<any Sums>()
  }

  private func partial(_ matcher: String, _ argument: String, _ signature: String, _ line: String) -> [String] {
    [
      """
      when: \(matcher) isn't \(argument) of \(signature): a matcher has to be the whole argument, and no part of an \
      expression.
        Write: \(line)
        or Match.equal(…) in place of Match.matching { … }.
      """
    ]
  }

  @Test func `A matcher within an expression is reported`() {
    #expect(
      issues { stub.when { $0.f(Match.equal(3) + 1) }.thenReturn(1) }
        == partial("Match.equal(3)", "the argument", "f(_:)", "$0.f(Match.matching { … })")
    )
    #expect(
      issues { stub.when { $0.s("id-" + Match.any()) }.thenReturn("") }
        == partial("Match.any()", "the argument", "s(_:)", "$0.s(Match.matching { … })")
    )
    #expect(
      issues { stub.when { $0.s("x\(Match.any(String.self))") } }
        == partial("Match.any()", "the argument", "s(_:)", "$0.s(Match.matching { … })")
    )
    #expect(
      issues { stub.when { $0.two(Match.atLeast(3), Match.equal(1) + 1) } }
        == partial("Match.equal(1)", "argument 2", "two(_:_:)", "$0.two(Match.atLeast(3), Match.matching { … })")
    )
    #expect(
      issues { stub.when { $0.put(Match.equal("a"), at: -Match.equal(1), Match.any(), 1 + Match.any()) } }
        == partial(
          "Match.equal(1)",
          "the argument at",
          "put(_:at:_:)",
          #"$0.put(Match.equal("a"), at: Match.matching { … }, Match.any(), Match.any())"#
        )
    )
    #expect(
      issues { stub.when { $0.put(Match.equal("a"), at: Match.equal(1), Match.any(), 1 + Match.any()) } }
        == partial(
          "Match.any()",
          "argument 3",
          "put(_:at:_:)",
          #"$0.put(Match.equal("a"), at: Match.equal(1), Match.any(), Match.matching { … })"#
        )
    )
    #expect(
      issues { stub.when { $0.maybe("a" + Match.any()) } }
        == partial("Match.any(String.self)", "the argument", "maybe(_:)", "$0.maybe(Match.matching { … })")
    )
    #expect(
      issues { stub.when { $0.take("a" + Match.any(String.self)) } }
        == partial("Match.any(String.self)", "the argument", "take(_:)", "$0.take(Match.matching { … })")
    )
    #expect(
      issues { stub.when { $0.total = Match.equal(1) + 1 } }
        == partial("Match.equal(1)", "the value", "total", "$0.total = Match.matching { … }")
    )
  }

  @Test func `A matcher that was made and not passed is reported`() {
    let number = issues {
      stub.when {
        let _: Int = Match.any()
        return $0.f(1)
      }
    }
    #expect(number == partial("Match.any()", "the argument", "f(_:)", "$0.f(Match.matching { … })"))
    let token = Token()
    let object = issues {
      stub.when {
        let _: Token = Match.any()
        return $0.keep(token)
      }
    }
    #expect(object == partial("Match.any()", "the argument", "keep(_:)", "$0.keep(Match.matching { … })"))
    let money = issues {
      stub.when {
        let _: Money = Match.any()
        return $0.pay(Money(cents: 0, currency: "EUR"))
      }
    }
    #expect(money == partial("Match.any()", "the argument", "pay(_:)", "$0.pay(Match.matching { … })"))
  }

  @Test func `Matchers of one type in another order are reported`() {
    let swapped = issues {
      stub.when {
        let b: Int = Match.equal(2)
        let a: Int = Match.equal(1)
        return $0.two(a, b)
      }
    }
    #expect(
      swapped == [
        "when: two(_:_:) got Match.equal(2), Match.equal(1), which were made in another order than its arguments. "
          + "Write them as arguments of the call, or make them in its order."
      ]
    )
    let early = issues {
      stub.verify(.never) {
        let b: Int = Match.atLeast(2)
        return $0.two(Match.any(), b)
      }
    }
    #expect(
      early == [
        "verify: two(_:_:) got Match.atLeast(2), Match.any(), which were made in another order than its arguments. "
          + "Write them as arguments of the call, or make them in its order."
      ]
    )
  }

  @Test func `Matchers that were made before the call in its order are right`() {
    #expect(
      issues {
        stub.when {
          let a: Int = Match.equal(1)
          let b: Int = Match.equal(2)
          return $0.two(a, b)
        }.thenReturn(3)
      } == []
    )
    #expect(stub().two(1, 2) == 3)
  }

  @Test func `Where values tell nothing, nothing is reported`() {
    let messages = issues {
      stub.when {
        let b: Int = Match.any()
        let a: Int = Match.any()
        return $0.two(a, b)
      }
      stub.when {
        let mode: Mode = Match.any()
        return $0.switchTo(Match.any(), mode)
      }
      .thenDoNothing()
      stub.when { $0.take(Match.any(Int.self)) }
      stub.when { $0.take(Match.any()) }
      stub.when { $0.maybe(Match.any()) }
      stub.when { $0.maybe(Match.any(String.self)) }
    }
    #expect(
      messages == [
        "when: switchTo(_:_:) takes (Bool, Mode), but the matchers were made in the order (Mode, Bool). "
          + "Write them as arguments of the call, or make them in its order."
      ]
    )
  }

  @Test func `No matcher that is the argument is refused, whatever its type`() throws {
    func check<T: Equatable>(_ values: T...) throws {
      let sink = try Stub<any Sink>()
      for value in values {
        let messages = issues {
          sink.when { $0.take(Match.equal(value)) }
          sink.when { $0.take(Match.equal(Optional(value))) }
          sink.when { $0.take([Match.equal(value)].first!) }
          sink.when { $0.take(Match.equal(value) as T?) }
          sink.when { $0.take(Match.equal(value) as Any) }
          sink.when { $0.take(Match.notEqual(value)) }
          sink.when { $0.take(Match.any(T.self)) }
          sink.when { $0.take(Match.any(T?.self)) }
          sink.when { $0.take(Match.not(Match.equal(value))) }
          sink.when { $0.take(Captor<T>().capture()) }
        }
        #expect(messages == [], "\(T.self)")
      }
    }
    try check(true, false)
    try check(Int8.min, 0, 7)
    try check(Int.min, 0, .max)
    try check(UInt128.max)
    try check(Float.nan, -0.0, 1.5)
    try check(Double.signalingNaN, -0.0, 1.5)
    try check(Float16(1.5))
    #if arch(x86_64)
      try check(Float80.pi, 0)
    #endif
    try check("", "short", String(repeating: "long", count: 9), "ünïcödé")
    try check(Character("a"), "👩‍👩‍👧‍👦")
    try check("a long text to cut"[...].dropFirst(2))
    try check([Int](), [1, 2])
    try check(["a": 1], [:])
    try check(Set(["a"]), [])
    try check(Money(cents: 3, currency: "EUR"))
    try check(Padded(small: 1, large: 2))
    try check(Mode.fast, .slow)
    try check(Shape.none, .circle(2), .name("a", true))
    try check(Int?.none, 3)
    try check(String?.none, "a", "")
    try check(1..<3)
    try check(1...3)
    try check(SIMD3<Float>(1, 2, 3))
    try check(SIMD4<Double>(1, 2, 3, 4))
    try check(AnyHashable(3), AnyHashable("a"))
    try check(ObjectIdentifier(Token.self))
    try check(Duration.seconds(3))
    try check(Result<Int, ShopError>.success(2), .failure(.closed))
    try check(UnsafeRawPointer(bitPattern: 16))
  }
}
