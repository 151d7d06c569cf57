internal import UnderstudyLocks

/// A clock that stands still until the test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let task = Task { try await retry(clock: clock) }
/// await clock.waitForSleepers(within: .seconds(1))
/// clock.advance(by: .seconds(30))
/// ```
///
/// Tasks that sleep on it wake when the clock reaches their time, or when they are cancelled. A woken task goes on by
/// itself: wait for it, or for its next sleep, before moving the clock again.
public final class ManualClock: Clock, Sendable {
  /// A moment: the time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// Makes a moment.
    ///
    /// - Parameter offset: The time since the clock was made.
    public init(offset: Duration) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private struct Sleeper {
    let ticket: EventQueue.Ticket
    let deadline: Instant
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    /// In the order in which they fell asleep.
    var sleepers: [Sleeper] = []
    var events = EventQueue()
  }
  private let state = Guarded(State())

  /// Makes a clock that stands at zero.
  public init() {}

  public var now: Instant { state.withLock { $0.now } }
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep now.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Sleeps until the test has moved the clock to a moment.
  ///
  /// - Parameters:
  ///   - deadline: The moment.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let ticket = EventQueue.Ticket()
    let isAwake = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOver, events) = state.withLock { state -> (Bool?, EventQueue.Waiting) in
          if ticket.isCancelled { return (false, EventQueue.Waiting()) }
          if deadline <= state.now { return (true, EventQueue.Waiting()) }
          state.sleepers.append(Sleeper(ticket: ticket, deadline: deadline, continuation: continuation))
          return (nil, state.events.next())
        }
        events.resume()
        if let isOver { continuation.resume(returning: isOver) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        ticket.cancel()
        return state.sleepers.firstIndex { $0.ticket === ticket }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(returning: false)
    }
    if !isAwake { throw CancellationError() }
  }

  /// Moves the clock on, and wakes the tasks whose time has come, in the order of their times.
  ///
  /// - Parameters:
  ///   - duration: How far; not less than zero.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard duration >= .zero else {
      return Reporter.report(
        "advance: a clock can't go back by \(.zero - duration).",
        at: SourceLocation(fileID, filePath, line, column)
      )
    }
    let woken = state.withLock { state in
      let now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.deadline <= now }
      state.now = now
      state.sleepers.removeAll { $0.deadline <= now }
      return woken
    }
    for sleeper in woken.sorted(by: { $0.deadline < $1.deadline }) { sleeper.continuation.resume(returning: true) }
  }

  /// Waits until tasks sleep on the clock.
  ///
  /// - Parameters:
  ///   - count: How many have to sleep at the same time.
  ///   - limit: How long to wait for them, in real time; a failure is reported if it isn't long enough.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  /// - Returns: Whether they fell asleep in time.
  @discardableResult
  public func waitForSleepers(
    _ count: Int = 1,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Bool {
    if await wait(within: limit, until: { self.sleeperCount >= count }) { return true }
    Reporter.report(
      "waitForSleepers failed: expected \(count) \(count == 1 ? "task" : "tasks") to sleep \(limit.asLimit), "
        + "got \(sleeperCount).",
      at: SourceLocation(fileID, filePath, line, column)
    )
    return false
  }
}

extension ManualClock: EventSource {
  func withEvents<R>(_ body: (inout EventQueue) -> R) -> R { state.withLock { body(&$0.events) } }
}
