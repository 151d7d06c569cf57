internal import Synchronization

/// How many instances of a test are alive.
public final class Census: Sendable {
  private let count = Atomic(0)
  public init() {}

  public var live: Int { count.load(ordering: .sequentiallyConsistent) }

  func add(_ change: Int) { count.add(change, ordering: .sequentiallyConsistent) }
}

/// An instance that is counted.
public final class Tracked: Sendable, Equatable {
  let census: Census
  public let number: Int

  public init(_ census: Census, _ number: Int = 0) {
    self.census = census
    self.number = number
    census.add(1)
  }

  deinit { census.add(-1) }

  public static func == (one: Tracked, other: Tracked) -> Bool { one === other }
}

/// References among other things, more than registers hold.
public struct Crate: Equatable, Sendable {
  public var first: Tracked
  public var weight: Double
  public var second: Tracked?
  public var label: String
  public var rest: [Tracked]

  public init(_ make: () -> Tracked) {
    first = make()
    weight = 1.5
    second = make()
    label = "a label that is too long to be kept inline"
    rest = [make(), make()]
  }
}

/// A reference and a number: registers hold them.
public struct Ticket: Equatable, Sendable {
  public var item: Tracked
  public var number: Float
  public init(_ item: Tracked, _ number: Float) {
    self.item = item
    self.number = number
  }
}

public enum Parcel: Equatable, Sendable {
  case none
  case one(Tracked)
  case two(Tracked, Ticket)
  indirect case wrapped(Parcel)
}

public struct TrackedError: Error {
  public var item: Tracked
  public init(_ item: Tracked) { self.item = item }
}

/// Holds counted instances in every way they can be passed.
public protocol Vault {
  func keep(_ item: Tracked, _ tag: Ticket, _ crate: Crate)
  func take(_ item: __owned Tracked, _ tag: __owned Ticket, _ crate: __owned Crate)
  func consume(_ item: consuming Tracked, _ parcel: consuming Parcel) throws -> Parcel
  func exchange(_ item: inout Tracked, _ crate: inout Crate) -> Tracked
  func open() -> (Tracked, Ticket)
  func unpack(_ parcel: Parcel) throws -> Crate
  func any(_ value: Any, _ error: any Error, _ object: AnyObject) -> Any
  var current: Tracked? { get set }
  var crate: Crate { get set }
  subscript(item: Tracked) -> Ticket { get set }
}

public struct BankVault: Vault {
  public func keep(_ item: Tracked, _ tag: Ticket, _ crate: Crate) { unused() }
  public func take(_ item: __owned Tracked, _ tag: __owned Ticket, _ crate: __owned Crate) { unused() }
  public func consume(_ item: consuming Tracked, _ parcel: consuming Parcel) throws -> Parcel { unused() }
  public func exchange(_ item: inout Tracked, _ crate: inout Crate) -> Tracked { unused() }
  public func open() -> (Tracked, Ticket) { unused() }
  public func unpack(_ parcel: Parcel) throws -> Crate { unused() }
  public func any(_ value: Any, _ error: any Error, _ object: AnyObject) -> Any { unused() }
  public var current: Tracked? {
    get { unused() }
    set { unused() }
  }
  public var crate: Crate {
    get { unused() }
    set { unused() }
  }
  public subscript(item: Tracked) -> Ticket {
    get { unused() }
    set { unused() }
  }
}

/// The same, far away.
public protocol RemoteVault: Sendable {
  func keep(_ item: Tracked, _ tag: Ticket, _ crate: Crate) async
  func take(_ item: __owned Tracked, _ tag: __owned Ticket, _ crate: __owned Crate) async
  func consume(_ item: consuming Tracked, _ parcel: consuming Parcel) async throws -> Parcel
  func exchange(_ item: inout Tracked, _ crate: inout Crate) async -> Tracked
  func open() async -> (Tracked, Ticket)
  func unpack(_ parcel: Parcel) async throws -> Crate
  var current: Tracked? { get async throws }
}

public struct SwissVault: RemoteVault {
  public func keep(_ item: Tracked, _ tag: Ticket, _ crate: Crate) async { unused() }
  public func take(_ item: __owned Tracked, _ tag: __owned Ticket, _ crate: __owned Crate) async { unused() }
  public func consume(_ item: consuming Tracked, _ parcel: consuming Parcel) async throws -> Parcel { unused() }
  public func exchange(_ item: inout Tracked, _ crate: inout Crate) async -> Tracked { unused() }
  public func open() async -> (Tracked, Ticket) { unused() }
  public func unpack(_ parcel: Parcel) async throws -> Crate { unused() }
  public var current: Tracked? { get async throws { unused() } }
}
