import Foundation
import ServiceProtocols
import Testing
import Understudy

@Suite struct CommerceTests {
  // MARK: Payments

  /// Code under test: pays, and tries again when told to.
  struct Checkout: Sendable {
    let gateway: any PaymentGateway

    func pay(_ amount: Money, with card: Card, key: UUID) async throws -> String {
      for _ in 0..<3 {
        switch try await gateway.charge(amount, card: card, key: key) {
        case .approved(let receipt): return receipt
        case .pending: continue
        case .declined(_, let delay?) where delay < .seconds(1): continue
        case .declined(let reason, _): throw ServiceError.refused(code: 402, text: "\(reason)")
        }
      }
      throw ServiceError.notFound
    }
  }

  let card = Card(number: "4242", expires: (month: 12, year: 2030))

  @Test func `A payment is tried again`() async throws {
    let stub = try Stub<any PaymentGateway>()
    let amount = Money(Decimal(string: "12.34")!, .usd)
    let key = UUID()
    let charged = await stub.when { try await $0.charge(Match.any(), card: Match.any(), key: Match.any()) }
      .thenReturn(
        .pending,
        .declined(reason: .other(code: -7), retryAfter: .milliseconds(5)),
        .approved(receipt: "r-1")
      )
    #expect(try await Checkout(gateway: stub()).pay(amount, with: card, key: key) == "r-1")
    let charges: [(Money, Card, UUID)] = charged.arguments()
    #expect(charges.count == 3)
    #expect(charges.allSatisfy { $0 == (amount, card, key) })
    await stub.verify(3...3) { try await $0.charge(amount, card: card, key: key) }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A payment is declined`() async throws {
    let stub = try Stub<any PaymentGateway>()
    await stub.when { try await $0.charge(Match.any(), card: Match.any(), key: Match.any()) }
      .thenReturn(.declined(reason: .other(code: 51), retryAfter: nil))
      .thenThrow(ServiceError.refused(code: 500, text: "down"))
    let checkout = Checkout(gateway: stub())
    await #expect(throws: ServiceError.refused(code: 402, text: "other(code: 51)")) {
      try await checkout.pay(Money(1), with: card, key: UUID())
    }
    await #expect(throws: ServiceError.refused(code: 500, text: "down")) {
      try await checkout.pay(Money(1), with: card, key: UUID())
    }
  }

  @Test func `A gateway refunds, and has balances and fees`() async throws {
    let stub = try Stub<any PaymentGateway>()
    let refunded = await stub.when { try await $0.refund(Match.any(), amount: Match.any()) }.thenDoNothing()
      .thenThrow(ServiceError.notFound)
    await stub.when { await $0.balance(in: Match.any()) }.then { (currency: Currency) in Money(7, currency) }
    await stub.when { try await $0.fees }.thenReturn([.jpy: Decimal(string: "0.001")!])
    let gateway = stub()
    try await gateway.refund("r-1", amount: Money(3))
    await #expect(throws: ServiceError.notFound) { try await gateway.refund("r-2", amount: nil) }
    #expect(await gateway.balance(in: .jpy) == Money(7, .jpy))
    #expect(try await gateway.fees == [.jpy: Decimal(string: "0.001")!])
    let refunds: [(String, Money?)] = refunded.arguments()
    #expect(refunds.count == 2)
    #expect(refunds[0] == ("r-1", Money(3)) && refunds[1] == ("r-2", nil))
    await stub.verify { await $0.balance(in: .jpy) }
    await stub.verify { try await $0.fees }
    stub.verifyNoMoreInteractions()
  }

  // MARK: Many parameters

  @Test func `Fourteen parameters with labels arrive`() throws {
    let stub = try Stub<any FreightCalculator>()
    let quoted = stub.when {
      $0.quote(
        weight: Match.any(),
        width: Match.any(),
        height: Match.any(),
        depth: Match.any(),
        count: Match.any(),
        value: Match.any(),
        from: Match.any(),
        to: Match.any(),
        express: Match.any(),
        insurance: Match.any(),
        fuel: Match.any(),
        priority: Match.any(),
        code: Match.any(),
        note: Match.any()
      )
    }
    .then {
      (
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
      ) in
      #expect((weight, width, height, depth) == (1.5, 2.5, 3.5, 4.5))
      #expect((count, value, from, to) == (-6, 7, Coordinate(8, 8.5), Coordinate(9, 9.5)))
      #expect((express, insurance, fuel, priority) == (true, 10.25, 11.125, 255))
      #expect((code, note) == ("é", "a note that is too long to be kept inline"))
      return value * Decimal(weight)
    }
    let price = stub().quote(
      weight: 1.5,
      width: 2.5,
      height: 3.5,
      depth: 4.5,
      count: -6,
      value: 7,
      from: Coordinate(8, 8.5),
      to: Coordinate(9, 9.5),
      express: true,
      insurance: 10.25,
      fuel: 11.125,
      priority: 255,
      code: "é",
      note: "a note that is too long to be kept inline"
    )
    #expect(price == Decimal(string: "10.5")!)
    quoted.verify()
    stub.verify {
      $0.quote(
        weight: 1.5,
        width: 2.5,
        height: 3.5,
        depth: 4.5,
        count: -6,
        value: 7,
        from: Coordinate(8, 8.5),
        to: Coordinate(9, 9.5),
        express: true,
        insurance: 10.25,
        fuel: 11.125,
        priority: 255,
        code: "é",
        note: "a note that is too long to be kept inline"
      )
    }
  }

  @Test func `Fourteen parameters of an async method arrive`() async throws {
    let stub = try Stub<any FreightCalculator>()
    let booked = await stub.when {
      try await $0.book(
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any()
      )
    }
    .thenReturn(-1)
    .then { (a: Int, b: Double, c: Int8) async in
      await Task.yield()
      return Int64(a) + Int64(b) + Int64(c)
    }
    .thenThrow(ServiceError.notFound)
    let freight = stub()
    for result in [-1, -120] as [Int64] {
      #expect(try await freight.book(1, 2, -123, 4, -5, 6, .max, 8, -9, 10, true, 12, "thirteen", 14) == result)
    }
    await #expect(throws: ServiceError.notFound) {
      try await freight.book(1, 2, -123, 4, -5, 6, .max, 8, -9, 10, true, 12, "thirteen", 14)
    }
    let calls:
      [(
        Int, Double, Int8, Float, Int16, Double, UInt64, Float, Int, Double, Bool, Double, String, Double
      )] = booked.arguments()
    #expect(calls.count == 3)
    for call in calls {
      #expect((call.0, call.1, call.2, call.3, call.4) == (1, 2, -123, 4, -5))
      #expect((call.5, call.6, call.7, call.8, call.9) == (6, .max, 8, -9, 10))
      #expect((call.10, call.11, call.12, call.13) == (true, 12, "thirteen", 14))
    }
    await stub.verify(3...3) {
      try await $0.book(1, 2, -123, 4, -5, 6, .max, 8, -9, 10, true, 12, "thirteen", 14)
    }
  }

  @Test func `Structs of all sizes arrive`() throws {
    let stub = try Stub<any FreightCalculator>()
    let address = Address(street: "Elm Street", number: .max, city: "Ohio"[...])
    let region = Region(corner: Coordinate(1, -2), zoom: 3.5, tiles: -4, isOcean: true)
    let outcome = PaymentOutcome.declined(reason: .fraud, retryAfter: .seconds(9))
    let user = User("Ann", email: "ann@example.org")
    let labelled = stub.when {
      try $0.label(
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any()
      )
    }
    .then { (sender: Address, receiver: Address) in sender.street + receiver.city }
    let text = try stub().label(
      address,
      address,
      region,
      Version(1, 2, 3),
      outcome,
      user,
      Matrix(1),
      Pixel(1, 2, 3, 4)
    )
    #expect(text == "Elm StreetOhio")
    let calls: [(Address, Address, Region, Version, PaymentOutcome, User, Matrix, Pixel)] = labelled.arguments()
    #expect(calls.count == 1)
    #expect((calls[0].0, calls[0].1, calls[0].2, calls[0].3) == (address, address, region, Version(1, 2, 3)))
    #expect((calls[0].4, calls[0].5, calls[0].6, calls[0].7) == (outcome, user, Matrix(1), Pixel(1, 2, 3, 4)))
    stub.verify {
      try $0.label(address, address, region, Version(1, 2, 3), outcome, user, Matrix(1), Pixel(1, 2, 3, 4))
    }
    stub.verify(.never) {
      try $0.label(address, address, region, Version(1, 2, 3), outcome, user, Matrix(1), Pixel(1, 2, 3, 5))
    }
  }

  // MARK: Carts

  @Test func `A cart is changed in place`() throws {
    let stub = try Stub<any Cart>()
    var items = [CartItem("a", count: 1, price: Money(5))]
    var coupon: String?
    stub.when { $0.items }.then { items }
    stub.when { $0.items = Match.any() }.then { (new: [CartItem]) in items = new }
    stub.when { $0.coupon }.then { coupon }
    stub.when { $0.coupon = Match.any() }.then { (new: String?) in coupon = new }
    stub.when { $0[Match.any()] }.then { (sku: String) in items.first { $0.sku == sku } }
    stub.when { $0[Match.any()] = Match.any() }.then { (new: CartItem?, sku: String) in
      items.removeAll { $0.sku == sku }
      if let new { items.append(new) }
    }

    let cart = stub()
    cart.items.append(CartItem("b", count: 2, price: Money(6, .jpy)))
    cart.items[0].count += 10
    cart["b"]?.count *= 3
    cart["a"] = nil
    cart.coupon = "TEN"
    cart.coupon? += "-OFF"
    func reset(_ text: inout String?) { text = text.map { $0.lowercased() } }
    reset(&cart.coupon)

    #expect(items == [CartItem("b", count: 6, price: Money(6, .jpy))])
    #expect(coupon == "ten-off")
    stub.verify { $0["a"] = nil }
    stub.verify(2...2) { $0.items = Match.any() }
    stub.verify(2...2) { $0.items }
    stub.verify(3...3) { $0.coupon = Match.any() }
  }

  @Test func `A cart has a total, and takes lists and carts`() throws {
    let stub = try Stub<any Cart>()
    let other: any Cart = try Stub.make()
    stub.when { try $0.total }.thenReturn(Money(9)).thenThrow(ServiceError.notFound)
    stub.when { $0.add(Match.any()) }.then { (items: [CartItem]) in items.reduce(0) { $0 + $1.count } }
    let merged = stub.when { $0.merge(Match.any()) }.then { (other: any Cart) in other }
    let cart = stub()
    #expect(try cart.total == Money(9))
    #expect(throws: ServiceError.notFound) { try cart.total }
    let item = CartItem("a", count: 4, price: Money(1))
    #expect(cart.add(item, item) == 8)
    #expect(cart.add() == 0)
    #expect(cart.merge(other) === other)
    #expect(cart.merge(cart) === cart)
    let merges: [any Cart] = merged.arguments()
    #expect(merges.count == 2 && merges[0] === other && merges[1] === cart)
    stub.verify { $0.add(item, item) }
    stub.verify { $0.merge(other) }
    stub.verify(2...2) { try $0.total }
    stub.reset()
  }

  // MARK: Rates and stock

  @Test func `Money is converted`() async throws {
    let stub = try Stub<any CurrencyConverter>()
    stub.when { try $0.rate(from: .eur, to: .usd) }.thenReturn(1.25)
    stub.when { try $0.rate(from: Match.any(), to: Match.any()) }.thenThrow(ServiceError.notFound)
    let converted = await stub.when { try await $0.convert(Match.any(), to: Match.any()) }
      .then { (money: Money, target: Currency) in Money(money.amount * 2, target) }
    stub.when { $0.rates }.thenReturn([.eur: [.usd: 1.25], .jpy: [:]])
    let converter = stub()
    #expect(try converter.rate(from: .eur, to: .usd) == 1.25)
    #expect(throws: ServiceError.notFound) { try converter.rate(from: .usd, to: .eur) }
    #expect(try await converter.convert(Money(4, .jpy), to: .usd) == Money(8, .usd))
    #expect(converter.rates == [.eur: [.usd: 1.25], .jpy: [:]])
    let calls: [(Money, Currency)] = converted.arguments()
    #expect(calls.count == 1 && calls[0] == (Money(4, .jpy), .usd))
    stub.verify { try $0.rate(from: .usd, to: .eur) }
    stub.verify { $0.rates }
  }

  @Test func `Stock is counted, reserved and restocked`() async throws {
    let stub = try Stub<any Inventory>()
    var counts = ["a": 3]
    stub.when { $0[Match.any()] }.then { (sku: String) in counts[sku, default: 0] }
    stub.when { $0[Match.any()] = Match.any() }.then { (count: Int, sku: String) in counts[sku] = count }
    stub.when { $0["a", warehouse: 2] }.thenReturn((shelf: -1, count: .max))
    await stub.when { try await $0.reserve(Match.any()) }
      .then { (wanted: [String: Int]) in wanted.mapValues { $0 > 1 ? .failure(.notFound) : .success($0) } }
    var scratch = 0
    stub.when { try $0.restock(&scratch, of: Match.any()) }.then { (count: inout Int, sku: String) in
      if sku.isEmpty { throw ServiceError.notFound }
      count *= 2
    }
    let inventory = stub()
    inventory["a"] -= 1
    inventory["b"] += 5
    #expect(counts == ["a": 2, "b": 5])
    #expect(inventory["a", warehouse: 2] == (shelf: -1, count: .max))
    #expect(try await inventory.reserve(["a": 1, "b": 2]) == ["a": .success(1), "b": .failure(.notFound)])
    var count = 21
    try inventory.restock(&count, of: "a")
    #expect(count == 42)
    #expect(throws: ServiceError.notFound) { try inventory.restock(&count, of: "") }
    #expect(count == 42 && scratch == 0)
    await stub.verify { try await $0.reserve(["a": 1, "b": 2]) }
    stub.verify { $0["a"] = 2 }
    stub.verify { $0["b"] }
    stub.verify { $0["a", warehouse: 2] }
    stub.verify { try $0.restock(&scratch, of: "") }
  }
}
