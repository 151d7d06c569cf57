import Testing
import Understudy

@Suite struct SuspensionTests {
  @Test func `Suspended calls are resumed in the order in which they came`() async throws {
    let stub = try Stub<any Courier>()
    let sends = await stub.when { try await $0.send(Match.any()) }.thenSuspend()
    let courier = stub()
    let first = Task { try await courier.send("a") }
    #expect(await sends.waitForCall(within: .seconds(10)))
    let second = Task { try await courier.send("b") }
    let third = Task { try? await courier.send("c") }
    #expect(await sends.waitForCall(count: 3, within: .seconds(10)))
    #expect(sends.calls.first?.description == #"send("a")"#)
    #expect(stub.history.completions.isEmpty)
    sends.resume(returning: 1)
    #expect(try await first.value == 1)
    #expect(sends.count == 2)
    let isSecondNext = sends.calls.first?.description == #"send("b")"#
    sends.resume(throwing: CourierError.lost)
    sends.resume(returning: 3)
    if isSecondNext {
      await #expect(throws: CourierError.lost) { try await second.value }
      #expect(await third.value == 3)
    } else {
      #expect(try await second.value == 3)
      #expect(await third.value == nil)
    }
    #expect(sends.count == 0 && sends.calls.isEmpty)
  }

  @Test func `A call without a result is resumed, and others follow the chain`() async throws {
    let stub = try Stub<any Courier>()
    let pattern = await stub.when { await $0.rest() }
    let rests = pattern.thenSuspend(times: 2)
    pattern.thenDoNothing()
    let courier = stub()
    let tasks = (0..<2).map { _ in Task { await courier.rest() } }
    await rests.waitForCall(count: 2, within: .seconds(10))
    await courier.rest()
    rests.resume()
    rests.resume(returning: ())
    for task in tasks { await task.value }
    pattern.verify(3)
  }

