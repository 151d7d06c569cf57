import Foundation
import Testing
import Understudy

private protocol Spelled {
  func `1`(`2 3`: Int)
  func `+x`(_ a: Int, b: Int)
  func 😀(_ a: Int)
  static func += (a: inout Self, b: Int)
}

@Suite struct MessageTests {

  @Test func `Names that aren't words are told from operators`() throws {
    let stub = try Stub<any Spelled>()
    let double = stub()
    _ = issues {
      double.`1`(`2 3`: 4)
      double.`+x`(3, b: 4)
      double.😀(5)
    }
    let text = stub.describeInteractions()
    #expect(
      text == """
        3 calls were made to any Spelled:
          1. 1(2 3: 4)
          2. +x(3, b: 4)
          3. 😀(5)
        """
    )
  }

  @Test func `A failed verification gives a verdict on every argument`() async throws {
    let stub = try Stub<any Shop>()
    await stub.when { try await $0.signIn(user: Match.any(), password: Match.any()) }.thenReturn("")
    stub.when { $0.close() }.thenDoNothing()
    _ = try await stub().signIn(user: "bob", password: "sekret")
    _ = try await stub().signIn(user: "alice", password: "hunter2")
    stub().close()
    let messages = await issues {
      await stub.verify { try await $0.signIn(user: Match.equal("blob"), password: Match.any()) }
    }
    #expect(
      messages == [
        """
        verify failed: expected exactly 1 call of signIn(user: equal("blob"), password: any), got 0.
          3 calls were made to any Shop:
            1. signIn(user: "bob", password: "sekret")      ✗ user: "bob" is not equal to "blob"   ✓ password
            2. signIn(user: "alice", password: "hunter2")   ✗ user: "alice" is not equal to "blob"   ✓ password
            3. close()
        """
      ]
    )
  }

  @Test func `A failed verification without any call says so`() throws {
    let stub = try Stub<any Shop>()
    #expect(
      issues { stub.verify(2...) { $0.price(of: "apple") } } == [
        """
        verify failed: expected at least 2 calls of price(of: "apple"), got 0.
          No calls were made to any Shop.
        """
      ]
    )
  }

  @Test func `Counts are put in words`() throws {
    let stub = try Stub<any Shop>()
    func words(_ count: some CallCountExpectation) -> String {
      let message = issues { stub.verify(count) { $0.refreshed() } }.first ?? ""
      return String(message.prefix { $0 != "\n" })
    }
    let tail = " of close(), got 0."
    #expect(words(1...1) == "verify failed: expected exactly 1 call" + tail)
    #expect(words(.exactly(2)) == "verify failed: expected exactly 2 calls" + tail)
    #expect(words(1...) == "verify failed: expected at least 1 call" + tail)
    #expect(words(2...4) == "verify failed: expected 2 to 4 calls" + tail)
    stub.when { $0.close() }.thenDoNothing()
    stub().close()
    let more = " of close(), got 1.\n  1 call was made to any Shop:\n    1. close()   ✓"
    #expect(issues { stub.verify(.never) { $0.close() } } == ["verify failed: expected no call" + more])
    stub().close()
    #expect(
      issues { stub.verify(...1) { $0.close() } }.first?.hasPrefix("verify failed: expected at most 1 call ") == true
    )
  }

  @Test func `Of many calls the nearest are listed`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.any()) }.thenReturn(1)
    stub.when { try $0.buy(Match.any(), count: Match.any()) }.thenReturn(true)
    for _ in 0..<50 { _ = stub().price(of: "x") }
    _ = try stub().buy("y", count: 3)
    for _ in 0..<50 { _ = stub().price(of: "x") }
    let message = try #require(issues { stub.verify { try $0.buy("y", count: 4) } }.first)
    let lines = message.split(separator: "\n")
    #expect(lines.count == 13)
    #expect(lines[1] == "  101 calls were made to any Shop:")
    #expect(lines[11] == "    51. buy(\"y\", count: 3)   ✓ argument 1   ✗ count: 3 is not equal to 4")
    #expect(lines[12] == "    … and 91 more")
  }

  @Test func `Each kind of requirement is spelled as it is called`() throws {
    let stub = try Stub<any Shop>()
    var shop = stub()
    _ = issues {
      shop.name = "x"
      _ = shop.name
      shop["k"] = 1
      _ = shop["k"]
      _ = shop[from: 1, to: 2]
      _ = shop.sum(1, 2)
      var counter = 3
      shop.increment(&counter)
      shop.each { _ in }
      shop.debug("text")
    }
    #expect(
      stub.describeInteractions() == """
        9 calls were made to any Shop:
          1. name = "x"
          2. name
          3. ["k"] = 1
          4. ["k"]
          5. [from: 1, to: 2]
          6. sum(1, 2)
          7. increment(&3)
          8. each({ (Int) -> () })
          9. debug({ … })
        """
    )
  }

  enum Payload {
    case failed(code: Int, String)
    case plain
  }
  struct Deep {
    var user: User
    var list: [Int]
  }
  final class Reference {}

  @Test func `Values are described briefly`() throws {
    let long = String(repeating: "x", count: 100)
    let values: [(Any, String?)] = [
      ("a\"b\n", #""a\"b\n""#),
      (long, "\"" + long.prefix(60) + "…\""),
      (long[...], "\"" + long.prefix(60) + "…\""),
      (Payload.failed(code: 3, "x"), #".failed(code: 3, "x")"#),
      (Payload.plain, ".plain"),
      (Deep(user: User(id: 1, name: "n"), list: [1]), "Deep(user: User(…), list: [1])"),
      (Array(1...100), "[1, 2, 3, 4, 5, 6, 7, 8, … 92 more]"),
      (["a": 1], #"["a": 1]"#),
      (Int?.none as Any, "nil"),
      (Optional("s") as Any, #""s""#),
      ((1, User(id: 1, name: "")), "(1, User(…))"),
      (Reference(), "Reference"),
      (Int.self, "Int.self"),
      ((), "()"),
      (Array(repeating: long, count: 9), nil),
    ]
    let stub = try Stub<any Shop>()
    stub.when { $0.log(Match.any()) }.thenDoNothing()
    for (value, _) in values { stub().log(value) }
    for (entry, (_, text)) in zip(stub.history.timeline, values) {
      if let text { #expect(entry.description == "log(\(text))") }
      #expect(entry.description.count <= 130)
    }
  }

  @Test func `A call without behaviour tells which registrations came near`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: "pear") }.thenReturn(1)
    let pear = #line - 1
    stub.when { $0.price(of: Match.matching(description: "short") { $0.count < 3 }) }.thenReturn(1, times: 1)
    let short = #line - 1
    _ = stub().price(of: "x")
    #expect(
      issues { _ = stub().price(of: "y") } == [
        """
        no behaviour for price(of: "y") of any Shop: it returned 0.
          2 registrations of price(of:) didn't take it:
            1. price(of: "pear") at MessageTests.swift:\(pear)   ✗ of: "y" is not equal to "pear"
            2. price(of: matching(description: "short")) at MessageTests.swift:\(short)   ✗ its behaviours are used up
          Write: stub.when { $0.price(of: Match.any()) }.thenReturn(…)
        """
      ]
    )
  }

  @Test func `A call without behaviour does as little harm as possible`() async throws {
    let stub = try Stub<any Shop>()
    let line = #line - 1
    #expect(
      issues { stub().close() } == [
        """
        no behaviour for close() of any Shop: it did nothing.
          Write: stub.when { $0.close() }.thenDoNothing()
        """
      ]
    )
    #expect(throws: UnstubbedCall.self) { try stub().temperature }
    var error: (any Error)?
    let silence = await issues {
      do { _ = try await stub().signIn(user: "a", password: "b") } catch let thrown { error = thrown }
    }
    #expect(silence == [])
    #expect(error is UnstubbedCall)
    #expect(
      error.map { "\($0)" } == """
        no behaviour for signIn(user: "a", password: "b") of any Shop: it threw this error. \
        The double was made at MessageTests.swift:\(line).
          Write: await stub.when { try await $0.signIn(user: Match.any(), password: Match.any()) }.thenReturn(…)
        """
    )
  }

  @Test func `The process stops with the whole story where no result exists`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stub = try Stub<any Shop>()
      _ = stub().owner(User(id: 1, name: "u"))
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        """
        Fatal error: no behaviour for owner(User(id: 1, name: "u")) of any Shop: \
        no neutral User exists to return, so the process stops.
          Write: stub.when { $0.owner(Match.any()) }.thenReturn(…)
        """
      )
    )
    #expect(output.contains("MessageTests.swift:"))
  }

  @Test func `Registrations that served no call are listed up to a limit`() throws {
    let stub = try Stub<any Shop>()
    for number in 1...12 { stub.when { $0.price(of: "\(number)") }.thenReturn(number) }
    let line = #line - 1
    let lines = (1...10).map { "    \($0). price(of: \"\($0)\") at MessageTests.swift:\(line)" }
    func list(_ heading: String, _ end: String) -> [String] {
      [([heading] + lines.map { $0 + end } + ["    … and 2 more"]).joined(separator: "\n")]
    }
    #expect(
      issues { stub.verifyNoUnusedStubs() }
        == list("verifyNoUnusedStubs failed: 12 registrations of any Shop served no call:", "")
    )
    #expect(
      issues { stub.verifyExhausted() }
        == list(
          "verifyExhausted failed: 12 registrations of any Shop have answers left:",
          "   1 of 1 answer was not taken"
        )
    )
  }

  @Test func `Values that look the same are told apart`() throws {
    final class Same: Equatable {
      static func == (left: Same, right: Same) -> Bool { left === right }
    }
    let stub = try Stub<any Shop>()
    stub.when { $0.log(Match.any()) }.thenDoNothing()
    stub().log(Int8(1))
    func message(_ expected: String, _ call: String, _ verdict: String) -> [String] {
      [
        """
        verify failed: expected exactly 1 call of log(\(expected)), got 0.
          1 call was made to any Shop:
            1. log(\(call))   ✗ the argument: \(verdict)
        """
      ]
    }
    #expect(issues { stub.verify { $0.log(1) } } == message("1", "1", "1 is not equal to 1 (Int8 and Int)"))
    #expect(issues { stub.verify { $0.log(2) } } == message("2", "1", "1 is not equal to 2"))
    let other = try Stub<any Shop>()
    other.when { $0.log(Match.any()) }.thenDoNothing()
    other().log(Same())
    #expect(
      issues { other.verify { $0.log(Same()) } }
        == message("Same", "Same", "Same is not equal to Same, which looks the same")
    )
  }

  @Test func `Interactions that nobody expected are listed`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.any()) }.thenReturn(1)
    stub.when { $0.name }.thenReturn("")
    let line = #line - 1
    _ = (stub().price(of: "a"), stub().price(of: "b"))
    stub.verify { $0.price(of: "a") }
    #expect(
      issues { stub.verifyNoMoreInteractions() } == [
        """
        verifyNoMoreInteractions failed: 1 call of any Shop was not verified:
            1. price(of: "b")
        """
      ]
    )
    #expect(
      issues { stub.verifyNoInteractions() } == [
        """
        verifyNoInteractions failed: expected no call of any Shop, got 2.
            1. price(of: "a")
            2. price(of: "b")
        """
      ]
    )
    #expect(
      issues { stub.verifyNoUnusedStubs() } == [
        """
        verifyNoUnusedStubs failed: 1 registration of any Shop served no call:
            1. name at MessageTests.swift:\(line)
        """
      ]
    )
  }

  @Test func `Verdicts on variadic arguments tell the element`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.sum(Match.any()) }.thenReturn(1)
    _ = stub().sum(1, 2)
    func verdict(_ body: () -> Void) -> String? {
      issues(body).first?.split(separator: "   ").last.map { String($0) }
    }
    #expect(verdict { stub.verify { $0.sum(1, 3) } } == "✗ the argument: 1, 2 is not equal to 1, 3")
    #expect(
      verdict { stub.verify { $0.sum(Match.equal(1)) } }
        == "✗ the argument: 1, 2 has 2 at position 1, which is not equal to 1"
    )
    #expect(
      verdict { stub.verify { $0.sum(Match.any(), Match.any(), Match.any()) } }
        == "✗ the argument: 1, 2 has 2 elements, not 3"
    )
  }

  @Test func `A call that was named without a behaviour is pointed out`() throws {
    let stub = try Stub<any Shop>()
    let line = #line + 1
    stub.when { $0.price(of: "apple") }
    #expect(
      issues { _ = stub().price(of: "apple") } == [
        """
        no behaviour for price(of: "apple") of any Shop: it returned 0.
          when at MessageTests.swift:\(line) names this call, but doesn't say what it does: add .thenReturn(…) or another then….
          Write: stub.when { $0.price(of: Match.any()) }.thenReturn(…)
        """
      ]
    )
  }

  @Test func `Suggested matchers compile`() throws {
    let stub = try Stub<any Shop>()
    #expect(
      issues { stub.when { $0.owner(User(id: 1, name: "a")) }.thenReturn(User(id: 1, name: "a")) }.isEmpty
    )
    let delegate = try Stub<any Reporting>()
    #expect(
      issues { delegate.when { $0.failed(Match.any(), with: ShopError.closed, data: Data([1])) }.thenDoNothing() } == [
        """
        when: failed(_:with:data:) got 1 matcher for 3 arguments: write matchers for all arguments, or for none.
          Write: $0.failed(Match.any(), with: Match.matching { … }, data: Match.equal(…))
        """
      ]
    )
  }
}

extension Shop {
  /// Calls through an extension are recorded like others.
  fileprivate func refreshed() { close() }
}

private protocol Reporting {
  func failed(_ number: Int, with error: any Error, data: Data)
}
