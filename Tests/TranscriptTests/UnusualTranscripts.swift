import Foundation
import ServiceProtocols
import Testing

private struct TestRemoteCache: RemoteCache {
  subscript(key: String) -> Data? {
    get async throws {
      saw(key)
      await Task.yield()
      if key.isEmpty { throw ServiceError.notFound }
      return key == "none" ? nil : Data(key.utf8)
    }
  }
  subscript(row: Int, column: Int) -> Coordinate {
    get async {
      saw(row, column)
      return Coordinate(Double(row), Double(column))
    }
  }
  subscript(key key: UUID) -> String { get throws { throw TrackedError(item(3)) } }
  var generation: UInt64 {
    get async {
      await Task.yield()
      return .max
    }
  }
  var peers: [URL] { get throws { [URL(fileURLWithPath: "/peer")] } }
}

private final class Rounds: @unchecked Sendable {
  static let shared = Rounds()
  var limit = 3
}

private struct TestCourier: Courier {
  static var limit: Int {
    get { Rounds.shared.limit }
    set {
      saw(newValue)
      Rounds.shared.limit = newValue
    }
  }
  private var distance = 0
  func borrow(_ document: borrowing Document, _ text: borrowing String) -> Int { document.title.count + text.count }
  func send(_ shape: sending Shape, _ note: String) -> Bool {
    saw(shape.sides, note, distance)
    return shape.sides > 3
  }
  func sendLater(_ shape: sending Shape) async throws -> Int {
    saw(shape.sides)
    await Task.yield()
    if shape.sides == 0 { throw ServiceError.notFound }
    return shape.sides
  }
  func receive() -> sending Shape { Square() }
  mutating func advance(by count: Int) async -> Int {
    saw(count, distance)
    await Task.yield()
    distance += count
    return distance
  }
  static func make(_ name: String, count: Int) throws -> Shape {
    saw(name, count)
    if name.isEmpty { throw ServiceError.refused(code: count, text: "name") }
    return Shape(sides: count)
  }
  static func find(_ id: UserID) async throws -> User? {
    saw(id)
    await Task.yield()
    return nil
  }
}

private func changedLimit<C: Courier>(of courier: C) -> Int {
  defer { C.limit -= 2 }
  C.limit += 2
  return C.limit
}

private struct TestOdd: Odd {
  func `default`(`in` value: Int, _ second: Int, for for_: Int) -> Int {
    saw(value, second, for_)
    return value
  }
  func `init`() -> String { "init" }
  var `self`: Int { 5 }
  func ünïcødé(_ 数: Int) -> Int { 数 * 2 }
  func nothing(_ void: Void, _ empty: [Never]) { saw(void, empty) }
  func optional(_ value: Int????) -> Int???? {
    saw("\(value as Any)")
    return value.map { $0.map { $0.map { $0.map { $0 + 1 } } } }
  }
  func nest(_ value: [[String: [Set<Int>?]]]) -> [[String: [Set<Int>?]]] { value + value }
  func tuple(
    _ value: (a: Int, (b: Bool, c: (Character, [Double])))
  ) -> (a: Int, (b: Bool, c: (Character, [Double]))) {
    saw(value)
    return (value.a + 1, (!value.1.b, ("é", value.1.c.1 + [1])))
  }
}

private struct TestAlike: Alike {
  func a(_ x: Int) -> Int { 1 }
  func a(x: Int) -> Int { 2 }
  func a(y: Int) -> Int { 3 }
  func a(_ x: Int, _ y: Int) -> Int {
    saw(x, y)
    return 4
  }
  func a(_ x: Int, y: Int) -> Int { 5 }
  func a() -> Int { 6 }
  func a() -> String { "7" }
  var b: Int { 8 }
  func b(_ x: Int?) -> Int { 9 }
  func b(_ x: [Int]) -> Int { 10 }
  func b(_ x: Int...) -> Int { 11 }
}

private struct TestTelemetry: Telemetry {
  private func same<T>(_ value: T, _ function: String = #function) -> T {
    saw(value, in: function)
    return value
  }
  func int(_ value: Int) -> Int { same(value) }
  func int8(_ value: Int8) -> Int8 { same(value) }
  func int16(_ value: Int16) -> Int16 { same(value) }
  func int32(_ value: Int32) -> Int32 { same(value) }
  func int64(_ value: Int64) -> Int64 { same(value) }
  func int128(_ value: Int128) -> Int128 { same(value) }
  func uint(_ value: UInt) -> UInt { same(value) }
  func uint8(_ value: UInt8) -> UInt8 { same(value) }
  func uint16(_ value: UInt16) -> UInt16 { same(value) }
  func uint32(_ value: UInt32) -> UInt32 { same(value) }
  func uint64(_ value: UInt64) -> UInt64 { same(value) }
  func uint128(_ value: UInt128) -> UInt128 { same(value) }
  func float16(_ value: Float16) -> Float16 { same(value) }
  func float(_ value: Float) -> Float { same(value) }
  func double(_ value: Double) -> Double { same(value) }
  func bool(_ value: Bool) -> Bool { same(value) }
  func character(_ value: Character) -> Character { same(value) }
  func string(_ value: String) -> String { same(value) }
  func substring(_ value: Substring) -> Substring { same(value) }
  func scalar(_ value: Unicode.Scalar) -> Unicode.Scalar { same(value) }
  func id(_ value: ObjectIdentifier) -> ObjectIdentifier { same(value) }
  func vector(_ value: SIMD4<Float>) -> SIMD4<Float> { same(value) }
}

