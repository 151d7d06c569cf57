import Synchronization
import Testing
import Understudy

@Suite struct LifetimeTests {

  /// Counts the tokens that are alive.
  final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var alive: Int { count.load(ordering: .sequentiallyConsistent) }

    func token() -> Token {
      count.add(1, ordering: .sequentiallyConsistent)
      return Token { self.count.subtract(1, ordering: .sequentiallyConsistent) }
    }
  }

  @Test func `Arguments are released with the stub and its double`() throws {
    let counter = Counter()
    do {
      let stub = try Stub<any Shop>()
      stub.when { $0.keep(Match.any()) }.thenDoNothing()
      stub.when { $0.keep(counter.token()) }
      stub().keep(counter.token())
      // The literal stays too: a call that is named without a behaviour is remembered, to be pointed out.
      #expect(counter.alive == 2)
    }
    #expect(counter.alive == 0)
  }

  @Test func `A double keeps its arguments when the stub is gone`() throws {
    let counter = Counter()
    var shop: (any Shop)? = try Stub.make { $0.when { $0.keep(Match.any()) }.thenDoNothing() }
    shop?.keep(counter.token())
    #expect(counter.alive == 1)
    shop = nil
    #expect(counter.alive == 0)
  }

  @Test func `Resetting releases arguments, literals and handlers`() throws {
    let counter = Counter()
    let stub = try Stub<any Shop>()
    stub.when { $0.keep(counter.token()) }.thenDoNothing()
    do {
      let captured = counter.token()
      stub.when { $0.keep(Match.any()) }.then { withExtendedLifetime(captured) {} }
    }
    stub().keep(counter.token())
    #expect(counter.alive == 3)
    stub.reset()
    #expect(counter.alive == 0)
  }

  @Test func `The deinit of an argument may call the double`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.keep(Match.any()) }.thenDoNothing()
    stub.when { $0.close() }.thenDoNothing()
    stub().keep(Token { [unowned stub] in stub().close() })
    #expect(issues { stub.reset() }.count == 1)
    #expect(stub.history.timeline.map(\.name) == ["close()"])
  }

  @Test func `Matchers and equality may call the double`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: "inner") }.thenReturn(1)
    stub.when { $0.owner(Match.matching { [unowned stub] _ in stub().price(of: "inner") == 1 }) }
      .thenReturn(User(id: 1, name: ""))
    #expect(stub().owner(User(id: 2, name: "")).id == 1)
    stub.verify(1...) { $0.owner(Match.matching { [unowned stub] _ in stub().price(of: "inner") == 1 }) }
  }

  @Test func `Threads share a double`() async throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.matching { $0.count == 1 }) }.thenForEachCall { attempt in attempt }
    stub.when { $0.price(of: Match.any()) }.thenReturn(-1)
    let attempts = await withTaskGroup(of: [Int].self) { group in
      for thread in 0..<8 {
        group.addTask {
          let shop = stub()
          var attempts: [Int] = []
          for call in 0..<500 {
            let attempt = shop.price(of: call % 2 == 0 ? "x" : "thread \(thread)")
            if attempt > 0 { attempts.append(attempt) }
            if call == 250 {
              stub.when { $0.note(Match.equal("\(thread)")) }.thenDoNothing()
              shop.note("\(thread)")
            }
          }
          return attempts
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(attempts.sorted() == Array(1...2000))
    stub.verify(4000...4000) { $0.price(of: Match.any()) }
    stub.verify(250...250) { $0.price(of: "thread 3") }
    stub.verify(8...8) { $0.note(Match.any()) }
    stub.verifyNoUnusedStubs()
    stub.verifyNoMoreInteractions()
  }

  @Test func `Recording on one task leaves calls of others alone`() async throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.any()) }.thenReturn(4)
    let shop = stub()
    async let values = Task.detached { (0..<2000).map { _ in stub().price(of: "x") } }.value
    for _ in 0..<200 { stub.verify(0...) { $0.price(of: "y") } }
    #expect(await values.allSatisfy { $0 == 4 })
    #expect(shop.price(of: "y") == 4)
    #expect(stub.history.callCount == 2001)
  }
}
