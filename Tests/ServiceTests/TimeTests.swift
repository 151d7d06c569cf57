import Foundation
import Testing
import Understudy

@testable import ServiceProtocols

@Suite struct TimeTests {
  /// Code under test: measures.
  func measure(_ clock: any WallClock, _ body: () -> Void) -> (Duration, Date) {
    let start = clock.monotonic
    body()
    return (clock.elapsed(since: start), clock.now)
  }

  @Test func `A clock is told what to say`() async throws {
    let stub = try Stub<any WallClock>()
    let instant = ContinuousClock.now
    let elapsed = stub.when { $0.elapsed(since: Match.any()) }.thenReturn(.seconds(3))
    stub.when { $0.monotonic }.thenReturn(instant)
    stub.when { $0.now }.thenReturn(.distantPast)
    let deadline = SuspendingClock.now.advanced(by: .seconds(9))
    let slept = await stub.when { try await $0.sleep(until: Match.any(), tolerance: Match.any()) }.thenDoNothing()
      .thenThrow(CancellationError())
    stub.when { $0.zone(of: Match.any()) }
      .then { (place: Coordinate) in TimeZone(secondsFromGMT: Int(place.longitude) * 240) }
    let clock = stub()
    #expect(measure(clock) {} == (.seconds(3), .distantPast))
    try await clock.sleep(until: deadline, tolerance: .milliseconds(1))
    await #expect(throws: CancellationError.self) { try await clock.sleep(until: deadline, tolerance: nil) }
    #expect(clock.zone(of: Coordinate(0, 15)) == TimeZone(secondsFromGMT: 3600))
    let starts: [ContinuousClock.Instant] = elapsed.arguments()
    #expect(starts == [instant])
    let sleeps: [(SuspendingClock.Instant, Duration?)] = slept.arguments()
    #expect(sleeps.count == 2)
    #expect(sleeps[0] == (deadline, .milliseconds(1)) && sleeps[1] == (deadline, nil))
    await stub.verify { try await $0.sleep(until: deadline, tolerance: nil) }
    stub.verify { $0.elapsed(since: instant) }
    stub.verify { $0.zone(of: Coordinate(0, 15)) }
    stub.verify { $0.now }
    stub.verify { $0.monotonic }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A scheduler schedules, cancels and runs`() async throws {
    let stub = try Stub<any Scheduler>()
    let job = Job("backup", interval: DateInterval(start: .distantPast, duration: 60))
    let components = DateComponents(hour: 3, minute: 30)
    let id = UUID()
    let scheduled = stub.when { try $0.schedule(Match.any(), at: Match.any(), every: Match.any()) }.thenReturn(id)
      .thenThrow(ServiceError.notFound)
    stub.when { $0.cancel(Match.any()) }.thenDoNothing()
    stub.when { $0.pending }.thenReturn([job, Job("other")], [])
    var calendar = Calendar(identifier: .gregorian)
    stub.when { $0.calendar }.then { calendar }
    stub.when { $0.calendar = Match.any() }.then { (new: Calendar) in calendar = new }
    var scratch = job
    await stub.when { try await $0.run(&scratch) }.then { (job: inout Job) in
      job.name += " done"
      return .seconds(1)
    }

    let scheduler = stub()
    #expect(try scheduler.schedule(job, at: .distantFuture, every: components) == id)
    #expect(throws: ServiceError.notFound) { try scheduler.schedule(job, at: .distantPast, every: nil) }
    scheduler.cancel([id])
    #expect(scheduler.pending.map(\.name) == ["backup", "other"])
    #expect(scheduler.pending.isEmpty)
    scheduler.calendar.firstWeekday = 5
    #expect(calendar.firstWeekday == 5 && scheduler.calendar == calendar)
    var running = job
    #expect(try await scheduler.run(&running) == .seconds(1))
    #expect(running.name == "backup done" && scratch.name == "backup")

    let calls: [(Job, Date, DateComponents?)] = scheduled.arguments()
    #expect(calls.count == 2)
    #expect(calls[0] == (job, .distantFuture, components) && calls[1] == (job, .distantPast, nil))
    stub.verify { $0.cancel([id]) }
    stub.verify(2...2) { $0.pending }
    stub.verify { $0.calendar = Match.any() }
    await stub.verify { try await $0.run(&scratch) }
  }

  @Test func `A limiter is asked, waited for and read`() async throws {
    let stub = try Stub<any RateLimiter>()
    stub.when { $0.acquire("a", cost: 1) }.thenReturn(true, true, false)
    let waited = await stub.when { try await $0.wait(Match.any(), cost: Match.any()) }.thenReturn(.milliseconds(5))
      .thenThrow(CancellationError())
    let instant = ContinuousClock.now
    await stub.when { await $0.remaining("a") }.thenReturn((tokens: 0.5, resets: instant), (tokens: 0, resets: nil))
    stub.when { $0.limits }.thenReturn(["a": 1...5])
    let limiter = stub()
    #expect((0..<4).map { _ in limiter.acquire("a", cost: 1) } == [true, true, false, false])
    #expect(try await limiter.wait("a", cost: 2.5) == .milliseconds(5))
    await #expect(throws: CancellationError.self) { try await limiter.wait("b", cost: .infinity) }
    let first = await limiter.remaining("a")
    #expect(first == (tokens: 0.5, resets: instant))
    let second = await limiter.remaining("a")
    #expect(second == (tokens: 0, resets: nil))
    #expect(limiter.limits == ["a": 1...5])
    let waits: [(String, Double)] = waited.arguments()
    #expect(waits.count == 2 && waits[0] == ("a", 2.5) && waits[1] == ("b", .infinity))
    stub.verify(4...4) { $0.acquire("a", cost: 1) }
    await stub.verify(2...2) { await $0.remaining("a") }
    stub.verify { $0.limits }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A policy decides about errors`() throws {
    let stub = try Stub<any RetryPolicy>()
    let asked = stub.when { $0.delay(afterAttempt: Match.any(), error: Match.any()) }
      .then { (attempt: UInt, error: any Error) in error is CancellationError ? nil : .seconds(Int64(attempt)) }
    stub.when { $0.attempts }.thenReturn(1..<4)
    stub.when { $0.jitter }.thenReturn(nil, -0.5...0.5)
    let policy = stub()
    let delays = policy.attempts.map { policy.delay(afterAttempt: $0, error: ServiceError.notFound) }
    #expect(delays == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(policy.delay(afterAttempt: .max, error: CancellationError()) == nil)
    #expect(policy.jitter == nil)
    #expect(policy.jitter == -0.5...0.5)
    let calls: [(UInt, any Error)] = asked.arguments()
    #expect(calls.map(\.0) == [1, 2, 3, .max])
    #expect(calls[3].1 is CancellationError)
    stub.verify { $0.delay(afterAttempt: 2, error: ServiceError.notFound) }
    stub.verify { $0.attempts }
    stub.verify(2...2) { $0.jitter }
  }
}
