// What is doubled: one protocol for each way in which doubles differ inside.

struct Entry: Equatable, Sendable {
  var name = "an entry with a name that isn't kept inline"
  var numbers = [1, 2, 3]
  var weights = (1.5, 2.5, Float(3))
  var note: String?

  static func == (one: Entry, other: Entry) -> Bool {
    one.name == other.name && one.numbers == other.numbers && one.weights == other.weights && one.note == other.note
  }
}

final class Handle: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

struct Broken: Error, Equatable {
  var code = 7
  var text = "a text that is too long to be kept inline"
}

protocol Plain {
  func scalars(_ a: Int, _ b: Double, _ c: UInt8, _ d: Bool) -> Int
  func values(_ entry: Entry, _ handle: Handle, _ text: String?) -> Entry
  func many(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Int, _ i: Double) -> (
    Int, Int, Int, Int
  )
  func fail(_ number: Int) throws -> Handle
  func failTyped(_ number: Int) throws(Broken) -> Int
  func change(_ entry: inout Entry) -> Int
  mutating func take(_ handle: consuming Handle) -> Handle
  var title: String { get set }
  subscript(_ key: String, _ number: Int) -> Entry? { get set }
}

protocol Bound: AnyObject, Sendable {
  func call(_ handle: Handle) -> Handle
  var last: Handle? { get set }
}

protocol Typed {
  init(_ number: Int)
  init?(text: String)
  static func make(_ entry: Entry) -> Handle
  static var limit: Int { get set }
}

protocol Shelf<Item> {
  associatedtype Item
  associatedtype Index: Hashable = Int
  func put(_ item: Item, at index: Index) -> Item?
  var items: [Item] { get }
}

protocol Generic {
  func convert<T: Equatable>(_ value: T, _ others: [T]) -> T
  func all<each T>(_ values: repeat each T) -> (repeat each T)
}

protocol Remote: Sendable {
  func load(_ entry: Entry, _ handle: Handle) async throws -> Entry
  func many(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: String) async -> String
  func failTyped(_ number: Int) async throws(Broken) -> Int
  nonisolated(nonsending) func here(_ number: Int) async -> Int
}

protocol Isolated: Actor {
  func deposit(_ number: Int) -> Int
  func later(_ entry: Entry) async -> Entry
}

protocol Callbacks {
  func each(_ body: (Int, String) throws -> Int) rethrows -> Int
  func keep(_ body: @escaping (Entry) -> Handle) -> (Int) -> Int
  func later(_ body: @escaping @Sendable (Int) async throws -> Entry) async throws -> Entry
  func lazily(_ text: @autoclosure () -> String) -> Bool
}

protocol Comparing: Hashable, CustomStringConvertible {
  func merged(with other: Self) -> Self
  var rank: Int { get }
}

/// Nothing calls it: a dummy's methods end the process.
class Engine {
  var speed = 1
  var name = "engine"
  func start() -> Int { speed }
}

// MARK: - Conformers, which spies go on to

final class RealBound: Bound {
  nonisolated(unsafe) var last: Handle?
  func call(_ handle: Handle) -> Handle {
    last = handle
    return handle
  }
}

struct RealPlain: Plain {
  var title = "real"
  var entries: [String: Entry] = [:]
  func scalars(_ a: Int, _ b: Double, _ c: UInt8, _ d: Bool) -> Int { a + Int(b) + Int(c) }
  func values(_ entry: Entry, _ handle: Handle, _ text: String?) -> Entry {
    var entry = entry
    entry.note = text
    return entry
  }
  func many(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Int, _ i: Double) -> (
    Int, Int, Int, Int
  ) {
    (a, d, h, Int(i))
  }
  func fail(_ number: Int) throws -> Handle { throw Broken(code: number) }
  func failTyped(_ number: Int) throws(Broken) -> Int { throw Broken(code: number) }
  func change(_ entry: inout Entry) -> Int {
    entry.numbers.append(4)
    return entry.numbers.count
  }
  mutating func take(_ handle: consuming Handle) -> Handle { handle }
  subscript(_ key: String, _ number: Int) -> Entry? {
    get { entries[key] }
    set { entries[key] = newValue }
  }
}

struct RealRemote: Remote {
  func load(_ entry: Entry, _ handle: Handle) async throws -> Entry {
    await Task.yield()
    if handle.number < 0 { throw Broken(code: handle.number) }
    return entry
  }
  func many(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: String) async -> String {
    await Task.yield()
    return h
  }
  func failTyped(_ number: Int) async throws(Broken) -> Int { throw Broken(code: number) }
  nonisolated(nonsending) func here(_ number: Int) async -> Int { number }
}

struct RealShelf: Shelf {
  var items: [String] = []
  func put(_ item: String, at index: Int) -> String? { nil }
}

struct RealCallbacks: Callbacks {
  func each(_ body: (Int, String) throws -> Int) rethrows -> Int { try body(3, "b") }
  func keep(_ body: @escaping (Entry) -> Handle) -> (Int) -> Int { { $0 + body(Entry()).number } }
  func later(_ body: @escaping @Sendable (Int) async throws -> Entry) async throws -> Entry { try await body(4) }
  func lazily(_ text: @autoclosure () -> String) -> Bool { text().isEmpty }
}

// Their members are read, never called.

actor RealIsolated: Isolated {
  func deposit(_ number: Int) -> Int { number }
  func later(_ entry: Entry) async -> Entry { entry }
}

struct RealTyped: Typed {
  init(_ number: Int) {}
  init?(text: String) { nil }
  static func make(_ entry: Entry) -> Handle { Handle(0) }
  nonisolated(unsafe) static var limit = 0
}

struct RealGeneric: Generic {
  func convert<T: Equatable>(_ value: T, _ others: [T]) -> T { value }
  func all<each T>(_ values: repeat each T) -> (repeat each T) { (repeat each values) }
}

struct RealComparing: Comparing {
  var rank: Int
  var description: String { "\(rank)" }
  func merged(with other: RealComparing) -> RealComparing { self }
}
