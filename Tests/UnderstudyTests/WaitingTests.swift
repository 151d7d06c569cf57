import Testing
import Understudy

private protocol Uploader: Sendable {
  func send(_ text: String)
  func upload(_ number: Int) async throws -> Int
}

private struct Offline: Error {}

@Suite struct WaitingTests {
  private let uploader: Stub<any Uploader>

  init() throws {
    uploader = try Stub<any Uploader>()
  }

  @Test func `A call that another task makes in time is enough`() async {
    let send = uploader.when { $0.send(Match.any()) }.thenDoNothing()
    let double = uploader()
    let task = Task {
      await Task.yield()
      double.send("a")
      double.send("b")
    }
    await send.verify(2..., within: .seconds(20))
    await uploader.verify(1..., within: .seconds(20)) { $0.send("b") }
    await task.value
  }

  @Test func `A call that was made before is enough at once`() async {
    let send = uploader.when { $0.send(Match.any()) }.thenDoNothing()
    uploader().send("a")
    await send.verify(within: .seconds(20))
    await uploader.verify(within: .seconds(20)) { $0.send("a") }
  }

  @Test func `Too few calls in time are reported`() async {
    let send = uploader.when { $0.send(Match.hasPrefix("x")) }.thenDoNothing()
    uploader.when { $0.send(Match.any()) }.thenDoNothing()
    uploader().send("a")
    let failures = await issues { await send.verify(1..., within: .milliseconds(1)) }
    #expect(
      failures == [
        """
        verify failed: expected at least 1 call of send(hasPrefix("x")) within 0.001 seconds, got 0.
          1 call was made to any Uploader:
            1. send("a")   ✗ the argument: "a" doesn't start with "x"
        """
      ]
    )
  }

  @Test func `Where no call may come, one ends the wait`() async {
    let send = uploader.when { $0.send(Match.any()) }.thenDoNothing()
    await send.verify(.never, within: .milliseconds(1))
    let double = uploader()
    let task = Task { double.send("a") }
    let failures = await issues { await send.verify(.never, within: .seconds(20)) }
    await task.value
    #expect(failures.count == 1)
    #expect(
      failures.first?.hasPrefix("verify failed: expected no call of send(any) within 20.0 seconds, got 1.") == true
    )
  }

  @Test func `A stream gives every call once, from the first one on`() async {
    let send = uploader.when { $0.send(Match.hasPrefix("m")) }.thenDoNothing()
    uploader.when { $0.send(Match.any()) }.thenDoNothing()
    let double = uploader()
    double.send("m1")
    double.send("other")
    let task = Task {
      await Task.yield()
      double.send("m2")
      double.send("m3")
    }
    var texts: [String] = []
    for await call in send.stream() {
      texts.append(call.description)
      if texts.count == 3 { break }
    }
    await task.value
    #expect(texts == [#"send("m1")"#, #"send("m2")"#, #"send("m3")"#])
    #expect(
      issues { uploader.verifyNoMoreInteractions() } == [
        """
        verifyNoMoreInteractions failed: 1 call of any Uploader was not verified:
            1. send("other")
        """
      ]
    )
  }

  @Test func `The next call of a stream can be waited for`() async throws {
    let send = uploader.when { $0.send(Match.any()) }.thenDoNothing()
    let calls = send.stream()
    let double = uploader()
    let task = Task { double.send("a") }
    let first = try #require(await calls.next(within: .seconds(20)))
    await task.value
    #expect(first.description == #"send("a")"#)
    let failures = await issues {
      #expect(await calls.next(within: .milliseconds(1)) == nil)
    }
    #expect(
      failures == [
        """
        next failed: no call of send(any) came within 0.001 seconds.
          1 call was made to any Uploader:
            1. send("a")   ✓ the argument
        """
      ]
    )
  }

  @Test func `A stream ends with its task`() async {
    let send = uploader.when { $0.send(Match.any()) }.thenDoNothing()
    let task = Task {
      var count = 0
      for await _ in send.stream() { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func `Two readers of one stream share its calls`() async {
    let send = uploader.when { $0.send(Match.any()) }.thenDoNothing()
    let stream = send.stream()
    let double = uploader()
    let count = await withTaskGroup(of: [String].self) { group in
      for _ in 1...2 {
        group.addTask {
          var texts: [String] = []
          for _ in 1...50 {
            if let call = await stream.next() { texts.append(call.description) }
          }
          return texts
        }
      }
      for number in 1...100 { double.send("\(number)") }
      var all: Set<String> = []
      for await texts in group { all.formUnion(texts) }
      return all.count
    }
    #expect(count == 100)
  }

  @Test func `Completion is another thing than being called`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let upload = await uploader.when { try await $0.upload(Match.any()) }.then { (number: Int) async throws in
      for await _ in gate { break }
      if number == 2 { throw Offline() }
      return number * 10
    }
    let double = uploader()
    let first = Task { try await double.upload(1) }
    await upload.verify(within: .seconds(20))
    #expect(upload.outcomes().map(\.description) == ["hasn't returned"])
    #expect(upload.results().isEmpty)
    let failures = await issues { await upload.waitForCompletion(within: .milliseconds(1)) }
    #expect(
      failures == [
        """
        waitForCompletion failed: expected 1 call of upload(any) to end within 0.001 seconds, got 0.
          1 call was made to any Uploader:
            1. upload(1)   ✓ the argument
        """
      ]
    )
    open.yield()
    await upload.waitForCompletion(within: .seconds(20))
    #expect(try await first.value == 10)
    open.yield()
    await #expect(throws: Offline.self) { try await double.upload(2) }
    #expect(upload.results() == [10])
    #expect(upload.errors().count == 1 && upload.errors().first is Offline)
    #expect(upload.outcomes().map(\.description) == ["returned 10", "threw Offline()"])
  }

  @Test func `A wait that is cancelled says so`() async throws {
    let upload = await uploader.when { try await $0.upload(Match.any()) }.thenReturn(1)
    let waiting = Task { await issues { await upload.waitForCompletion(within: .seconds(20)) } }
    let verifying = Task { await issues { await upload.verify(within: .seconds(20)) } }
    waiting.cancel()
    verifying.cancel()
    #expect(
      await waiting.value == [
        """
        waitForCompletion failed: expected 1 call of upload(any) to end before the waiting task was cancelled, got 0.
          No calls were made to any Uploader.
        """
      ]
    )
    #expect(
      await verifying.value == [
        """
        verify failed: expected exactly 1 call of upload(any) before the waiting task was cancelled, got 0.
          No calls were made to any Uploader.
        """
      ]
    )
  }

  @Test func `Calls complete in an order of their own`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let upload = await uploader.when { try await $0.upload(Match.any()) }.then { (number: Int) async throws in
      if number == 1 { for await _ in gate { break } }
      return number
    }
    let double = uploader()
    let slow = Task { try await double.upload(1) }
    await upload.verify(within: .seconds(20))
    _ = try await double.upload(2)
    open.yield()
    _ = try await slow.value
    #expect(uploader.history.timeline.map(\.description) == ["upload(1)", "upload(2)"])
    #expect(uploader.history.completions.map(\.description) == ["upload(2)", "upload(1)"])
    let durations = uploader.history.timeline.compactMap(\.duration)
    #expect(durations.count == 2 && durations.allSatisfy { $0 > .zero } && durations[0] > durations[1])
  }
}
