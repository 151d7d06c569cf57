import Testing
import UnderstudyLocks

struct GuardedTests {
  @Test func oneAtATime() async {
    let counter = Guarded(0)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { counter.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.withLock { $0 } == 8000)
  }

  @Test func theValueGoesWithTheLastCopy() {
    final class Witness: Sendable {}
    weak var witness: Witness?
    var guarded: Guarded<Witness?>? = Guarded(nil)
    do {
      let object = Witness()
      witness = object
      guarded?.withLock { $0 = object }
    }
    var copy = guarded
    guarded = nil
    #expect(witness != nil)
    #expect(copy?.withLock { $0 } === witness)
    copy = nil
    #expect(witness == nil)
  }

  @Test func strictlyAlignedValues() {
    let guarded = Guarded(SIMD8<Double>(repeating: 1))
    guarded.withLock { $0[3] = 5 }
    #expect(guarded.withLock { $0 }.sum() == 12)
  }

  @Test func errorsComeThrough() {
    struct Failure: Error, Equatable {}
    let guarded = Guarded(1)
    #expect(throws: Failure()) { try guarded.withLock { _ throws(Failure) in throw Failure() } }
    // The lock is free again.
    #expect(guarded.withLock { $0 } == 1)
  }

  @Test func anAttemptIsWhatCameOfIt() {
    struct Failure: Error, Equatable {}
    #expect(throws: Failure()) { try Attempt { () throws(Failure) -> Int in throw Failure() }.get() }
    #expect(Attempt { () throws(Failure) in 3 }.map { $0 } == 3)
  }
}

extension Attempt where Failure: Error {
  fileprivate func map<Other>(_ transform: (Value) -> Other) -> Other? { (try? get()).map(transform) }
}
