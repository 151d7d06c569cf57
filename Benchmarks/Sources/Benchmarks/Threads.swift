import Dispatch
import Figures
import Instruments
import Synchronization
import Understudy

/// Whether two threads get as much done on one double as one does.
///
/// By the wall clock, which other programs disturb: so each is done often and briefly, in turn, and of those runs in which no thread
/// had to leave its processor to another program the fastest counts.
enum Threads {
  private struct Fastest {
    var one = Int.max
    var two = Int.max

    var isKnown: Bool { max(one, two) < Int.max }
    var gain: Double { Double(one) / Double(two) }

    /// As many calls of one double by one thread, and of another by two.
    mutating func measure(_ make: () throws -> any Prices) rethrows {
      let calls = 40_000
      one = min(one, try measure(threads: 1, calls, make))
      two = min(two, try measure(threads: 2, calls, make))
    }

    private func measure(threads: Int, _ calls: Int, _ make: () throws -> any Prices) rethrows -> Int {
      let prices = try make()
      call(prices, times: 16)
      return time(threads: threads, prices, calls / threads)
    }
  }

  static func measure(rounds: Int) throws {
    var mocks = Fastest()
    var stubs = Fastest()
    keep_freed_memory()
    for _ in 0..<rounds {
      mocks.measure { hidden(HandWrittenPrices(answer: 1) as any Prices) }
      try stubs.measure {
        let stub = try Stub<any Prices>()
        stub.when { $0.price(Match.any(), Match.any()) }.thenReturn(1)
        return stub()
      }
    }
    guard mocks.isKnown, stubs.isKnown else {
      write_error("The machine is too busy to see what two threads get done.")
      return
    }
    output(.handWrittenThreads, mocks.gain)
    output(.threads, stubs.gain, ratio: stubs.gain / mocks.gain)
  }

  /// From when all threads are there to when the last has made all of its calls; very long if they were disturbed.
  private static func time(threads: Int, _ prices: any Prices, _ count: Int) -> Int {
    let arrived = Atomic(0)
    let start = Atomic(Int.max)
    let lastStart = Atomic(0)
    let end = Atomic(0)
    let disturbed = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      arrived.add(1, ordering: .relaxed)
      // Where there is one processor they come one after the other.
      let patience = Clock.wall() + 10_000_000
      while arrived.load(ordering: .relaxed) < threads, Clock.wall() < patience {}
      let before = preemptions()
      let now = Int(Clock.wall())
      start.min(now, ordering: .relaxed)
      lastStart.max(now, ordering: .relaxed)
      call(prices, times: count)
      end.max(Int(Clock.wall()), ordering: .relaxed)
      if preemptions() > before { disturbed.store(true, ordering: .relaxed) }
    }
    let first = start.load(ordering: .relaxed)
    // Threads that don't run at once don't get in each other's way.
    let isTogether = lastStart.load(ordering: .relaxed) - first < 20_000
    return isTogether && !disturbed.load(ordering: .relaxed) ? end.load(ordering: .relaxed) - first : Int.max
  }
}
