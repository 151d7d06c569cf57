import Figures
import Instruments
import Understudy

/// What doubles need of the heap, the allocator's own share included.
enum Heap {
  static func measure() throws {
    let calls = 100_000
    let mock = HandWrittenPrices(answer: 1)
    let mocks = used { call(mock, times: calls) }
    let stub = try Stub<any Prices>()
    stub.when { $0.price(Match.any(), Match.any()) }.thenReturn(1)
    let prices = stub()
    let stubs = used { call(prices, times: calls) }
    let perCall = Double(stubs) / Double(calls)
    output(.heapPerCall, perCall, ratio: Double(stubs) / Double(mocks))

    let count = 1000
    _ = try (0..<count).map { _ in try live() }
    _ = (0..<count).map { HandWrittenPrices(answer: $0) }
    var plain: [HandWrittenPrices] = []
    plain.reserveCapacity(count)
    let plainBytes = used {
      for number in 0..<count {
        let mock = HandWrittenPrices(answer: number)
        plain.append(mock)
      }
    }
    var all: [(Stub<any Prices>, any Prices)] = []
    all.reserveCapacity(count)
    let bytes = try used { for _ in 0..<count { all.append(try live()) } }
    output(.heapPerStub, Double(bytes) / Double(count), ratio: Double(bytes) / Double(plainBytes))
    all.removeAll()
    plain.removeAll()

    // Both times the allocator's lists of free chunks are as full as they get.
    let left = try used { _ = try (0..<20 * count).map { _ in try released() } }
    output(.heapLeft, max(0, (Double(left) / Double(20 * count)).rounded()))
  }

  private static func live() throws -> (Stub<any Prices>, any Prices) {
    let stub = try Stub<any Prices>()
    return (stub, stub())
  }

  private static func released() throws {
    let stub = try Stub<any Prices>()
    stub.when { $0.price(Match.any(), Match.any()) }.thenReturn(1)
    call(stub(), times: 1)
  }

  /// How many bytes more are allocated after this than before.
  private static func used(_ body: () throws -> Void) rethrows -> Int {
    let before = heap_in_use()
    try body()
    return heap_in_use() - before
  }
}
