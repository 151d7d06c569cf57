import Synchronization
import Testing
import Understudy

private protocol Desk: Sendable {
  func stamp(_ number: Int, on paper: String) -> Int
  func file(_ token: Paper)
  func count() -> Int
  func sort<T>(_ value: T) -> Int
  func weigh(_ weight: Double) throws -> Double
}

/// Moving it takes more than moving its bytes.
private struct Slip {
  weak var paper: Paper?
  var text: String
}

private protocol Archive {
  func keep(_ slip: Slip, under name: String) -> Int
}

private struct Full: Error {}

private final class RealDesk: Desk {
  func stamp(_ number: Int, on paper: String) -> Int { number }
  func file(_ token: Paper) {}
  func count() -> Int { 1 }
  func sort<T>(_ value: T) -> Int { 2 }
  func weigh(_ weight: Double) throws -> Double {
    guard weight < 10 else { throw Full() }
    return weight
  }
}

/// Something that tells when it goes away.
private final class Paper: Sendable {
  private static let alive = Atomic<Int>(0)
  static var count: Int { alive.load(ordering: .sequentiallyConsistent) }

  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.alive.add(1, ordering: .sequentiallyConsistent)
  }

  deinit { Self.alive.subtract(1, ordering: .sequentiallyConsistent) }
}

/// How calls are remembered, and those answered that always get the same value.
@Suite(.serialized) struct RecordTests {
  @Test func `Many calls of several requirements stay in order`() throws {
    let stub = try Stub<any Desk>()
    stub.when { $0.stamp(Match.any(), on: Match.any()) }.thenReturn(1)
    stub.when { $0.count() }.thenReturn(2)
    stub.when { $0.sort(Match.any(Int.self)) }.thenReturn(3)
    stub.when { $0.sort(Match.any(String.self)) }.thenReturn(4)
    let desk = stub()
    for number in 0..<3000 {
      _ = desk.stamp(number, on: "paper")
      if number % 3 == 0 { _ = desk.count() }
      // Records of two layouts in one list.
      #expect((number % 2 == 0 ? desk.sort(number) : desk.sort("\(number)")) == (number % 2 == 0 ? 3 : 4))
    }
    let timeline = stub.history.timeline
    #expect(timeline.count == 7000)
    stub.verify(3000) { $0.stamp(Match.any(), on: Match.equal("paper")) }
    stub.verify(1500) { $0.sort(Match.any(Int.self)) }
    stub.verify(1) { $0.stamp(1234, on: "paper") }
    let stamped: [Int] = stub.when { $0.stamp(Match.any(), on: Match.any()) }.arguments()
    #expect(stamped == Array(0..<3000))
    #expect(timeline.prefix(4).map(\.name) == ["stamp(_:on:)", "count()", "sort(_:)", "stamp(_:on:)"])
  }

  @Test func `A string is taken for an equal one of other bytes`() throws {
    let stub = try Stub<any Desk>()
    let long = String(repeating: "long ", count: 10)
    stub.when { $0.stamp(1, on: "e\u{301}") }.thenReturn(1)
    stub.when { $0.stamp(2, on: long) }.thenReturn(2)
    stub.when { $0.stamp(Match.equal(3), on: Match.equal("caf\u{e9}")) }.thenReturn(3)
    let desk = stub()
    #expect(desk.stamp(1, on: "\u{e9}") == 1)
    #expect(desk.stamp(2, on: String(long.map { $0 })) == 2)
    #expect(desk.stamp(3, on: "cafe\u{301}") == 3)
    #expect(issues { _ = desk.stamp(3, on: "cafe") }.count == 1)
    stub.verify { $0.stamp(1, on: "\u{e9}") }
  }

  @Test func `What is forgotten goes away although its neighbours stay`() throws {
    let stub = try Stub<any Desk>()
    let odd = stub.when { $0.file(Match.matching { $0.number % 2 == 1 }) }.thenDoNothing()
    stub.when { $0.file(Match.any()) }.thenDoNothing()
    let desk = stub()
    for number in 0..<100 { desk.file(Paper(number)) }
    #expect(Paper.count == 100)
    odd.reset()
    #expect(Paper.count == 50)
    stub.verify(50) { $0.file(Match.any()) }
    desk.file(Paper(100))
    stub.verify(51) { $0.file(Match.any()) }
    stub.reset()
    #expect(Paper.count == 0)
  }

  @Test func `What a test looks at outlives a reset`() throws {
    let stub = try Stub<any Desk>()
    let file = stub.when { $0.file(Match.any()) }.thenDoNothing()
    stub().file(Paper(1))
    do {
      let entry = stub.history.timeline[0]
      file.reset()
      #expect(stub.history.timeline.isEmpty)
      #expect(entry.name == "file(_:)")
      #expect((entry.arguments[0] as? Paper)?.number == 1)
      #expect(try #require(entry.duration) < .seconds(60))
    }
    #expect(Paper.count == 0)
  }

  @Test func `A chain goes on where its only answer was when it gets another`() throws {
    let stub = try Stub<any Desk>()
    let count = stub.when { $0.count() }.thenReturn(1)
    let desk = stub()
    #expect((0..<3).map { _ in desk.count() } == [1, 1, 1])
    count.thenReturn(2)
    #expect((0..<2).map { _ in desk.count() } == [2, 2])
    stub.verifyExhausted()
    stub.verifyNoUnusedStubs()
  }

