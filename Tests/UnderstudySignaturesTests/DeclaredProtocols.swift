import Foundation

// Protocols that the tests read from the serialized module of their own binary, and conformers to hold them against.

class Chassis {}
final class Engine: Chassis {}
enum Trouble: Error { case any }
protocol Wheeled { func roll() }
protocol Boxed<Content> { associatedtype Content }
struct Crate<Content> { struct Lid<Handle> {} }
typealias Sizes = [Int]
typealias Counts<Key: Hashable> = [Key: Int]
@globalActor actor Garage { static let shared = Garage() }
@resultBuilder enum Listing { static func buildBlock(_ parts: String...) -> [String] { parts } }

extension Dictionary { struct Slot {} }
extension Crate where Content: Hashable { struct Label {} }

protocol DeclaredMethods {
  func plain()
  func labelled(user: String, _ count: Int, in table: [String: Int]) async throws -> Double
  func ownership(_ a: inout Int, b: borrowing String, c: consuming String, d: __owned Chassis, e: __shared Chassis)
  func variadic(rest: Double..., other: String)
  func closures(
    _ work: @escaping @Sendable (Int) async -> Void,
    now: (Int, inout String) throws -> Void,
    test: @autoclosure () -> Bool,
    later: @autoclosure @escaping () throws -> Bool,
    main: @MainActor (Int) throws(Trouble) -> Void,
    c: @convention(c) (Int32) -> Int32,
    many: (Int...) -> Void,
    optional: ((Int) -> Void)?
  )
  func typed() throws(Trouble) -> Int
  func never() throws(Never)
  static func shared(_ flag: Bool) async -> Int
  static func + (left: Self, right: Self) -> Self
  static prefix func - (operand: Self) -> Self
  init(count: Int)
  init?(name: String) async throws
}

struct MethodsConformer: DeclaredMethods {
  func plain() {}
  func labelled(user: String, _ count: Int, in table: [String: Int]) async throws -> Double { 0 }
  func ownership(_ a: inout Int, b: borrowing String, c: consuming String, d: __owned Chassis, e: __shared Chassis) {}
  func variadic(rest: Double..., other: String) {}
  func closures(
    _ work: @escaping @Sendable (Int) async -> Void,
    now: (Int, inout String) throws -> Void,
    test: @autoclosure () -> Bool,
    later: @autoclosure @escaping () throws -> Bool,
    main: @MainActor (Int) throws(Trouble) -> Void,
    c: @convention(c) (Int32) -> Int32,
    many: (Int...) -> Void,
    optional: ((Int) -> Void)?
  ) {}
  func typed() throws(Trouble) -> Int { 0 }
  func never() {}
  static func shared(_ flag: Bool) async -> Int { 0 }
  static func + (left: MethodsConformer, right: MethodsConformer) -> MethodsConformer { left }
  static prefix func - (operand: MethodsConformer) -> MethodsConformer { operand }
  init(count: Int) {}
  init?(name: String) async throws {}
}

protocol DeclaredStorage {
  var name: String { get set }
  var remote: Int { get async throws }
  var typed: Int { get throws(Trouble) }
  var changing: Int { mutating get nonmutating set }
  static var total: Int { get set }
  @_borrowed var lent: String { get set }
  @Listing var lines: [String] { get }
  subscript(row: Int, column column: Int) -> Double { get set }
  subscript(name: String) -> Int { get async throws(Trouble) }
  static subscript(flag: Bool) -> Int { get }
}

struct StorageConformer: DeclaredStorage {
  var name = ""
  var remote: Int { 0 }
  var typed: Int { 0 }
  var changing: Int {
    get { 0 }
    nonmutating set {}
  }
  nonisolated(unsafe) static var total = 0
  var lent = ""
  var lines: [String] { return [] }
  subscript(row: Int, column column: Int) -> Double {
    get { 0 }
    set {}
  }
  subscript(name: String) -> Int { 0 }
  static subscript(flag: Bool) -> Int { 0 }
}

protocol DeclaredTypes {
  func aliases(_ a: Sizes, _ b: Counts<String>, _ c: (x: Int, String), _ d: Int?, _ e: [3 of Int])
  func nested(_ a: Crate<Int>.Lid<String>, _ b: Dictionary<Int, String>.Slot, _ c: Crate<Int>.Label)
  func existentials(
    _ a: any Wheeled,
    _ b: any Chassis & Wheeled,
    _ c: any CustomStringConvertible & Wheeled & Sendable,
    _ d: any Hashable & Equatable,
    _ e: Any,
    _ f: AnyObject,
    _ g: any Wheeled & AnyObject,
    _ h: (any Wheeled)?
  )
  func bound(_ a: any Boxed<Int>, _ b: any Sequence<String>)
  func metatypes(_ a: Int.Type, _ b: any Wheeled.Type, _ c: (any Wheeled).Type, _ d: Any.Type, _ e: AnyClass)
  func foreign(
    _ a: Data,
    _ b: Decimal,
    _ c: JSONDecoder,
    _ d: URL.ResourceKind,
    _ e: timespec,
    _ f: Measurement<UnitMass>
  )
  func concurrency(_ a: Task<Int, any Error>, _ b: AsyncStream<Int>, _ c: MainActor, _ d: borrowing Mutable<Int>)
}

