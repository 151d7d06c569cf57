// A module built with library evolution: other modules pass its types by address, unless they are frozen.

/// Other modules don't know its fields.
public struct Address: Equatable, Sendable {
  public var street: String
  public var number: Int8
  public init(street: String, number: Int8) {
    self.street = street
    self.number = number
  }
}

/// Other modules know its fields.
@frozen public struct Position: Equatable, Sendable {
  public var x: Float
  public var y: Float
  public var level: Int8
  public init(x: Float, y: Float, level: Int8) {
    self.x = x
    self.y = y
    self.level = level
  }
}

/// May get more cases.
public enum Vehicle: Equatable, Sendable {
  case foot
  case bike(gears: Int)
}

/// Never gets more cases.
@frozen public enum Direction: UInt8, Sendable {
  case north, east, south, west
}

/// Frozen, but holds what isn't.
@frozen public struct Stop: Equatable, Sendable {
  public var address: Address
  public var position: Position
  public init(address: Address, position: Position) {
    self.address = address
    self.position = position
  }
}

public struct Delay: Error, Equatable {
  public var minutes: Int
  public init(minutes: Int) { self.minutes = minutes }
}

@frozen public struct Closure: Error, Equatable {
  public var stop: Int32
  public init(stop: Int32) { self.stop = stop }
}

/// A protocol of such a module.
public protocol Timetable {
  associatedtype Line = Int
  func next(from address: Address, _ position: Position) -> Vehicle
  func direction(of line: Int) async throws -> Direction?
  var title: String { get set }
}
