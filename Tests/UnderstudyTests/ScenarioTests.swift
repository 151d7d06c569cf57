import Testing
import Understudy

extension StubScenario where P == any Shop {
  fileprivate static var open: StubScenario {
    StubScenario("open") {
      $0.when { $0.price(of: Match.any()) }.thenReturn(3)
      $0.when { $0.close() }.thenDoNothing()
    }
  }

  fileprivate static let soldOut = StubScenario("sold out") {
    $0.when { try $0.buy(Match.any(), count: Match.any()) }.thenThrow(ShopError.soldOut)
  }
  fileprivate static let soldOutLine = #line - 2
}

private let signedIn = AsyncStubScenario<any Shop>("signed in") {
  await $0.when { try await $0.signIn(user: Match.any(), password: Match.any()) }.thenReturn("session")
}
private let signedInLine = #line - 2

@Suite struct ScenarioTests {
  @Test func `A scenario's registrations serve calls of the stubs it is applied to`() throws {
    let first = try Stub<any Shop>()
    let second = try Stub<any Shop>()
    first.apply(.open, .soldOut)
    second.apply(.soldOut)
    #expect(first().price(of: "apple") == 3)
    #expect(throws: ShopError.soldOut) { try first().buy("apple", count: 1) }
    #expect(throws: ShopError.soldOut) { try second().buy("apple", count: 1) }
    #expect(issues { second().close() }.count == 1)
  }

  @Test func `Scenarios are composed, the first registration first`() async throws {
    let closing = StubScenario<any Shop>("closing") { $0.when { $0.price(of: "pear") }.thenReturn(1, times: 1) }
    let evening = StubScenario<any Shop>("evening", combining: closing, .open)
    let stub = try Stub<any Shop>()
    await stub.apply(AsyncStubScenario("visit", combining: signedIn, AsyncStubScenario(evening)))
    #expect(try await stub().signIn(user: "a", password: "b") == "session")
    #expect(stub().price(of: "pear") == 1)
    #expect(stub().price(of: "pear") == 3)
  }

  @Test func `A mistake in a scenario's registration names the scenario`() throws {
    let stub = try Stub<any Shop>()
    stub.apply(.soldOut)
    let again = StubScenario<any Shop>("again", combining: .soldOut)
    var found: [TestDoubleIssue] = []
    TestDoubles.withIssueHandler({ found.append($0) }) { stub.apply(again) }
    let line = #line - 1
    #expect(
      found.map(\.message) == [
        """
        when: buy(any, count: any) of any Shop can never match: the registration of buy(any, count: any) at \
        ScenarioTests.swift:\(StubScenario<any Shop>.soldOutLine) in scenario "sold out" comes first and takes all its calls, \
        for ever. Put the special case first, or continue the first chain with another then….
          In scenario "again" › "sold out", applied at ScenarioTests.swift:\(line).
        """
      ]
    )
    #expect(found[0].sourceLocation.line == StubScenario<any Shop>.soldOutLine)
  }

  @Test func `A call that a scenario's registration doesn't take names the scenario`() async throws {
    let stub = try Stub<any Shop>()
    let picky = AsyncStubScenario<any Shop>("picky") {
      await $0.when { try await $0.signIn(user: "a", password: "b") }.thenReturn("")
    }
    let line = #line - 2
    await stub.apply(picky)
    let error = await #expect(throws: UnstubbedCall.self) { try await stub().signIn(user: "x", password: "b") }
    #expect(
      error?.description == """
        no behaviour for signIn(user: "x", password: "b") of any Shop: it threw this error. \
        The double was made at ScenarioTests.swift:\(line - 2).
          1 registration of signIn(user:password:) didn't take it:
            1. signIn(user: "a", password: "b") at ScenarioTests.swift:\(line) in scenario "picky"   \
        ✗ user: "x" is not equal to "a"   ✓ password
          Write: await stub.when { try await $0.signIn(user: Match.any(), password: Match.any()) }.thenReturn(…)
        """
    )
  }

  @Test func `Of a scenario one registration has to serve a call`() async throws {
    let stub = try Stub<any Shop>()
    stub.apply(.open)
    await stub.apply(signedIn)
    _ = stub().price(of: "apple")
    #expect(
      issues { stub.verifyNoUnusedStubs() } == [
        """
        verifyNoUnusedStubs failed: 1 registration of any Shop served no call:
            1. signIn(user: any, password: any) at ScenarioTests.swift:\(signedInLine) in scenario "signed in"
        """
      ]
    )
    var found: [TestDoubleIssue] = []
    try TestDoubles.withIssueHandler({ found.append($0) }) {
      try TestDoubles.withChecks {
        let stub = try Stub<any Shop>()
        stub.apply(.open, .soldOut)
        _ = stub().price(of: "apple")
      }
    }
    #expect(
      found.map(\.message) == [
        """
        unused registration: buy(any, count: any) of any Shop in scenario "sold out" served no call. \
        Remove it, or find out why the call wasn't made.
        """
      ]
    )
    #expect(found.map(\.sourceLocation.line) == [StubScenario<any Shop>.soldOutLine])
  }
}