struct TypesConformer: DeclaredTypes {
  func aliases(_ a: Sizes, _ b: Counts<String>, _ c: (x: Int, String), _ d: Int?, _ e: [3 of Int]) {}
  func nested(_ a: Crate<Int>.Lid<String>, _ b: Dictionary<Int, String>.Slot, _ c: Crate<Int>.Label) {}
  func existentials(
    _ a: any Wheeled,
    _ b: any Chassis & Wheeled,
    _ c: any CustomStringConvertible & Wheeled & Sendable,
    _ d: any Hashable & Equatable,
    _ e: Any,
    _ f: AnyObject,
    _ g: any Wheeled & AnyObject,
    _ h: (any Wheeled)?
  ) {}
  func bound(_ a: any Boxed<Int>, _ b: any Sequence<String>) {}
  func metatypes(_ a: Int.Type, _ b: any Wheeled.Type, _ c: (any Wheeled).Type, _ d: Any.Type, _ e: AnyClass) {}
  func foreign(
    _ a: Data,
    _ b: Decimal,
    _ c: JSONDecoder,
    _ d: URL.ResourceKind,
    _ e: timespec,
    _ f: Measurement<UnitMass>
  ) {}
  func concurrency(_ a: Task<Int, any Error>, _ b: AsyncStream<Int>, _ c: MainActor, _ d: borrowing Mutable<Int>) {}
}

extension URL { enum ResourceKind { case file } }
struct Mutable<Value: ~Copyable>: ~Copyable {}

protocol DeclaredGenerics {
  func one<T: Hashable>(_ value: T) -> T?
  func two<T, U: Collection>(_ value: T, _ all: U) -> U.Element where U.Element == T, U.Index: Sendable
  func packed<each T: Hashable>(_ value: repeat each T) -> (repeat each T)
  func some(_ value: some Wheeled & Sendable)
  func superclass<T: Chassis>(_ value: T) -> [T]
  func object<T: AnyObject>(_ value: T)
  func unique<T: ~Copyable>(_ value: borrowing T)
  subscript<T>(key key: T.Type) -> T? { get throws }
  init<T: Wheeled>(_ value: T)
}

struct GenericsConformer: DeclaredGenerics {
  func one<T: Hashable>(_ value: T) -> T? { nil }
  func two<T, U: Collection>(_ value: T, _ all: U) -> U.Element where U.Element == T, U.Index: Sendable { value }
  func packed<each T: Hashable>(_ value: repeat each T) -> (repeat each T) { (repeat each value) }
  func some(_ value: some Wheeled & Sendable) {}
  func superclass<T: Chassis>(_ value: T) -> [T] { [] }
  func object<T: AnyObject>(_ value: T) {}
  func unique<T: ~Copyable>(_ value: borrowing T) {}
  subscript<T>(key key: T.Type) -> T? { nil }
  init<T: Wheeled>(_ value: T) {}
}

protocol DeclaredMembers: Wheeled, Sequence, CustomStringConvertible where Element: Comparable {
  associatedtype Item: Hashable
  associatedtype Items: Collection where Items.Element == Item, Items.Index == Int
  associatedtype Element
  func item(at index: Items.Index) -> Items.Element
  func indices(_ items: Items) -> Items.Indices?
  func all() -> [Item: Items]
  func make() -> Self
}

protocol DeclaredIsolation {
  nonisolated(nonsending) func caller() async
  @concurrent func concurrent() async
  @MainActor func main()
  @Garage func garage() async throws
  @Garage var parked: Int { get set }
  nonisolated(nonsending) var remote: Int { get async }
  nonisolated func nowhere()
  func isolated(to actor: isolated Garage)
  func maybe(to actor: isolated (any Actor)?) async
  func sending(_ value: sending Chassis) -> sending Chassis
}

struct IsolationConformer: DeclaredIsolation {
  nonisolated(nonsending) func caller() async {}
  @concurrent func concurrent() async {}
  @MainActor func main() {}
  @Garage func garage() async throws {}
  @Garage var parked: Int {
    get { 0 }
    set {}
  }
  nonisolated(nonsending) var remote: Int { get async { 0 } }
  func nowhere() {}
  func isolated(to actor: isolated Garage) {}
  func maybe(to actor: isolated (any Actor)?) async {}
  func sending(_ value: sending Chassis) -> sending Chassis { Chassis() }
}

@MainActor protocol DeclaredOnMain {
  func run()
  nonisolated func free()
}

protocol DeclaredActor: Actor {
  func park() async
  nonisolated var number: Int { get }
  static func make() -> Self
}

protocol DeclaredAccess {
  mutating func change()
  nonmutating func look()
  consuming func end()
  __consuming func oldEnd()
  borrowing func borrow()
}

protocol DeclaredUncopyable: ~Copyable {
  func use(_ other: borrowing Self)
  var value: Int { get set }
}

protocol DeclaredObject: AnyObject { func touch() }

enum Nesting {
  enum Inner { protocol Deep { func deep(_ value: Nesting.Inner) } }
  private protocol Hidden { func hidden(_ value: Secret) }
  private struct Secret {}
  static var hidden: Any.Type { (any Hidden).self }
}

extension Array { enum Fold {} }

private protocol Twin { func first() }
func firstTwin() -> Any.Type { (any Twin).self }

func localTwin() -> Any.Type {
  struct Local {}
  protocol Twin { func local(_ value: Local) }
  return (any Twin).self
}

func otherLocalTwin() -> Any.Type {
  protocol Twin { func other() }
  return (any Twin).self
}

/// An overload with the same local names.
func otherLocalTwin(_ number: Int) -> Any.Type {
  protocol Twin { func overloaded() throws }
  return (any Twin).self
}
