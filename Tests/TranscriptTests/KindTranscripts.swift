import ServiceProtocols
import Synchronization
import Testing

private enum ParseError: Error { case empty, at(Int, String) }
private struct Overflow: Error {
  var by: Int64
  var item: Tracked
}

private protocol Parser<Output> {
  associatedtype Output: Sendable
  associatedtype Problem: Error = ParseError
  func parse(_ text: String) throws(ParseError) -> Output
  func add(_ one: Int64, _ other: Int64) throws(Overflow) -> Int64
  func later(_ text: String, _ item: Tracked) async throws(ParseError) -> Output
  func never(_ value: Int) throws(Never) -> Int
  func own(_ text: String) throws(Problem) -> Output
  var last: Output? { get throws(ParseError) }
}

private final class NumberParser: Parser {
  private let parsed = Mutex<[Int]>([])
  func parse(_ text: String) throws(ParseError) -> Int {
    saw(text)
    guard let first = text.first else { throw .empty }
    guard let number = Int(text) else { throw .at(text.count, "\(first) and more than fits inline") }
    parsed.withLock { $0.append(number) }
    return number
  }
  func add(_ one: Int64, _ other: Int64) throws(Overflow) -> Int64 {
    saw(one, other)
    let (sum, overflows) = one.addingReportingOverflow(other)
    if overflows { throw Overflow(by: sum, item: item(1)) }
    return sum
  }
  func later(_ text: String, _ item: Tracked) async throws(ParseError) -> Int {
    await Task.yield()
    saw(item)
    return try parse(text)
  }
  func never(_ value: Int) throws(Never) -> Int { value + 1 }
  func own(_ text: String) throws(ParseError) -> Int { try parse(text) }
  var last: Int? {
    get throws(ParseError) {
      let all = parsed.withLock { $0 }
      if all.isEmpty { throw .empty }
      return all.last
    }
  }
}

private protocol Encoder {
  func encode<Value: Encodable & Hashable>(_ value: Value, for key: String) throws -> [Value: Int]
  func store<Key: Hashable, Value>(_ pairs: [(Key, Value)], default: Value?) -> Value?
  func each<each Value: Equatable>(_ value: repeat each Value) -> (repeat (each Value)?)
  func later<Value: Sendable>(_ value: Value, _ change: @Sendable (Value) async throws -> Value) async throws -> Value
  func opaque(_ value: some CustomStringConvertible, _ body: (Int) -> Void) -> String
  func fail<Problem: Error>(_ problem: Problem?) throws(Problem)
  mutating func swap<Value>(_ one: inout Value, _ other: inout Value)
  subscript<Value: FixedWidthInteger>(key: String, as type: Value.Type) -> Value { get set }
}

private struct TestEncoder: Encoder {
  private var numbers: [String: Int] = [:]
  private var swaps = 0
  let token = item()
  func encode<Value: Encodable & Hashable>(_ value: Value, for key: String) throws -> [Value: Int] {
    saw(value, key, Value.self)
    if key.isEmpty { throw ParseError.empty }
    return [value: key.count]
  }
  func store<Key: Hashable, Value>(_ pairs: [(Key, Value)], default: Value?) -> Value? {
    saw(pairs, `default`, Key.self)
    return pairs.last?.1 ?? `default`
  }
  func each<each Value: Equatable>(_ value: repeat each Value) -> (repeat (each Value)?) {
    repeat saw(each value)
    return (repeat (each value) == (each value) ? (each value) : nil)
  }
  func later<Value: Sendable>(
    _ value: Value,
    _ change: @Sendable (Value) async throws -> Value
  ) async throws -> Value {
    saw(value)
    return try await change(try await change(value))
  }
  func opaque(_ value: some CustomStringConvertible, _ body: (Int) -> Void) -> String {
    body(value.description.count)
    return value.description
  }
  func fail<Problem: Error>(_ problem: Problem?) throws(Problem) {
    saw(problem)
    if let problem { throw problem }
  }
  mutating func swap<Value>(_ one: inout Value, _ other: inout Value) {
    swaps += 1
    saw(one, other, swaps)
    Swift.swap(&one, &other)
  }
  subscript<Value: FixedWidthInteger>(key: String, as type: Value.Type) -> Value {
    get { Value(numbers[key] ?? 0) }
    set {
      saw(key, newValue)
      numbers[key] = Int(newValue)
    }
  }
}

