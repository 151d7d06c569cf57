/// An amount of money, in cents.
public struct Money: Hashable, Comparable, Sendable {
  public let cents: Int

  public init(cents: Int) {
    self.cents = cents
  }

  public static func < (left: Money, right: Money) -> Bool { left.cents < right.cents }
  public static func * (price: Money, count: Int) -> Money { Money(cents: price.cents * count) }
}

/// Says what things cost.
public protocol PriceList: Sendable {
  var title: String { get }
  func price(of item: String) -> Money?
}

/// Prices that don't change.
public struct PrintedPriceList: PriceList {
  public let title: String
  private let prices: [String: Money]

  public init(title: String, prices: [String: Money]) {
    self.title = title
    self.prices = prices
  }

  public func price(of item: String) -> Money? { prices[item] }
}
