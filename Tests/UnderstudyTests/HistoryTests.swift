import Testing
import Understudy

@Suite struct HistoryTests {
  private let shop: Stub<any Shop>

  init() throws {
    shop = try Stub<any Shop>()
  }

  @Test func `An entry tells what came of the call`() throws {
    shop.when { $0.price(of: Match.any()) }.thenReturn(13)
    shop.when { try $0.buy(Match.any(), count: Match.any()) }.thenThrow(ShopError.soldOut)
    _ = shop().price(of: "apple")
    _ = try? shop().buy("apple", count: 2)
    let entries = shop.history.timeline
    #expect(
      entries.map { "\($0) \($0.outcome)" } == [
        #"price(of: "apple") returned 13"#, #"buy("apple", count: 2) threw ShopError.soldOut"#,
      ]
    )
    #expect(entries[0].result(as: Int.self) == 13 && entries[0].result(as: String.self) == nil)
    #expect(entries[0].error == nil)
    #expect(entries[1].error as? ShopError == .soldOut && entries[1].result(as: Bool.self) == nil)
    #expect(entries.allSatisfy { $0.route == .stubbed })
  }

  @Test func `History tells stubbed calls from others`() throws {
    shop.when { $0.price(of: "apple") }.thenReturn(13)
    _ = shop().price(of: "apple")
    let failures = issues { _ = shop().price(of: "pear") }
    #expect(failures.count == 1)
    #expect(shop.history.callCount == 2)
    #expect(shop.history.stubbed.timeline.map(\.description) == [#"price(of: "apple")"#])
    #expect(shop.history.unstubbed.timeline.map { "\($0) \($0.outcome)" } == [#"price(of: "pear") returned 0"#])
    #expect(shop.history.forwarded.callCount == 0)
  }

  @Test func `Results come back with their type`() throws {
    let prices = shop.when { $0.price(of: Match.any()) }.thenReturn(1, 2, 3)
    for item in ["a", "b", "c"] { _ = shop().price(of: item) }
    #expect(prices.results() == [1, 2, 3])
    let buys = shop.when { try $0.buy(Match.any(), count: Match.any()) }.thenThrow(ShopError.closed).thenReturn(true)
    _ = try? shop().buy("a", count: 1)
    _ = try? shop().buy("b", count: 1)
    #expect(buys.results() == [true])
    #expect(buys.errors() as? [ShopError] == [.closed])
    #expect(buys.history.timeline.map { "\($0)" } == [#"buy("a", count: 1)"#, #"buy("b", count: 1)"#])
    shop.verifyNoMoreInteractions()
  }

  @Test func `Hooks run around each call, and may call the double`() throws {
    shop.when { $0.price(of: Match.any()) }.then { (item: String) in item.count }
    shop.when { $0.close() }.thenDoNothing()
    var lines: [String] = []
    shop.beforeEachCall { lines.append("→ \($0) \($0.outcome)") }
    shop.afterEachCall { call in
      lines.append("← \(call) \(call.outcome)")
      if call.name == "price(of:)" { shop().close() }
    }
    _ = shop().price(of: "fig")
    #expect(
      lines == [
        #"→ price(of: "fig") hasn't returned"#, #"← price(of: "fig") returned 3"#, "→ close() hasn't returned",
      ]
    )
    shop.reset()
    lines = []
    _ = issues { shop().close() }
    #expect(lines.isEmpty)
  }

  @Test func `A pattern can be reset by itself`() throws {
    let apples = shop.when { $0.price(of: "apple") }.thenReturn(13)
    shop.when { $0.price(of: "pear") }.thenReturn(7)
    _ = (shop().price(of: "apple"), shop().price(of: "pear"), shop().price(of: "apple"))
    apples.reset()
    #expect(shop.history.timeline.map(\.description) == [#"price(of: "pear")"#])
    apples.verify(.never)
    #expect(issues { _ = shop().price(of: "apple") }.count == 1)
    #expect(shop().price(of: "pear") == 7)
    apples.reset()
    apples.thenReturn(14)
    #expect(shop().price(of: "apple") == 14)
    apples.verify()
  }

  @Test func `A call under way survives the reset of a pattern`() async throws {
    let remote = try Stub<any Remote>()
    let (gate, open) = AsyncStream<Void>.makeStream()
    await remote.when { await $0.load("slow") }.then { () async in
      for await _ in gate { break }
      return "late"
    }
    let quick = await remote.when { await $0.load("quick") }.thenReturn("soon")
    let double = remote()
    let slow = Task { await double.load("slow") }
    await remote.verify(within: .seconds(20)) { await $0.load("slow") }
    _ = await double.load("quick")
    quick.reset()
    open.yield()
    #expect(await slow.value == "late")
    #expect(remote.history.timeline.map { "\($0) \($0.outcome)" } == [#"load("slow") returned "late""#])
  }
}

private protocol Remote: Sendable {
  func load(_ name: String) async -> String
}
