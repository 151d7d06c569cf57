import Foundation
import Testing
import Understudy

protocol PriceList {
  var title: String { get set }
  subscript(item: String) -> Int { get }
  func price(of item: String, count: Int) throws -> Int
  func adjust(_ price: inout Int)
  func load(_ item: String, completion: @escaping (Int) -> Void)
  static func standard(_ size: Int) -> Int
}

struct PrintedPriceList: PriceList {
  var title = ""
  subscript(item: String) -> Int { 0 }
  func price(of item: String, count: Int) throws -> Int { 0 }
  func adjust(_ price: inout Int) {}
  func load(_ item: String, completion: @escaping (Int) -> Void) {}
  static func standard(_ size: Int) -> Int { 0 }
}

enum PriceError: Error { case unknown }

protocol Coder {
  init(name: String)
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T
  func formatter(digits: Int) -> (Double) -> String
  var onError: ((String) -> Void)? { get set }
}

protocol Repository<Element> {
  associatedtype Element
  var all: [Element] { get }
}

protocol Door: Sendable {
  func unlock()
  func open()
}

protocol Lamp {
  func turnOn()
}

struct Report {
  var prices: any PriceList
  var title: String
  var onEnd: () -> Void
}

@Suite struct PieceTests {
  @Test func behaviours() throws {
    // README: begin
    let prices = try Stub<any PriceList>()

    // Literals for all arguments, or matchers for all. The first registration that matches takes the call.
    prices.when { try $0.price(of: "apple", count: 1) }.thenReturn(25)
    prices.when { try $0.price(of: Match.any(), count: Match.matching(description: "negative") { $0 < 0 }) }
      .thenThrow(PriceError.unknown)
    prices.when { try $0.price(of: Match.any(), count: Match.any()) }
      .then { (item: String, count: Int) in item.count * count }

    // Chains: each step serves one call, the last one all that follow.
    prices.when { $0["pear"] }.thenReturn(1, 2, 3)
    prices.when { $0["plum"] }.thenReturn(1, times: 2).thenReturn(9)

    // Properties, static members, inout arguments, closures.
    prices.when { $0.title }.thenReturn("Spring")
    prices.when { $0.title = Match.any() }.thenDoNothing()
    prices.when { type(of: $0).standard(Match.any()) }.then { (size: Int) in size * 2 }
    var scratch = 0
    prices.when { $0.adjust(&scratch) }.then { (price: inout Int) in price += 1 }
    prices.when { $0.load(Match.any(), completion: Match.any()) }
      .then { (item: String, completion: @escaping (Int) -> Void) in completion(item.count) }
    // README: end

    var list = prices()
    #expect(try list.price(of: "apple", count: 1) == 25)
    #expect(throws: PriceError.unknown) { try list.price(of: "apple", count: -1) }
    #expect(try list.price(of: "kiwi", count: 2) == 8)
    #expect((0..<4).map { _ in list["pear"] } == [1, 2, 3, 3])
    #expect((0..<4).map { _ in list["plum"] } == [1, 1, 9, 9])
    list.title = "Summer"
    #expect(list.title == "Spring")
    #expect(type(of: list).standard(4) == 8)
    var price = 1
    list.adjust(&price)
    #expect(price == 2)
    var loaded: [Int] = []
    list.load("apple") { loaded.append($0) }
    #expect(loaded == [5])
  }

  @Test func matchers() throws {
    // README: begin
    let prices = try Stub<any PriceList>()
    prices.when { try $0.price(of: Match.hasPrefix("ap"), count: Match.inRange(1...10)) }.thenReturn(1)
    prices.when { try $0.price(of: Match.oneOf("kiwi", "plum"), count: Match.atLeast(5)) }.thenReturn(2)
    prices.when { try $0.price(of: Match.not(Match.isEmpty()), count: Match.equal(0)) }.thenReturn(3)

    let counts = Captor<Int>()
    prices.when { try $0.price(of: Match.any(), count: counts.capture()) }.thenReturn(4)
    // README: end
    let list = prices()
    let results = try [("apple", 2), ("plum", 6), ("pear", 0), ("pear", 9)].map { try list.price(of: $0, count: $1) }
    #expect(results == [1, 2, 3, 4])
    #expect(counts.values == [9])
  }

  @Test func verification() throws {
    let prices = try Stub<any PriceList>()
    prices.when { $0["apple"] }.thenReturn(1)

    // README: begin
    let lookups = prices.when { try $0.price(of: Match.any(), count: Match.any()) }.thenReturn(1)
    let list = prices()
    _ = try list.price(of: "apple", count: 1)
    _ = try list.price(of: "pear", count: 2)

    prices.verify { try $0.price(of: "apple", count: 1) }  // exactly once
    prices.verify(2...) { try $0.price(of: Match.any(), count: Match.any()) }
    prices.verify(.never) { $0["apple"] }
    lookups.verify(.exactly(2))

    let arguments: [(String, Int)] = lookups.arguments()
    #expect(arguments.map { $0.0 } == ["apple", "pear"])

    prices.verifyNoMoreInteractions()
    print(prices.describeInteractions())
    // README: end
  }

