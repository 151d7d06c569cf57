import Dispatch
import Figures
import Understudy

/// Whether two threads get as much done on one double as one does.
enum Threads {
  static func measure(rounds: Int) throws {
    let count = 10_000
    var ours: [Double] = []
    var ratios: [Double] = []
    for _ in 0..<rounds {
      let mock = hidden(HandWrittenPrices(answer: 1) as any Prices)
      let stub = try Stub<any Prices>()
      stub.when { $0.price(Match.any(), Match.any()) }.thenReturn(1)
      let gain = gain(stub(), count)
      ours.append(gain)
      ratios.append(gain / self.gain(mock, count))
    }
    output(.threads, median(ours), ratio: median(ratios))
  }

  private static func gain(_ prices: any Prices, _ count: Int) -> Double {
    let one = time { call(prices, times: count) }
    let two = time { DispatchQueue.concurrentPerform(iterations: 2) { _ in call(prices, times: count) } }
    return 2 * one / two
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = Clock.wall()
    body()
    return Double(Clock.wall() - start)
  }
}
