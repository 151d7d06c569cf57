internal import Understudy

// Calls that suspend, or don't.

public protocol Errands: Sendable {
  func nothing() async
  func text(_ text: String, _ token: Token) async throws -> String
  func words() async -> (Int, Int, Int, Int)
  func floats(_ a: Double, _ b: Float) async -> (Double, Float, Double, Float)
  func vector(_ a: SIMD4<Float>) async -> SIMD2<Float>
  func large(_ large: Large) async throws -> Large
  func several() async -> (Any, Int, Large?)
  func change(_ text: inout String) async -> Int
  func many(
    _ a: Int,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: Int,
    _ h: Int8,
    _ i: String,
    _ j: Bool,
    _ k: Token
  ) async throws -> Int
  nonisolated(nonsending) func here(_ text: String) async -> Int
  @MainActor func main(_ token: Token) async -> Token
  var title: String { get async throws }
}

private struct RealErrands: Errands {
  let suspends: Bool

  private func pause() async { if suspends { await Task.yield() } }

  func nothing() async {
    await pause()
    saw()
  }
  func text(_ text: String, _ token: Token) async throws -> String {
    await pause()
    saw(text, token)
    if text.isEmpty { throw Fault.lost(token) }
    return text + "!"
  }
  func words() async -> (Int, Int, Int, Int) {
    await pause()
    return (1, 2, 3, 4)
  }
  func floats(_ a: Double, _ b: Float) async -> (Double, Float, Double, Float) {
    await pause()
    return (a, b, a, b)
  }
  func vector(_ a: SIMD4<Float>) async -> SIMD2<Float> {
    await pause()
    saw(a)
    return a.highHalf
  }
  func large(_ large: Large) async throws -> Large {
    await pause()
    saw(large)
    if large.number < 0 { throw Fault.code(large.number) }
    return large
  }
  func several() async -> (Any, Int, Large?) {
    await pause()
    return (Token(1), 2, Large(3))
  }
  func change(_ text: inout String) async -> Int {
    text += "!"
    await pause()
    text += "?"
    return text.count
  }
  func many(
    _ a: Int,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: Int,
    _ h: Int8,
    _ i: String,
    _ j: Bool,
    _ k: Token
  ) async throws -> Int {
    await pause()
    saw(a, b, c, d, e, f, g, h, i, j, k)
    if j { throw Fault.lost(k) }
    return a + g
  }
  nonisolated(nonsending) func here(_ text: String) async -> Int {
    saw(text)
    return text.count
  }
  @MainActor func main(_ token: Token) async -> Token {
    MainActor.assertIsolated()
    await pause()
    saw(token)
    return token
  }
  var title: String {
    get async throws {
      await pause()
      return "a title that is too long to be kept inline"
    }
  }
}

public protocol Desk: Actor {
  func add(_ number: Int) -> Int
  func later(_ text: String) async throws -> String
  var count: Int { get }
}

extension Checklist {
  func checkAsync() async {
    for suspends in [false, true] { await compareErrands(suspends: suspends) }
    await check("Suspended calls go on when the test resumes them") { try await self.suspendAndResume() }
    await check("A hundred suspended calls go on") { try await self.suspendMany() }
    await check("A delayed call waits for its clock, and ends when it is cancelled") { try await self.delay() }
    await check("A double of an actor is one") { try await self.useDesk() }
  }

