import Foundation
import ServiceProtocols
import Testing

/// Whether this runs on the main actor, whose executor is the main thread.
private func isOnMain() -> Bool { Thread.isMainThread }

@MainActor private final class TestPresenter: Presenter {
  var title = "" { didSet { saw(title, isOnMain()) } }
  nonisolated init() {}
  func show(_ user: User, animated: Bool) { saw(user.name, animated, title, isOnMain()) }
  func confirm(_ question: String) async -> Bool {
    MainActor.assertIsolated()
    saw(question, isOnMain())
    await Task.yield()
    MainActor.assertIsolated()
    return question.isEmpty
  }
  func pick(from items: [CartItem]) async throws -> CartItem {
    saw(items, isOnMain())
    await Task.yield()
    guard let first = items.first else { throw ServiceError.notFound }
    return first
  }
}

private final class TestEverywhere: Isolated, Sendable {
  @concurrent func elsewhere(_ value: Int) async -> Int {
    saw(value, isOnMain())
    return value + 1
  }
  @MainActor func main(_ value: Int) -> Int {
    MainActor.assertIsolated()
    saw(value, isOnMain())
    return value + 2
  }
  @MainActor func mainLater(_ value: Int) async throws -> Int {
    saw(value, isOnMain())
    await Task.yield()
    saw(value, isOnMain())
    if value < 0 { throw ServiceError.notFound }
    return value + 3
  }
}

private protocol Companion: Accompanied, Sendable {
  nonisolated(nonsending) func move(
    _ tracked: inout Tracked,
    _ text: String,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int
  ) async throws -> [Tracked]
  nonisolated(nonsending) var place: Bool { get async }
  nonisolated(nonsending) func call(
    _ body: nonisolated(nonsending) (Int) async throws -> Int
  ) async throws -> Int
}

private struct TestCompanion: Companion {
  nonisolated(nonsending) func here(_ value: Int) async -> Int {
    saw(value, isOnMain())
    await Task.yield()
    saw(value, isOnMain())
    return value + 1
  }
  nonisolated(nonsending) func move(
    _ tracked: inout Tracked,
    _ text: String,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int
  ) async throws -> [Tracked] {
    saw(tracked, text, c, d, e, f, isOnMain())
    await Task.yield()
    if text.isEmpty { throw TrackedError(tracked) }
    let old = tracked
    tracked = item(c)
    saw(isOnMain())
    return [old, tracked]
  }
  nonisolated(nonsending) var place: Bool {
    get async {
      await Task.yield()
      return isOnMain()
    }
  }
  nonisolated(nonsending) func call(
    _ body: nonisolated(nonsending) (Int) async throws -> Int
  ) async throws -> Int {
    saw(isOnMain())
    let result = try await body(3)
    saw(result, isOnMain())
    return result
  }
}

/// Its witnesses are isolated otherwise than the requirements.
private struct MainCompanion: Accompanied, Sendable {
  @MainActor func here(_ value: Int) async -> Int {
    saw(value, isOnMain())
    await Task.yield()
    MainActor.assertIsolated()
    return value + 1
  }
}

private actor Site {
  var calls = 0
  func use(_ companion: any Companion) async throws {
    got(await companion.here(1), await companion.place)
    assertIsolated()
    got(
      try await companion.call { value in
        self.assertIsolated()
        self.calls += value
        await Task.yield()
        self.assertIsolated()
        return self.calls
      }
    )
    assertIsolated()
  }
  func use(_ runner: any Runner) async {
    got(await runner.on(self, 3), calls)
    assertIsolated()
  }
}

private protocol Runner: Sendable {
  func run(_ body: @escaping @isolated(any) @Sendable (Int) async throws -> Int) async throws -> Int
  func isMain(_ body: @isolated(any) () -> Void) -> Bool
  func map<T>(_ values: [T], _ body: (T) throws -> T) rethrows -> [T]
  func mapLater<T: Sendable>(_ values: [T], _ body: @Sendable (T) async throws -> T) async rethrows -> [T]
  func typed<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T
  func maker() -> @MainActor @Sendable (Int) async -> Int
  func onMain(_ body: @escaping @MainActor @Sendable (Tracked) -> Int) async -> Int
  func on(_ actor: isolated Site, _ value: Int) async -> Int
  func wait(_ body: @Sendable (CheckedContinuation<Int, any Error>) -> Void) async throws -> Int
  func stream(_ values: AsyncStream<Int>) async -> Int
}

