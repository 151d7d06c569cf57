import Testing
import Understudy

private protocol Coinage {
  static func make(_ size: Int) -> Int
}

private protocol Drain {
  func user(_ user: User)
  func list(_ values: [Int])
  func text(_ text: String)
  func any(_ value: Any, _ hashable: AnyHashable)
}

private protocol Waiter: Sendable {
  func wait(_ number: Int) async throws -> Int
}

/// What came to light when others tried to break doubles.
@Suite struct BreakageTests {
  @Test func `The type of a double that is gone stops the process with the explanation`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      func type() throws -> any Coinage.Type {
        let double: any Coinage = try Stub.make { $0.when { Swift.type(of: $0).make(Match.any()) }.thenReturn(3) }
        return Swift.type(of: double)
      }
      _ = try type().make(1)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "Understudy: a static requirement or an initializer was called on the type of a double that is gone. What such calls do "
          + "belongs to one double: keep it, or its Stub or Spy, as long as its type is used."
      ),
      "\(text)"
    )
  }

  @Test func `A matcher inside of an argument is a mistake`() throws {
    let stub = try Stub<any Drain>()
    stub.when { $0.user(Match.any()) }.thenDoNothing()
    stub().user(User(id: 9, name: "q"))
    #expect(
      issues { stub.verify(.never) { $0.user(User(id: Match.any(), name: "q")) } } == [
        "verify: Match.any() stands for a value of type Int, but the argument of user(_:) is of type User. A matcher has to be the "
          + "whole argument: to look into it, write Match.property(…), Match.array([…]) or Match.matching { … }."
      ]
    )
    #expect(
      issues { stub.verify(.never) { $0.list([Match.greaterThan(1)]) } } == [
        "verify: Match.greaterThan(1) stands for a value of type Int, but the argument of list(_:) is of type Array<Int>. A matcher "
          + "has to be the whole argument: to look into it, write Match.property(…), Match.array([…]) or Match.matching { … }."
      ]
    )
    #expect(issues { stub.verify(.never) { $0.text("\(Match.any(Int.self))") } }.count == 1)
    stub.verify(.never) { $0.any(Match.any(Int.self), Match.equal(3)) }
  }

  @Test func `A suspended call that was given up was never resumed`() async throws {
    let messages = await issues {
      await TestDoubles.withChecks(strict: true) {
        let stub = try! Stub<any Waiter>()
        let double = stub()
        let task: Task<Int, any Error>
        do {
          let calls = await stub.when { try await $0.wait(Match.any()) }.thenSuspend()
          task = Task { try await double.wait(1) }
          await calls.waitForCall(within: .seconds(20))
        }
        _ = try? await task.value
        await stub.verify { try await $0.wait(1) }
      }
    }
    #expect(messages == ["suspended calls: 1 of wait(any) of any Waiter was never resumed."])
  }

  @Test func `Time without end is a time to wait`() async throws {
    let stub = try Stub<any Waiter>()
    let wait = await stub.when { try await $0.wait(Match.any()) }.thenReturn(1)
    _ = try await stub().wait(1)
    await wait.verify(within: .seconds(Int64.max))
    let double = stub()
    let other = Task { try await double.wait(2) }
    await wait.verify(2, within: .seconds(Int64.max))
    _ = try await other.value
  }
}