private final class TestGauges: Gauges {
  var count: Int8 = 1
  var ratio: Float16 = 0.5
  var level = 2.5
  var total: Int128 = .max
  var title = "gauge"
  var mark: Character = "m"
  var flags: Set<UInt16> = []
  var bounds: (low: Float, high: Float) = (1, 2)
  var limits: Range<Int>?
  var history: [Result<Int, ServiceError>] = []
  var matrix = Matrix(1) { didSet { saw(oldValue.rows.0, matrix.rows.0) } }
  private var cells: [Int: Double] = [:]
  subscript(row: Int, column: Int) -> Double {
    get { cells[row * 10 + column] ?? 0 }
    set {
      saw(row, column, newValue)
      cells[row * 10 + column] = newValue
    }
  }
}

/// In-place access of every kind of thing.
private protocol Board {
  var action: ((Int) -> Int)? { get set }
  var later: @Sendable (String) async throws -> Int { get set }
  subscript(row: Int, column column: String) -> [Tracked] { get set }
  subscript(items: Tracked...) -> Int { get nonmutating set }
  var lines: [[String]] { get set }
  var pair: (Tracked, (Int, String)) { get set }
  static var shared: [String] { get set }
}

private final class Backing { var numbers: [Int: Int] = [:] }

private struct TestBoard: Board {
  var action: ((Int) -> Int)?
  var later: @Sendable (String) async throws -> Int = { $0.count }
  var lines: [[String]] = [["a"], []]
  var pair = (item(1), (2, "three"))
  private var cells: [String: [Tracked]] = [:]
  private let backing = Backing()
  subscript(row: Int, column column: String) -> [Tracked] {
    get { cells["\(row)\(column)"] ?? [] }
    _modify {
      saw(row, column)
      yield &cells["\(row)\(column)", default: []]
      saw(cells)
    }
  }
  subscript(items: Tracked...) -> Int {
    get { backing.numbers[items.count] ?? 0 }
    nonmutating set {
      saw(items, newValue)
      backing.numbers[items.count] = newValue
    }
  }
  static var shared: [String] {
    get { [String](repeating: "s", count: Rounds.shared.limit) }
    set {
      saw(newValue)
      Rounds.shared.limit = newValue.count
    }
  }
}

private func share<B: Board>(_ board: B) {
  B.shared.append("t")
  got(B.shared)
  B.shared.removeLast()
}

private enum Light: String { case red, green }

/// An enum that changes itself.
private protocol Signal {
  var state: String { get }
  mutating func next() -> Bool
  mutating func toggleLater() async throws -> Self
}

extension Light: Signal {
  var state: String { rawValue }
  mutating func next() -> Bool {
    saw(self)
    self = self == .red ? .green : .red
    return self == .green
  }
  mutating func toggleLater() async throws -> Light {
    saw(self)
    await Task.yield()
    if !next() { throw ServiceError.notFound }
    return self
  }
}

@Suite(.serialized) struct UnusualTranscripts {
  @Test func `Accessors with effects`() async throws {
    try await compare({ TestRemoteCache() as any RemoteCache }, requirements: 5) { cache in
      for key in ["a", "none", ""] { await attempt { [cache] in try await cache[key] } }
      got(await cache[1, 2], await cache.generation, try cache.peers)
      attempt { try cache[key: UUID()] }
    }
  }

  @Test func `Ownership and static members`() async throws {
    Rounds.shared.limit = 3
    try await compare({ TestCourier() as any Courier }, requirements: 8) { courier in
      got(courier.borrow(Document(title: "title"), "text"), courier.send(Shape(sides: 3), "note"))
      got(try await courier.sendLater(Square()), courier.receive().sides)
      do { got(try await courier.sendLater(Shape(sides: 0))) } catch { got(error) }
      got(await courier.advance(by: 3), await courier.advance(by: 4), courier.send(Square(), "further"))
      got(try type(of: courier).make("five", count: 5).sides)
      attempt { try type(of: courier).make("", count: 5) }
      got(changedLimit(of: courier))
      got(try await type(of: courier).find(UserID(rawValue: UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!)))
    }
  }