  @Test func `Cancelling the task of a suspended call ends it where it can throw`() async throws {
    let stub = try Stub<any Courier>()
    let sends = await stub.when { try await $0.send(Match.any()) }.thenSuspend()
    let tracks = await stub.when { await $0.track(Match.any()) }.thenSuspend()
    let courier = stub()
    let sending = Task { try await courier.send("a") }
    let tracking = Task { await courier.track(1) }
    await sends.waitForCall(within: .seconds(10))
    await tracks.waitForCall(within: .seconds(10))
    sending.cancel()
    tracking.cancel()
    await #expect(throws: CancellationError.self) { try await sending.value }
    #expect(sends.count == 0)
    #expect(tracks.count == 1)
    tracks.resume(returning: "here")
    #expect(await tracking.value == "here")
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await courier.send("b")
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func `Many calls are resumed and cancelled at once`() async throws {
    let stub = try Stub<any Courier>()
    let sends = await stub.when { try await $0.send(Match.any()) }.thenSuspend()
    let courier = stub()
    let tasks = (0..<200).map { _ in Task { try await courier.send("a") } }
    await sends.waitForCall(count: 200, within: .seconds(30))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<25 { sends.resume(returning: 1) } } }
    }
    #expect(sends.count == 100)
    for task in tasks { task.cancel() }
    var (returned, cancelled) = (0, 0)
    for task in tasks {
      do { returned += try await task.value } catch is CancellationError { cancelled += 1 }
    }
    #expect((returned, cancelled) == (100, 100))
    #expect(sends.count == 0)
  }

  @Test func `Calls end when nobody is left to resume them`() async throws {
    let messages = try await issues {
      let stub = try Stub<any Courier>()
      var sends: SuspendedCalls<Int>? = await stub.when { try await $0.send(Match.any()) }.thenSuspend()
      var tracks: SuspendedCalls<String>? = await stub.when { await $0.track(Match.any()) }.thenSuspend()
      var weights: SuspendedCalls<Int>? = await stub.when { try await $0.weigh() }.thenSuspend()
      let courier = stub()
      let sending = Task { try await courier.send("a") }
      await sends?.waitForCall(within: .seconds(10))
      sends = nil
      await #expect(throws: CancellationError.self) { try await sending.value }
      await #expect(throws: CancellationError.self) { try await courier.send("late") }
      let tracking = Task { await courier.track(1) }
      await tracks?.waitForCall(within: .seconds(10))
      tracks = nil
      #expect(await tracking.value == "")
      weights = nil
      #expect(try await courier.weigh() == 0)
      withExtendedLifetime((sends, tracks, weights)) {}
    }
    #expect(
      messages == [
        "thenSuspend: nobody can resume track(1) any more, since what thenSuspend() returned is gone: it returned \"\".",
        "thenSuspend: nobody can resume weigh() any more, since what thenSuspend() returned is gone: it returned 0.",
      ]
    )
  }

  @Test func `A call may be resumed when the stub is gone, and nothing outlives it`() async throws {
    weak var held: AnyObject?
    do {
      var sends: SuspendedCalls<Int>?
      let task: Task<Int, any Error>
      do {
        let stub = try Stub<any Courier>()
        sends = await stub.when { try await $0.send(Match.any()) }.thenSuspend()
        let courier = stub()
        held = courier as AnyObject
        task = Task { try await courier.send("a") }
        await sends?.waitForCall(within: .seconds(10))
        stub.reset()
      }
      sends?.resume(returning: 4)
      #expect(try await task.value == 4)
      sends = nil
    }
    // The task lets go of the double a moment after it has given its value.
    for _ in 0..<10_000 where held != nil { await Task.yield() }
    #expect(held == nil)
  }

  @Test func `Mistakes with suspended calls are reported`() async throws {
    let stub = try Stub<any Courier>()
    let messages = await issues {
      let sends = await stub.when { try await $0.send(Match.any()) }.thenSuspend()
      sends.resume(returning: 1)
      sends.resume(throwing: CourierError.lost)
      let rests = await stub.when { await $0.rest() }.thenSuspend()
      rests.resume()
      rests.resume(throwing: CourierError.lost)
      let weights = await stub.when { try await $0.weigh() }.thenSuspend()
      weights.resume(throwing: CancellationError())
      let prices = stub.when { $0.price() }.thenSuspend()
      prices.resume(returning: 1)
      #expect(await !prices.waitForCall(within: .seconds(10)))
      _ = await stub.when { await $0.pack() }.thenSuspend(times: 0)
      #expect(await !rests.waitForCall(count: 2, within: .zero))
    }
    #expect(
      messages == [
        "resume(returning:): no call of send(any) waits. Wait for one with waitForCall(within:) before.",
        "resume(throwing:): no call of send(any) waits. Wait for one with waitForCall(within:) before.",
        "resume(returning:): no call of rest() waits. Wait for one with waitForCall(within:) before.",
        "resume(throwing:): rest() can't throw. Use thenReturn(…).",
        "resume(throwing:): weigh() can only throw CourierError, not CancellationError.",
        "thenSuspend: price() isn't async, so its calls can't wait.",
        "thenSuspend: times: 0 serves no call. Give at least 1.",
        """
        waitForCall failed: expected 2 calls of rest() to wait within 0.0 seconds, got 0.
          No calls were made to any Courier.
        """,
      ]
    )
  }

  @Test func `Suspensions that were never resumed are reported`() async throws {
    let stub = try Stub<any Courier>()
    let sends = await stub.when { try await $0.send("a") }.thenSuspend()
    let courier = stub()
    #expect(issues { stub.verifyAllResumed() } == [])
    let task = Task { try await courier.send("a") }
    await sends.waitForCall(within: .seconds(10))
    #expect(
      issues { stub.verifyAllResumed() } == [
        """
        verifyAllResumed failed: 1 call of any Courier waits to be resumed:
            1. send("a") at SuspensionTests.swift:\(#line - 5)   1 call waits
        """
      ]
    )
    sends.resume(returning: 1)
    _ = try await task.value
    #expect(issues { stub.verifyAllResumed() } == [])
  }

  @Test func `A call that awaits cancellation ends with it`() async throws {
    let stub = try Stub<any Courier>()
    await stub.when { try await $0.send(Match.any()) }.thenAwaitCancellation()
    await stub.when { await $0.track(Match.any()) }.thenAwaitCancellation()
    let courier = stub()
    let sending = Task { try await courier.send("a") }
    let tracking = Task { await courier.track(1) }
    await stub.when { try await $0.send(Match.any()) }.verify(1, within: .seconds(10))
    sending.cancel()
    tracking.cancel()
    await #expect(throws: CancellationError.self) { try await sending.value }
    #expect(await tracking.value == "")
    #expect(
      await issues {
        await stub.when { await $0.pack() }.thenAwaitCancellation()
        stub.when { $0.price() }.thenAwaitCancellation()
      } == [
        "thenAwaitCancellation: pack() can't throw CancellationError, and there is no neutral Parcel that it could "
          + "return. Use thenSuspend() or thenNeverReturn().",
        "thenAwaitCancellation: price() isn't async, so its calls can't wait.",
      ]
    )
  }

  @Test func `A call that never returns doesn't even when cancelled`() async throws {
    let stub = try Stub<any Courier>()
    let rests = await stub.when { await $0.rest() }.thenNeverReturn()
    await stub.when { try await $0.send(Match.any()) }.thenReturn(1)
    let courier = stub()
    let task = Task { await courier.rest() }
    await rests.verify(1, within: .seconds(10))
    task.cancel()
    #expect(try await courier.send("a") == 1)
    #expect(rests.outcomes().map(\.description) == ["hasn't returned"])
    #expect(
      issues { stub.when { $0.price() }.thenNeverReturn() } == [
        "thenNeverReturn: price() isn't async, so its calls can't wait."
      ]
    )
  }
}
