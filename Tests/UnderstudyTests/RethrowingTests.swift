import Testing
import Understudy

private enum Failure: Error { case jam, mine }

private protocol Player: Sendable {
  func play(_ note: (Int) throws -> Int) rethrows -> Int
  func perform(_ note: @Sendable (Int) async throws -> Void) async rethrows
  func render<T>(_ note: (T) throws -> Int) rethrows -> T?
}

/// Callers that pass functions which don't throw don't look for an error.
@Suite struct RethrowingTests {
  @Test func `An error of its own is refused`() async throws {
    let stub = try Stub<any Player>()
    let messages = await issues {
      stub.when { $0.play(Match.any()) }.thenThrow(Failure.mine)
      stub.when { $0.play(Match.any()) }.failing(every: 1, with: Failure.mine)
      stub.when { $0.render(Match.any() as (Int) -> Int) }.thenThrow(Failure.mine)
      await stub.when { await $0.perform(Match.any()) }.thenThrow(Failure.mine, after: .seconds(1))
      let suspended = await stub.when { await $0.perform(Match.any()) }.thenSuspend()
      suspended.resume(throwing: Failure.mine)
    }
    #expect(
      messages == [
        problem("thenThrow", "play(_:)"), problem("failing", "play(_:)"), problem("thenThrow", "render(_:)"),
        problem("thenThrow", "perform(_:)"), problem("resume(throwing:)", "perform(_:)"),
      ]
    )
  }

  private func problem(_ function: String, _ signature: String) -> String {
    "\(function): \(signature) throws nothing but what a closure that it is passed throws. Use then { … }, and call the "
      + "closure there."
  }

  @Test func `A closure's error goes through`() throws {
    let stub = try Stub<any Player>()
    stub.when { $0.play(Match.any()) }.then { (note: @escaping (Int) throws -> Int) in try note(1) + 1 }
    #expect(stub().play { $0 } == 2)
    #expect(throws: Failure.jam) { try stub().play { _ in throw Failure.jam } }
  }

  @Test func `Cancelled calls return`() async throws {
    let stub = try Stub<any Player>()
    await stub.when { await $0.perform(Match.any()) }.thenAwaitCancellation()
    let player = stub()
    let task = Task { await player.perform { _ in } }
    task.cancel()
    await task.value
  }
}
