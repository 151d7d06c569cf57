/// A public protocol with one conformer.
public protocol Pricing {
  func price(of item: String) -> Int
  func load() async throws -> [String]
}

public struct FixedPricing: Pricing {
  public var price: Int

  public init(price: Int) { self.price = price }

  public func price(of item: String) -> Int { price }
  public func load() async throws -> [String] { [] }
}

@inline(never) public func total(_ pricing: any Pricing) -> Int { pricing.price(of: "tea") + 1 }
