/// Sells things.
public struct Checkout: Sendable {
  private let auth: any AuthService
  private let prices: any PriceList
  private let inventory: any Inventory
  private let payments: any PaymentGateway
  private let log: any AuditLog

  public init(
    auth: any AuthService,
    prices: any PriceList,
    inventory: any Inventory,
    payments: any PaymentGateway,
    log: any AuditLog
  ) {
    self.auth = auth
    self.prices = prices
    self.inventory = inventory
    self.payments = payments
    self.log = log
  }

  public struct Customer: Sendable {
    public var name: String
    public var password: String
    public var card: Card

    public init(name: String, password: String, card: Card) {
      self.name = name
      self.password = password
      self.card = card
    }
  }

  /// Sells an item to a customer.
  ///
  /// - Throws: What the services throw; `CheckoutError.noPrice` for what isn't on the price list.
  public func sell(_ item: String, count: Int, to customer: Customer) async throws -> Receipt {
    guard let price = prices.price(of: item) else { throw CheckoutError.noPrice }
    let session = try await auth.signIn(user: customer.name, password: customer.password)
    do {
      let receipt = try await sell(item, count: count, for: price * count, card: customer.card)
      await auth.signOut(session)
      return receipt
    } catch {
      await auth.signOut(session)
      throw error
    }
  }

  private func sell(_ item: String, count: Int, for amount: Money, card: Card) async throws -> Receipt {
    try inventory.take(item, count: count)
    do {
      let receipt = try await charge(amount, to: card)
      log.record(.sale(item: item, count: count, receipt: receipt))
      return receipt
    } catch {
      inventory.putBack(item, count: count)
      log.record(.failedSale(item: item))
      throw error
    }
  }

  /// Charges a card; a busy gateway is asked up to three times.
  private func charge(_ amount: Money, to card: Card) async throws -> Receipt {
    for _ in 1..<3 {
      do {
        return try await payments.charge(amount, to: card)
      } catch PaymentError.busy {
        if log.isVerbose { log.record(.note("the gateway was busy")) }
      }
    }
    return try await payments.charge(amount, to: card)
  }
}

public enum CheckoutError: Error {
  case noPrice
}
