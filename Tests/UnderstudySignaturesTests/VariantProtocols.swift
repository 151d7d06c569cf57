// Protocols that Swift 6.0 compiles as well: `Fixtures/swift-6.0.3.swiftmodule` is the module that it makes of this file.
// Whoever changes the file makes the module anew (`Fixtures/README.md`).

class Hull {}
final class Boat: Hull {}
enum Leak: Error { case small }
protocol Floating { func float() }
protocol Loaded<Cargo, Owner> {
  associatedtype Cargo
  associatedtype Owner: Hashable
}
struct Hold<Cargo> { struct Hatch<Seal> {} }
typealias Depths = [Int]
typealias Manifest<Key: Hashable> = [Key: Depths]
typealias Pair<First, Second> = (first: First, second: Second)
typealias Signal<Value> = @Sendable (Value) async throws -> Void
@globalActor actor Harbour { static let shared = Harbour() }
@resultBuilder enum Route { static func buildBlock(_ ports: String...) -> [String] { ports } }
struct Sealed<Value: ~Copyable>: ~Copyable {}

extension Dictionary { struct Berth {} }
extension Hold where Cargo: Hashable { struct Tag {} }

protocol VariantMethods {
  func plain()
  func labelled(user: String, _ count: Int, in table: [String: Int]) async throws -> Double
  func ownership(_ a: inout Int, b: borrowing String, c: consuming String, d: __owned Hull, e: __shared Hull)
  func sending(_ value: sending Hull, _ other: Hull) -> sending Hull
  func variadic(rest: Double..., other: String)
  func closures(
    _ work: @escaping @Sendable (Int) async -> Void,
    now: (Int, inout String) throws -> Void,
    test: @autoclosure () -> Bool,
    later: @autoclosure @escaping () throws -> Bool,
    main: @MainActor (Int) throws(Leak) -> Void,
    harbour: @Harbour () -> Void,
    any: @isolated(any) () async -> Void,
    c: @convention(c) (Int32) -> Int32,
    many: (Int...) -> Void,
    sent: (sending Hull, Hull) throws(Leak) -> sending Hull,
    owned: (borrowing Hull, consuming Hull, isolated Harbour) -> Void,
    optional: ((Int) -> Void)?
  )
  func typed() throws(Leak) -> Int
  func never() throws(Never)
  func isolated(to actor: isolated Harbour)
  func maybe(to actor: isolated (any Actor)?) async
  @Harbour func harbour() async throws
  @MainActor func main()
  nonisolated func nowhere()
  static func shared(_ flag: Bool) async -> Int
  static func + (left: Self, right: Self) -> Self
  static prefix func - (operand: Self) -> Self
  mutating func change()
  consuming func end()
  __consuming func oldEnd()
  borrowing func look()
  init(count: Int)
  init?(name: String) async throws
}

protocol VariantStorage {
  var name: String { get set }
  var remote: Int { get async throws }
  var typed: Int { get throws(Leak) }
  var changing: Int { mutating get nonmutating set }
  static var total: Int { get set }
  @_borrowed var lent: String { get set }
  @_borrowed var read: Hull { get }
  @Route var ports: [String] { get }
  @Harbour var docked: Int { get set }
  subscript(row: Int, column column: Int) -> Double { get set }
  subscript(name: String) -> Int { get async throws(Leak) }
  static subscript(flag: Bool) -> Int { get }
  subscript<T>(key key: T.Type) -> T? { get throws }
  @Harbour subscript<T>(row: T, column column: Int) -> Double { get set }
}

protocol VariantTypes {
  func aliases(_ a: Depths, _ b: Manifest<String>, _ c: Pair<Int, [String]>, _ d: @escaping Signal<Hull>)
  func parentheses(_ a: (Int), _ b: (any Floating), _ c: ((Int) -> (String)), _ d: (any Floating)?)
  func sugar(_ a: (x: Int, String), _ b: Int?, _ c: [String: Set<Int>], _ d: ((Int, Bool) -> Void)?)
  func nested(_ a: Hold<Int>.Hatch<String>, _ b: Dictionary<Int, String>.Berth, _ c: Hold<Int>.Tag)
  func existentials(
    _ a: any Floating,
    _ b: any Hull & Floating,
    _ c: any CustomStringConvertible & Floating & Sendable,
    _ d: Any,
    _ e: AnyObject,
    _ f: any Floating & AnyObject
  )
  func bound(_ a: any Loaded<Int, String>, _ b: any Sequence<String>)
  func metatypes(_ a: Int.Type, _ b: any Floating.Type, _ c: (any Floating).Type, _ d: Any.Type, _ e: AnyClass)
  func concurrency(_ a: Task<Int, any Error>, _ b: AsyncStream<Int>, _ c: MainActor, _ d: borrowing Sealed<Int>)
}

protocol VariantGenerics {
  associatedtype Key: Hashable
  func one<T: Hashable>(_ value: T) -> T?
  func alias<T>(_ value: Pair<T, Self>, _ table: Manifest<Key>)
  func two<T, U: Collection>(_ value: T, _ all: U) -> U.Element where U.Element == T, U.Index: Sendable
  func packed<each T: Hashable>(_ value: repeat each T) -> (repeat each T)
  func packs<each T, each U>(_ value: repeat (each T, each U)) where repeat each T: Sendable
  func some(_ value: some Floating & Sendable)
  func superclass<T: Hull>(_ value: T) -> [T]
  func object<T: AnyObject>(_ value: T)
  func unique<T: ~Copyable>(_ value: borrowing T)
  func key<T: Identifiable>(_ value: T) -> Self where T.ID == Key
  init<T: Floating>(_ value: T)
}

protocol VariantMembers: Floating, Sequence, CustomStringConvertible where Element: Comparable {
  associatedtype Item: Hashable
  associatedtype Items: Collection where Items.Element == Item, Items.Index == Int
  associatedtype Element
  func item(at index: Items.Index) -> Items.Element
  func indices(_ items: Items) -> Items.Indices?
  func all() -> [Item: Items]
  func make() -> Self
}

@MainActor protocol VariantOnMain {
  func run()
  nonisolated func free()
}

protocol VariantOnMainToo: VariantOnMain {
  init(count: Int)
  static func make() async -> Int
  var number: Int { get set }
}

protocol VariantActor: Actor {
  func moor() async
  nonisolated var number: Int { get }
  static func make() -> Self
}

protocol VariantObject: AnyObject { func touch() }

protocol VariantUnique: ~Copyable {
  func look() -> Int
  consuming func end()
}

enum Fleet {
  enum Inner {
    protocol Deep { func deep(_ inner: Inner) }
  }
  fileprivate struct Secret {}
  private protocol Stowed { func hidden(_ secret: Secret) }
  static var stowed: Any.Type { (any Stowed).self }
}

func localVariant() -> Any.Type {
  struct Local {}
  protocol Stowed { func local(_ value: Local) }
  return (any Stowed).self
}
