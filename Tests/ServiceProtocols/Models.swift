public import Foundation

// The values that the services of this module exchange: small and large, trivial and not, with and without references.

public struct UserID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UUID
  public init(rawValue: UUID) { self.rawValue = rawValue }
}

public enum Role: UInt8, Hashable, Sendable, CaseIterable { case reader, author, owner }

public struct Address: Hashable, Sendable {
  public var street: String
  public var number: UInt16
  public var city: Substring

  public init(street: String, number: UInt16, city: Substring) {
    self.street = street
    self.number = number
    self.city = city
  }
}

/// More than fits in registers.
public struct User: Hashable, Sendable {
  public var id: UserID
  public var name: String
  public var email: String?
  public var roles: Set<Role>
  public var joined: Date
  public var address: Address?

  public init(_ name: String, id: UUID = UUID(), email: String? = nil, roles: Set<Role> = [.reader]) {
    self.id = UserID(rawValue: id)
    self.name = name
    self.email = email
    self.roles = roles
    joined = Date(timeIntervalSince1970: 1_000_000)
    address = Address(street: "Hill Road", number: 7, city: "Springfield"[...])
  }
}

public struct Page<Element: Sendable>: Sendable {
  public var items: [Element]
  public var next: Int?

  public init(items: [Element], next: Int? = nil) {
    self.items = items
    self.next = next
  }
}

extension Page: Equatable where Element: Equatable {}

// MARK: - Money

public enum Currency: String, Hashable, Sendable, CaseIterable { case eur, usd, jpy }

public struct Money: Hashable, Sendable {
  public var amount: Decimal
  public var currency: Currency

  public init(_ amount: Decimal, _ currency: Currency = .eur) {
    self.amount = amount
    self.currency = currency
  }
}

public struct Card: Hashable, Sendable {
  public var number: String
  public var expires: (month: UInt8, year: UInt16)

  public init(number: String, expires: (month: UInt8, year: UInt16)) {
    self.number = number
    self.expires = expires
  }

  public static func == (one: Card, other: Card) -> Bool {
    one.number == other.number && one.expires == other.expires
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Payloads of several sizes, and a case without one.
public enum PaymentOutcome: Hashable, Sendable {
  case approved(receipt: String)
  case declined(reason: DeclineReason, retryAfter: Duration?)
  case pending
}

public enum DeclineReason: Hashable, Sendable {
  case funds, fraud
  case other(code: Int32)
}

// MARK: - Places

/// Two floating-point registers.
public struct Coordinate: Hashable, Sendable {
  public var latitude: Double
  public var longitude: Double

  public init(_ latitude: Double, _ longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Floating-point numbers and integers side by side.
public struct Region: Hashable, Sendable {
  public var corner: Coordinate
  public var zoom: Float
  public var tiles: Int16
  public var isOcean: Bool

  public init(corner: Coordinate, zoom: Float, tiles: Int16, isOcean: Bool) {
    self.corner = corner
    self.zoom = zoom
    self.tiles = tiles
    self.isOcean = isOcean
  }
}

/// Sixteen numbers, which travel in memory.
public struct Matrix: Hashable, Sendable {
  public var rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  public init(_ first: Float) {
    let row = SIMD4<Float>(first, first + 1, first + 2, first + 3)
    rows = (row, row * 2, row * 3, row * 4)
  }

  public static func == (one: Matrix, other: Matrix) -> Bool { one.rows == other.rows }
  public func hash(into hasher: inout Hasher) { hasher.combine(rows.0) }
}

/// Four bytes, which share one register.
public struct Pixel: Hashable, Sendable {
  public var red, green, blue, alpha: UInt8

  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
}

// MARK: - Others

/// An enum that holds itself.
public indirect enum Query: Hashable, Sendable {
  case all
  case term(String)
  case both(Query, Query)
  case either(Query, Query)
  case not(Query)
}

public struct Permissions: OptionSet, Hashable, Sendable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public static let read = Permissions(rawValue: 1)
  public static let write = Permissions(rawValue: 2)
}

public struct Version: Hashable, Sendable {
  public var major: UInt8
  public var minor: UInt16
  public var patch: UInt32

  public init(_ major: UInt8, _ minor: UInt16, _ patch: UInt32) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }
}

/// A reference type.
public final class Document: Sendable {
  public let title: String
  public init(title: String) { self.title = title }
}

public class Shape {
  public let sides: Int
  public init(sides: Int) { self.sides = sides }
}

public final class Square: Shape {
  public init() { super.init(sides: 4) }
}

public enum ServiceError: Error, Hashable {
  case notFound
  case refused(code: Int, text: String)
}

/// The body of the conformers: they are there to be looked at, and never run.
func unused() -> Never { fatalError("a conformer was called in place of its double") }
