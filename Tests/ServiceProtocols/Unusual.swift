public import Foundation

// Less usual ways to write a requirement.

/// Getters with effects.
public protocol RemoteCache: Sendable {
  subscript(key: String) -> Data? { get async throws }
  subscript(row: Int, column: Int) -> Coordinate { get async }
  subscript(key key: UUID) -> String { get throws }
  var generation: UInt64 { get async }
  var peers: [URL] { get throws }
}

public struct Memcached: RemoteCache {
  public subscript(key: String) -> Data? { get async throws { unused() } }
  public subscript(row: Int, column: Int) -> Coordinate { get async { unused() } }
  public subscript(key key: UUID) -> String { get throws { unused() } }
  public var generation: UInt64 { get async { unused() } }
  public var peers: [URL] { get throws { unused() } }
}

/// Ownership and transfer.
public protocol Courier {
  func borrow(_ document: borrowing Document, _ text: borrowing String) -> Int
  func send(_ shape: sending Shape, _ note: String) -> Bool
  func sendLater(_ shape: sending Shape) async throws -> Int
  func receive() -> sending Shape
  mutating func advance(by count: Int) async -> Int
  static func make(_ name: String, count: Int) throws -> Shape
  static var limit: Int { get set }
  static func find(_ id: UserID) async throws -> User?
}

public struct BikeCourier: Courier {
  public func borrow(_ document: borrowing Document, _ text: borrowing String) -> Int { unused() }
  public func send(_ shape: sending Shape, _ note: String) -> Bool { unused() }
  public func sendLater(_ shape: sending Shape) async throws -> Int { unused() }
  public func receive() -> sending Shape { unused() }
  public mutating func advance(by count: Int) async -> Int { unused() }
  public static func make(_ name: String, count: Int) throws -> Shape { unused() }
  public static var limit: Int {
    get { unused() }
    set { unused() }
  }
  public static func find(_ id: UserID) async throws -> User? { unused() }
}

/// Names that need quoting, operators, and parameters that are alike.
public protocol Odd {
  func `default`(`in` value: Int, _: Int, for for_: Int) -> Int
  func `init`() -> String
  var `self`: Int { get }
  func ünïcødé(_ 数: Int) -> Int
  func nothing(_ void: Void, _ empty: [Never]) -> Void
  func optional(_ value: Int????) -> Int????
  func nest(_ value: [[String: [Set<Int>?]]]) -> [[String: [Set<Int>?]]]
  func tuple(_ value: (a: Int, (b: Bool, c: (Character, [Double])))) -> (a: Int, (b: Bool, c: (Character, [Double])))
}

public struct Oddity: Odd {
  public func `default`(`in` value: Int, _: Int, for for_: Int) -> Int { unused() }
  public func `init`() -> String { unused() }
  public var `self`: Int { unused() }
  public func ünïcødé(_ 数: Int) -> Int { unused() }
  public func nothing(_ void: Void, _ empty: [Never]) { unused() }
  public func optional(_ value: Int????) -> Int???? { unused() }
  public func nest(_ value: [[String: [Set<Int>?]]]) -> [[String: [Set<Int>?]]] { unused() }
  public func tuple(
    _ value: (a: Int, (b: Bool, c: (Character, [Double])))
  ) -> (a: Int, (b: Bool, c: (Character, [Double]))) { unused() }
}

/// Isolation of all kinds.
public protocol Isolated: AnyObject {
  @concurrent func elsewhere(_ value: Int) async -> Int
  @MainActor func main(_ value: Int) -> Int
  @MainActor func mainLater(_ value: Int) async throws -> Int
}

public final class Everywhere: Isolated {
  @concurrent public func elsewhere(_ value: Int) async -> Int { unused() }
  @MainActor public func main(_ value: Int) -> Int { unused() }
  @MainActor public func mainLater(_ value: Int) async throws -> Int { unused() }
}

/// On the caller's actor, which is passed along.
public protocol Accompanied {
  nonisolated(nonsending) func here(_ value: Int) async -> Int
}

public struct Companion: Accompanied {
  nonisolated(nonsending) public func here(_ value: Int) async -> Int { unused() }
}

/// Requirements with little to tell them apart.
public protocol Alike {
  func a(_ x: Int) -> Int
  func a(x: Int) -> Int
  func a(y: Int) -> Int
  func a(_ x: Int, _ y: Int) -> Int
  func a(_ x: Int, y: Int) -> Int
  func a() -> Int
  func a() -> String
  var b: Int { get }
  func b(_ x: Int?) -> Int
  func b(_ x: [Int]) -> Int
  func b(_ x: Int...) -> Int
}

public struct Same: Alike {
  public func a(_ x: Int) -> Int { unused() }
  public func a(x: Int) -> Int { unused() }
  public func a(y: Int) -> Int { unused() }
  public func a(_ x: Int, _ y: Int) -> Int { unused() }
  public func a(_ x: Int, y: Int) -> Int { unused() }
  public func a() -> Int { unused() }
  public func a() -> String { unused() }
  public var b: Int { unused() }
  public func b(_ x: Int?) -> Int { unused() }
  public func b(_ x: [Int]) -> Int { unused() }
  public func b(_ x: Int...) -> Int { unused() }
}
