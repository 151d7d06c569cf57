internal import UnderstudyLocks

/// Something whose events can be waited for.
protocol EventSource: Sendable {
  /// Runs a closure with the queue of those who wait, under a lock.
  func withEvents<R>(_ body: (inout EventQueue) -> R) -> R
}

extension EventSource {
  /// The number of events until now.
  var eventCount: UInt64 { withEvents { $0.count } }

  /// Waits until more events than a number have happened, or the task is cancelled.
  func event(after count: UInt64) async {
    let ticket = EventQueue.Ticket()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = withEvents { $0.wait(after: count, ticket, continuation) }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiting = withEvents { $0.cancel(ticket) }
      waiting?.resume()
    }
  }
}

/// Events that belong to no double.
final class Signal: EventSource {
  private let events = Guarded(EventQueue())

  func withEvents<R>(_ body: (inout EventQueue) -> R) -> R { events.withLock(body) }

  /// Lets those who wait go on.
  func send() {
    let waiting = withEvents { $0.next() }
    waiting.resume()
  }
}
