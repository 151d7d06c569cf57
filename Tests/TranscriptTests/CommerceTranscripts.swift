import Foundation
import ServiceProtocols
import Testing

private actor Bookings {
  var receipts: [String: Money] = [:]
  func add(_ receipt: String, _ amount: Money) -> Int {
    receipts[receipt] = amount
    return receipts.count
  }
  func remove(_ receipt: String) -> Money? { receipts.removeValue(forKey: receipt) }
}

private struct TestGateway: PaymentGateway {
  let bookings = Bookings()
  let token = item()
  func charge(_ amount: Money, card: Card, key: UUID) async throws -> PaymentOutcome {
    saw(amount, card, key)
    if amount.amount < 0 { throw ServiceError.refused(code: 7, text: card.number) }
    if amount.amount > 100 { return .declined(reason: .other(code: 51), retryAfter: .seconds(9)) }
    return .approved(receipt: "r\(await bookings.add("r1", amount))")
  }
  func refund(_ receipt: String, amount: Money?) async throws {
    saw(receipt, amount)
    guard await bookings.remove(receipt) != nil else { throw ServiceError.notFound }
  }
  func balance(in currency: Currency) async -> Money {
    await Task.yield()
    return await Money(bookings.receipts.values.reduce(0) { $0 + $1.amount }, currency)
  }
  var fees: [Currency: Decimal] {
    get async throws {
      saw()
      return [.jpy: 1.25]
    }
  }
}

private struct TestFreight: FreightCalculator {
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
  ) -> Decimal {
    saw(weight, width, height, depth, count, value, from, to, express, insurance, fuel, priority, code, note)
    return value * Decimal(count)
  }
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
  ) async throws -> Int64 {
    saw(a, b, c, d, e, f, g, h, i, j, k, l, m, n)
    await Task.yield()
    saw(a, b, c, d, e, f, g, h, i, j, k, l, m, n)
    if k { throw ServiceError.refused(code: i, text: m) }
    return Int64(a + i)
  }
  func label(
    _ sender: Address,
    _ receiver: Address,
    _ parcel: Region,
    _ version: Version,
    _ outcome: PaymentOutcome,
    _ user: User,
    _ matrix: Matrix,
    _ pixel: Pixel
  ) throws -> String {
    saw(sender, receiver, parcel, version, outcome, user, matrix, pixel)
    if pixel.red == 0 { throw ServiceError.notFound }
    return sender.street + user.name
  }
}

private final class TestCart: Cart {
  var items: [CartItem] = [] { didSet { saw(oldValue.count, items.count) } }
  var coupon: String? { didSet { saw(oldValue, coupon) } }
  let token = item()
  var total: Money {
    get throws {
      if items.isEmpty { throw ServiceError.notFound }
      return Money(items.reduce(0) { $0 + $1.price.amount })
    }
  }
  subscript(sku: String) -> CartItem? {
    get { items.first { $0.sku == sku } }
    set {
      saw(sku, newValue)
      items.removeAll { $0.sku == sku }
      if let newValue { items.append(newValue) }
    }
  }
  func add(_ items: CartItem...) -> Int {
    saw(items)
    self.items += items
    return self.items.count
  }
  func merge(_ other: any Cart) -> any Cart {
    saw(other.items)
    let cart = TestCart()
    cart.items = items + other.items
    return cart
  }
}

private struct TestConverter: CurrencyConverter {
  func rate(from source: Currency, to target: Currency) throws -> Double {
    saw(source, target)
    guard let rate = rates[source]?[target] else { throw ServiceError.refused(code: 1, text: source.rawValue) }
    return rate
  }
  func convert(_ money: Money, to target: Currency) async throws -> Money {
    saw(money, target)
    await Task.yield()
    return Money(money.amount * Decimal(try rate(from: money.currency, to: target)), target)
  }
  var rates: [Currency: [Currency: Double]] { [.eur: [.usd: 1.5]] }
}

