import Foundation
import Synchronization
import Testing
import Understudy

private protocol Dispenser: Sendable {
  func next(_ ticket: Int) -> Int
}

private struct Seed: RandomNumberGenerator {
  var state: UInt64

  // SplitMix64 (Steele, Lea and Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A stub that several threads use, one of whose histories is looked at.
private final class Subject: Sendable {
  private let stub: Stub<any Dispenser>
  private let clock = Atomic(0)
  private let started = Atomic(0)
  private let threads: Int
  private let patterns = Mutex<[Int: CallPattern<any Dispenser, Int>]>([:])

  init(threads: Int) throws {
    stub = try Stub<any Dispenser>()
    self.threads = threads
  }

  private func tick() -> Int { clock.add(1, ordering: .sequentiallyConsistent).oldValue }

  /// Does some things as one of the threads, once all of them are there.
  func perform(_ actions: [StubModel.Action]) -> [Operation<StubModel>] {
    started.add(1, ordering: .sequentiallyConsistent)
    while started.load(ordering: .sequentiallyConsistent) < threads { sched_yield() }
    return actions.map { action in
      let beginning = tick()
      let outcome = perform(action)
      return Operation(action: action, outcome: outcome, beginning: beginning, end: tick())
    }
  }

  /// Matches all calls, and lets the other threads go first.
  private func anyTicket() -> Int {
    Match.matching {
      sched_yield()
      return $0 >= 0
    }
  }

  private func perform(_ action: StubModel.Action) -> StubModel.Outcome {
    var issues = 0
    return TestDoubles.withIssueHandler({ _ in issues += 1 }) {
      switch action {
      case .register(let value):
        let pattern = stub.when { $0.next(anyTicket()) }.thenReturn(value, times: 2)
        patterns.withLock { $0[value] = pattern }
        return .done
      case .call:
        return .returned(stub().next(1))
      case .readTimeline:
        return .timeline(stub.history.timeline.map { $0.result() })
      case .verifyTwo:
        stub.verify(2...) { $0.next(anyTicket()) }
        return .verified(issues == 0)
      case .verifyNoUnusedStubs:
        stub.verifyNoUnusedStubs()
        return .verified(issues == 0)
      case .reset:
        stub.reset()
        return .done
      case .resetPattern(let value):
        // The thread that registered it asks.
        patterns.withLock { $0[value]! }.reset()
        return .done
      }
    }
  }
}

@Suite struct LinearizabilityTests {
  private static let threads = 3

  /// What one thread does.
  private func actions(of thread: Int, _ random: inout Seed) -> [StubModel.Action] {
    var registered: [Int] = []
    return (0..<5).map { number in
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1, 2:
        registered.append(10 * (thread + 1) + number)
        return .register(registered.last!)
      case 3: return .readTimeline
      case 4: return .verifyTwo
      case 5: return .verifyNoUnusedStubs
      case 6: return .reset
      case 7: return registered.isEmpty ? .call : .resetPattern(registered.removeLast())
      default: return .call
      }
    }
  }

  @Test func `What threads do to one stub might as well have been done one after the other`() throws {
    // Seeds that differ from run to run find more; the one that fails is named.
    let first = UInt64.random(in: 0..<1 << 32)
    for seed in first..<first + Effort.rounds(100) {
      var random = Seed(state: seed)
      let subject = try Subject(threads: Self.threads)
      let plans = (0..<Self.threads).map { actions(of: $0, &random) }
      let history = Mutex<[Operation<StubModel>]>([])
      let done = DispatchGroup()
      for plan in plans {
        done.enter()
        Thread.detachNewThread {
          let operations = subject.perform(plan)
          history.withLock { $0 += operations }
          done.leave()
        }
      }
      done.wait()
      let operations = history.withLock { $0 }
      let story = operations.map { "\($0.beginning)–\($0.end) \($0.action): \($0.outcome)" }.joined(separator: "\n")
      try #require(isLinearizable(operations, from: StubModel()), "seed \(seed)\n\(story)")
    }
  }

  @Test func `What can't have been done in any order is told from what can`() {
    func operation(_ action: StubModel.Action, _ outcome: StubModel.Outcome, _ times: ClosedRange<Int>) -> Operation<
      StubModel
    > {
      Operation(action: action, outcome: outcome, beginning: times.lowerBound, end: times.upperBound)
    }
    // A call that saw a registration which came when it had ended.
    #expect(
      !isLinearizable(
        [operation(.call, .returned(7), 0...1), operation(.register(7), .done, 2...3)],
        from: StubModel()
      )
    )
    #expect(
      isLinearizable(
        [operation(.call, .returned(7), 0...2), operation(.register(7), .done, 1...3)],
        from: StubModel()
      )
    )
    // Two calls that are in the log in another order than they were served.
    let calls = [
      operation(.register(7), .done, 0...1), operation(.register(8), .done, 2...3),
      operation(.call, .returned(7), 4...9), operation(.call, .returned(8), 5...8),
      operation(.call, .returned(7), 6...7),
    ]
    #expect(
      isLinearizable(calls + [operation(.readTimeline, .timeline([7, 7, 8]), 10...11)], from: StubModel())
    )
    #expect(
      !isLinearizable(calls + [operation(.readTimeline, .timeline([7, 8, 7]), 10...11)], from: StubModel())
    )
  }
}
