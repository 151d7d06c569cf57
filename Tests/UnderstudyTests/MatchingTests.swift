import Testing
import Understudy

@Suite struct MatchingTests {

  @Test func `Matchers test values of exactly the parameter's type`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.price(of: Match.matching(description: "short") { $0.count < 3 }) }.thenReturn(1)
    stub.when { $0.price(of: Match.matching { $0.hasPrefix("x") }) }.thenReturn(2)
    stub.when { $0.price(of: Match.equal("apple")) }.thenReturn(3)
    stub.when { $0.price(of: Match.any(String.self)) }.thenReturn(4)
    let shop = stub()
    #expect(shop.price(of: "ab") == 1)
    #expect(shop.price(of: "xyz") == 2)
    #expect(shop.price(of: "apple") == 3)
    #expect(shop.price(of: "pear") == 4)
  }

  @Test func `A matcher of the wrapped type stands for an optional`() throws {
    let stub = try Stub<any Shop>()
    let equal = stub.when { $0.note(Match.equal("a")) }
    let some = stub.when { $0.note(Match.any(String.self)) }
    let every = stub.when { $0.note(Match.any()) }.thenDoNothing()
    let none = stub.when { $0.note(nil) }
    let shop = stub()
    shop.note("a")
    shop.note("b")
    shop.note(nil)
    equal.verify(1...1)
    some.verify(2...2)
    every.verify(3...3)
    none.verify(1...1)
  }

  @Test func `A matcher of a concrete type stands for a parameter of type Any`() throws {
    let stub = try Stub<any Shop>()
    let three = stub.when { $0.log(Match.equal(3)) }
    let strings = stub.when { $0.log(Match.any(String.self)) }
    let every = stub.when { $0.log(Match.any()) }.thenDoNothing()
    let shop = stub()
    shop.log(3)
    shop.log(4)
    shop.log("3")
    three.verify(1...1)
    strings.verify(1...1)
    every.verify(3...3)
  }

  @Test func `Literals of type Any compare by the value's own type`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.log(Match.any()) }.thenDoNothing()
    let token = Token()
    let shop = stub()
    let values: [Any] = [
      1, "1", [1, 2], [1, "a"] as [Any], ["k": [1] as Any], token, Int.self, (1, token), Optional<Any>.some(2) as Any,
    ]
    for value in values { shop.log(value) }
    stub.verify { $0.log(1) }
    stub.verify { $0.log("1") }
    stub.verify { $0.log([1, 2]) }
    stub.verify { $0.log([1, "a"] as [Any]) }
    stub.verify(.never) { $0.log([1, "b"] as [Any]) }
    stub.verify { $0.log(["k": [1] as Any]) }
    stub.verify(.never) { $0.log(["k": [2] as Any]) }
    stub.verify { $0.log(token) }
    stub.verify(.never) { $0.log(Token()) }
    stub.verify { $0.log(Int.self) }
    stub.verify(.never) { $0.log(String.self) }
    stub.verify { $0.log((1, token)) }
    stub.verify(.never) { $0.log((2, token)) }
    stub.verify { $0.log(2) }
  }

  @Test func `References without an equality of their own compare by identity`() throws {
    let stub = try Stub<any Shop>()
    let token = Token()
    stub.when { $0.keep(token) }.thenDoNothing()
    stub.when { $0.pair((1, token)) }.thenReturn(5)
    #expect(issues { stub().keep(token) } == [])
    #expect(issues { stub().keep(Token()) }.count == 1)
    #expect(stub().pair((1, token)) == 5)
    #expect(issues { _ = stub().pair((1, Token())) }.count == 1)
  }

  @Test func `A variadic parameter takes one matcher for each element`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.sum(Match.equal(1), Match.any()) }.thenReturn(2)
    stub.when { $0.sum(1, 2, 3) }.thenReturn(6)
    stub.when { $0.sum() }.thenReturn(0)
    #expect(stub().sum(1, 9) == 2)
    #expect(stub().sum(1, 2, 3) == 6)
    #expect(stub().sum() == 0)
    #expect(issues { _ = stub().sum(2, 9) }.count == 1)
    #expect(issues { _ = stub().sum(1) }.count == 1)
  }

  @Test func `A variadic parameter takes one matcher for all elements`() throws {
    let stub = try Stub<any Shop>()
    let threes = stub.when { $0.sum(Match.equal(3)) }
    let every = stub.when { $0.sum(Match.any()) }.thenReturn(1)
    let shop = stub()
    _ = (shop.sum(3), shop.sum(3, 3), shop.sum(3, 4), shop.sum())
    threes.verify(2...2)
    every.verify(4...4)
  }

  @Test func `A type may be a literal among matchers`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.decode(User.self, from: Match.any()) }.thenReturn(User(id: 1, name: "u"))
    #expect(stub().decode(User.self, from: "{}") == User(id: 1, name: "u"))
  }

  @Test func `A subscript's indices are evaluated before the value it is set to`() throws {
    let stub = try Stub<any Shop>()
    let set = stub.when { $0[Match.equal("k")] = Match.equal(7) }.thenDoNothing()
    var shop = stub()
    shop["k"] = 7
    set.verify()
    #expect(set.arguments() == [(7, "k")].map { $0 } as [(Int, String)], sourceLocation: #_sourceLocation)
  }

  @Test func `An autoclosure takes a matcher of everything`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.debug(Match.any()) }.thenDoNothing()
    #expect(issues { stub().debug("text") } == [])
  }

  @Test func `Closures take matchers`() throws {
    let stub = try Stub<any Shop>()
    stub.when { $0.each(Match.any()) }.thenDoNothing()
    #expect(issues { stub().each { _ in } } == [])
  }

  @Test func `The double itself may be called in place of the closure's argument`() throws {
    let stub = try Stub<any Shop>()
    let shop = stub()
    stub.when { _ in shop.price(of: Match.any()) }.thenReturn(3)
    #expect(shop.price(of: "x") == 3)
    #expect(stub.history.callCount == 1)
  }
}

private func == (left: [(Int, String)], right: [(Int, String)]) -> Bool {
  left.elementsEqual(right) { $0 == $1 }
}
