import Testing
import Understudy

/// Checks at the end of a closure, in whatever test library.
@Suite struct ChecksTests {
  @Test func `What a closure leaves undone is reported at its end`() throws {
    var lines: [Int] = []
    var messages: [String] = []
    let collect = { (issue: TestDoubleIssue) in
      lines.append(issue.sourceLocation.line)
      messages.append(issue.message)
    }
    try TestDoubles.withIssueHandler(collect) {
      let result = try TestDoubles.withChecks(strict: true) {
        let shop = try Stub<any Shop>()
        shop.when { $0.close() }.thenDoNothing()
        shop.when { $0.note(Match.isNil()) }.thenDoNothing()
        shop().close()
        shop().close()
        #expect(messages.isEmpty)
        return 3
      }
      #expect(result == 3)
    }
    let first = #line - 9
    #expect(
      messages == [
        """
        unused registration: note(isNil()) of any Shop served no call. Remove it, or find out why the call wasn't made.
        """,
        """
        unverified calls: 2 calls of any Shop were not verified:
            1. close()
            2. close()
        """,
      ]
    )
    #expect(lines == [first + 1, first - 1])
  }

  @Test func `A closure inside has its own doubles`() async throws {
    let failures = try await issues {
      try await TestDoubles.withChecks {
        let outer = try Stub<any Shop>()
        outer.when { $0.close() }.thenDoNothing()
        try await TestDoubles.withChecks {
          let inner = try Stub<any Shop>()
          await inner.when { await $0.refresh() }.thenReturn(1)
          _ = await inner().refresh()
          #expect(InteractionTimeline.ofTest.callCount == 1)
        }
        #expect(InteractionTimeline.ofTest.callCount == 0)
      }
    }
    #expect(failures.map { $0.prefix(28) } == ["unused registration: close()"])
  }

  @Test func `A closure that throws isn't checked`() throws {
    let failures = issues {
      #expect(throws: ShopError.closed) {
        try TestDoubles.withChecks {
          try Stub<any Shop>().when { $0.close() }.thenDoNothing()
          throw ShopError.closed
        }
      }
    }
    #expect(failures.isEmpty)
  }

  @Test func `A task that outlives the closure leaves nothing behind`() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let late = TestDoubles.withChecks {
      Task {
        for await _ in gate { break }
        let shop = try Stub<any Shop>()
        shop.when { $0.close() }.thenDoNothing()
        shop().close()
        return InteractionTimeline.ofTest.callCount
      }
    }
    open.yield()
    #expect(try await late.value == 0)
  }
}
