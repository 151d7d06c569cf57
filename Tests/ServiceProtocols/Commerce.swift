public import Foundation

public protocol PaymentGateway: Sendable {
  func charge(_ amount: Money, card: Card, key: UUID) async throws -> PaymentOutcome
  func refund(_ receipt: String, amount: Money?) async throws
  func balance(in currency: Currency) async -> Money
  var fees: [Currency: Decimal] { get async throws }
}

public struct StripeGateway: PaymentGateway {
  public func charge(_ amount: Money, card: Card, key: UUID) async throws -> PaymentOutcome { unused() }
  public func refund(_ receipt: String, amount: Money?) async throws { unused() }
  public func balance(in currency: Currency) async -> Money { unused() }
  public var fees: [Currency: Decimal] { get async throws { unused() } }
}

/// Tariffs: many parameters, integers and floating-point numbers mixed, most of them on the stack.
public protocol FreightCalculator {
  func quote(
    weight: Double,
    width: Float,
    height: Float,
    depth: Float,
    count: Int32,
    value: Decimal,
    from: Coordinate,
    to: Coordinate,
    express: Bool,
    insurance: Double?,
    fuel: Double,
    priority: UInt8,
    code: Character,
    note: String
  ) -> Decimal

  func book(
    _ a: Int,
    _ b: Double,
    _ c: Int8,
    _ d: Float,
    _ e: Int16,
    _ f: Double,
    _ g: UInt64,
    _ h: Float,
    _ i: Int,
    _ j: Double,
    _ k: Bool,
    _ l: Double,
    _ m: String,
    _ n: Double
  ) async throws -> Int64

  func label(
    _ sender: Address,
    _ receiver: Address,
    _ parcel: Region,
    _ version: Version,
    _ outcome: PaymentOutcome,
    _ user: User,
    _ matrix: Matrix,
    _ pixel: Pixel
  ) throws -> String
}

public struct SeaFreight: FreightCalculator {
  public func quote(
    weight: Double,
    width: Float,
    height: Float,
    depth: Float,
    count: Int32,
    value: Decimal,
    from: Coordinate,
    to: Coordinate,
    express: Bool,
    insurance: Double?,
    fuel: Double,
    priority: UInt8,
    code: Character,
    note: String
  ) -> Decimal { unused() }

  public func book(
    _ a: Int,
    _ b: Double,
    _ c: Int8,
    _ d: Float,
    _ e: Int16,
    _ f: Double,
    _ g: UInt64,
    _ h: Float,
    _ i: Int,
    _ j: Double,
    _ k: Bool,
    _ l: Double,
    _ m: String,
    _ n: Double
  ) async throws -> Int64 { unused() }

  public func label(
    _ sender: Address,
    _ receiver: Address,
    _ parcel: Region,
    _ version: Version,
    _ outcome: PaymentOutcome,
    _ user: User,
    _ matrix: Matrix,
    _ pixel: Pixel
  ) throws -> String { unused() }
}

public struct CartItem: Hashable, Sendable {
  public var sku: String
  public var count: Int
  public var price: Money

  public init(_ sku: String, count: Int, price: Money) {
    self.sku = sku
    self.count = count
    self.price = price
  }
}

public protocol Cart: AnyObject {
  var items: [CartItem] { get set }
  var coupon: String? { get set }
  var total: Money { get throws }
  subscript(sku: String) -> CartItem? { get set }
  func add(_ items: CartItem...) -> Int
  func merge(_ other: any Cart) -> any Cart
}

public final class WebCart: Cart {
  public var items: [CartItem] {
    get { unused() }
    set { unused() }
  }
  public var coupon: String? {
    get { unused() }
    set { unused() }
  }
  public var total: Money { get throws { unused() } }
  public subscript(sku: String) -> CartItem? {
    get { unused() }
    set { unused() }
  }
  public func add(_ items: CartItem...) -> Int { unused() }
  public func merge(_ other: any Cart) -> any Cart { unused() }
}

public protocol CurrencyConverter: Sendable {
  func rate(from source: Currency, to target: Currency) throws -> Double
  func convert(_ money: Money, to target: Currency) async throws -> Money
  var rates: [Currency: [Currency: Double]] { get }
}

public struct BankConverter: CurrencyConverter {
  public func rate(from source: Currency, to target: Currency) throws -> Double { unused() }
  public func convert(_ money: Money, to target: Currency) async throws -> Money { unused() }
  public var rates: [Currency: [Currency: Double]] { unused() }
}

package protocol Inventory: AnyObject, Sendable {
  subscript(sku: String) -> Int { get set }
  subscript(sku: String, warehouse index: UInt8) -> (shelf: Int16, count: Int32) { get }
  func reserve(_ counts: [String: Int]) async throws -> [String: Result<Int, ServiceError>]
  func restock(_ count: inout Int, of sku: String) throws
}

package final class WarehouseInventory: Inventory {
  package subscript(sku: String) -> Int {
    get { unused() }
    set { unused() }
  }
  package subscript(sku: String, warehouse index: UInt8) -> (shelf: Int16, count: Int32) { unused() }
  package func reserve(_ counts: [String: Int]) async throws -> [String: Result<Int, ServiceError>] { unused() }
  package func restock(_ count: inout Int, of sku: String) throws { unused() }
}
