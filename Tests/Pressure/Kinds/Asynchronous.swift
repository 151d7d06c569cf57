internal import Understudy

extension Kind {
  static let asynchronous = [
    Kind("a stub of async requirements") {
      let stub = try Stub<any Remote>()
      let handle = Handle(1)
      await stub.when { try await $0.load(Match.any(), Match.identical(to: handle)) }.then { (entry: Entry) in entry }
      await stub.when { try await $0.load(Match.any(), Match.any()) }
        .then { (entry: Entry, _: Handle) async in
          await Task.yield()
          return entry
        }
      let remote = stub()
      try expect(try await remote.load(Entry(), handle) == Entry())
      try expect(try await remote.load(Entry(), Handle(1)) == Entry())
      await stub.verify(2...2) { try await $0.load(Match.any(), Match.any()) }
    },
    Kind("a stub of async requirements with arguments on the stack") {
      let stub = try Stub<any Remote>()
      await stub.when { await $0.many(1, 2, 3, 4, 5, 6, 7, "h") }
        .thenForEachCall { (attempt) async in
          await Task.yield()
          return "\(attempt)"
        }
      try expect(await stub().many(1, 2, 3, 4, 5, 6, 7, "h") == "1")
    },
    Kind("a stub of async requirements that throw") {
      let stub = try Stub<any Remote>()
      await stub.when { try await $0.load(Match.any(), Match.any()) }
        .then { (_: Entry, handle: Handle) async throws in
          await Task.yield()
          throw Broken(code: handle.number)
        }
      do {
        _ = try await stub().load(Entry(), Handle(8))
        try expect(false)
      } catch let error as Broken { try expect(error.code == 8) }
    },
    Kind("a stub of async requirements that throw errors of a type") {
      let stub = try Stub<any Remote>()
      await stub.when { try await $0.failTyped(Match.any()) }.thenThrow(Broken(code: 9))
      do throws(Broken) { _ = try await stub().failTyped(1) } catch { try expect(error.code == 9) }
    },
    Kind("a stub of requirements on the caller's actor") {
      let stub = try Stub<any Remote>()
      await stub.when { await $0.here(Match.any()) }.thenReturn(2)
      try expect(await stub().here(1) == 2)
    },
    Kind("a stub whose calls wait") {
      let stub = try Stub<any Remote>()
      let calls = await stub.when { await $0.here(Match.any()) }.thenSuspend()
      let remote = stub()
      async let result = remote.here(1)
      while calls.count == 0 { await Task.yield() }
      calls.resume(returning: 3)
      try expect(await result == 3)
    },
    Kind("a stub of a protocol of actors") {
      let stub = try Stub<any Isolated>()
      await stub.when { await $0.deposit(Match.any()) }.thenReturn(1)
      await stub.when { await $0.later(Match.any()) }
        .then { (entry: Entry) async in
          await Task.yield()
          return entry
        }
      let isolated = stub()
      try expect(await isolated.deposit(1) == 1)
      try expect(await isolated.later(Entry()) == Entry())
    },
    Kind("a stub with async functions") {
      let stub = try Stub<any Callbacks>()
      await stub.when { try await $0.later(Match.any()) }
        .then { (body: @escaping @Sendable (Int) async throws -> Entry) async throws in try await body(3) }
      let entry = try await stub().later { number in
        await Task.yield()
        return Entry(note: "\(number)")
      }
      try expect(entry.note == "3")
    },
    Kind("a spy of async requirements") {
      let spy = try Spy<any Remote>.make(forwardingTo: RealRemote())
      let remote = spy()
      try expect(try await remote.load(Entry(), Handle(1)) == Entry())
      do {
        _ = try await remote.load(Entry(), Handle(-2))
        try expect(false)
      } catch let error as Broken { try expect(error.code == -2) }
      try expect(await remote.many(1, 2, 3, 4, 5, 6, 7, "h") == "h")
      try expect(await remote.here(3) == 3)
      do throws(Broken) { _ = try await remote.failTyped(5) } catch { try expect(error.code == 5) }
    },
    Kind("a spy with async functions") {
      let spy = try Spy<any Callbacks>.make(forwardingTo: RealCallbacks())
      try expect(try await spy().later { Entry(note: "\($0)") }.note == "4")
    },
  ]
}
