import Synchronization

// Public, so that optimised code can't take some conformer for the only one.

public protocol Prices: Sendable {
  func price(_ count: Int, _ item: String) -> Int
}

public protocol AsyncPrices: Sendable {
  func price(_ count: Int, _ item: String) async -> Int
}

/// What a person writes where there is no library: one lock, and an array of calls.
final class HandWrittenPrices: Prices {
  private let recorded = Mutex<[(Int, String)]>([])
  private let answer: Int

  init(answer: Int) {
    self.answer = answer
  }

  var calls: [(Int, String)] { recorded.withLock { $0 } }

  func price(_ count: Int, _ item: String) -> Int {
    recorded.withLock { $0.append((count, item)) }
    return answer
  }
}

final class HandWrittenAsyncPrices: AsyncPrices {
  private let recorded = Mutex<[(Int, String)]>([])
  private let answer: Int

  init(answer: Int) {
    self.answer = answer
  }

  func price(_ count: Int, _ item: String) async -> Int {
    recorded.withLock { $0.append((count, item)) }
    return answer
  }
}

/// What a spy stands before.
struct RealPrices: Prices {
  func price(_ count: Int, _ item: String) -> Int { count }
}

/// Takes what calls return, so that they aren't dropped.
nonisolated(unsafe) var sink = 0

/// Values from here are of types that the optimiser doesn't know.
@inline(never) func hidden<Value>(_ value: Value) -> Value {
  nonisolated(unsafe) let box = [value]
  return box[sink &- sink]
}

@inline(never) func call(_ prices: any Prices, times count: Int) {
  var sum = 0
  var left = count
  while left > 0 {
    sum &+= prices.price(1, "apple")
    left &-= 1
  }
  sink = sum
}

@inline(never) func call(_ prices: any AsyncPrices, times count: Int) async {
  var sum = 0
  var left = count
  while left > 0 {
    sum &+= await prices.price(1, "apple")
    left &-= 1
  }
  sink = sum
}