  @Test func `Answers that were taken count as used`() throws {
    let stub = try Stub<any Desk>()
    stub.when { $0.count() }.thenReturn(1)
    #expect(issues { stub.verifyNoUnusedStubs() }.count == 1)
    #expect(issues { stub.verifyExhausted() }.count == 1)
    _ = stub().count()
    stub.verifyNoUnusedStubs()
    stub.verifyExhausted()
  }

  @Test func `A captor hears of calls that get a value`() throws {
    let stub = try Stub<any Desk>()
    let numbers = Captor<Int>()
    stub.when { $0.stamp(numbers.capture(), on: Match.any()) }.thenReturn(1)
    let desk = stub()
    for number in 0..<3 { _ = desk.stamp(number, on: "") }
    #expect(numbers.values == [0, 1, 2])
  }

  @Test func `A call that ends while somebody begins to wait is heard of`() async throws {
    for _ in 0..<200 {
      let stub = try Stub<any Desk>()
      stub.when { $0.count() }.thenReturn(1)
      let desk = stub()
      async let wait: Void = stub.verify(1..., within: .seconds(60)) { $0.count() }
      async let call = desk.count()
      _ = await (wait, call)
    }
  }

  @Test func `What a spy lets pass is remembered with what came of it`() throws {
    let spy = try Spy<any Desk>.make(forwardingTo: RealDesk())
    let desk = spy()
    #expect(desk.stamp(7, on: "a") == 7)
    #expect(try desk.weigh(2) == 2)
    #expect(throws: Full.self) { try desk.weigh(20) }
    desk.file(Paper(1))
    #expect(Paper.count == 1)
    spy.when { $0.stamp(Match.equal(8), on: Match.any()) }.thenReturn(80)
    #expect(desk.stamp(8, on: String(repeating: "long ", count: 10)) == 80)
    let timeline = spy.history.timeline
    #expect(
      timeline.map { "\($0.outcome)" } == ["returned 7", "returned 2.0", "threw Full()", "returned ()", "returned 80"]
    )
    #expect(timeline.map(\.route) == [.forwarded, .forwarded, .forwarded, .forwarded, .stubbed])
    spy.reset()
    withExtendedLifetime(timeline) { #expect(Paper.count == 1) }
  }

  @Test func `A call has ended after what its matchers did`() throws {
    let stub = try Stub<any Desk>()
    let other = try Stub<any Desk>()
    other.when { $0.count() }.thenReturn(1)
    let inner = other()
    stub.when { $0.stamp(Match.matching { $0 == inner.count() }, on: Match.any()) }.thenReturn(2)
    #expect(stub().stamp(1, on: "") == 2)
    #expect(try #require(stub.history.timeline[0].duration) > #require(other.history.timeline[0].duration))
  }

  @Test func `A call that takes time begins by the clock, whatever was called before`() throws {
    let stub = try Stub<any Desk>()
    stub.when { $0.count() }.thenReturn(1)
    stub.when { $0.stamp(Match.any(), on: Match.any()) }.then { (_: Int, _: String) in 2 }
    let desk = stub()
    _ = desk.count()
    let clock = ContinuousClock()
    let simple = clock.now
    while clock.now - simple < .milliseconds(2) {}
    let before = clock.now
    _ = desk.stamp(1, on: "")
    let elapsed = clock.now - before
    let durations = stub.history.timeline.map(\.duration)
    #expect(try #require(durations[1]) <= elapsed + .microseconds(1))
    #expect(try #require(durations[0]) < .milliseconds(1))
  }

  @Test func `Arguments that can't be moved by their bytes are remembered`() throws {
    let stub = try Stub<any Archive>()
    stub.when { $0.keep(Match.any(), under: Match.equal("a")) }.thenReturn(1)
    stub.when { $0.keep(Match.any(), under: Match.equal("b")) }.then { (slip: Slip, _: String) in
      slip.paper?.number ?? 0
    }
    let archive = stub()
    let text = String(repeating: "long ", count: 10)
    var paper: Paper? = Paper(3)
    #expect(archive.keep(Slip(paper: paper, text: text), under: "a") == 1)
    #expect(archive.keep(Slip(paper: paper, text: text), under: "b") == 3)
    func slips() -> [Slip] { stub.history.timeline.compactMap { $0.arguments[0] as? Slip } }
    #expect(slips().map(\.text) == [text, text])
    #expect(slips().allSatisfy { $0.paper === paper })
    paper = nil
    #expect(slips().allSatisfy { $0.paper == nil })
    #expect(Paper.count == 0)
  }

  private struct Hooking: Desk {
    let act: @Sendable () -> Void
    func stamp(_ number: Int, on paper: String) -> Int { number }
    func file(_ paper: Paper) {}
    func count() -> Int {
      act()
      return 1
    }
    func sort<T>(_ value: T) -> Int { 2 }
    func weigh(_ weight: Double) throws -> Double { weight }
  }

  @Test func `A hook that comes while a spy's call is under way hears of its end`() throws {
    let spies = Mutex<Spy<any Desk>?>(nil)
    let heard = Mutex<[String]>([])
    let spy = try Spy<any Desk>.make(
      forwardingTo: Hooking {
        spies.withLock { $0 }?.afterEachCall { entry in heard.withLock { $0.append("\(entry.name) \(entry.outcome)") } }
      }
    )
    spies.withLock { $0 = spy }
    _ = spy().count()
    #expect(heard.withLock { $0 } == ["count() returned 1"])
    spies.withLock { $0 = nil }
  }
}
