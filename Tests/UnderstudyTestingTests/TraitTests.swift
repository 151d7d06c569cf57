import Synchronization
import Testing
import Understudy
import UnderstudyTesting

/// What the traits check, run by hand so that the failures can be looked at.
@Suite struct TraitTests {
  /// The failures of a test with a trait.
  private func failures(
    _ trait: TestDoublesTrait,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [TestDoubleIssue] {
    let found = Mutex<[TestDoubleIssue]>([])
    let find = { (issue: TestDoubleIssue) in found.withLock { $0.append(issue) } }
    try await TestDoubles.withIssueHandler(find) {
      try await trait.provideScope(for: Test.current!, testCase: Test.Case.current, performing: body)
    }
    return found.withLock { $0 }
  }

  @Test func `An unused registration fails at its own line`() async throws {
    let line = Mutex(0)
    let found = try await failures(.testDoubles) {
      let shop = try Stub<any Shop>()
      shop.when { $0.close() }.thenDoNothing()
      shop.when { $0.price(of: "apple") }.thenReturn(1)
      line.withLock { $0 = #line - 1 }
      await shop.when { try await $0.load(Match.any()) }.thenReturn("")
      shop().close()
    }
    #expect(
      found.map(\.message) == [
        """
        unused registration: price(of: "apple") of any Shop served no call. Remove it, or find out why the call wasn't made.
        """,
        "unused registration: load(any) of any Shop served no call. Remove it, or find out why the call wasn't made.",
      ]
    )
    let first = line.withLock { $0 }
    #expect(found.map(\.sourceLocation.line) == [first, first + 2])
    #expect(found[0].sourceLocation.fileID == #fileID)
  }

  @Test func `A strict test has to verify every call`() async throws {
    let line = Mutex(0)
    let body: @Sendable () async throws -> Void = {
      let shop = try Stub<any Shop>()
      line.withLock { $0 = #line - 1 }
      shop.when { $0.price(of: Match.any()) }.thenReturn(1)
      _ = shop().price(of: "apple")
      _ = shop().price(of: "pear")
      shop.verify { $0.price(of: "pear") }
    }
    let found = try await failures(.strictTestDoubles, body)
    #expect(
      found.map(\.message) == [
        """
        unverified calls: 1 call of any Shop was not verified:
            1. price(of: "apple")
        """
      ]
    )
    #expect(found.map(\.sourceLocation.line) == [line.withLock { $0 }])
    #expect(try await failures(.testDoubles, body).isEmpty)
  }

  @Test func `A suite's trait and a test's are one, the stricter one`() async throws {
    for (outer, inner) in [
      (TestDoublesTrait.testDoubles, TestDoublesTrait.strictTestDoubles), (.strictTestDoubles, .testDoubles),
    ] {
      let test = try #require(Test.current)
      let found = try await failures(outer) {
        try await inner.provideScope(for: test, testCase: nil) {
          let shop = try Stub<any Shop>()
          shop.when { $0.close() }.thenDoNothing()
          shop().close()
          shop.when { $0.price(of: Match.any()) }.thenReturn(1)
        }
      }
      #expect(found.map(\.message).map { $0.prefix { $0 != ":" } } == ["unused registration", "unverified calls"])
    }
  }

  @Test func `A test that throws isn't checked`() async throws {
    let found = Mutex(0)
    let count = { (_: TestDoubleIssue) in found.withLock { $0 += 1 } }
    await #expect(throws: ShopError.closed) {
      try await TestDoubles.withIssueHandler(count) {
        try await TestDoublesTrait.strictTestDoubles.provideScope(for: Test.current!, testCase: nil) {
          try Stub<any Shop>().when { $0.close() }.thenDoNothing()
          throw ShopError.closed
        }
      }
    }
    #expect(found.withLock { $0 } == 0)
  }

  @Test func `Doubles live until the test ends, and no longer`() async throws {
    let isGone = Mutex(false)
    let test = try #require(Test.current)
    try await TestDoublesTrait.testDoubles.provideScope(for: test, testCase: nil) {
      let token = Token { isGone.withLock { $0 = true } }
      let shop = try Stub<any Shop>()
      shop.when { $0.close() }.then { withExtendedLifetime(token) {} }
      shop().close()
    }
    #expect(isGone.withLock { $0 })
  }

  @Test func `A double made outside of a test belongs to none`() async throws {
    let shop = try Stub<any Shop>()
    shop.when { $0.close() }.thenDoNothing()
    let found = try await failures(.strictTestDoubles) {
      shop.when { $0.price(of: Match.any()) }.thenReturn(1)
      _ = shop().price(of: "apple")
      #expect(InteractionTimeline.ofTest.callCount == 0)
    }
    #expect(found.isEmpty)
    #expect(InteractionTimeline.ofTest.callCount == 0)
  }

  @Test func `Tests that run at once don't see each other's doubles`() async throws {
    let found = try await withThrowingTaskGroup(of: [TestDoubleIssue].self) { group in
      for number in 0..<8 {
        group.addTask {
          try await failures(.testDoubles) {
            let shop = try Stub<any Shop>()
            shop.when { $0.price(of: Match.any()) }.thenReturn(number)
            if number % 2 == 0 { _ = shop().price(of: "apple") }
            await Task.yield()
            // Tasks of the test belong to it.
            let other = try await Task { try Stub<any Shop>() }.value
            other.when { $0.close() }.thenDoNothing()
            other().close()
            #expect(InteractionTimeline.ofTest.callCount == (number % 2 == 0 ? 2 : 1))
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1.count) }
    }
    #expect(found.sorted() == [0, 0, 0, 0, 1, 1, 1, 1])
  }

  @Test func `A failure in a helper function points at its caller`() throws {
    func expectSale(in shop: Stub<any Shop>, sourceLocation: SourceLocation = #_sourceLocation) {
      TestDoubles.reporting(at: sourceLocation) { shop.verify { $0.price(of: "apple") } }
    }
    func expectClosing(
      of shop: Stub<any Shop>,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) {
      shop.verify(fileID: fileID, filePath: filePath, line: line, column: column) { $0.close() }
    }
    let shop = try Stub<any Shop>()
    var found: [TestDoubleIssue] = []
    let find = { (issue: TestDoubleIssue) in found.append(issue) }
    TestDoubles.withIssueHandler(find) { expectSale(in: shop) }
    TestDoubles.withIssueHandler(find) { expectClosing(of: shop) }
    #expect(found.map(\.sourceLocation.line) == [#line - 2, #line - 1])
    #expect(found.map(\.sourceLocation.fileID) == [#fileID, #fileID])
    #expect(found.map(\.sourceLocation.filePath) == [#filePath, #filePath])
    #expect(found.allSatisfy { $0.sourceLocation.column > 1 })
  }
}

private final class Token: Sendable {
  private let onDeinit: @Sendable () -> Void
  init(onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}
