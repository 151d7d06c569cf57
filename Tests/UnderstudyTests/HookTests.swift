import Testing
import Understudy

@Suite struct HookTests {
  @Test func `Hooks run before and after each call`() async throws {
    let stub = try Stub<any Courier>()
    var log: [String] = []
    stub.beforeEachCall { log.append("→ \($0) \($0.outcome)") }
    stub.afterEachCall { log.append("← \($0.name) \($0.outcome) \($0.route)") }
    stub.afterEachCall { _ in log.append("second") }
    stub.when { $0.price() }.then {
      log.append("answer")
      return 3
    }
    stub.when { try $0.check() }.thenThrow(CourierError.lost)
    await stub.when { try await $0.send(Match.any()) }.then { (item: String) async in
      await Task.yield()
      log.append("sent")
      return item.count
    }
    let courier = stub()
    _ = courier.price()
    _ = try? courier.check()
    _ = try await courier.send("ab")
    #expect(
      log == [
        "→ price() hasn't returned", "answer", "← price() returned 3 stubbed", "second",
        "→ check() hasn't returned", "← check() threw CourierError.lost stubbed", "second",
        "→ send(\"ab\") hasn't returned", "sent", "← send(_:) returned 2 stubbed", "second",
      ]
    )
  }

  @Test func `A hook may call the double, and the test may forget it`() throws {
    let stub = try Stub<any Courier>(policy: .relaxed)
    var log: [String] = []
    stub.beforeEachCall { [unowned stub] call in
      log.append("first: \(call)")
      _ = stub().prices()
    }
    stub.beforeEachCall { [unowned stub] call in
      log.append("second: \(call)")
      _ = stub().fleet
    }
    _ = stub().price()
    #expect(log == ["first: price()", "second: prices()", "second: price()", "first: fleet"])
    stub.reset()
    log = []
    _ = stub().price()
    #expect(log == [])
  }

  @Test func `What a registration does in recording isn't seen by hooks`() throws {
    let stub = try Stub<any Courier>()
    var calls = 0
    stub.beforeEachCall { _ in calls += 1 }
    stub.when { $0.price() }.thenReturn(1)
    stub.verify(.never) { $0.price() }
    #expect(calls == 0)
  }
}