private protocol Amount: Equatable {
  init(_ cents: Int)
  init?(text: String)
  init(exactly value: Double, note: Tracked) throws
  init(later cents: Int) async throws
  static var zero: Self { get }
  static func + (one: Self, other: Self) -> Self
  static prefix func - (one: Self) -> Self
  static func += (one: inout Self, other: Self)
  static func fetch(_ cents: Int) async throws -> Self?
  static func count(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: String) -> Int
  static subscript(key: String) -> Int { get }
  var cents: Int { get set }
  func half() -> Self?
  func compared(to other: Self) -> Int
  mutating func double() -> Self
  consuming func spend(_ item: consuming Tracked) -> Int
}

private struct TestAmount: Amount {
  var cents: Int
  let token: Tracked
  init(_ cents: Int) {
    saw(cents)
    self.cents = cents
    token = item(cents)
  }
  init?(text: String) {
    saw(text)
    guard let cents = Int(text) else { return nil }
    self.init(cents)
  }
  init(exactly value: Double, note: Tracked) throws {
    saw(value, note)
    guard let cents = Int(exactly: value) else { throw TrackedError(note) }
    self.init(cents)
  }
  init(later cents: Int) async throws {
    await Task.yield()
    if cents < 0 { throw ParseError.at(cents, "later") }
    self.init(cents)
  }
  static func == (one: TestAmount, other: TestAmount) -> Bool { one.cents == other.cents }
  static var zero: TestAmount { TestAmount(0) }
  static func + (one: TestAmount, other: TestAmount) -> TestAmount { TestAmount(one.cents + other.cents) }
  static prefix func - (one: TestAmount) -> TestAmount { TestAmount(-one.cents) }
  static func += (one: inout TestAmount, other: TestAmount) { one = one + other }
  static func fetch(_ cents: Int) async throws -> TestAmount? {
    await Task.yield()
    saw(cents)
    if cents < 0 { throw ParseError.empty }
    return cents == 0 ? nil : TestAmount(cents)
  }
  static func count(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: String) -> Int {
    saw(a, b, c, d, e, f, g, h)
    return a + g
  }
  static subscript(key: String) -> Int { key.count }
  func half() -> TestAmount? { cents.isMultiple(of: 2) ? TestAmount(cents / 2) : nil }
  func compared(to other: TestAmount) -> Int { cents - other.cents }
  mutating func double() -> TestAmount {
    saw(cents)
    cents *= 2
    return self
  }
  consuming func spend(_ item: consuming Tracked) -> Int {
    saw(cents, item)
    return cents
  }
}

/// What code that is generic over amounts does.
private func use<A: Amount>(_ amount: A) async {
  var amount = amount
  got(A(3).cents, A(text: "5")?.cents, A(text: "x")?.cents, A["four"])
  attempt { try A(exactly: 7, note: item(1)).cents }
  attempt { try A(exactly: 7.5, note: item(2)).cents }
  await attempt { try await A(later: 8).cents }
  await attempt { try await A(later: -8).cents }
  await attempt { try await A.fetch(9)?.cents }
  await attempt { try await A.fetch(0)?.cents }
  await attempt { try await A.fetch(-9)?.cents }
  got(A.zero.cents, (amount + A(1)).cents, (-amount).cents, A.count(1, 2, 3, 4, 5, 6, 7, "eight"))
  amount += A(10)
  got(amount.cents, amount.half()?.cents, (amount + A(1)).half()?.cents, amount.compared(to: A(2)))
  amount.cents -= 3
  got(amount.double().cents, amount.cents, amount == amount, amount == A(0))
  got(amount.spend(item(3)))
}

private protocol Account: Actor {
  var balance: Int { get }
  var owner: String { get set }
  nonisolated var id: Int { get }
  func deposit(_ amount: Int, _ item: Tracked) -> Int
  func withdraw(_ amount: Int) async throws(ParseError) -> [Tracked]
  func each(_ body: @Sendable (Tracked) async -> Void) async
}

private actor TestAccount: Account {
  private(set) var balance = 0
  var owner = "Ann"
  nonisolated let id = 7
  private var items: [Tracked] = []
  func deposit(_ amount: Int, _ item: Tracked) -> Int {
    assertIsolated()
    balance += amount
    items.append(item)
    saw(amount, item, balance)
    return balance
  }
  func withdraw(_ amount: Int) async throws(ParseError) -> [Tracked] {
    assertIsolated()
    saw(amount, balance)
    await Task.yield()
    assertIsolated()
    if amount > balance { throw .at(amount, owner) }
    balance -= amount
    return items
  }
  func each(_ body: @Sendable (Tracked) async -> Void) async {
    for item in items { await body(item) }
    assertIsolated()
  }
}

