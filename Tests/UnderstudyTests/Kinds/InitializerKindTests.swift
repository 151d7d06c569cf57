import Testing
import Understudy

private enum Failure: Error { case denied }

private protocol Account: Sendable {
  init(owner: String)
  init?(number: Int)
  init(password: String) throws
  init(remote: Int) async
  init(token: String) async throws(Failure)
  init<Key: Hashable>(key: Key)
  var balance: Int { get }
}

private protocol Session: AnyObject {
  init(user: String)
  init?(id: Int)
  var user: String { get }
}

private func opened<A: Account>(_ type: A.Type, _ owner: String) -> A { A(owner: owner) }

/// What an initializer makes is the double itself, unless a test says otherwise.
@Suite struct InitializerKindTests {
  @Test func `Plain, and in generic code`() throws {
    let stub = try Stub<any Account>()
    stub.when { $0.balance }.thenReturn(100)
    let account = stub()
    #expect(type(of: account).init(owner: "Ann").balance == 100)
    func open(_ account: some Account) -> Int { opened(type(of: account), "Bob").balance }
    let balance = open(account)
    #expect(balance == 100)
    stub.verify { type(of: $0).init(owner: "Ann") }
    stub.verify { type(of: $0).init(owner: "Bob") }
  }

  @Test func `Failable`() throws {
    let stub = try Stub<any Account>()
    stub.when { $0.balance }.thenReturn(1)
    stub.when { type(of: $0).init(number: 0) }.thenReturn(nil)
    let made = type(of: stub())
    #expect(made.init(number: 0) == nil)
    #expect(made.init(number: 7)?.balance == 1)
  }

  @Test func `Throwing and asynchronous`() async throws {
    let stub = try Stub<any Account>()
    stub.when { $0.balance }.thenReturn(2)
    stub.when { try type(of: $0).init(password: "wrong") }.thenThrow(Failure.denied)
    await stub.when { try await type(of: $0).init(token: "old") }.thenThrow(Failure.denied)
    let made = type(of: stub())
    #expect(throws: Failure.denied) { try made.init(password: "wrong") }
    #expect(try made.init(password: "right").balance == 2)
    #expect(await made.init(remote: 1).balance == 2)
    await #expect(throws: Failure.denied) { try await made.init(token: "old") }
    #expect(try await made.init(token: "new").balance == 2)
    #expect(made.init(key: "k").balance == 2)
    stub.verify { type(of: $0).init(key: "k") }
  }

  @Test func `Another double may be what is made`() throws {
    let other = try Stub<any Account>.make { $0.when { $0.balance }.thenReturn(9) }
    let stub = try Stub<any Account>()
    stub.when { type(of: $0).init(owner: "rich") }.thenReturn(other)
    #expect(type(of: stub()).init(owner: "rich").balance == 9)
  }

  @Test func `Of a class-bound protocol`() throws {
    let stub = try Stub<any Session>()
    stub.when { $0.user }.thenReturn("u")
    stub.when { type(of: $0).init(id: 0) }.thenReturn(nil)
    let made = type(of: stub())
    #expect(made.init(user: "a").user == "u")
    let same = made.init(user: "a") === stub()
    #expect(same)
    #expect(made.init(id: 0) == nil)
    #expect(made.init(id: 1) === stub())
  }
}
