import Testing
import Understudy

private struct Broken: Error, Equatable { var code: Int }

private struct Big: Equatable {
  var a = 1
  var b = 2.5
  var c = "three"
  var d: [Int] = [4]
  var e: Int? = 5
}

private protocol Ledger {
  var total: Int { get set }
  var label: String { get }
  func add(_ amount: Int, note: String) -> Int
  func big(_ value: Big) -> Big
  func fail(_ code: Int) throws -> String
  func typed(_ code: Int) throws(Broken) -> Int
  mutating func clear()
  func double(_ value: inout Int)
  func many(_ a: Int, _ b: Double, _ c: String, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Double, _ i: String)
    -> String
  func each(_ values: [Int], _ body: (Int) -> Void)
  func keep(_ body: @escaping (Int) -> Int)
  func adder(_ amount: Int) -> (Int) -> Int
  func pick<T>(_ values: [T], or fallback: T) -> T
  subscript(key: String) -> Int { get set }
  func load(_ id: Int) async -> String
  func fetch(_ id: Int, _ b: Big, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: String) async throws -> Big
  static func make(_ size: Int) -> Int
}

private struct RealLedger: Ledger {
  var total = 10
  var label: String { "real \(total)" }
  final class Store {
    var body: ((Int) -> Int)?
    var values: [String: Int] = ["a": 1]
  }
  let store = Store()
  func add(_ amount: Int, note: String) -> Int { total + amount + note.count }
  func big(_ value: Big) -> Big {
    var value = value
    value.d.append(total)
    return value
  }
  func fail(_ code: Int) throws -> String {
    if code == 0 { return "fine" }
    throw Broken(code: code)
  }
  func typed(_ code: Int) throws(Broken) -> Int {
    if code == 0 { return 7 }
    throw Broken(code: code)
  }
  mutating func clear() { total = 0 }
  func double(_ value: inout Int) { value *= 2 }
  func many(_ a: Int, _ b: Double, _ c: String, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Double, _ i: String)
    -> String
  {
    "\(a) \(b) \(c) \(d) \(e) \(f) \(g) \(h) \(i)"
  }
  func each(_ values: [Int], _ body: (Int) -> Void) { values.forEach(body) }
  func keep(_ body: @escaping (Int) -> Int) { store.body = body }
  func adder(_ amount: Int) -> (Int) -> Int { { $0 + amount + total } }
  func pick<T>(_ values: [T], or fallback: T) -> T { values.last ?? fallback }
  subscript(key: String) -> Int {
    get { store.values[key] ?? 0 }
    nonmutating set { store.values[key] = newValue }
  }
  func load(_ id: Int) async -> String {
    await Task.yield()
    return "loaded \(id)"
  }
  func fetch(_ id: Int, _ b: Big, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: String) async throws -> Big {
    await Task.yield()
    if id == 0 { throw Broken(code: c) }
    var b = b
    b.c = "\(id) \(c) \(d) \(e) \(f) \(g)"
    return b
  }
  static func make(_ size: Int) -> Int { size * 3 }
}

@Suite struct SpyTests {
  private let spy: Spy<any Ledger>
  private let real = RealLedger()

  init() throws {
    spy = try Spy<any Ledger>.make(forwardingTo: real)
  }

  @Test func `Calls reach the real object, and are remembered`() throws {
    var value = spy()
    #expect(value.total == 10)
    #expect(value.label == "real 10")
    #expect(value.add(5, note: "abc") == 18)
    #expect(value.big(Big()) == Big(d: [4, 10]))
    #expect(value.many(1, 2, "3", 4, 5, 6, 7, 8, "9") == "1 2.0 3 4 5 6 7 8.0 9")
    value.total = 20
    value.total += 1
    #expect(value.total == 21)
    #expect(value.label == "real 21")
    value.clear()
    #expect(value.total == 0)
    #expect(real.total == 10)
    spy.verify { $0.add(5, note: "abc") }
    #expect(spy.history.forwarded.callCount == spy.history.callCount)
    #expect(spy.history.timeline.first.map { "\($0) \($0.outcome)" } == "total returned 10")
  }

  @Test func `Errors come back as they were thrown`() throws {
    #expect(try spy().fail(0) == "fine")
    #expect(throws: Broken(code: 3)) { try spy().fail(3) }
    #expect(try spy().typed(0) == 7)
    #expect(throws: Broken(code: 4)) { try spy().typed(4) }
    #expect(
      spy.history.timeline.map(\.outcome.description) == [
        #"returned "fine""#, "threw Broken(code: 3)", "returned 7", "threw Broken(code: 4)",
      ]
    )
  }

  @Test func `Variables, functions and generic values pass through`() {
    var number = 21
    spy().double(&number)
    #expect(number == 42)
    var seen: [Int] = []
    spy().each([1, 2, 3]) { seen.append($0) }
    #expect(seen == [1, 2, 3])
    spy().keep { $0 + 100 }
    #expect(real.store.body?(1) == 101)
    #expect(spy().adder(5)(1) == 16)
    #expect(spy().pick(["a", "b"], or: "c") == "b")
    #expect(spy().pick([], or: 2.5) == 2.5)
    var value = spy()
    value["a"] += 4
    value["b"] = 2
    #expect(value["a"] == 5 && real.store.values == ["a": 5, "b": 2])
    #expect(type(of: spy()).make(4) == 12)
  }

  @Test func `Asynchronous calls suspend in the real object`() async throws {
    #expect(await spy().load(3) == "loaded 3")
    var expected = Big()
    expected.c = "1 2 3 4 5 6"
    #expect(try await spy().fetch(1, Big(), 2, 3, 4, 5, "6") == expected)
    await #expect(throws: Broken(code: 9)) { try await spy().fetch(0, Big(), 9, 3, 4, 5, "6") }
    await spy.verify { await $0.load(3) }
    #expect(spy.history.timeline.map(\.outcome.description).first == #"returned "loaded 3""#)
  }

  @Test func `A registration comes before the real object`() async throws {
    spy.when { $0.add(Match.equal(1), note: Match.any()) }.thenReturn(-1)
    let adds = spy.when { $0.add(Match.any(), note: Match.any()) }.thenReturn(-2).thenForward()
    await spy.when { await $0.load(7) }.thenReturn("stubbed")
    #expect(spy().add(2, note: "") == -2)
    #expect(spy().add(2, note: "") == 12)
    #expect(await spy().load(7) == "stubbed")
    #expect(await spy().load(8) == "loaded 8")
    adds.stubbed.verify()
    adds.forwarded.verify()
    adds.verify(2)
    #expect(spy.history.stubbed.callCount == 2)
    #expect(
      issues { adds.forwarded.verify(2) } == [
        """
        verify failed: expected exactly 2 forwarded calls of add(any, note: any), got 1.
          4 calls were made to any Ledger:
            1. add(2, note: "")   ✓ argument 1   ✓ note
            2. add(2, note: "")   ✓ argument 1   ✓ note
            3. load(7)
            4. load(8)
        """
      ]
    )
  }

  @Test func `A stub has nothing to forward to`() throws {
    let stub = try Stub<any Shop>()
    #expect(
      issues { stub.when { $0.close() }.thenForward() } == [
        "thenForward: any Shop is doubled by a stub, which has nothing to forward to. Make a Spy."
      ]
    )
  }

  @Test func `A spy says what it is`() {
    #expect("\(spy())" == "Spy<any Ledger>")
  }
}
