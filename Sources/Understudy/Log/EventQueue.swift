/// Those who wait for something to happen: to a double, say. They count the events before they look, so that they miss none.
/// Lies behind a lock.
struct EventQueue {
  /// How many events there were, such as the begin and the end of calls.
  private(set) var count: UInt64 = 0
  private var waiting: [(ticket: Ticket, continuation: CheckedContinuation<Void, Never>)] = []

  /// Names one wait. Cancelling may come before it has begun.
  final class Ticket: @unchecked Sendable {
    // Sendable: touched only under the lock of what is waited for.
    private(set) var isCancelled = false

    func cancel() { isCancelled = true }
  }

  /// Those to resume, outside of the lock.
  struct Waiting {
    fileprivate var continuations: [CheckedContinuation<Void, Never>] = []

    func resume() {
      var i = 0
      while i < continuations.count {
        continuations[i].resume()
        i += 1
      }
    }
  }

  /// Counts an event.
  mutating func next() -> Waiting {
    count += 1
    guard !waiting.isEmpty else { return Waiting() }
    return Waiting(continuations: exchange(&waiting, with: []).map(\.continuation))
  }

  /// Waits for the event after a number of them.
  ///
  /// - Returns: Whether that is over: then the caller resumes the continuation.
  mutating func wait(
    after count: UInt64,
    _ ticket: Ticket,
    _ continuation: CheckedContinuation<Void, Never>
  ) -> Bool {
    if self.count > count || ticket.isCancelled { return true }
    waiting.append((ticket, continuation))
    return false
  }

  /// Ends a wait.
  ///
  /// - Returns: What to resume, if the wait had begun.
  mutating func cancel(_ ticket: Ticket) -> CheckedContinuation<Void, Never>? {
    ticket.cancel()
    guard let index = waiting.firstIndex(where: { $0.ticket === ticket }) else { return nil }
    return waiting.remove(at: index).continuation
  }
}
