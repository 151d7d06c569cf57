import Testing
import UnderstudyCalls
import UnderstudyFabrication

private protocol Ending {
  consuming func end() -> String
  consuming func endLater() async throws -> String
  consuming func convert<T>(_ value: T) -> T
  __consuming func old() -> Self
}

private protocol EndingObject: AnyObject {
  __consuming func end() -> String
  __consuming func endLater() async throws -> String
}

private struct Oops: Error {}

/// Counts the doubles that are alive: each one owns its receiver.
private final class Receiver: CallReceiver, @unchecked Sendable {
  nonisolated(unsafe) static var alive = 0
  var isPending = false
  var error: (any Error)?

  init() { Receiver.alive += 1 }
  deinit { Receiver.alive -= 1 }

  private func end(_ call: borrowing Call) -> Outcome {
    if let error { return .threw(error) }
    if call.requirement.baseName == "old" {
      _ = call.returnDouble()
    } else {
      call.initializeResult(to: "a text that is long enough for the heap")
    }
    return .returned
  }

  func receive(_ call: borrowing Call) -> Outcome {
    guard isPending else { return end(call) }
    return .pending { [self] call in
      await Task.yield()
      return end(call)
    }
  }
}

@Suite(.serialized) private struct ConsumingTests {
  private func make<P>(_ type: P.Type, pending: Bool = false, error: (any Error)? = nil) throws -> P {
    let receiver = Receiver()
    receiver.isPending = pending
    receiver.error = error
    return try DoubleType.of(type).makeValue(as: type, receiver: receiver)
  }

  @Test func `A call that takes the double over lets go of it`() throws {
    let text = "a text that is long enough for the heap"
    do {
      let kept = try make((any Ending).self)
      #expect(kept.end() == text)
      #expect(kept.convert("") == text)
      #expect(Receiver.alive == 1)
      let same = kept.old()
      #expect(same.end() == text)
    }
    #expect(Receiver.alive == 0)
    #expect(try make((any Ending).self).end() == text)
    #expect(Receiver.alive == 0)
    do {
      let kept = try make((any EndingObject).self)
      #expect(kept.end() == text)
      #expect(Receiver.alive == 1)
    }
    #expect(Receiver.alive == 0)
  }

  @Test(arguments: [false, true])
  func `An async call that takes the double over lets go of it`(pending: Bool) async throws {
    let text = "a text that is long enough for the heap"
    #expect(try await make((any Ending).self, pending: pending).endLater() == text)
    #expect(try await make((any EndingObject).self, pending: pending).endLater() == text)
    await #expect(throws: Oops.self) {
      try await make((any Ending).self, pending: pending, error: Oops()).endLater()
    }
    #expect(Receiver.alive == 0)
  }
}
