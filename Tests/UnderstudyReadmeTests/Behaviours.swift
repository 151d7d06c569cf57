import Testing
import Understudy

protocol Store: Sendable {
  func load(id: Int) async throws -> String
  func check() throws -> Bool
  func save(_ page: String) -> Bool
  func ping() throws -> Int
  func fetch(_ id: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void)
  func watch(onChange: @escaping (Int) -> Void)
  var name: String { get set }
}

enum StoreError: Error { case busy }

@Suite struct BehaviourPieceTests {
  @Test func time() async throws {
    // README: begin
    let store = try Stub<any Store>()
    let service = store()

    // On a clock that the test moves, or until the test resumes the call.
    let clock = ManualClock()
    await store.when { try await $0.load(id: 1) }.thenReturn("page", after: .seconds(60), clock: clock)
    let loads = await store.when { try await $0.load(id: Match.any()) }.thenSuspend()

    let first = Task { try await service.load(id: 1) }
    await clock.waitForSleepers(within: .seconds(10))
    clock.advance(by: .seconds(60))
    #expect(try await first.value == "page")

    let second = Task { try await service.load(id: 2) }
    await loads.waitForCall(within: .seconds(10))
    loads.resume(throwing: StoreError.busy)
    await #expect(throws: StoreError.busy) { try await second.value }
    // README: end
  }

  @Test func others() throws {
    // README: begin
    let store = try Stub<any Store>(policy: .relaxed)
    var service = store()

    // Every third call fails, or one in ten, always the same ones.
    store.when { try $0.check() }.failing(every: 3, with: StoreError.busy).thenReturn(true)
    store.when { try $0.ping() }.failing(probability: 0.1, seed: 7, with: StoreError.busy).thenReturn(1)

    // Closures are called at once, or when the test says so.
    let fetches = CallbackCapture<Result<String, any Error>>()
    store.when { $0.watch(onChange: Match.any()) }.thenCall(with: 3)
    store.when { $0.fetch(Match.any(), completion: fetches.capture()) }.thenDoNothing()
    service.fetch(1) { print($0) }
    fetches.invokeNext(.success("page"))
    fetches.verifyNoneLeft()

    // A property remembers.
    let name = store.backing(\.name, initial: "main")
    service.name += "!"
    #expect(name.value == "main!")

    // All answers have to be taken.
    let saves = store.when { $0.save(Match.any()) }.thenReturn(contentsOf: [true, false])
    #expect(service.save("a") && !service.save("b"))
    saves.verifyExhausted()
    // README: end
  }
}
