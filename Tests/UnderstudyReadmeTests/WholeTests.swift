import Testing
import Understudy
// README: begin
import UnderstudyTesting

@Suite(.testDoubles) struct PriceTagTests {
  @Test func `A registration that serves no call fails the test at its own line`() throws {
    let prices = try Stub<any PriceList>()
    prices.when { $0["apple"] }.thenReturn(1)
    #expect(prices()["apple"] == 1)
  }

  @Test(.strictTestDoubles) func `Here every call has to be verified as well`() throws {
    let prices = try Stub<any PriceList>()
    prices.when { $0["apple"] }.thenReturn(1)
    #expect(prices()["apple"] == 1)
    prices.verify { $0["apple"] }
  }
}
// README: end

extension PieceTests {
  @Test func scenarios() throws {
    // README: begin
    let soldOut = StubScenario<any PriceList>("sold out") {
      $0.when { try $0.price(of: Match.any(), count: Match.any()) }.thenThrow(PriceError.unknown)
    }
    let prices = try Stub<any PriceList>()
    prices.apply(soldOut)
    // README: end
    #expect(throws: PriceError.unknown) { try prices().price(of: "apple", count: 1) }
  }

  @Test func timelines() throws {
    // README: begin
    let prices = try TestDoubles.withCallStacks { try Stub<any PriceList>() }
    let coder = try Stub<any Coder>()
    prices.when { $0["apple"] }.thenReturn(1)
    coder.when { try $0.decode(Int.self, from: "1") }.thenReturn(1)
    _ = try prices()["apple"] + coder().decode(Int.self, from: "1")

    print(InteractionTimeline(of: prices, coder))  // a text
    print(InteractionTimeline(of: prices, coder).mermaid)  // a sequence diagram
    print(prices.history.timeline[0].callStack)  // who called
    // README: end
    #expect(
      InteractionTimeline(of: prices, coder).description
        == (try Page.readme.text(afterLine: "The text has a line for each call and what came of it:"))
    )
    #expect(prices.history.timeline[0].callStack.first?.contains("timelines()") == true)
  }
}
