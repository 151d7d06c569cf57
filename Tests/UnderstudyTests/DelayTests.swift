import Testing
import Understudy

@Suite struct DelayTests {
  @Test func `A result comes when its time has come`() async throws {
    let clock = ManualClock()
    let stub = try Stub<any Courier>()
    await stub.when { await $0.track(Match.any()) }.thenReturn("there", after: .seconds(2), clock: clock)
      .thenReturn("at once")
    await stub.when { try await $0.send(Match.any()) }.thenThrow(CourierError.late, after: .seconds(1), clock: clock)
    let courier = stub()
    let tracking = Task { await courier.track(1) }
    #expect(await clock.waitForSleepers(within: .seconds(10)))
    let sending = Task { try await courier.send("a") }
    #expect(await clock.waitForSleepers(2, within: .seconds(10)))
    #expect(await courier.track(2) == "at once")
    clock.advance(by: .seconds(1))
    await #expect(throws: CourierError.late) { try await sending.value }
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(await tracking.value == "there")
    #expect(clock.now == .init(offset: .seconds(2)))
  }

  @Test func `The time of a cancelled task is over`() async throws {
    let clock = ManualClock()
    let stub = try Stub<any Courier>()
    await stub.when { await $0.track(Match.any()) }.thenReturn("there", after: .seconds(2), clock: clock)
    await stub.when { try await $0.send(Match.any()) }.thenReturn(1, after: .seconds(2), clock: clock)
    await stub.when { try await $0.weigh() }.thenThrow(CourierError.lost, after: .seconds(2), clock: clock)
    let courier = stub()
    let tracking = Task { await courier.track(1) }
    let sending = Task { try await courier.send("a") }
    let weighing = Task { try await courier.weigh() }
    await clock.waitForSleepers(3, within: .seconds(10))
    for cancel in [tracking.cancel, sending.cancel, weighing.cancel] { cancel() }
    #expect(await tracking.value == "there")
    await #expect(throws: CancellationError.self) { try await sending.value }
    await #expect(throws: CourierError.lost) { try await weighing.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `Real time passes by default`() async throws {
    let stub = try Stub<any Courier>()
    await stub.when { await $0.track(Match.any()) }.thenReturn("there", after: .nanoseconds(1))
    #expect(await stub().track(1) == "there")
  }

  @Test func `Only async calls can take their time`() async throws {
    let stub = try Stub<any Courier>()
    #expect(
      await issues {
        stub.when { $0.price() }.thenReturn(1, after: .seconds(1))
        stub.when { try $0.check() }.thenThrow(CourierError.lost, after: .seconds(1))
        await stub.when { await $0.rest() }.thenThrow(CourierError.lost, after: .seconds(1))
      } == [
        "thenReturn(_:after:): price() isn't async, so its calls can't wait.",
        "thenThrow(_:after:): check() isn't async, so its calls can't wait.",
        "thenThrow: rest() can't throw. Use thenReturn(…).",
      ]
    )
  }

  @Test func `Sleepers wake in the order of their times`() async throws {
    let clock = ManualClock()
    let courier = try Stub<any Courier>()
    courier.when { $0.name = Match.any() }.thenDoNothing()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask { try await clock.sleep(for: .seconds(seconds)) }
        await clock.waitForSleepers(clock.sleeperCount, within: .seconds(10))
      }
      await clock.waitForSleepers(3, within: .seconds(10))
      clock.advance(by: .milliseconds(999))
      #expect(clock.sleeperCount == 3)
      clock.advance(by: .seconds(1))
      #expect(clock.sleeperCount == 2)
      clock.advance(by: .seconds(5))
      #expect(clock.sleeperCount == 0)
      try await group.waitForAll()
    }
  }

  @Test func `A time that is over doesn't make anyone sleep`() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(5)))
    try await clock.sleep(until: .init(offset: .seconds(1)), tolerance: .seconds(1))
    #expect(clock.now.duration(to: .init(offset: .seconds(1))) == .seconds(-4))
    #expect(clock.now.advanced(by: .seconds(1)) > clock.now)
    #expect(clock.minimumResolution == .zero)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `Mistakes with a clock are reported`() async {
    let clock = ManualClock()
    #expect(
      await issues {
        clock.advance(by: .seconds(-1))
        await clock.waitForSleepers(within: .zero)
        await clock.waitForSleepers(2, within: .zero)
      } == [
        "advance: a clock can't go back by 1.0 seconds.",
        "waitForSleepers failed: expected 1 task to sleep within 0.0 seconds, got 0.",
        "waitForSleepers failed: expected 2 tasks to sleep within 0.0 seconds, got 0.",
      ]
    )
    #expect(clock.now == .init(offset: .zero))
  }
}
