import Testing
import Understudy

private protocol Packs {
  func all<each T>(_ values: repeat each T) -> (repeat each T)
  func log<each T>(_ name: String, values: repeat each T)
}

@Suite struct PackStubTests {
  @Test func `Elements of a parameter pack are matched like parameters`() throws {
    let stub = try Stub<any Packs>()
    stub.when { $0.all(1, "a") }.thenReturn((2, "b"))
    stub.when { $0.all(Match.any(Int.self), Match.equal("c")) }.thenReturn((3, "d"))
    stub.when { $0.all(1.5) }.thenReturn(2.5)
    #expect(stub().all(1, "a") == (2, "b"))
    #expect(stub().all(7, "c") == (3, "d"))
    #expect(stub().all(1.5) == 2.5)
    stub.verify { $0.all(7, "c") }
    stub.verify(2) { $0.all(Match.any(Int.self), Match.any(String.self)) }
  }

  @Test func `Handlers take the elements one by one`() throws {
    let stub = try Stub<any Packs>()
    var seen: [String] = []
    stub.when { $0.log(Match.any(), values: Match.any(Int.self), Match.any(String.self)) }
      .then { (name: String, number: Int, text: String) in seen.append("\(name) \(number) \(text)") }
    stub().log("a", values: 1, "b")
    #expect(seen == ["a 1 b"])
  }
}
