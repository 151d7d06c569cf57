import Dispatch
import Synchronization
import Testing
import Understudy

@Suite struct BehaviourTests {

  @Test func `A pattern is registered once, however many threads begin its chain`() throws {
    let stubs = try (0..<1000).map { _ in try Stub<any Courier>() }
    let prices = stubs.map { stub in stub.when { $0.price() } }
    let arrived = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      for (index, price) in prices.enumerated() {
        arrived.add(1, ordering: .sequentiallyConsistent)
        // They meet at each pattern, unless the other one waits for this one's thread.
        for _ in 0..<2_000 where arrived.load(ordering: .sequentiallyConsistent) < 2 * index + 2 {}
        _ = price.thenReturn(number)
      }
    }
    for stub in stubs { #expect(Set([stub().price(), stub().price()]) == [0, 1]) }
  }

  @Test func `A literal argument selects the calls that are equal`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: "apple") }.thenReturn(13)
    stub.when { $0.price(of: Match.any()) }.thenReturn(7)
    let shop = stub()
    #expect(shop.price(of: "apple") == 13)
    #expect(shop.price(of: "pear") == 7)
    #expect(shop.price(of: "apple") == 13)
  }

  @Test func `The first matching registration wins`() throws {
    let stub = try Stub<any Shop>()
    stub.when { try $0.buy("apple", count: 1) }.thenReturn(true)
    stub.when { try $0.buy(Match.equal("apple"), count: Match.any()) }.thenReturn(false)
    #expect(try stub().buy("apple", count: 1))
    #expect(try !stub().buy("apple", count: 2))
  }

  @Test func `A chain is taken in turn and its bare last step repeats`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.name }.thenReturn("a").thenReturn("b", times: 2).thenReturn("c")
    let shop = stub()
    #expect((0..<6).map { _ in shop.name } == ["a", "b", "b", "c", "c", "c"])
  }

  @Test func `Several values are the same as a chain`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.name }.thenReturn("a", "b", "c")
    let shop = stub()
    #expect((0..<4).map { _ in shop.name } == ["a", "b", "c", "c"])
  }

  @Test func `A chain that ends leaves calls to the next registration`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.any()) }.thenReturn(1, times: 2)
    stub.when { $0.price(of: Match.any()) }.thenReturn(2)
    let shop = stub()
    #expect((0..<4).map { _ in shop.price(of: "x") } == [1, 1, 2, 2])
  }

  @Test func `A step may follow calls that were served already`() throws {
    let stub = try Stub<any Shop>()
    let name = stub.when { $0.name }.thenReturn("a")
    #expect(stub().name == "a")
    #expect(stub().name == "a")
    name.thenReturn("b")
    #expect(stub().name == "b")
  }

  @Test func `Errors are thrown, in a chain too`() throws {
    let stub = try Stub<any Shop>()
    stub.when { try $0.buy(Match.any(), count: Match.any()) }
      .thenThrow(ShopError.closed).thenThrow(ShopError.soldOut, times: 1).thenReturn(true)
    let shop = stub()
    #expect(throws: ShopError.closed) { try shop.buy("a", count: 1) }
    #expect(throws: ShopError.soldOut) { try shop.buy("a", count: 1) }
    #expect(try shop.buy("a", count: 1))
  }

  @Test func `Setters and subscripts are calls like others`() throws {
    let stub = try Stub<any Shop>()
    var log: [String] = []
    stub.when { $0.name = Match.any() }.then { (name: String) in log.append("name \(name)") }
    stub.when { $0[Match.equal("k")] }.thenReturn(4)
    stub.when { $0[Match.equal("k")] = Match.any() }.then { (value: Int, key: String) in log.append("\(key) \(value)") }
    var shop = stub()
    shop.name = "n"
    shop["k"] = 9
    #expect(shop["k"] == 4)
    #expect(log == ["name n", "k 9"])
  }

  @Test func `Static members are calls like others`() throws {
    let stub = try Stub<any Mint>()
    stub.when { type(of: $0).make(Match.equal(4)) }.then { (size: Int) in size * 2 }
    #expect(type(of: stub()).make(4) == 8)
    #expect(
      issues { stub.verify(.never) { type(of: $0).make(4) } } == [
        """
        verify failed: expected no call of Mint.make(4), got 1.
          1 call was made to any Mint:
            1. Mint.make(4)   ✓ the argument
        """
      ]
    )
  }

  @Test func `A handler gets typed arguments, or the first of them`() throws {
    let stub = try Stub<any Shop>()
    stub.when { try $0.buy("two", count: 2) }.then { (item: String, count: Int) in item == "two" && count == 2 }
    stub.when { try $0.buy("one", count: 1) }.then { (item: String) in item == "one" }
    stub.when { try $0.buy("none", count: 0) }.then { true }
    #expect(try stub().buy("two", count: 2))
    #expect(try stub().buy("one", count: 1))
    #expect(try stub().buy("none", count: 0))
  }

  @Test func `A handler may throw where the requirement may`() throws {
    let stub = try Stub<any Shop>()
    stub.when { try $0.buy(Match.any(), count: Match.any()) }.then { (item: String) in
      if item.isEmpty { throw ShopError.soldOut }
      return true
    }
    #expect(throws: ShopError.soldOut) { try stub().buy("", count: 1) }
    #expect(try stub().buy("a", count: 1))
  }

  @Test func `Each call gets its number`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.any()) }.thenReturn(-1)
      .thenForEachCall { (attempt, item: String) in attempt * 10 + item.count }
    stub.when { $0.sum(1) }.thenForEachCall { attempt in attempt }
    let shop = stub()
    #expect((0..<3).map { _ in shop.price(of: "ab") } == [-1, 12, 22])
    #expect((0..<3).map { _ in shop.sum(1) } == [1, 2, 3])
  }

  @Test func `A handler writes back to the caller's variable`() throws {
    let stub = try Stub<any Shop>()
    var scratch = 0
    stub.when { $0.increment(&scratch) }.then { (counter: inout Int) in counter += 1 }
    var text = ""
    stub.when { $0.swap(Match.any(), with: &text) }.then { (key: String, value: inout String) in
      value = key + value
      return true
    }
    var counter = 41
    stub().increment(&counter)
    #expect(counter == 42)
    #expect(scratch == 0)
    var value = "b"
    #expect(stub().swap("a", with: &value))
    #expect(value == "ab")
  }

  @Test func `An argument that is inout can be read as it came in`() throws {
    let stub = try Stub<any Shop>()
    var seen: [Int] = []
    var scratch = 0
    stub.when { $0.increment(&scratch) }.then { (counter: Int) in seen.append(counter) }
    var counter = 5
    stub().increment(&counter)
    #expect(seen == [5])
    #expect(counter == 5)
  }

  @Test func `Async requirements take results, errors and handlers of both kinds`() async throws {
    let stub = try Stub<any Shop>()
    await stub.when { try await $0.signIn(user: Match.equal("blob"), password: Match.any()) }.thenReturn("session")
    await stub.when { try await $0.signIn(user: "eve", password: "x") }.thenThrow(ShopError.closed)
    await stub.when { try await $0.signIn(user: "bob", password: "x") }
      .then { (user: String, password: String) in user + password }
    await stub.when { await $0.refresh() }.then {
      await Task.yield()
      return 8
    }
    let shop = stub()
    #expect(try await shop.signIn(user: "blob", password: "y") == "session")
    await #expect(throws: ShopError.closed) { try await shop.signIn(user: "eve", password: "x") }
    #expect(try await shop.signIn(user: "bob", password: "x") == "bobx")
    #expect(await shop.refresh() == 8)
  }

  @Test @MainActor func `Registrations and verifications work on an actor`() async throws {
    final class Box { var count = 0 }
    let box = Box()
    let stub = try Stub<any Shop>()
    await stub.when {
      box.count += 1
      return await $0.refresh()
    }.then { () async in
      box.count += 1
      return box.count
    }
    #expect(await stub().refresh() == 2)
    await stub.verify(1...) { await $0.refresh() }
  }

  @Test func `A double outlives its stub and is always the same`() throws {
    func make() throws -> any Shop {
      let stub = try Stub<any Shop>()
      stub.when { $0.name }.thenReturn("kept")
      #expect(stub() as AnyObject === stub() as AnyObject)
      return stub()
    }
    #expect(try make().name == "kept")
  }

  @Test func `A double is made in one expression`() throws {
    let shop: any Shop = try Stub.make { $0.when { $0.name }.thenReturn("x") }
    #expect(shop.name == "x")
    let other: any Shop = Stub.makeOrStop { $0.when { $0.name }.thenReturn("y") }
    #expect(other.name == "y")
  }

  @Test func `A handler may call the double and register more`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: "inner") }.thenReturn(5)
    stub.when { $0.price(of: "outer") }.then { [unowned stub] in
      stub.when { $0.name }.thenReturn("late")
      return stub().price(of: "inner") + 1
    }
    #expect(stub().price(of: "outer") == 6)
    #expect(stub().name == "late")
  }

  @Test func `A result of type Self may be given as an existential`() throws {
    let stub = try Stub<any Till>()
    let other = try Stub<any Till>()()
    stub.when { $0.copy() }.thenReturn(other).then { other }
    #expect(stub().copy() as AnyObject === other as AnyObject)
    #expect(stub().copy() as AnyObject === other as AnyObject)
  }

  @Test func `Only errors of the declared type are thrown`() throws {
    let stub = try Stub<any Till>()
    stub.when { try $0.pay() }.thenThrow(ShopError.closed).then { throw CancellationError() }
    #expect(throws: ShopError.closed) { try stub().pay() }
    #expect(
      issues { _ = try? stub().pay() } == [
        "then: the handler of pay() threw CancellationError(), but pay() can only throw ShopError: it returned 0."
      ]
    )
    #expect(
      issues { stub.when { try $0.open() }.thenThrow(CancellationError()) } == [
        "thenThrow: open() can only throw ShopError, not CancellationError."
      ]
    )
  }

  @Test @MainActor func `A double is made in one asynchronous expression`() async throws {
    let shop: any Shop = try await Stub.make { await $0.when { await $0.refresh() }.thenReturn(3) }
    #expect(await shop.refresh() == 3)
  }
}
