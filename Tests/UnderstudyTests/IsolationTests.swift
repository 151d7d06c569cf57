import Testing
import Understudy

private actor Worker {}

private protocol Crew: Sendable {
  func run(on worker: isolated Worker, _ count: Int) -> Int
  func later(on worker: isolated Worker, _ count: Int) async throws -> Int
}

@Suite struct IsolationTests {
  @Test func `Calls run on the actor of an isolated parameter`() async throws {
    let stub = try Stub<any Crew>()
    let worker = Worker()
    await stub.when { await $0.run(on: worker, 3) }.then { (worker: Worker, count: Int) in
      worker.assertIsolated()
      return count + 1
    }
    await stub.when { try await $0.later(on: worker, 3) }.thenReturn(5).thenThrow(CancellationError())
    let crew = stub()
    #expect(await crew.run(on: worker, 3) == 4)
    #expect(try await crew.later(on: worker, 3) == 5)
    await #expect(throws: CancellationError.self) { try await crew.later(on: worker, 3) }
    await stub.verify { await $0.run(on: worker, 3) }
  }

  @Test func `A matcher can stand for the actor`() async throws {
    let stub = try Stub<any Crew>()
    await stub.when { await $0.run(on: Match.any(), Match.any()) }.thenReturn(7)
    #expect(await stub().run(on: Worker(), 1) == 7)
  }
}
