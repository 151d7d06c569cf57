internal import UnderstudyCalls
internal import UnderstudyLocks

/// Calls that wait to be resumed, in the order in which they came.
final class SuspensionQueue<R>: Sendable {
  /// How a call goes on.
  enum Resumption: @unchecked Sendable {
    // Sendable: unchecked, as the results of a test's calls are.
    case returning(R)
    case throwing(any Error)
    /// Nobody is left who could resume it.
    case abandoned
  }

  /// One call. Cancelling may come before it waits.
  private final class Waiter: @unchecked Sendable {
    // Sendable: what changes is touched only under the queue's lock.
    let arguments: Arguments
    var continuation: CheckedContinuation<Resumption, Never>?
    var isCancelled = false

    init(_ arguments: Arguments) {
      self.arguments = arguments
    }
  }

  private struct State {
    var waiting: [Waiter] = []
    var isAbandoned = false
    /// How many calls have ended because nobody was left.
    var abandonedCount = 0
    var events = EventQueue()
  }
  private let state = Guarded(State())

  /// The arguments of the calls that wait.
  var waiting: [Arguments] { state.withLock { $0.waiting.map(\.arguments) } }
  var count: Int { state.withLock { $0.waiting.count } }
  /// How many calls nobody has resumed until now, whether they still wait or not.
  var unresumedCount: Int { state.withLock { $0.waiting.count + $0.abandonedCount } }

  /// Waits for the test to resume a call.
  ///
  /// - Parameter cancellation: The error that the call ends with when its task is cancelled; `nil` if it goes on waiting.
  func wait(_ arguments: Arguments, cancellation: (any Error)?) async -> Resumption {
    let waiter = Waiter(arguments)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (resumption, events) = state.withLock { state -> (Resumption?, EventQueue.Waiting) in
          if state.isAbandoned {
            state.abandonedCount += 1
            return (.abandoned, EventQueue.Waiting())
          }
          if waiter.isCancelled, let cancellation { return (.throwing(cancellation), EventQueue.Waiting()) }
          waiter.continuation = continuation
          state.waiting.append(waiter)
          return (nil, state.events.next())
        }
        events.resume()
        if let resumption { continuation.resume(returning: resumption) }
      }
    } onCancel: {
      guard let cancellation else { return }
      let continuation = state.withLock { state in
        waiter.isCancelled = true
        state.waiting.removeAll { $0 === waiter }
        return exchange(&waiter.continuation, with: nil)
      }
      continuation?.resume(returning: .throwing(cancellation))
    }
  }

  /// Lets the call go on that has waited longest.
  ///
  /// - Returns: Whether there was one.
  func resumeNext(_ resumption: Resumption) -> Bool {
    let continuation = state.withLock { state in
      state.waiting.isEmpty ? nil : exchange(&state.waiting.removeFirst().continuation, with: nil)
    }
    continuation?.resume(returning: resumption)
    return continuation != nil
  }

  /// Ends all waiting, now and later.
  func abandon() {
    state.withLock { state in
      state.isAbandoned = true
      state.abandonedCount += state.waiting.count
    }
    while resumeNext(.abandoned) {}
  }
}

extension SuspensionQueue: EventSource {
  func withEvents<T>(_ body: (inout EventQueue) -> T) -> T { state.withLock { body(&$0.events) } }
}

/// Makes calls wait to be resumed.
final class SuspendingBehaviour<R>: Behaviour {
  private let queue: SuspensionQueue<R>
  private let writer: ResultWriter<R>

  init(_ queue: SuspensionQueue<R>, _ writer: ResultWriter<R>, times: Int?) {
    self.queue = queue
    self.writer = writer
    super.init(times: times)
  }

  override var waitingCount: Int { queue.count }
  override var unresumedCount: Int { queue.unresumedCount }

  override func perform(_ call: borrowing Call, attempt: Int, for recorder: Recorder) -> Outcome {
    .pending { [queue, writer] call in
      let requirement = call.requirement
      switch await queue.wait(call.arguments, cancellation: requirement.cancellation) {
      case .returning(let value): return writer.finish(call, value, recorder)
      case .throwing(let error): return recorder.end(call, throwing: error, in: "resume(throwing:)")
      case .abandoned:
        if let error = requirement.cancellation { return .threw(error) }
        return recorder.reporter.endWithoutBehaviour(call) {
          "thenSuspend: nobody can resume \(CallText.text(of: call.arguments, in: recorder.subject)) any more, "
            + "since what thenSuspend() returned is gone: \($0)"
        }
      }
    }
  }
}
