import Testing
import Understudy

private protocol Counter: AnyObject {
  var count: Int { get set }
  func next() -> Self
  func same() -> Self
  func add(_ token: Token) -> Int
}

private final class RealCounter: Counter {
  var count = 0
  var tokens: [Token] = []
  private let token: Token?
  init(count: Int = 0, token: Token? = nil) {
    self.count = count
    self.token = token
  }
  func next() -> Self { unsafeDowncast(RealCounter(count: count + 1), to: Self.self) }
  func same() -> Self { self }
  func add(_ token: Token) -> Int {
    tokens.append(token)
    return tokens.count
  }
}

private protocol Shape {
  init(side: Int)
  init?(text: String)
  init(checked: Int) throws
  var area: Int { get }
  func scaled(by factor: Int) -> Self
  func half() -> Self?
  mutating func grow()
  consuming func finish() -> Int
  func keep(_ text: __owned String, _ values: consuming [Int]) -> Int
}

private struct Square: Shape, Equatable {
  var side: Int
  var history: [String] = []
  init(side: Int) { self.side = side }
  init?(text: String) {
    guard let side = Int(text) else { return nil }
    self.side = side
  }
  init(checked: Int) throws {
    if checked < 0 { throw ShopError.closed }
    side = checked
  }
  var area: Int { side * side }
  func scaled(by factor: Int) -> Square { Square(side: side * factor) }
  func half() -> Square? { side.isMultiple(of: 2) ? Square(side: side / 2) : nil }
  mutating func grow() {
    side += 1
    history.append("grown")
  }
  consuming func finish() -> Int { side + history.count }
  func keep(_ text: __owned String, _ values: consuming [Int]) -> Int {
    values.append(text.count)
    return values.reduce(0, +)
  }
}

private enum Tile: Shape {
  case plain(Int)
  case labelled(String, Int)
  init(side: Int) { self = .plain(side) }
  init?(text: String) { self = .labelled(text, 1) }
  init(checked: Int) throws { self = .plain(checked) }
  var area: Int {
    switch self {
    case .plain(let side): side * side
    case .labelled(let text, let side): text.count * side
    }
  }
  func scaled(by factor: Int) -> Tile { .plain(area * factor) }
  func half() -> Tile? { nil }
  mutating func grow() { self = .labelled("grown", area) }
  consuming func finish() -> Int { area }
  func keep(_ text: __owned String, _ values: consuming [Int]) -> Int { 0 }
}

private protocol Box<Item> {
  associatedtype Item: Equatable
  var items: [Item] { get set }
  func first(where isMatch: (Item) -> Bool) -> Item?
}

private struct IntBox: Box {
  var items = [1, 2, 3]
  func first(where isMatch: (Int) -> Bool) -> Int? { items.first(where: isMatch) }
}

private protocol Bank: Actor {
  var balance: Int { get }
  func deposit(_ amount: Int) async -> Int
}

private actor RealBank: Bank {
  private(set) var balance = 0
  func deposit(_ amount: Int) async -> Int {
    preconditionIsolated()
    balance += amount
    await Task.yield()
    return balance
  }
}

private func area<S: Shape>(of side: Int, like shape: S) -> Int { S(side: side).area }
private func checked<S: Shape>(_ side: Int, like shape: S) throws -> Int { try S(checked: side).area }

private protocol Named { var name: String { get } }
private protocol Aged { var age: Int { get } }
private struct Person: Named, Aged {
  var name = "Ann"
  var age = 40
}

@Suite struct SpyTargetTests {
  @Test func `A class keeps its identity`() throws {
    let real = RealCounter()
    let spy = try Spy<any Counter>.make(forwardingTo: real)
    spy().count += 2
    spy().count = spy().count * 10
    #expect(real.count == 20)
    #expect(spy().same() === spy())
    let next = spy().next()
    #expect(next !== spy() && next.count == 21)
    #expect(spy.history.callCount == 7)
  }

  @Test func `Values that a real object returns as Self are spied on too`() throws {
    let spy = try Spy<any Shape>.make(forwardingTo: Square(side: 4))
    let scaled = spy().scaled(by: 3)
    #expect(scaled.area == 144)
    #expect(spy().half()?.area == 4)
    #expect(spy().half()?.half()?.half()?.area == nil)
    spy.verify(1...) { $0.scaled(by: 3) }
    #expect(spy.history.timeline.count { $0.name == "area" } == 2)
  }

  @Test func `Initializers make real objects behind spies`() throws {
    let spy = try Spy<any Shape>.make(forwardingTo: Square(side: 4))
    #expect(type(of: spy()).init(side: 5).area == 25)
    #expect(type(of: spy()).init(text: "6")?.area == 36)
    #expect(type(of: spy()).init(text: "x") == nil)
    #expect(throws: ShopError.closed) { try type(of: spy()).init(checked: -1) }
    #expect(area(of: 7, like: spy()) == 49)
    #expect(try checked(8, like: spy()) == 64)
  }

