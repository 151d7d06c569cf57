import Foundation
import Synchronization

/// Runs a closure on some threads at once, none of them of the pool that tasks run on, and waits for them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let done = DispatchGroup()
  for number in 0..<count {
    done.enter()
    Thread.detachNewThread {
      body(number)
      done.leave()
    }
  }
  done.wait()
}

/// The same, for those who mustn't block their thread.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      onThreads(count, body)
      continuation.resume()
    }
  }
}

/// Runs a closure on another thread and waits for it, as somebody does who holds a lock that the other one may need.
///
/// - Returns: Whether it has ended. A closure that hasn't after a long time never will.
func elsewhere(_ body: @escaping @Sendable () -> Void) -> Bool {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  return done.wait(timeout: .now() + 60) == .success
}

/// Runs a closure on a thread with a large stack.
func onDeepStack(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = 512 << 20
  thread.start()
  done.wait()
}

/// About where on the stack this is, in bytes.
@inline(never) func stackPosition() -> Int {
  var here = 0
  return withUnsafePointer(to: &here) { Int(bitPattern: $0) }
}

/// A number that threads share.
final class Shared: Sendable {
  private let number = Atomic(0)
  var value: Int { number.load(ordering: .sequentiallyConsistent) }
  func add(_ change: Int) { number.add(change, ordering: .sequentiallyConsistent) }
  func add(if condition: Bool) { add(condition ? 1 : 0) }
}

/// Counts the tokens that are alive.
final class TokenCount: Sendable {
  private let count = Atomic(0)
  var alive: Int { count.load(ordering: .sequentiallyConsistent) }

  func token(_ number: Int = 0) -> Token { Token(self, number) }
  fileprivate func add(_ change: Int) { count.add(change, ordering: .sequentiallyConsistent) }
}

final class Token: Sendable {
  let number: Int
  private let count: TokenCount

  fileprivate init(_ count: TokenCount, _ number: Int) {
    self.count = count
    self.number = number
    count.add(1)
  }

  deinit { count.add(-1) }
}