private final class TestInventory: Inventory, @unchecked Sendable {
  private var counts: [String: Int] = ["pear": 3]
  subscript(sku: String) -> Int {
    get { counts[sku] ?? 0 }
    set {
      saw(sku, newValue)
      counts[sku] = newValue
    }
  }
  subscript(sku: String, warehouse index: UInt8) -> (shelf: Int16, count: Int32) {
    saw(sku, index)
    return (Int16(index), Int32(self[sku]))
  }
  func reserve(_ counts: [String: Int]) async throws -> [String: Result<Int, ServiceError>] {
    saw(counts)
    if counts.isEmpty { throw ServiceError.notFound }
    return counts.mapValues { $0 > 1 ? .success($0) : .failure(.refused(code: $0, text: "few")) }
  }
  func restock(_ count: inout Int, of sku: String) throws {
    saw(count, sku, self.counts[sku])
    count += 1
    if sku.isEmpty { throw ServiceError.notFound }
    self.counts[sku, default: 0] += count
  }
}

@Suite struct CommerceTranscripts {
  @Test func `A payment gateway`() async throws {
    try await compare({ TestGateway() as any PaymentGateway }, requirements: 4) { gateway in
      let card = Card(number: "4111", expires: (1, 2030))
      let key = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!
      for amount in [Decimal(20), 300, -1] {
        await attempt { [gateway] in try await gateway.charge(Money(amount), card: card, key: key) }
      }
      got(await gateway.balance(in: .usd))
      for receipt in ["r1", "r1"] { await attempt { [gateway] in try await gateway.refund(receipt, amount: nil) } }
      got(try await gateway.fees)
    }
  }

  @Test func `A freight calculator`() async throws {
    try await compare({ TestFreight() as any FreightCalculator }, requirements: 3) { freight in
      let here = Coordinate(1.5, 2.5)
      got(
        freight.quote(
          weight: 1,
          width: 2,
          height: 3,
          depth: 4,
          count: 5,
          value: 6,
          from: here,
          to: Coordinate(3, 4),
          express: true,
          insurance: 9.5,
          fuel: 10,
          priority: 11,
          code: "l",
          note: "a note that is too long to be kept inline"
        )
      )
      got(try await freight.book(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, false, 12, "thirteen", 14))
      do { got(try await freight.book(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, true, 12, "thirteen", 14)) } catch { got(error) }
      let address = Address(street: "Hill Road", number: 7, city: "Springfield")
      let region = Region(corner: here, zoom: 2, tiles: 3, isOcean: true)
      let user = User("Ann", id: UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!)
      for red: UInt8 in [0, 9] {
        attempt {
          try freight.label(
            address,
            address,
            region,
            Version(1, 2, 3),
            .pending,
            user,
            Matrix(2),
            Pixel(red, 2, 3)
          )
        }
      }
    }
  }

  @Test func `A cart`() async throws {
    try await compare({ TestCart() as any Cart }, requirements: 6) { cart in
      attempt { try cart.total }
      got(cart.add(), cart.add(CartItem("a", count: 1, price: Money(5)), CartItem("b", count: 2, price: Money(6))))
      attempt { try cart.total }
      cart.items[1].count += 5
      cart["b"]?.sku += "x"
      cart["c"] = CartItem("c", count: 3, price: Money(1))
      cart["a"] = nil
      cart.coupon = "ten"
      cart.coupon? += " percent"
      got(cart["b"], cart["c"], cart["z"], cart.coupon, cart.items)
      let other = TestCart()
      other.items = [CartItem("o", count: 1, price: Money(1))]
      got(cart.merge(other).items)
    }
  }

  @Test func `A currency converter`() async throws {
    try await compare({ TestConverter() as any CurrencyConverter }, requirements: 3) { converter in
      attempt { try converter.rate(from: .eur, to: .usd) }
      attempt { try converter.rate(from: .jpy, to: .usd) }
      got(try await converter.convert(Money(2), to: .usd))
      await attempt { [converter] in try await converter.convert(Money(2, .jpy), to: .usd) }
      got(converter.rates)
    }
  }

  @Test func `An inventory`() async throws {
    try await compare({ TestInventory() as any Inventory }, requirements: 4) { inventory in
      inventory["pear"] += 4
      inventory["fig"] = 1
      got(inventory["pear"], inventory["fig"], inventory["pear", warehouse: 7])
      await attempt { [inventory] in try await inventory.reserve([:]) }
      got(try await inventory.reserve(["fig": 1]), try await inventory.reserve(["fig": 2]))
      var count = 5
      try inventory.restock(&count, of: "fig")
      got(count, inventory["fig"])
      do { try inventory.restock(&count, of: "") } catch { got(count, error) }
    }
  }
}
