import Foundation
import PressureSupport
import Testing
import UnderstudyCalls
import UnderstudyFabrication

private protocol Depth {
  func sync(_ a: Int, _ b: String) -> Int
  func function() -> () -> Int
}
private struct Depths: Depth {
  func sync(_ a: Int, _ b: String) -> Int { 0 }
  func function() -> () -> Int { { 0 } }
}

private final class Backtraces: CallReceiver, @unchecked Sendable {
  var seen: [NSNumber] = []
  func receive(_ call: borrowing Call) -> Outcome {
    if call.requirement.baseName == "function" {
      let function: () -> Int = {
        self.seen = returnAddresses()
        return 2
      }
      call.initializeResult(to: function)
    } else {
      seen = returnAddresses()
      call.initializeResult(to: 1)
    }
    return .returned
  }
}

/// The return addresses on the stack, found with the unwind tables, as a debugger and a crash report find them.
private func returnAddresses() -> [NSNumber] {
  Thread.callStackReturnAddresses
}

@Test(.enabled(if: !pressure_is_instrumented(), "the sanitizers' own frames are among them"))
func `Backtraces go through the entries to the caller`() throws {
  let backtraces = Backtraces()
  let depth = try DoubleType.of((any Depth).self).makeValue(as: (any Depth).self, receiver: backtraces)
  let here = returnAddresses()
  // Everything above this function is the same in both; the innermost ones lie in this function and below.
  let callers = Array(here.dropFirst(3))
  try #require(callers.count > 3)

  #expect(depth.sync(1, "b") == 1)
  #expect(Array(backtraces.seen.suffix(callers.count)) == callers)

  backtraces.seen = []
  #expect(depth.function()() == 2)
  #expect(Array(backtraces.seen.suffix(callers.count)) == callers)
}