  @Test func `Mutating calls change the spy's own copy`() throws {
    let spy = try Spy<any Shape>.make(forwardingTo: Square(side: 1))
    var shape = spy()
    shape.grow()
    shape.grow()
    #expect(spy().area == 9)
    #expect(shape.finish() == 5)
    #expect(spy().area == 9)
    #expect(spy().keep("abc", [1, 2]) == 6)
  }

  @Test func `An enum is a target like another`() throws {
    let spy = try Spy<any Shape>.make(forwardingTo: Tile.labelled("abcd", 3))
    #expect(spy().area == 12)
    var shape = spy()
    shape.grow()
    #expect(spy().area == 60)
    #expect(spy().scaled(by: 2).area == 14400)
    #expect(spy().half() == nil)
  }

  @Test func `Associated types are those of the real object`() throws {
    let spy = try Spy<any Box>.make(forwardingTo: IntBox())
    func use<B: Box>(_ box: B) -> B.Item? {
      var box = box
      box.items.append(contentsOf: box.items)
      return box.first { $0 == box.items.last }
    }
    #expect(use(spy()) as? Int == 3)
    let bound = try Spy<any Box<Int>>.make(forwardingTo: IntBox())
    bound.when { $0.first(where: Match.any()) }.thenReturn(9)
    #expect(bound().first { $0 > 1 } == 9)
    #expect(bound().items == [1, 2, 3])
  }

  @Test func `An actor runs on its own executor`() async throws {
    let real = RealBank()
    let spy = try Spy<any Bank>.make(forwardingTo: real)
    let bank = spy()
    await withTaskGroup(of: Int.self) { group in
      for _ in 1...100 { group.addTask { await bank.deposit(1) } }
    }
    #expect(await real.balance == 100)
    #expect(await bank.balance == 100)
    #expect(spy.history.forwarded.callCount == 101)
  }

  @Test func `A composition goes on by each of its protocols`() throws {
    let spy = try Spy<any Named & Aged>.make(forwardingTo: Person())
    spy.when { $0.name }.thenReturn("Bob")
    #expect(spy().name == "Bob" && spy().age == 40)
  }

  @Test func `A spy keeps its target just as long as it lives`() throws {
    nonisolated(unsafe) var isGone = false
    var value: (any Counter)?
    do {
      let spy = try Spy<any Counter>.make(forwardingTo: RealCounter(token: Token { isGone = true }))
      value = spy()
    }
    #expect(!isGone)
    #expect(value?.count == 0)
    value = nil
    #expect(isGone)
  }

  @Test func `Arguments that pass through are let go of`() throws {
    nonisolated(unsafe) var live = 0
    let real = RealCounter()
    let spy = try Spy<any Counter>.make(forwardingTo: real)
    for number in 1...10 {
      live += 1
      #expect(spy().add(Token { live -= 1 }) == number)
    }
    #expect(live == 10)
    spy.reset()
    #expect(live == 10)
    real.tokens = []
    #expect(live == 0)
  }

  @Test func `Many threads and tasks go through one spy`() async throws {
    let spy = try Spy<any Bank>.make(forwardingTo: RealBank())
    let bank = spy()
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...1000 { group.addTask { _ = await bank.deposit(1) } }
    }
    #expect(await bank.balance == 1000)
  }

  @Test func `In-place access goes on with functions as indices`() throws {
    let spy = try Spy<any Mapping>.make(forwardingTo: RealMapping())
    var mapping = spy()
    mapping[of: 3, { $0 * 2 }] += 5
    #expect(mapping[of: 3, { $0 + 3 }] == 11)
    #expect(type(of: mapping)[4] == 40)
  }

  @Test func `What can't be exchanged is refused`() {
    #expect(
      throws: StubError.self,
      performing: { try Spy<any Sorted>.make(forwardingTo: Sorter()) }
    )
    do {
      _ = try Spy<any Sorted>.make(forwardingTo: Sorter())
    } catch {
      #expect(
        error.description == """
          Can't make a double of any Sorted: all() passes Self inside of another type, where a spy can't exchange itself for \
          the real object.
            What to do: Use Stub<any Sorted>() and answer with the real object's results, or write a conformer by hand.
          """
      )
    }
  }
}

private protocol Sorted { func all() -> [Self] }
private struct Sorter: Sorted { func all() -> [Sorter] { [] } }

private protocol Mapping {
  subscript(of value: Int, transform: @escaping (Int) -> Int) -> Int { get set }
  static subscript(value: Int) -> Int { get }
}

private struct RealMapping: Mapping {
  var values: [Int: Int] = [:]
  subscript(of value: Int, transform: @escaping (Int) -> Int) -> Int {
    get { values[transform(value)] ?? transform(value) }
    set { values[transform(value)] = newValue }
  }
  static subscript(value: Int) -> Int { value * 10 }
}
