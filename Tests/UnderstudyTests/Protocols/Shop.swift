struct User: Equatable, Codable {
  var id: Int
  var name: String
}

struct Opaque {
  var id: Int
}

final class Token: Sendable {
  let onDeinit: @Sendable () -> Void
  init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}

enum ShopError: Error { case closed, soldOut }

protocol Shop {
  func price(of item: String) -> Int
  func buy(_ item: String, count: Int) throws -> Bool
  var name: String { get set }
  subscript(key: String) -> Int { get set }
  subscript(from from: Int, to to: Int) -> Int { get }
  func note(_ text: String?)
  func log(_ value: Any)
  func sum(_ values: Int...) -> Int
  func each(_ body: @escaping (Int) -> Void)
  func increment(_ counter: inout Int)
  func owner(_ user: User) -> User
  func keep(_ token: Token)
  func inspect(_ value: Opaque) -> Int
  func signIn(user: String, password: String) async throws -> String
  func refresh() async -> Int
  func decode(_ type: User.Type, from text: String) -> User?
  func debug(_ message: @autoclosure @escaping () -> String)
  func close()
  var temperature: Double { get throws }
  func swap(_ key: String, with value: inout String) -> Bool
  func pair(_ value: (Int, Token)) -> Int
}

protocol Mint {
  static func make(_ size: Int) -> Int
}
