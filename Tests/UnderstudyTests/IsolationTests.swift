import Testing
import Understudy

private actor Worker {}

private protocol Crew: Sendable {
  func run(on worker: isolated Worker, _ count: Int) -> Int
  func later(on worker: isolated Worker, _ count: Int) async throws -> Int
}

private protocol Companion: Sendable {
  nonisolated(nonsending) func here(_ value: Int) async throws -> Int
  @MainActor func main(_ value: Int) async throws -> Int
  func anywhere(_ value: Int) async throws -> Int
}

extension Worker {
  fileprivate func command(_ crew: any Crew) async throws -> Int {
    let result = try await crew.later(on: self, 3)
    assertIsolated()
    return result
  }
}

private actor Foreman {
  func ask(_ companion: any Companion) async throws -> [Int] {
    let one = try await companion.here(1)
    assertIsolated()
    let two = try await companion.main(2)
    assertIsolated()
    let three = try await companion.anywhere(3)
    assertIsolated()
    return [one, two, three]
  }
}

@Suite struct IsolationTests {
  @Test @MainActor func `A caller is on its actor again after a call that took time`() async throws {
    let stub = try Stub<any Companion>()
    await stub.when { try await $0.here(Match.any()) }.then { (value: Int) async in
      await Task.yield()
      return value + 1
    }
    let mains = await stub.when { try await $0.main(Match.any()) }.then { (value: Int) async in
      await Task.yield()
      return value + 1
    }
    await stub.when { try await $0.anywhere(Match.any()) }.thenThrow(CancellationError(), after: .zero).then {
      (value: Int) async in value + 1
    }
    let companion = stub()
    #expect(try await companion.here(1) == 2)
    MainActor.assertIsolated()
    #expect(try await companion.main(2) == 3)
    MainActor.assertIsolated()
    await #expect(throws: CancellationError.self) { try await companion.anywhere(3) }
    MainActor.assertIsolated()
    #expect(try await Foreman().ask(companion) == [2, 3, 4])
    mains.verify(2)
    MainActor.assertIsolated()
  }

  @Test func `A caller that nobody isolates is on no actor after a call that took time`() async throws {
    let stub = try Stub<any Companion>()
    await stub.when { try await $0.here(Match.any()) }.then { @MainActor (value: Int) async in
      MainActor.assertIsolated()
      await Task.yield()
      return value + 1
    }
    #expect(try await stub().here(1) == 2)
  }

  @Test func `An isolated parameter's actor is left only for as long as a call takes`() async throws {
    let stub = try Stub<any Crew>()
    await stub.when { try await $0.later(on: Match.any(), Match.any()) }.then { (_: Worker, count: Int) async in
      await Task.yield()
      return count
    }
    #expect(try await Worker().command(stub()) == 3)
  }

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