private protocol Node: AnyObject {
  associatedtype Value
  var value: Value { get set }
  var next: Self? { get set }
  func append(_ values: [Value]) -> Self
  func map(_ change: (Value) throws -> Value) rethrows -> [Value]
  init(_ value: Value)
}

private final class TestNode: Node {
  var value: Tracked { didSet { saw(oldValue, value) } }
  var next: TestNode?
  init(_ value: Tracked) { self.value = value }
  func append(_ values: [Tracked]) -> Self {
    saw(values)
    for value in values.reversed() {
      let node = TestNode(value)
      node.next = next
      next = node
    }
    return self
  }
  func map(_ change: (Tracked) throws -> Tracked) rethrows -> [Tracked] {
    try [change(value)] + (next?.map(change) ?? [])
  }
}

private func use<N: Node>(_ node: N) where N.Value == Tracked {
  node.value = item(2)
  got(node.append([item(3), item(4)]) === node, node.next?.value, node.next?.next?.next == nil)
  got(node.map { item($0.number * 10) })
  attempt { try node.map { throw TrackedError($0) } }
  node.next = N(item(5))
  got(node.next?.value, node.map { $0 })
  node.next = nil
}

@Suite struct KindTranscripts {
  @Test func `Errors of a type`() async throws {
    try await compare({ NumberParser() as any Parser<Int> }, requirements: 6) { parser in
      attempt { try parser.last }
      for text in ["12", "", "x1"] {
        attempt { try parser.parse(text) }
        do { got(try await parser.later(text, item(3))) } catch { got(error) }
      }
      attempt { try parser.add(1, 2) }
      attempt { try parser.add(.max, 2) }
      got(parser.never(3), try parser.last)
      do { got(try parser.own("")) } catch { got(error) }
    }
  }

  @Test func `Generic requirements`() async throws {
    try await compare({ TestEncoder() as any Encoder }, requirements: 9) { encoder in
      got(try encoder.encode("text", for: "key"), try encoder.encode([1, 2], for: "k"))
      attempt { try encoder.encode(1, for: "") }
      got(
        encoder.store([(1, item(1)), (2, item(2))], default: nil),
        encoder.store([("a", 2.5)].dropLast(), default: 1)
      )
      let three = encoder.each(1, "two", 3.5)
      got(three.0, three.1, three.2, encoder.each(item(4)))
      got(try await encoder.later(item(1)) { item($0.number + 1) })
      do { got(try await encoder.later("text") { (_: String) -> String in throw ParseError.empty }) } catch {
        got(error)
      }
      got(encoder.opaque(3.25) { got($0) }, encoder.opaque("text") { got($0) })
      attempt { try encoder.fail(ParseError.at(1, "one")) }
      attempt { try encoder.fail(nil as Overflow?) }
      var (one, other) = (item(5), item(6))
      encoder.swap(&one, &other)
      var (a, b) = ("a", "b")
      encoder.swap(&a, &b)
      encoder["n", as: UInt8.self] += 200
      encoder["n", as: Int64.self] += 200
      got(one, other, a, b, encoder["n", as: Int32.self])
    }
  }

  @Test func `Initializers, static members and operators`() async throws {
    try await compare({ TestAmount(100) as any Amount }, requirements: 17) { amount in
      let amount = amount
      await use(amount)
    }
  }

  @Test func `An actor`() async throws {
    try await compare({ TestAccount() as any Account }, requirements: 6) { account in
      got(await account.deposit(5, item(1)), await account.deposit(6, item(2)), await account.balance, account.id)
      got(try await account.withdraw(4))
      await attempt { [account] in try await account.withdraw(100) }
      await account.each { item in
        await Task.yield()
        got(item)
      }
      got(await account.owner)
    }
  }

  @Test func `Objects with associated types that return themselves`() async throws {
    try await compare({ TestNode(item(1)) as any TrackedNode }, requirements: 5) { node in node.used() }
  }
}

private protocol TrackedNode: Node where Value == Tracked {}
extension TrackedNode { fileprivate func used() { use(self) } }
extension TestNode: TrackedNode {}
