import Testing
import UnderstudyCalls
import UnderstudyFabrication

private protocol Ledger {
  var total: Int { get set }
  static var name: String { get }
  mutating func add(_ amount: Int, note: String) -> [String]
  func average(
    _ a: Double,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: Int,
    _ h: String,
    _ i: Int128
  ) throws(LedgerError) -> (String, Int128)
  func later(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: String, _ h: Int) async throws -> String
  func echo<T: Hashable>(_ value: T, _ wrapped: [T]) -> T
  func change(_ text: inout String, with change: (String) -> String)
  consuming func close() -> Int
  func number() -> Float80
}

private enum LedgerError: Error, Equatable { case refused(String) }

/// More than an existential container holds.
private struct Book: Ledger {
  var total = 10
  var notes: [String] = []
  var token = Token()
  var (spare, other) = (1, 2)

  static var name: String { "a book" }
  mutating func add(_ amount: Int, note: String) -> [String] {
    total += amount
    notes.append(note)
    return notes
  }
  func average(
    _ a: Double,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: Int,
    _ h: String,
    _ i: Int128
  ) throws(LedgerError) -> (String, Int128) {
    if a < 0 { throw .refused(h) }
    return (h, Int128(b + c + d + e + f + g) + i)
  }
  func later(
    _ a: Int,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: String,
    _ h: Int
  ) async throws -> String {
    await Task.yield()
    if h < 0 { throw LedgerError.refused(g) }
    return "\(g) \(a + b + c + d + e + f + h)"
  }
  func echo<T: Hashable>(_ value: T, _ wrapped: [T]) -> T { wrapped.first ?? value }
  func change(_ text: inout String, with change: (String) -> String) { text = change(text) }
  consuming func close() -> Int { total }
  func number() -> Float80 { 1.5 }
}

private protocol Machine: AnyObject {
  var speed: Int { get set }
  func stop() async -> Int
}

private class Engine: Machine {
  var speed = 3
  func stop() async -> Int { speed }
}
private final class Turbine: Engine {
  override func stop() async -> Int { speed * 2 }
}

/// Keeps a function for each function.
private protocol Filters {
  subscript(order: @escaping (inout String, String) -> Bool, text: String) -> (String) throws -> Substring { get set }
}

private final class Kept: Filters {
  var log: [String] = []
  var filter: (String) throws -> Substring = { $0.prefix(2) }
  subscript(order: @escaping (inout String, String) -> Bool, text: String) -> (String) throws -> Substring {
    get {
      var changed = text
      log.append("get \(order(&changed, "b")) \(changed)")
      return filter
    }
    set {
      var changed = text
      log.append("set \(order(&changed, "c")) \(changed)")
      filter = newValue
    }
  }
}

private final class Token {}

private final class PassingOn: CallReceiver {
  func receive(_ call: borrowing Call) -> Outcome { .forwarded { _, _ in } }
}

/// A double that passes calls on does what its target does, with the arguments and results as they came.
@Suite private struct ForwardingTests {
  private let text = "a text that is long enough for the heap"

  private func forward<P>(_ target: P, as type: P.Type = P.self) throws -> P {
    let (doubleType, target) = try DoubleType.of(target: target)
    return doubleType.makeValue(as: type, receiver: PassingOn(), target: target)
  }

  @Test func `Calls change the target, and return what it returns`() throws {
    var ledger = try forward(Book() as any Ledger)
    #expect(ledger.add(5, note: text) == [text])
    #expect(ledger.add(6, note: "short") == [text, "short"])
    ledger.total += 100
    #expect(ledger.total == 121)
    #expect(type(of: ledger).name == "a book")
    #expect(ledger.echo(text, []) == text)
    #expect(ledger.echo(1, [2]) == 2)
    #expect(ledger.number() == 1.5)
    var changed = text
    ledger.change(&changed) { $0 + "!" }
    #expect(changed == text + "!")
  }

  @Test func `Arguments on the stack, and errors of a type`() throws {
    let ledger = try forward(Book() as any Ledger)
    let result = try ledger.average(1, 1, 2, 3, 4, 5, 6, text, -1)
    #expect(result == (text, 20))
    #expect(throws: LedgerError.refused(text)) { _ = try ledger.average(-1, 1, 2, 3, 4, 5, 6, text, -1) }
  }

  @Test func `Functions are passed on with a change in place`() throws {
    let kept = Kept()
    var filters = try forward(kept as any Filters)
    let text = text
    func wrap(_ filter: inout (String) throws -> Substring) {
      let inner = filter
      filter = { try inner($0 + text).dropFirst() }
    }
    let order = { (one: inout String, other: String) -> Bool in
      one += other
      return one < other
    }
    wrap(&filters[order, text])
    #expect(kept.log == ["get true \(text)b", "set true \(text)c"])
    #expect(try kept.filter("xyz") == "y")
    #expect(try filters[order, "d"]("xyz") == "y")
  }

  @Test func `Calls that suspend`() async throws {
    let ledger = try forward(Book() as any Ledger)
    #expect(try await ledger.later(1, 2, 3, 4, 5, 6, text, 7) == "\(text) 28")
    await #expect(throws: LedgerError.refused(text)) { _ = try await ledger.later(1, 2, 3, 4, 5, 6, text, -1) }
  }

  @Test func `The target of a class-bound protocol is called as what it is`() async throws {
    let turbine = Turbine()
    let machine = try forward(turbine as any Machine)
    machine.speed = 7
    machine.speed += 1
    #expect(turbine.speed == 8)
    #expect(await machine.stop() == 16)
  }

  @Test func `A call that takes the double over leaves the target as it is, and lets go of the double`() throws {
    weak var token: Token?
    do {
      let book = Book()
      token = book.token
      let ledger = try forward(book as any Ledger)
      #expect(ledger.close() == 10)
      #expect(ledger.close() == 10)
    }
    #expect(token == nil)
  }
}