private struct TestRunner: Runner {
  func run(_ body: @escaping @isolated(any) @Sendable (Int) async throws -> Int) async throws -> Int {
    saw(body.isolation === MainActor.shared, isOnMain())
    return try await body(3) + Task { try await body(4) }.value
  }
  func isMain(_ body: @isolated(any) () -> Void) -> Bool { body.isolation === MainActor.shared }
  func map<T>(_ values: [T], _ body: (T) throws -> T) rethrows -> [T] {
    saw(values)
    return try values.map(body)
  }
  func mapLater<T: Sendable>(_ values: [T], _ body: @Sendable (T) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for value in values { results.append(try await body(value)) }
    saw(results)
    return results
  }
  func typed<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T { try body() }
  func maker() -> @MainActor @Sendable (Int) async -> Int {
    let token = item(7)
    return { value in
      MainActor.assertIsolated()
      await Task.yield()
      return value + token.number
    }
  }
  func onMain(_ body: @escaping @MainActor @Sendable (Tracked) -> Int) async -> Int { await body(item(3)) }
  func on(_ actor: isolated Site, _ value: Int) async -> Int {
    actor.assertIsolated()
    actor.calls += value
    await Task.yield()
    actor.assertIsolated()
    return actor.calls
  }
  func wait(_ body: @Sendable (CheckedContinuation<Int, any Error>) -> Void) async throws -> Int {
    try await withCheckedThrowingContinuation(body) + 1
  }
  func stream(_ values: AsyncStream<Int>) async -> Int { await values.reduce(0, +) }
}

@Suite struct IsolationTranscripts {
  @Test func `A presenter on the main actor`() async throws {
    try await compare({ TestPresenter() as any Presenter }, requirements: 4) { @MainActor presenter in
      presenter.title = "list"
      presenter.title += "!"
      presenter.show(User("Ann"), animated: true)
      got(await presenter.confirm(""), await presenter.confirm("sure?"))
      MainActor.assertIsolated()
      got(try await presenter.pick(from: [CartItem("a", count: 1, price: Money(5))]), presenter.title)
      do { got(try await presenter.pick(from: [])) } catch { got(error) }
      MainActor.assertIsolated()
    }
  }

  @Test func `Requirements with an isolation of their own`() async throws {
    try await compare({ TestEverywhere() as any Isolated & Sendable }, requirements: 3) { @MainActor everywhere in
      got(await everywhere.elsewhere(1), everywhere.main(2), try await everywhere.mainLater(3))
      MainActor.assertIsolated()
      do { got(try await everywhere.mainLater(-3)) } catch { got(error) }
      MainActor.assertIsolated()
    }
    try await compare({ TestEverywhere() as any Isolated & Sendable }, requirements: 3) { everywhere in
      got(await everywhere.elsewhere(1), await everywhere.main(2), try await everywhere.mainLater(3))
    }
  }

  @Test func `Requirements on the caller's actor`() async throws {
    try await compare({ TestCompanion() as any Companion }, requirements: 4) { @MainActor companion in
      got(await companion.here(1), await companion.place)
      MainActor.assertIsolated()
      var tracked = item(2)
      got(try await companion.move(&tracked, "text", 3, 4, 5, 6), tracked)
      MainActor.assertIsolated()
      do { got(try await companion.move(&tracked, "", 3, 4, 5, 6)) } catch { got(error, tracked) }
      var count = 0
      got(
        try await companion.call { value in
          MainActor.assertIsolated()
          count += value
          await Task.yield()
          MainActor.assertIsolated()
          return count
        }
      )
      MainActor.assertIsolated()
      do { got(try await companion.call { _ in throw TrackedError(item(4)) }) } catch { got(error, count) }
      try await Site().use(companion)
    }
    try await compare({ MainCompanion() as any Accompanied & Sendable }, requirements: 1) { @MainActor companion in
      got(await companion.here(1))
      MainActor.assertIsolated()
    }
    try await compare({ MainCompanion() as any Accompanied & Sendable }, requirements: 1) { companion in
      got(await companion.here(1), isOnMain())
    }
  }

  @Test func `Functions with an isolation of their own`() async throws {
    try await compare({ TestRunner() as any Runner }, requirements: 10) { @MainActor runner in
      var sum = 0
      got(
        try await runner.run { @MainActor value in
          MainActor.assertIsolated()
          sum += value
          return sum
        }
      )
      got(try await runner.run { value in value * 2 }, sum)
      do { got(try await runner.run { _ in throw TrackedError(item(1)) }) } catch { got(error) }
      got(runner.isMain { @MainActor in }, runner.isMain { @Sendable in })
      got(runner.map([item(1), item(2)]) { item($0.number + 1) }, runner.map([1]) { $0 * -1 })
      attempt { try runner.map(["a"]) { _ in throw ServiceError.notFound } }
      got(await runner.mapLater([1, 2]) { $0 + 1 })
      do { got(try await runner.mapLater([1]) { _ in throw TrackedError(item(2)) }) } catch { got(error) }
      got(runner.typed { 3 }, runner.typed { item(4) })
      attempt { try runner.typed { () throws(ServiceError) -> Int in throw .notFound } }
      got(await runner.maker()(5))
      MainActor.assertIsolated()
      got(
        await runner.onMain { tracked in
          MainActor.assertIsolated()
          sum += tracked.number
          return sum
        }
      )
      await Site().use(runner)
      got(try await runner.wait { $0.resume(returning: 5) })
      do { got(try await runner.wait { $0.resume(throwing: TrackedError(item(6))) }) } catch { got(error) }
      got(
        await runner.stream(
          AsyncStream { continuation in
            for value in 1...3 { continuation.yield(value) }
            continuation.finish()
          }
        )
      )
      MainActor.assertIsolated()
    }
  }
}
