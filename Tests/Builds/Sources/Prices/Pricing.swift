/// With library evolution its layout is hidden from other modules, and it travels by address.
public struct Price: Equatable {
  public var amount: Int
  public var currency: String

  public init(_ amount: Int, _ currency: String) {
    self.amount = amount
    self.currency = currency
  }
}

/// A public protocol with one conformer.
public protocol Pricing {
  func price(of item: String) -> Int
  func discounted(_ price: Price, by percentage: Double) -> Price
  func load() async throws -> [String]
}

public struct FixedPricing: Pricing {
  public var price: Int

  public init(price: Int) { self.price = price }

  public func price(of item: String) -> Int { price }
  public func discounted(_ price: Price, by percentage: Double) -> Price { price }
  public func load() async throws -> [String] { [] }
}

@inline(never) public func total(_ pricing: any Pricing) -> Int {
  pricing.price(of: "tea") + pricing.discounted(Price(10, "of a currency that isn't kept inline"), by: 50).amount
}
