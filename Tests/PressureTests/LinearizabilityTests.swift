import Foundation
import Synchronization
import Testing
import Understudy
import UnderstudyLocks

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
  private let patterns = Guarded<[Int: CallPattern<any Dispenser, Int>]>([:])

  init(threads: Int) throws {
    stub = try Stub<any Dispenser>()
    self.threads = threads
  }

  private func tick() -> Int { clock.add(1, ordering: .sequentiallyConsistent).oldValue }

  /// Does some things as one of the threads, once all of them are there.
  func perform(_ actions: [StubModel.Action]) -> [Operation<StubModel>] {
    started.add(1, ordering: .sequentiallyConsistent)
    while started.load(ordering: .sequentiallyConsistent) < threads { sched_yield() }
    return actions.flatMap { action in
      let beginning = tick()
      let outcome = perform(action)
      let end = tick()
      guard case .serve(let number) = action else {
        return [Operation<StubModel>(action: action, outcome: outcome, beginning: beginning, end: end)]
      }
      return [
        Operation(action: .begin(number), outcome: .done, beginning: beginning, end: end),
        Operation(action: action, outcome: outcome, beginning: beginning, end: end, isContinuation: true),
      ]
    }
  }

  private func perform(_ action: StubModel.Action) -> StubModel.Outcome {
    var issues = 0
    return TestDoubles.withIssueHandler({ _ in issues += 1 }) {
      switch action {
      case .register(let value):
        keep(stub.when { $0.next(slowly()) }.thenReturn(value, times: 2), for: value)
        return .done
      case .registerForAll(let value):
        keep(stub.when { $0.next(Match.any()) }.thenReturn(value), for: value)
        return .done
      case .extend(let value, let other):
        // The thread that registered it asks.
        patterns.withLock { $0[value]! }.thenReturn(other)
        return .done
      case .begin, .serve:
        return .returned(stub().next(1))
      case .readTimeline:
        return .timeline(stub.history.timeline.map { $0.result() })
      case .verifyTwo:
        stub.verify(2...) { $0.next(Match.any()) }
        return .verified(issues == 0)
      case .verifyNoUnusedStubs:
        stub.verifyNoUnusedStubs()
        return .verified(issues == 0)
      case .reset:
        stub.reset()
        return .done
      }
    }
  }

  /// Matches all calls, and lets the other threads go first.
  private func slowly() -> Int {
    Match.matching {
      sched_yield()
      return $0 > 0
    }
  }

  private func keep(_ pattern: CallPattern<any Dispenser, Int>, for value: Int) {
    patterns.withLock { $0[value] = pattern }
  }
}

@Suite struct LinearizabilityTests {
  private static let threads = 3

  /// What one thread does.
  private func actions(of thread: Int, _ random: inout Seed) -> [StubModel.Action] {
    var registered: [Int] = []
    return (0..<5).map { number in
      let value = 10 * (thread + 1) + number
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1:
        return .register(value)
      case 2, 3:
        registered.append(value)
        return .registerForAll(value)
      case 4, 5: return registered.isEmpty ? .serve(value) : .extend(registered.removeLast(), by: 100 + value)
      case 6: return .readTimeline
      case 7: return .verifyTwo
      case 8: return .verifyNoUnusedStubs
      case 9: return .reset
      default: return .serve(value)
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
      let history = Guarded<[Operation<StubModel>]>([])
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
    func operation(
      _ action: StubModel.Action,
      _ outcome: StubModel.Outcome,
      _ times: ClosedRange<Int>
    ) -> [Operation<StubModel>] {
      [Operation(action: action, outcome: outcome, beginning: times.lowerBound, end: times.upperBound)]
    }
    func call(_ number: Int, _ value: Int, _ times: ClosedRange<Int>) -> [Operation<StubModel>] {
      var served = operation(.serve(number), .returned(value), times)
      served[0].isContinuation = true
      return operation(.begin(number), .done, times) + served
    }
    func isPossible(_ parts: [Operation<StubModel>]...) -> Bool {
      isLinearizable(parts.flatMap { $0 }, from: StubModel())
    }
    // A call that saw a registration which came when it had ended.
    #expect(!isPossible(call(1, 7, 0...1), operation(.register(7), .done, 2...3)))
    #expect(isPossible(call(1, 7, 0...2), operation(.register(7), .done, 1...3)))
    // Three calls of which two can get the first value.
    let registrations = operation(.register(7), .done, 0...1) + operation(.registerForAll(8), .done, 2...3)
    let calls = call(1, 7, 4...9) + call(2, 8, 5...8)
    #expect(isPossible(registrations, calls, call(3, 7, 6...7)))
    #expect(!isPossible(registrations, calls, call(3, 7, 10...11)))
    #expect(!isPossible(registrations, calls, call(3, 0, 6...7)))
    // What has returned is seen, and what nobody called isn't.
    let all = registrations + calls + call(3, 7, 6...7)
    #expect(isPossible(all, operation(.readTimeline, .timeline([7, 8, 7]), 10...11)))
    #expect(!isPossible(all, operation(.readTimeline, .timeline([7, 8, nil, 7]), 10...11)))
    #expect(!isPossible(all, operation(.readTimeline, .timeline([7, 7]), 10...11)))
    #expect(isPossible(all, operation(.readTimeline, .timeline([7, nil]), 7...8)))
    #expect(!isPossible(all, operation(.readTimeline, .timeline([7]), 0...3)))
  }
}
