import Testing
import Understudy

@Suite struct MistakeTests {

  @Test func `Matchers for some arguments only are reported with the call to write`() throws {
    let stub = try Stub<any Shop>()
    #expect(
      issues { stub.when { try $0.buy("pear", count: Match.any()) }.thenReturn(true) } == [
        """
        when: buy(_:count:) got 1 matcher for 2 arguments: write matchers for all arguments, or for none.
          Write: try $0.buy(Match.equal("pear"), count: Match.any())
        """
      ]
    )
    #expect(
      issues { stub.verify { $0["k"] = Match.equal(3) } } == [
        """
        verify: subscript(_:) got 1 matcher for 2 arguments: write matchers for all arguments, or for none.
          Write: $0[Match.equal("k")] = Match.equal(3)
        """
      ]
    )
    #expect(throws: UnstubbedCall.self) { try stub().buy("pear", count: 1) }
  }

  @Test func `Matchers that were made before the call, in another order, are reported`() throws {
    let stub = try Stub<any Shop>()
    let messages = issues {
      stub.when {
        let count: Int = Match.equal(2)
        let item: String = Match.equal("pear")
        return try $0.buy(item, count: count)
      }
    }
    #expect(
      messages == [
        "when: buy(_:count:) takes (String, Int), but the matchers were made in the order (Int, String). "
          + "Write them as arguments of the call, or make them in its order."
      ]
    )
  }

  @Test func `Arguments that can't be compared are reported`() throws {
    let stub = try Stub<any Shop>()
    #expect(
      issues { stub.when { $0.inspect(Opaque(id: 1)) } } == [
        """
        when: the argument of inspect(_:) is a value of type Opaque, which can't be compared with ==.
          Write: $0.inspect(Match.any())
          or Match.matching { … } in place of Match.any().
        """
      ]
    )
    #expect(
      issues { stub.when { $0.each { _ in } } } == [
        """
        when: the argument of each(_:) is a function, which can't be compared with ==.
          Write: $0.each(Match.any())
        """
      ]
    )
    #expect(
      issues { stub.when { $0.debug("text") } } == [
        """
        when: the argument of debug(_:) is an autoclosure, which can't be compared with ==.
          Write: $0.debug(Match.any())
        """
      ]
    )
    #expect(
      issues { stub.when { $0.debug(Match.equal("text")) } } == [
        """
        when: Match.equal("text") can't stand for the argument: an autoclosure isn't evaluated to see whether a call \
        matches. Write Match.any() for it.
        """
      ]
    )
  }

  @Test func `A closure that makes no call, or several, is reported`() throws {
    let stub = try Stub<any Shop>()
    #expect(
      issues { stub.when { _ in } } == [
        "when: the closure made no call of any Shop. Write the call that is meant on $0; "
          + "a member that only an extension provides can't be recorded."
      ]
    )
    let two = issues {
      stub.verify {
        $0.close()
        return $0.price(of: "a")
      }
    }
    #expect(two == ["verify: the closure made 2 calls of any Shop, where one is meant: close(), price(of:)."])
  }

  @Test func `A closure that throws by itself is reported`() throws {
    let stub = try Stub<any Shop>()
    #expect(
      issues { stub.when { _ in throw ShopError.closed } } == [
        "when: the closure threw ShopError.closed before it made a call of any Shop."
      ]
    )
    let after = issues {
      stub.when {
        $0.close()
        throw ShopError.closed
      }
    }
    #expect(after == ["when: the closure threw ShopError.closed by itself: it must only make the call."])
  }

  @Test func `A closure that calls another double is reported`() throws {
    let stub = try Stub<any Shop>()
    let other = try Stub<any Shop>()
    #expect(
      issues { stub.when { _ in other().close() } } == [
        "when: the closure called close() of another double, any Shop. "
          + "Call $0 only; call other doubles before, and use what they return."
      ]
    )
    #expect(other.history.callCount == 0)
  }

  @Test func `A matcher that belongs to no argument is reported`() throws {
    let stub = try Stub<any Shop>()
    let messages = issues {
      stub.when {
        $0.close()
        _ = Match.any(Int.self)
      }
    }
    #expect(
      messages == ["when: Match.any() was made after the call of close(): write matchers as arguments of the call."]
    )
    #expect(
      issues { _ = Match.equal(3) } == [
        "Match.equal(3) was called outside of the closure of when or verify, in UnderstudyTests.MistakeTests."
          + "`A matcher that belongs to no argument is reported`(): it stands for nothing. "
          + "Write it inside the call: stub.when { $0.method(Match.equal(3)) }."
      ]
    )
  }

  @Test func `A registration that can never match is reported`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.any()) }.thenReturn(1)
    let first = #line - 1
    #expect(
      issues { stub.when { $0.price(of: "pear") }.thenReturn(3) } == [
        "when: price(of: \"pear\") of any Shop can never match: the registration of price(of: any) at "
          + "MistakeTests.swift:\(first) comes first and takes all its calls, for ever. "
          + "Put the special case first, or continue the first chain with another then…."
      ]
    )
    let other = try Stub<any Shop>()
    other.when { try $0.buy("a", count: 1) }.thenReturn(true)
    #expect(issues { other.when { try $0.buy(Match.equal("a"), count: Match.equal(1)) }.thenReturn(true) }.count == 1)
    #expect(issues { other.when { try $0.buy("a", count: 2) }.thenReturn(true, times: 1) } == [])
    #expect(issues { other.when { try $0.buy("a", count: 2) }.thenReturn(true) } == [])
    #expect(issues { other.when { try $0.buy(Match.any(), count: Match.any()) }.thenReturn(true) } == [])
  }

  @Test func `Behaviours that don't fit the requirement are reported`() throws {
    let stub = try Stub<any Shop>()
    let price = stub.when { $0.price(of: Match.any()) }
    #expect(issues { price.thenThrow(ShopError.closed) } == ["thenThrow: price(of:) can't throw. Use thenReturn(…)."])
    #expect(
      issues { price.then { (item: Int) in item } } == [
        "then: the handler takes (Int), but price(of:) passes (String). "
          + "Take all of them, or the first ones, with these types."
      ]
    )
    #expect(
      issues { price.then { (item: String, count: Int) in count } } == [
        "then: the handler takes (String, Int), but price(of:) passes (String). "
          + "Take all of them, or the first ones, with these types."
      ]
    )
    #expect(
      issues { price.then { (item: inout String) in 1 } } == [
        "then: the handler takes (inout String), but price(of:) passes (String). "
          + "Take all of them, or the first ones, with these types."
      ]
    )
    let asynchronous = issues {
      price.then { (item: String) async in
        await Task.yield()
        return 1
      }
    }
    #expect(asynchronous == ["then: price(of:) isn't async, so its handler can't await anything."])
    #expect(issues { price.thenReturn(1, times: 0) } == ["thenReturn: times: 0 serves no call. Give at least 1."])
    #expect(
      issues { stub.when { _ = $0.price(of: Match.any()) }.thenDoNothing() } == [
        "thenReturn: the closure of when returned (), but price(of:) returns Int. "
          + "Return from the closure what the call returns, unchanged."
      ]
    )
  }

  @Test func `A handler that throws where the requirement can't is reported`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.any()) }.then { throw ShopError.closed }
    #expect(
      issues { _ = stub().price(of: "a") } == [
        "then: the handler of price(of:) threw ShopError.closed, but price(of:) can't throw: it returned 0."
      ]
    )
  }

  @Test func `A call without behaviour that can only throw another error is reported`() throws {
    let stub = try Stub<any Till>()
    #expect(
      issues { _ = try? stub().pay() } == [
        """
        no behaviour for pay() of any Till: it returned 0.
          Write: stub.when { try $0.pay() }.thenReturn(…)
        """
      ]
    )
  }

  @Test func `Asking for arguments of other types is reported`() throws {
    let stub = try Stub<any Shop>()
    let price = stub.when { $0.price(of: Match.any()) }.thenReturn(1)
    _ = stub().price(of: "a")
    let messages = issues {
      let values: [Int] = price.arguments()
      #expect(values == [])
    }
    #expect(
      messages == [
        "arguments: (Int) was asked for, but price(of:) passes (String). "
          + "Ask for all of them, or the first ones, with these types."
      ]
    )
  }

  @Test func `A mistake is reported once, whatever is asked of the pattern`() throws {
    let stub = try Stub<any Shop>()
    let messages = issues {
      let pattern = stub.when { try $0.buy("pear", count: Match.any()) }
      pattern.thenReturn(true).thenThrow(ShopError.closed).then { false }
      pattern.verify()
      let arguments: [String] = pattern.arguments()
      #expect(arguments == [])
    }
    #expect(messages.count == 1)
  }

  @Test func `A call whose result has no values is recorded if it throws`() throws {
    let stub = try Stub<any Till>()
    stub.when { try $0.abort() }.thenThrow(ShopError.closed)
    #expect(throws: ShopError.closed) { try stub().abort() }
    stub.verify { try $0.abort() }
  }

  @Test func `A call that can neither return nor throw can't be recorded`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stub = try Stub<any Till>()
      stub.when { $0.crash() }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        "Fatal error: crash() of any Till can't be recorded: it returns Never, which has no values, and it doesn't throw."
      )
    )
  }
}
