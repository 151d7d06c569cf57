import UnderstudyCalls
import UnderstudyFabrication
import UnderstudyMetadata

struct User: Equatable {
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

private let requirements: [Requirement] = {
  var all = Requirements()
  all.add("price", [.of("of", String.self)], returns: Int.self)
  all.add("buy", [.of(nil, String.self), .of("count", Int.self)], returns: Bool.self, throwing: .anyError)
  all.add("name", returns: String.self, kind: .getter)
  all.add("name", [.of(nil, String.self, .owned)], kind: .setter)
  all.add("subscript", [.of(nil, String.self)], returns: Int.self, kind: .subscriptGetter)
  all.add("subscript", [.of(nil, Int.self, .owned), .of(nil, String.self)], kind: .subscriptSetter)
  all.add("note", [.of(nil, String?.self)])
  all.add("log", [.of(nil, Any.self)])
  all.add("sum", [.of(nil, [Int].self, isVariadic: true)], returns: Int.self)
  all.add("each", [.of(nil, ((Int) -> Void).self)])
  all.add("increment", [.of(nil, Int.self, .inout)])
  all.add("owner", [.of(nil, User.self)], returns: User.self)
  all.add("keep", [.of(nil, Token.self)])
  all.add("inspect", [.of(nil, Opaque.self)], returns: Int.self)
  all.add(
    "signIn",
    [.of("user", String.self), .of("password", String.self)],
    returns: String.self,
    isAsync: true,
    throwing: .anyError
  )
  all.add("refresh", returns: Int.self, isAsync: true)
  all.add("decode", [.of(nil, User.Type.self), .of("from", String.self)], returns: User?.self)
  all.add("debug", [.of(nil, (() -> String).self, autoclosureOf: String.self)])
  all.add("close")
  all.add("temperature", returns: Double.self, kind: .getter, throwing: .unknown)
  all.add("swap", [.of(nil, String.self), .of("with", String.self, .inout)], returns: Bool.self)
  all.add("subscript", [.of("from", Int.self), .of("to", Int.self)], returns: Int.self, kind: .subscriptGetter)
  all.add("pair", [.of(nil, (Int, Token).self)], returns: Int.self)
  return all.list
}()

private final class ShopDouble: Shop {
  let wire: Line
  init(_ wire: Line) { self.wire = wire }

  func price(of item: String) -> Int { wire.call(0, item) }
  func buy(_ item: String, count: Int) throws -> Bool { try wire.trying(1, item, count) }
  var name: String {
    get { wire.call(2) }
    set { wire.run(3, newValue) }
  }
  subscript(key: String) -> Int {
    get { wire.call(4, key) }
    set { wire.run(5, newValue, key) }
  }
  subscript(from from: Int, to to: Int) -> Int { wire.call(21, from, to) }
  func note(_ text: String?) { wire.run(6, text) }
  func log(_ value: Any) { wire.run(7, value) }
  func sum(_ values: Int...) -> Int { wire.call(8, values) }
  func each(_ body: @escaping (Int) -> Void) { wire.run(9, body) }
  func increment(_ counter: inout Int) {
    let before = counter
    withUnsafeMutablePointer(to: &counter) { wire.run(10, before, places: [$0]) }
  }
  func owner(_ user: User) -> User { wire.call(11, user) }
  func keep(_ token: Token) { wire.run(12, token) }
  func inspect(_ value: Opaque) -> Int { wire.call(13, value) }
  func signIn(user: String, password: String) async throws -> String { try await wire.awaiting(14, user, password) }
  func refresh() async -> Int { try! await wire.awaiting(15) }
  func decode(_ type: User.Type, from text: String) -> User? { wire.call(16, type, text) }
  func debug(_ message: @autoclosure @escaping () -> String) { wire.run(17, message) }
  func close() { wire.run(18) }
  var temperature: Double { get throws { try wire.trying(19) } }
  func swap(_ key: String, with value: inout String) -> Bool {
    let before = value
    return withUnsafeMutablePointer(to: &value) { wire.call(20, key, before, places: [nil, $0]) }
  }
  func pair(_ value: (Int, Token)) -> Int { wire.call(22, value) }
}

/// Only one test uses it, since the hand-written double has one line for its type.
protocol Mint {
  static func make(_ size: Int) -> Int
}

private let mintRequirements: [Requirement] = {
  var all = Requirements()
  all.add("make", [.of(nil, Int.self)], returns: Int.self, isStatic: true)
  return all.list
}()

private final class MintDouble: Mint {
  nonisolated(unsafe) private static var wire: Line?

  init(_ wire: Line) { Self.wire = wire }

  static func make(_ size: Int) -> Int { wire!.call(0, size) }
}

enum Seam {
  private static let installed: Void = {
    DoubleType.provide(
      DoubleType(description: "any Till", requirements: tillRequirements) { TillDouble(Line($0, tillRequirements)) },
      for: (any Till).self
    )
    DoubleType.provide(
      DoubleType(description: "any Mint", requirements: mintRequirements) { MintDouble(Line($0, mintRequirements)) },
      for: (any Mint).self
    )
    DoubleType.provide(
      DoubleType(description: "any Shop", requirements: requirements) { ShopDouble(Line($0, requirements)) },
      for: (any Shop).self
    )
  }()

  /// Makes the hand-written doubles known.
  static func install() { _ = installed }
}
