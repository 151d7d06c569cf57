import Testing
import Understudy

@Suite struct VerificationTests {

  private func closed(_ times: Int) throws -> Stub<any Shop> {
    let stub = try Stub<any Shop>()
    stub.when { $0.close() }.thenDoNothing()
    for _ in 0..<times { stub().close() }
    return stub
  }

  @Test(arguments: 0...4) func `A count is right exactly within its range`(count: Int) throws {
    let stub = try closed(count)
    func fails(_ body: () -> Void) -> Bool { !issues(body).isEmpty }
    #expect(fails { stub.verify { $0.close() } } == (count != 1))
    #expect(fails { stub.verify(2...2) { $0.close() } } == (count != 2))
    #expect(fails { stub.verify(1...) { $0.close() } } == (count < 1))
    #expect(fails { stub.verify(...3) { $0.close() } } == (count > 3))
    #expect(fails { stub.verify(..<3) { $0.close() } } == (count >= 3))
    #expect(fails { stub.verify(1..<3) { $0.close() } } == !(1..<3).contains(count))
    #expect(fails { stub.verify(.never) { $0.close() } } == (count != 0))
    #expect(fails { stub.verify(.exactly(3)) { $0.close() } } == (count != 3))
  }

  @Test func `Counts that no number of calls can meet are mistakes`() async throws {
    let stub = try Stub<any Shop>()
    let close = stub.when { $0.close() }
    func negative(_ count: String) -> [String] {
      ["verify: \(count) is no number of calls, which is never negative. Give at least 0."]
    }
    func empty(_ count: String) -> [String] {
      ["verify: \(count) holds no number of calls. Give a range of the right numbers, or .never."]
    }
    #expect(issues { close.verify(-1) } == negative("-1"))
    #expect(issues { close.verify(.exactly(-2)) } == negative("-2"))
    #expect(issues { close.verify(-3 ... -1) } == negative("-3...-1"))
    #expect(issues { close.verify(-3...1) } == negative("-3...1"))
    #expect(issues { close.verify((-5)...) } == negative("-5..."))
    #expect(issues { close.verify(...(-1)) } == negative("...-1"))
    #expect(issues { close.verify(-3..<1) } == negative("-3..<1"))
    #expect(issues { close.verify(3..<3) } == empty("3..<3"))
    #expect(issues { close.verify(Int.min..<Int.min) } == empty("\(Int.min)..<\(Int.min)"))
    #expect(issues { close.verify(..<0) } == empty("..<0"))
    #expect(issues { close.verify(..<Int.min) } == empty("..<\(Int.min)"))
    #expect(await issues { await close.verify(3..<3, within: .seconds(60)) } == empty("3..<3"))
    #expect(issues { stub.verify(-1) { $0.close() } } == negative("-1"))
    #expect(
      issues {
        close.verify(..<1)
        close.verify(0...0)
        close.verify(...0)
        close.verify(0..<1)
        close.verify(0...)
        close.verify(.never)
        close.verify(0)
      } == []
    )
  }

  @Test func `A pattern verifies calls whichever registration served them`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: "a") }.thenReturn(1)
    let every = stub.when { $0.price(of: Match.any()) }.thenReturn(2)
    _ = (stub().price(of: "a"), stub().price(of: "b"))
    every.verify(2...2)
  }

  @Test func `Verifying awaits where the requirement does`() async throws {
    let stub = try Stub<any Shop>()
    await stub.when { try await $0.signIn(user: Match.any(), password: Match.any()) }.thenReturn("")
    _ = try await stub().signIn(user: "a", password: "b")
    await stub.verify { try await $0.signIn(user: "a", password: "b") }
    let failures = await issues { await stub.verify(.never) { try await $0.signIn(user: "a", password: Match.any()) } }
    #expect(failures.count == 1)
    await stub.verify(1...1) { try await $0.signIn(user: Match.any(), password: Match.any()) }
  }

  @Test func `Recording leaves no calls behind`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.any()) }.thenReturn(1)
    stub.verify(.never) { $0.price(of: Match.any()) }
    #expect(stub.history.callCount == 0)
  }

  @Test func `Arguments come back with their types`() throws {
    let stub = try Stub<any Shop>()
    let purchase = stub.when { try $0.buy(Match.any(), count: Match.any()) }.thenReturn(true)
    _ = try (stub().buy("a", count: 1), stub().buy("b", count: 2))
    let all: [(String, Int)] = purchase.arguments()
    #expect(all.map(\.0) == ["a", "b"])
    #expect(all.map(\.1) == [1, 2])
    let items: [String] = purchase.arguments()
    #expect(items == ["a", "b"])
  }

  @Test func `Arguments come with labels, as anything, and whole if they are tuples`() throws {
    let stub = try Stub<any Shop>()
    let token = Token()
    let pairs = stub.when { $0.pair(Match.any()) }.thenReturn(1)
    let logged = stub.when { $0.log(Match.any()) }.thenDoNothing()
    let bought = stub.when { try $0.buy(Match.any(), count: Match.any()) }.thenReturn(true)
    _ = stub().pair((7, token))
    stub().log("anything")
    #expect(try stub().buy("apple", count: 2))
    let pair: [(Int, Token)] = pairs.arguments()
    #expect(pair.count == 1 && pair[0].0 == 7 && pair[0].1 === token)
    let values: [Any] = logged.arguments()
    #expect(values as? [String] == ["anything"])
    let purchases: [(item: String, count: Int)] = bought.arguments()
    #expect(purchases.map(\.item) == ["apple"] && purchases.map(\.count) == [2])
  }

  @Test func `Calls are accounted for by verifying them or reading their arguments`() throws {
    let stub = try closed(2)
    let prices = stub.when { $0.price(of: Match.any()) }.thenReturn(1)
    _ = stub().price(of: "a")
    #expect(issues { stub.verifyNoMoreInteractions() }.count == 1)
    stub.verify(2...2) { $0.close() }
    let _: [String] = prices.arguments()
    stub.verifyNoMoreInteractions()
    stub().close()
    #expect(issues { stub.verifyNoMoreInteractions() }.count == 1)
  }

  @Test func `No interactions means no call`() throws {
    let stub = try closed(0)
    stub.verifyNoInteractions()
    stub().close()
    #expect(issues { stub.verifyNoInteractions() }.count == 1)
  }

  @Test func `A registration is used once it has served a call`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.close() }.thenDoNothing()
    stub.when { $0.name }
    #expect(issues { stub.verifyNoUnusedStubs() }.count == 1)
    stub().close()
    stub.verifyNoUnusedStubs()
  }

  @Test func `History tells the calls in order`() throws {
    let stub = try closed(1)
    stub.when { $0.price(of: Match.any()) }.thenReturn(1)
    _ = stub().price(of: "a")
    stub().close()
    #expect(stub.history.callCount == 3)
    #expect(stub.history.timeline.map(\.description) == ["close()", "price(of: \"a\")", "close()"])
    #expect(stub.history.timeline.map(\.name) == ["close()", "price(of:)", "close()"])
    #expect(stub.history.timeline[1].arguments as? [String] == ["a"])
  }

  @Test func `Resetting forgets calls and registrations`() throws {
    let stub = try closed(2)
    stub.reset()
    stub.verifyNoInteractions()
    stub.verifyNoUnusedStubs()
    #expect(issues { stub().close() }.count == 1)
    #expect(stub.history.callCount == 1)
  }

  @Test func `A pattern kept from before a reset starts anew`() throws {
    let stub = try Stub<any Shop>()
    let name = stub.when { $0.name }.thenReturn("old")
    #expect(stub().name == "old")
    stub.reset()
    name.thenReturn("new", "newer")
    #expect(stub().name == "new")
    #expect(stub().name == "newer")
    name.verify(2...2)
  }
}