  @Test func `Names and shapes that are odd`() async throws {
    try await compare({ TestOdd() as any Odd }, requirements: 8) { odd in
      got(odd.default(in: 1, 2, for: 3), odd.`init`(), odd.`self`, odd.ünïcødé(4))
      odd.nothing((), [])
      for value in [3, .some(nil), .some(.some(.some(nil))), nil] as [Int????] { got("\(odd.optional(value) as Any)") }
      got(odd.nest([["a": [[1], nil]], [:]]), odd.tuple((1, (true, ("x", [2.5])))))
    }
  }

  @Test func `Overloads with little to tell them apart`() async throws {
    try await compare({ TestAlike() as any Alike }, requirements: 8) { alike in
      got(alike.a(1), alike.a(x: 1), alike.a(y: 1), alike.a(1, 2), alike.a(1, y: 2), alike.a() as Int)
      got(alike.a() as String, alike.b, alike.b(nil), alike.b([1]), alike.b(1, 2))
    }
  }

  @Test func `Every scalar`() async throws {
    try await compare({ TestTelemetry() as any Telemetry }, requirements: 22) { telemetry in
      got(telemetry.int(.min), telemetry.int8(-5), telemetry.int16(.min), telemetry.int32(-7), telemetry.int64(.max))
      got(telemetry.int128(.min), telemetry.uint(.max), telemetry.uint8(255), telemetry.uint16(.max))
      got(telemetry.uint32(.max), telemetry.uint64(.max), telemetry.uint128(.max), telemetry.float16(-0.0))
      got(telemetry.float(.pi), telemetry.double(.ulpOfOne), telemetry.bool(true), telemetry.bool(false))
      got(telemetry.character("👨‍👩‍👧‍👦"), telemetry.string("long enough to be kept on the heap"), telemetry.substring("s"))
      got(telemetry.scalar("é"), telemetry.id(ObjectIdentifier(Tracked.self)), telemetry.vector([1, 2, 3, 4]))
    }
  }

  @Test func `Properties changed in place`() async throws {
    try await compare({ TestGauges() as any Gauges }, requirements: 12) { gauges in
      gauges.count &+= 127
      gauges.ratio *= 2
      gauges.level.negate()
      gauges.total -= 1
      gauges.title += " that is too long to be kept inline"
      gauges.mark = "n"
      gauges.flags.insert(7)
      gauges.bounds.low += gauges.bounds.high
      gauges.limits = 3..<5
      gauges.history.append(.failure(.refused(code: 1, text: "no")))
      gauges.matrix.rows.0.x += 5
      gauges[1, 2] -= 3.5
      got(gauges.count, gauges.ratio, gauges.level, gauges.total, gauges.title, gauges.mark, gauges.flags)
      got(gauges.bounds, gauges.limits, gauges.history, gauges.matrix, gauges[1, 2], gauges[0, 0])
    }
  }

  @Test func `A struct changed in place`() async throws {
    Rounds.shared.limit = 3
    try await compare({ TestBoard() as any Board }, requirements: 7) { board in
      let token = item(9)
      board.action = { $0 + token.number }
      board.action = { [old = board.action] in (old?($0) ?? 0) * 2 }
      got(board.action?(1))
      func wrap(_ function: inout ((Int) -> Int)?) {
        let old = function
        function = { (old?($0) ?? 0) + 1 }
      }
      wrap(&board.action)
      got(board.action?(1))
      board.action = nil
      got(board.action == nil)
      board.later = { [old = board.later] in try await old($0) + token.number }
      got(try await board.later("four"))
      board.later = { _ in throw TrackedError(token) }
      do { got(try await board.later("four")) } catch { got(error) }
      board[1, column: "a"].append(item(3))
      board[1, column: "a"] += [item(4), token]
      board[2, column: "b"] = [token]
      got(board[1, column: "a"], board[2, column: "b"], board[3, column: "c"])
      board[token, token] += 5
      board[] = 1
      got(board[token, item(1)], board[], board[token])
      board.lines[1].append("b")
      board.lines[0][0] += "c"
      board.pair.1.1 += "!"
      board.pair.0 = item(8)
      got(board.lines, board.pair)
      share(board)
    }
  }

  @Test func `An enum that changes itself`() async throws {
    try await compare({ Light.red as any Signal }, requirements: 3) { signal in
      got(signal.next(), signal.state)
      do { got(try await signal.toggleLater().state) } catch { got(error, signal.state) }
      var copy = try await signal.toggleLater()
      got(copy.state, copy.next(), copy.state, signal.state)
    }
  }
}
