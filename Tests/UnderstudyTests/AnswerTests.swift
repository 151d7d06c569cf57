import Testing
import Understudy

/// Queues of answers, faults, and properties that remember.
@Suite struct AnswerTests {
  @Test func `The values of a sequence are returned in turn`() throws {
    let stub = try Stub<any Courier>()
    stub.when { $0.price() }.thenReturn(contentsOf: [1, 2]).thenReturn(contentsOf: 5...6)
    stub.when { $0.prices() }.thenReturn([1, 2]).thenReturn(contentsOf: [[3], []])
    stub.when { $0.size() }.thenReturn(contentsOf: [.small, nil, .large])
    stub.when { $0.maybe() }.thenReturn([]).thenReturn(contentsOf: [nil, [1]])
    let courier = stub()
    #expect((0..<5).map { _ in courier.price() } == [1, 2, 5, 6, 6])
    #expect((0..<4).map { _ in courier.prices() } == [[1, 2], [3], [], []])
    #expect((0..<4).map { _ in courier.size() } == [.small, nil, .large, .large])
    #expect((0..<3).map { _ in courier.maybe() } == [[], nil, [1]])
  }

  @Test func `A sequence without an end, or without a beginning, is reported`() throws {
    let stub = try Stub<any Courier>()
    #expect(
      issues {
        stub.when { $0.price() }.thenReturn(contentsOf: 1...)
        stub.when { $0.price() }.thenReturn(contentsOf: [])
      } == [
        "thenReturn(contentsOf:): the sequence has more than 100000 values. Use then { … } to compute them.",
        "thenReturn(contentsOf:): the sequence is empty, so there is nothing to return.",
      ]
    )
  }

  @Test func `A queue is exhausted when each answer was taken`() throws {
    let stub = try Stub<any Courier>()
    let prices = stub.when { $0.price() }.thenReturn(1, times: 2).thenReturn(3)
    let names = stub.when { $0.name }
    let courier = stub()
    _ = courier.price()
    #expect(
      issues {
        prices.verifyExhausted()
        names.verifyExhausted()
        stub.verifyExhausted()
      } == [
        "verifyExhausted failed: of price(), 2 of 3 answers were not taken.",
        "verifyExhausted failed: name was given no answers.",
        """
        verifyExhausted failed: 1 registration of any Courier has answers left:
            1. price() at AnswerTests.swift:\(#line - 4)   2 of 3 answers were not taken
        """,
      ]
    )
    names.thenReturn("x")
    _ = (courier.price(), courier.price())
    #expect(
      issues {
        prices.stubbed.verifyExhausted()
        names.verifyExhausted()
      } == ["verifyExhausted failed: of name, 1 of 1 answer was not taken."]
    )
    _ = (courier.name, courier.name, courier.price())
    #expect(issues { stub.verifyExhausted() } == [])
    prices.thenReturn(4)
    #expect(
      issues { prices.verifyExhausted() } == ["verifyExhausted failed: of price(), 1 of 4 answers was not taken."]
    )
    stub.reset()
    #expect(issues { stub.verifyExhausted() } == [])
  }

  // MARK: Faults

  @Test func `Every third call fails`() throws {
    let stub = try Stub<any Courier>()
    let checks = stub.when { try $0.check() }.failing(every: 3, with: CourierError.lost).thenReturn(.small, .large)
    let courier = stub()
    let results = (0..<6).map { _ in try? courier.check() }
    #expect(results == [.small, .large, nil, .large, .large, nil])
    #expect(checks.errors() as? [CourierError] == [.lost, .lost])
    checks.stubbed.verify(6)
    stub.verifyNoUnusedStubs()
  }

  @Test func `What doesn't fail goes on to other registrations`() throws {
    let stub = try Stub<any Courier>()
    stub.when { try $0.check() }.failing(every: 2, with: CourierError.lost).failing(every: 3, with: CourierError.late)
    stub.when { try $0.check() }.thenReturn(.small)
    let courier = stub()
    let results = (0..<6).map { _ in Result { try courier.check() }.mapError { $0 as! CourierError } }
    #expect(
      results == [
        .success(.small), .failure(.lost), .failure(.late), .failure(.lost), .success(.small), .failure(.lost),
      ]
    )
  }

  @Test func `Chance is the same for the same seed`() throws {
    func failures(probability: Double, seed: UInt64) throws -> [Int] {
      let stub = try Stub<any Courier>()
      stub.when { try $0.check() }.thenReturn(.small)
        .failing(probability: probability, seed: seed, with: CourierError.lost)
      let courier = stub()
      return (0..<100).filter { _ in (try? courier.check()) == nil }
    }
    // Computed apart from this library, from the generator's definition.
    #expect(try failures(probability: 0.1, seed: 7) == [1, 26, 31, 36, 43, 44, 52, 71, 84, 91, 96])
    #expect(try failures(probability: 0.1, seed: 8) != failures(probability: 0.1, seed: 7))
    #expect(try failures(probability: 0, seed: 7) == [])
    #expect(try failures(probability: 1, seed: 7).count == 100)
  }

  @Test func `Faults that make no sense are reported`() throws {
    let stub = try Stub<any Courier>()
    #expect(
      issues {
        stub.when { $0.price() }.failing(every: 2, with: CourierError.lost)
        stub.when { try $0.check() }.failing(every: 0, with: CourierError.lost)
        stub.when { try $0.check() }.failing(probability: .nan, seed: 1, with: CourierError.lost)
      } == [
        "failing: price() can't throw. Use thenReturn(…).",
        "failing: every: 0 fails no call. Give at least 1.",
        "failing: probability: nan is none. Give a number from 0 to 1.",
      ]
    )
  }

  @Test func `A call that only faults were said about has no behaviour`() throws {
    let stub = try Stub<any Courier>()
    stub.when { try $0.check() }.failing(every: 2, with: CourierError.lost)
    let line = #line - 1
    let error = #expect(throws: UnstubbedCall.self) { try stub().check() }
    #expect(
      error?.description == """
        no behaviour for check() of any Courier: it threw this error. The double was made at \
        AnswerTests.swift:\(line - 1).
          when at AnswerTests.swift:\(line) says how this call fails, but not what it does otherwise: \
        add .thenReturn(…) or another then….
          Write: stub.when { try $0.check() }.thenReturn(…)
        """
    )
    #expect(throws: CourierError.lost) { try stub().check() }
  }

  // MARK: Properties

  @Test func `A property remembers what it is set to`() throws {
    let stub = try Stub<any Courier>()
    let name = stub.backing(\.name, initial: "Ann")
    let fleet = stub.backing(\.fleet, initial: 1)
    let onArrival = stub.backing(\.onArrival, initial: nil)
    var courier = stub()
    #expect(courier.name == "Ann")
    courier.name = "Bob"
    #expect(courier.name == "Bob" && name.value == "Bob")
    name.value = "Cid"
    courier.name += "!"
    #expect(name.value == "Cid!")
    fleet.value = 2
    #expect(courier.fleet == 2)
    var arrivals: [Int] = []
    courier.onArrival = { arrivals.append($0) }
    courier.onArrival?(1)
    onArrival.value?(2)
    #expect(arrivals == [1, 2])
    stub.verify(2) { $0.name = Match.any() }
  }

  @Test func `Only properties remember`() throws {
    let stub = try Stub<any Courier>()
    #expect(
      issues { stub.backing(\.["key"], initial: 1) } == [
        "backing: the key path doesn't lead to a property of any Courier."
      ]
    )
  }
}
