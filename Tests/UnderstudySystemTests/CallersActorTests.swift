import Testing
import Understudy

// This module is compiled so that async functions run on their caller's actor unless they say otherwise.

protocol Neighbour {
  func borrow(_ item: String, count: Int) async -> String
  @concurrent func shout(_ text: String) async -> Int
}

@Suite("The caller's actor") struct CallersActorTests {
  @MainActor @Test func `It is passed along where the module has that as its default`() async throws {
    let stub = try Stub<any Neighbour>()
    await stub.when { await $0.borrow(Match.any(), count: Match.any()) }
      .then { (item: String, count: Int) in "\(count) \(item)" }
    await stub.when { await $0.shout(Match.any()) }.then { (text: String) in text.count }
    let neighbour = stub()
    #expect(await neighbour.borrow("eggs", count: 3) == "3 eggs")
    #expect(await neighbour.shout("hey") == 3)
    #if arch(x86_64)
      #expect(
        try Stub<any Neighbour>.explain() == """
          any Neighbour has 2 requirements that can be called.
          UnderstudySystemTests.Neighbour, as its module UnderstudySystemTests says:
            0. method: borrow(_: String, count: Int) async -> String
               argument 1 in rdx rcx; count in r8; result in rax rdx
            1. method: shout(_: String) async -> Int
               argument 1 in rdi rsi; result in rax
          """
      )
    #endif
  }
}
