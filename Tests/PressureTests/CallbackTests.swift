import Foundation
import Testing
import Understudy
import UnderstudyLocks

private protocol Phone: Sendable {
  func ring(_ depth: Int) -> Int
  func say(_ word: Word) -> Bool
  func hand(_ token: Ending) -> Int
  func dial(_ number: Int) async -> Int
}

/// Its equality and its description are users' code too.
private struct Word: Equatable, CustomStringConvertible, Sendable {
  let text: String
  let looked: @Sendable () -> Void

  static func == (one: Word, other: Word) -> Bool {
    one.looked()
    return one.text == other.text
  }

  var description: String {
    looked()
    return text
  }
}

private final class Ending: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  deinit { body() }
}

/// Users' code may use the double that runs it, from its own thread and from others that it waits for: none of the library's locks is
/// held while it runs.
@Suite struct CallbackTests {
  /// Uses a stub in all ways, and tells whether that came to an end. Nothing it does ends the caller's own call.
  private static func useElsewhere(_ stub: Stub<any Phone>) -> Bool {
    elsewhere { use(stub) }
  }

  private static func use(_ stub: Stub<any Phone>) {
    TestDoubles.withIssueHandler({ _ in }) {
      stub.when { $0.ring(-1) }.thenReturn(-1)
      _ = stub().ring(-1)
      stub.verify(1...) { $0.ring(-1) }
      stub.verifyNoUnusedStubs()
      _ = (stub.history.timeline.count, stub.describeInteractions())
      _ = try? Stub<any Phone>()().ring(1)
    }
  }

  @Test func `A handler calls the double again`() throws {
    let stub = try Stub<any Phone>()
    stub.when { $0.ring(0) }.thenReturn(1)
    stub.when { $0.ring(Match.any()) }.then { [unowned stub] (depth: Int) in 1 + stub().ring(depth - 1) }
    #expect(stub().ring(50) == 51)
    stub.verify(51...51) { $0.ring(Match.any()) }
  }

  @Test func `A handler registers, verifies and resets`() throws {
    let stub = try Stub<any Phone>()
    stub.when { $0.ring(1) }
      .then { [unowned stub] in
        stub.verify { $0.ring(1) }
        stub.when { $0.ring(2) }.thenReturn(20)
        let inner = stub().ring(2)
        stub.reset()
        stub.verifyNoInteractions()
        stub.when { $0.ring(3) }.thenReturn(30)
        return inner + stub().ring(3)
      }
    #expect(stub().ring(1) == 50)
    // The call that the handler answered was forgotten with the others.
    #expect(stub.history.callCount == 1)
    #expect(issues { _ = stub().ring(1) }.count == 1)
  }

  @Test func `A handler waits for somebody else who uses the double`() async throws {
    let stub = try Stub<any Phone>()
    stub.when { $0.ring(1) }.then { [unowned stub] in Self.useElsewhere(stub) ? 1 : 0 }
    await stub.when { await $0.dial(1) }.then { [unowned stub] in Self.useElsewhere(stub) ? 1 : 0 }
    await stub.when { await $0.dial(2) }
      .then { [unowned stub] () async in
        await Task { Self.use(stub) }.value
        return 2
      }
    #expect(stub().ring(1) == 1)
    #expect(await stub().dial(1) == 1)
    #expect(await stub().dial(2) == 2)
  }

  @Test func `A hook waits for somebody else who uses the double`() throws {
    let stub = try Stub<any Phone>()
    let ended = Guarded<[Bool]>([])
    let hook: @Sendable (CallHistory.Entry) -> Void = { [unowned stub] entry in
      guard entry.description == "ring(9)" else { return }
      let isOver = Self.useElsewhere(stub)
      ended.withLock { $0.append(isOver) }
    }
    stub.when { $0.ring(Match.any()) }.thenReturn(1)
    stub.beforeEachCall(hook)
    stub.afterEachCall(hook)
    _ = stub().ring(9)
    #expect(ended.withLock { $0 } == [true, true])
  }

  @Test func `A matcher waits for somebody else who uses the double`() throws {
    let stub = try Stub<any Phone>()
    let isOver = Shared()
    stub.when {
      $0.ring(
        Match.matching { [unowned stub] in
          guard $0 == 7 else { return false }
          isOver.add(if: Self.useElsewhere(stub))
          return true
        }
      )
    }.thenReturn(8)
    #expect(stub().ring(7) == 8)
    #expect(isOver.value > 0)
  }

  @Test func `A matcher that makes registrations comes to an end`() throws {
    let stub = try Stub<any Phone>()
    stub.when {
      $0.ring(
        Match.matching { [unowned stub] in
          stub.when { $0.ring(1000) }.thenReturn(1, times: 1)
          return $0 == 7
        }
      )
    }.thenReturn(8)
    #expect(stub().ring(7) == 8)
    stub.verify { $0.ring(7) }
  }

  @Test func `Equality and descriptions wait for somebody else who uses the double`() throws {
    let stub = try Stub<any Phone>()
    let (begun, ended, level) = (Shared(), Shared(), Shared())
    let word = Word(text: "hello") { [unowned stub] in
      // What uses the stub looks at the word as well.
      guard level.value == 0 else { return }
      level.add(1)
      begun.add(1)
      ended.add(if: Self.useElsewhere(stub))
      level.add(-1)
    }
    stub.when { $0.say(word) }.thenReturn(true)
    #expect(stub().say(word))
    stub.verify { $0.say(word) }
    #expect(stub.describeInteractions().contains("hello"))
    _ = issues { stub.verify(.never) { $0.say(word) } }
    #expect(begun.value == ended.value && begun.value >= 4)
  }

  @Test func `The end of an argument waits for somebody else who uses the double`() throws {
    let stub = try Stub<any Phone>()
    let isOver = Shared()
    stub.when { $0.hand(Match.any()) }.thenReturn(1)
    _ = stub().hand(Ending { [unowned stub] in isOver.add(if: Self.useElsewhere(stub)) })
    stub.reset()
    #expect(isOver.value > 0)
  }

  @Test func `What is heard of failures waits for somebody else who uses the double`() throws {
    let stub = try Stub<any Phone>()
    let isOver = Shared()
    TestDoubles.withIssueHandler({ _ in isOver.add(if: Self.useElsewhere(stub)) }) {
      _ = stub().ring(1)
    }
    #expect(isOver.value > 0)
  }

  @Test func `Two doubles whose handlers call each other, from both ends at once`() throws {
    let (first, second) = (try Stub<any Phone>(), try Stub<any Phone>())
    let inside = Shared()
    for (one, other) in [(first, second), (second, first)] {
      let double = other()
      one.when { $0.ring(1) }
        .then {
          // Both are in their handlers before either goes on to the other double.
          inside.add(1)
          while inside.value < 2 { sched_yield() }
          return double.ring(2)
        }
      one.when { $0.ring(2) }.thenReturn(3)
    }
    let sum = Shared()
    #expect(elsewhere { onThreads(2) { sum.add([first, second][$0]().ring(1)) } })
    #expect(sum.value == 6)
    first.reset()
    second.reset()
  }
}