  private func compareErrands(suspends: Bool) async {
    let make = { RealErrands(suspends: suspends) as any Errands }
    await compare(suspends ? "Suspending calls" : "Async calls", make, requirements: 12) { stub, real in
      await stub.when { await $0.nothing() }.then { await real.nothing() }
      await stub.when { try await $0.text(Match.any(), Match.any()) }
        .then { (text: String, token: Token) in try await real.text(text, token) }
      await stub.when { await $0.words() }.then { await real.words() }
      await stub.when { await $0.floats(Match.any(), Match.any()) }
        .then { (a: Double, b: Float) in await real.floats(a, b) }
      await stub.when { await $0.vector(Match.any()) }.then { (a: SIMD4<Float>) in await real.vector(a) }
      await stub.when { try await $0.large(Match.any()) }.then { (large: Large) in try await real.large(large) }
      await stub.when { await $0.several() }.then { await real.several() }
      var scratch = ""
      await stub.when { await $0.change(&scratch) }.then { (text: inout String) in await real.change(&text) }
      await stub.when {
        try await $0.many(
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any()
        )
      }
      .then { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int8, i: String, j: Bool, k: Token) in
        try await real.many(a, b, c, d, e, f, g, h, i, j, k)
      }
      await stub.when { await $0.here(Match.any()) }.then { (text: String) in await real.here(text) }
      await stub.when { await $0.main(Match.any()) }.then { (token: Token) in await real.main(token) }
      await stub.when { try await $0.title }.then { try await real.title }
    } use: { errands in
      await errands.nothing()
      for text in ["text", ""] { await attempt { [errands] in try await errands.text(text, Token(1)) } }
      got(await errands.words(), await errands.floats(1.5, -2.5), await errands.vector([1, 2, 3, 4]))
      for number in [1, -1] {
        var large = Large(2)
        large.number = number
        await attempt { [errands, large] in try await errands.large(large) }
      }
      got(await errands.several())
      var text = "text"
      got(await errands.change(&text), text)
      for fails in [false, true] {
        await attempt { [errands] in try await errands.many(1, 2, 3, 4, 5, 6, 7, -8, "nine", fails, Token(10)) }
      }
      got(await errands.here("here"), await errands.main(Token(4)))
      await attempt { [errands] in try await errands.title }
    }
  }

  private func suspendAndResume() async throws {
    let stub = try Stub<any Errands>()
    let texts = await stub.when { try await $0.text(Match.any(), Match.any()) }.thenSuspend()
    let errands = stub()
    let first = Task { try await errands.text("a", Token(1)) }
    await texts.waitForCall(within: .seconds(60))
    let second = Task { try await errands.text("b", Token(2)) }
    await texts.waitForCall(count: 2, within: .seconds(60))
    texts.resume(returning: "first")
    expect(try await first.value, is: "first")
    texts.resume(throwing: Fault.code(2))
    await expectError(Fault.code(2)) { _ = try await second.value }
    let third = Task { try await errands.text("c", Token(3)) }
    await texts.waitForCall(within: .seconds(60))
    third.cancel()
    do {
      _ = try await third.value
      complain("a cancelled call returned")
    } catch {
      expect(error is CancellationError, "\(error)")
    }
    await stub.verify(3...3) { try await $0.text(Match.any(), Match.any()) }
  }

  private func suspendMany() async throws {
    let stub = try Stub<any Errands>()
    let calls = await stub.when {
      try await $0.many(
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any()
      )
    }
    .thenSuspend()
    let errands = stub()
    let tasks = (0..<100).map { n in Task { try await errands.many(n, 2, 3, 4, 5, 6, 7, 8, "nine", true, Token(n)) } }
    await calls.waitForCall(count: 100, within: .seconds(120))
    for n in 0..<100 { calls.resume(returning: n) }
    var sum = 0
    for task in tasks { sum += try await task.value }
    expect(sum, is: 99 * 50)
  }

  private func delay() async throws {
    let stub = try Stub<any Errands>()
    let clock = ManualClock()
    await stub.when { try await $0.text(Match.equal("slow"), Match.any()) }.thenReturn(
      "done",
      after: .seconds(60),
      clock: clock
    )
    await stub.when { try await $0.text(Match.any(), Match.any()) }.thenAwaitCancellation()
    let errands = stub()
    let slow = Task { try await errands.text("slow", Token(1)) }
    await clock.waitForSleepers(within: .seconds(60))
    clock.advance(by: .seconds(60))
    expect(try await slow.value, is: "done")
    let other = Task { try await errands.text("other", Token(2)) }
    other.cancel()
    do {
      _ = try await other.value
      complain("a cancelled call returned")
    } catch {
      expect(error is CancellationError, "\(error)")
    }
  }

  private func useDesk() async throws {
    let stub = try Stub<any Desk>()
    await stub.when { await $0.add(Match.any()) }.then { (number: Int) in number + 1 }
    await stub.when { try await $0.later(Match.any()) }.thenThrow(Fault.code(1)).thenReturn("later")
    await stub.when { await $0.count }.thenReturn(5)
    let desk = stub()
    expect(await desk.add(2), is: 3)
    await expectError(Fault.code(1)) { _ = try await desk.later("a") }
    expect(try await desk.later("b"), is: "later")
    expect(await desk.count, is: 5)
    func isolated(_ desk: isolated some Desk) -> Int { desk.assertIsolated(); return desk.add(4) }
    expect(await isolated(desk), is: 5)
  }
}
