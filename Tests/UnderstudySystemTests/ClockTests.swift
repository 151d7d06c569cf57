import Testing
import Understudy

/// A clock as a double, in code that is generic over clocks.
@Suite("Clocks")
struct ClockTests {
  private func wait<C: Clock>(on clock: C, for duration: C.Duration) async throws -> C.Duration {
    let start = clock.now
    try await clock.sleep(until: start.advanced(by: duration), tolerance: nil)
    return start.duration(to: clock.now)
  }

  @Test func `Generic code sleeps on a double`() async throws {
    let start = ContinuousClock.now
    let stub = try Stub<any Clock<Duration>>()
    stub.when { $0.now }.thenReturn(start, start.advanced(by: .seconds(90)))
    stub.when { $0.minimumResolution }.thenReturn(.seconds(1))
    await stub.when { try await $0.sleepUntilAnyTime() }.thenDoNothing()

    #expect(try await wait(on: stub(), for: .seconds(60)) == .seconds(90))
    #expect(stub().minimumResolution == .seconds(1))
  }
}

extension Clock {
  /// Sleeps until whatever the matchers stand for: the type of a clock's instants has a name only in here.
  fileprivate func sleepUntilAnyTime() async throws {
    try await sleep(until: Match.any(), tolerance: Match.any())
  }
}
