import Synchronization

/// Keeps what is for sale.
public protocol Inventory: Sendable {
  subscript(item: String) -> Int { get }
  func take(_ item: String, count: Int) throws
  func putBack(_ item: String, count: Int)
}

public enum InventoryError: Error {
  case soldOut
}

/// The shelves of a small shop.
public final class Shelves: Inventory {
  private let counts: Mutex<[String: Int]>

  public init(_ counts: [String: Int]) {
    self.counts = Mutex(counts)
  }

  public subscript(item: String) -> Int {
    counts.withLock { $0[item, default: 0] }
  }

  public func take(_ item: String, count: Int) throws {
    try counts.withLock { counts in
      guard counts[item, default: 0] >= count else { throw InventoryError.soldOut }
      counts[item, default: 0] -= count
    }
  }

  public func putBack(_ item: String, count: Int) {
    counts.withLock { $0[item, default: 0] += count }
  }
}
