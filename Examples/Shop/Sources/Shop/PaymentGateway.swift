/// Moves money.
public protocol PaymentGateway: Sendable {
  func charge(_ amount: Money, to card: Card) async throws -> Receipt
  func refund(_ receipt: Receipt) async throws
}

public struct Card: Hashable, Sendable {
  public let number: String

  public init(number: String) {
    self.number = number
  }
}

public struct Receipt: Hashable, Sendable {
  public let id: Int
  public let amount: Money

  public init(id: Int, amount: Money) {
    self.id = id
    self.amount = amount
  }
}

public enum PaymentError: Error {
  case busy
  case declined
}

/// A terminal that accepts every card up to a limit.
public actor CardTerminal: PaymentGateway {
  private let limit: Money
  private var count = 0

  public init(limit: Money) {
    self.limit = limit
  }

  public func charge(_ amount: Money, to card: Card) async throws -> Receipt {
    guard amount <= limit else { throw PaymentError.declined }
    count += 1
    return Receipt(id: count, amount: amount)
  }

  public func refund(_ receipt: Receipt) async throws {
    guard receipt.id <= count else { throw PaymentError.declined }
  }
}
