internal import Synchronization

/// An object that is counted while it lives.
public final class Token: Sendable, Equatable, CustomStringConvertible {
  let number: Int
  private static let count = Atomic(0)

  /// How many there are.
  static var live: Int { count.load(ordering: .sequentiallyConsistent) }

  init(_ number: Int) {
    self.number = number
    Token.count.add(1, ordering: .sequentiallyConsistent)
  }

  deinit { Token.count.subtract(1, ordering: .sequentiallyConsistent) }

  public var description: String { "token \(number)" }

  public static func == (one: Token, other: Token) -> Bool { one.number == other.number }
}

/// More than the registers hold.
public struct Large: Sendable, Equatable {
  var number = 1
  var text = "a text that is too long to be kept inline"
  var token: Token
  var (x, y) = (1.5, Float(2.5))

  init(_ number: Int) { token = Token(number) }
}
