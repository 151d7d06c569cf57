import Testing
import Understudy

@Suite struct CallStackTests {
  private func buy(from shop: any Shop) throws -> Bool { try shop.buy("apple", count: 1) }
  private func refresh(_ shop: any Shop) async -> Int { await shop.refresh() + 1 }

  @Test func `A call's stack begins with its caller`() throws {
    let shop = try TestDoubles.withCallStacks { try Stub<any Shop>() }
    shop.when { try $0.buy(Match.any(), count: Match.any()) }.thenReturn(true)
    _ = try buy(from: shop())
    let stack = try #require(shop.history.timeline.first?.callStack)
    #expect(stack.first?.contains("CallStackTests.buy(from: ") == true, "\(stack)")
    #expect(
      stack.dropFirst().first?.contains("CallStackTests.`A call's stack begins with its caller`()") == true,
      "\(stack)"
    )
    #expect(stack.allSatisfy { !$0.hasPrefix("us_") })
  }

  @Test func `An asynchronous call's stack has those that await it`() async throws {
    let shop = try await TestDoubles.withCallStacks { () async throws in try Stub<any Shop>() }
    await shop.when { await $0.refresh() }.thenReturn(1)
    _ = await refresh(shop())
    let stack = try #require(shop.history.timeline.first?.callStack)
    #expect(stack.first?.contains("CallStackTests.refresh(") == true, "\(stack)")
    let test = "CallStackTests.`An asynchronous call's stack has those that await it`()"
    #expect(stack.dropFirst().first?.contains(test) == true, "\(stack)")
  }

  @Test func `Hooks, streams and patterns have the stack too`() async throws {
    let shop = try TestDoubles.withCallStacks { try Stub<any Shop>() }
    let buy = shop.when { try $0.buy(Match.any(), count: Match.any()) }.thenReturn(true)
    var stacks: [[String]] = []
    shop.beforeEachCall { stacks.append($0.callStack) }
    shop.afterEachCall { stacks.append($0.callStack) }
    _ = try self.buy(from: shop())
    stacks.append(try #require(await buy.stream().next()).callStack)
    stacks.append(buy.history.timeline[0].callStack)
    #expect(stacks.count == 4)
    for stack in stacks { #expect(stack.first?.contains("CallStackTests.buy(from: ") == true) }
    let kept = shop.history.timeline[0]
    buy.reset()
    #expect(kept.callStack.isEmpty)
  }

  @Test func `Other doubles keep no stacks`() throws {
    let shop = try Stub<any Shop>()
    shop.when { $0.close() }.thenDoNothing()
    TestDoubles.withCallStacks { shop().close() }
    #expect(shop.history.timeline[0].callStack.isEmpty)
  }
}