  @Test func orderAndTime() async throws {
    let door = try Stub<any Door>()
    door.when { $0.unlock() }.thenDoNothing()
    door.when { $0.open() }.thenDoNothing()
    let lamp = try Stub<any Lamp>()
    lamp.when { $0.turnOn() }.thenDoNothing()
    let inside = door()
    inside.unlock()
    lamp().turnOn()
    let task = Task { inside.open() }

    // README: begin
    // In time: other tasks may still be at it. It goes on as soon as the calls have come.
    await door.verify(within: .seconds(1)) { $0.open() }

    // In order, other calls allowed in between; on one double, or across several.
    door.verifyInOrder {
      $0.unlock()
      $0.open()
    }
    InvocationOrder {
      door().unlock()
      lamp().turnOn()
      door().open()
    }
    InvocationOrder(exhaustive: true) { lamp().turnOn() }  // and no other call of these doubles

    // What came of the calls.
    for entry in door.history.timeline {
      print(entry, entry.outcome, entry.duration ?? .zero)
    }
    // README: end
    await task.value
  }

  @Test func spies() throws {
    // README: begin
    let spy = try Spy<any PriceList>.make(forwardingTo: PrintedPriceList())
    spy.when { $0["apple"] }.thenReturn(25)
    let prices = spy()

    #expect(prices["apple"] == 25)  // the registration's answer
    #expect(prices["pear"] == 0)  // the real one's
    spy.verify(2) { $0[Match.any()] }
    #expect(spy.history.forwarded.callCount == 1)

    // Real answers after others, or before.
    spy.when { try $0.price(of: Match.any(), count: Match.any()) }.thenThrow(PriceError.unknown).thenForward()
    // README: end
    #expect(throws: PriceError.unknown) { try prices.price(of: "kiwi", count: 1) }
    #expect(try prices.price(of: "kiwi", count: 1) == 0)
  }

  @Test func dummies() throws {
    // README: begin
    let list: any PriceList = Dummy.make()  // a call of it fails the test
    let report = Report(prices: list, title: Dummy.make(), onEnd: Dummy.make())
    // README: end
    #expect(report.title == "")
  }

  @Test func kinds() throws {
    // README: begin
    let coder = try Stub<any Coder>()

    // Generic requirements, for each type by itself, and for all others.
    coder.when { try $0.decode(Int.self, from: "1") }.thenReturn(1)
    coder.when { try $0.decode(String.self, from: Match.any()) }.thenReturn("text")
    coder.when { try $0.decode(Int.self, from: Match.any()) }.forAllTypes(returning: Any.self)
      .then { (type: any Decodable.Type, text: String) in try JSONDecoder().decode(type, from: Data(text.utf8)) }

    // Functions as results and properties.
    coder.when { $0.formatter(digits: Match.any()) }
      .then { (digits: Int) in { (value: Double) in "\(value) to \(digits) digits" } }
    coder.when { $0.onError }.thenReturn({ print($0) })

    // Initializers: what they make is the double itself, unless a test says otherwise.
    type(of: coder()).init(name: "json").onError?("…")
    coder.verify { type(of: $0).init(name: "json") }

    // Associated types: bound by the type, or given by name.
    let users = try Stub<any Repository<String>>()
    users.when { $0.all }.thenReturn(["Ann"])
    let numbers = try Stub<any Repository>(binding: ["Element": Int.self])
    numbers.when { $0.all }.thenReturn([1, 2])
    // README: end
    #expect(try coder().decode(Int.self, from: "1") == 1)
    #expect(try coder().decode(String.self, from: "1") == "text")
    #expect(try coder().decode([Int].self, from: "[1, 2]") == [1, 2])
    #expect(coder().formatter(digits: 2)(0.5) == "0.5 to 2 digits")
    #expect(users().all == ["Ann"])
    #expect(numbers().all.count == 2)
  }

  @Test func failures() throws {
    // README: begin
    let prices = try Stub<any PriceList>()
    prices.when { try $0.price(of: Match.any(), count: Match.any()) }.thenReturn(1)
    _ = try prices().price(of: "apple", count: 2)

    var failures: [TestDoubleIssue] = []
    TestDoubles.withIssueHandler({ failures.append($0) }) {
      prices.verify { try $0.price(of: "apple", count: 1) }
    }
    print(failures[0].message, failures[0].sourceLocation)
    // README: end
    #expect(failures.count == 1)
    #expect(failures[0].message == (try Page.readme.text(afterLine: "A failing `verify` says:")))
  }

  @Test func explanation() throws {
    // README: begin
    print(try Stub<any PriceList>.explain())
    // README: end
    #if arch(x86_64)
      let text = try Stub<any PriceList>.explain()
      let page = try Page.readme.text(afterLine: "It begins so:")
      let shown = try #require(page)
      #expect(text.hasPrefix(shown))
    #endif
  }

  @Test func requirements() throws {
    // README: begin
    let prices = try Stub<any PriceTag>(requirements: [
      .method("price(of:count:)", signatureOf: { $0.price(of:count:) }),
      .property("title", settable: true, signatureOf: { $0.title }),
      .staticMethod("standard(_:)", signatureOf: { type(of: $0).standard(_:) }),
      .method("raise(by:)", type: ((Int) -> Void).self),
    ])
    // README: end
    prices.when { $0.title }.thenReturn("tea")
    #expect(prices().title == "tea")
  }
}

protocol PriceTag {
  func price(of item: String, count: Int) throws -> Int
  var title: String { get set }
  static func standard(_ size: Int) -> Int
  mutating func raise(by amount: Int)
}
