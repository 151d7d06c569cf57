import Dispatch
import Foundation
import ServiceProtocols
import Synchronization
import Testing
import Understudy
import UnderstudyLocks

/// Many threads and tasks use one stub at once.
@Suite struct ConcurrencyTests {
  let threads = 8
  let calls = 500

  @Test func `Threads call one double`() throws {
    let stub = try Stub<any Logger & Metrics>()
    let count = Guarded(0)
    stub.when { $0.isEnabled(.debug) }.thenReturn(false)
    stub.when { $0.isEnabled(.error) }.thenReturn(true)
    stub.when { $0.log(Match.any(), Match.any(), metadata: Match.any(), file: Match.any(), line: Match.any()) }
      .then { (_: LogLevel, text: String) in count.withLock { $0 += text.count } }
    stub.when { $0.gauge(Match.any(), Match.any()) }.thenDoNothing()
    let sink = stub()
    let right = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for call in 0..<calls {
        if sink.isEnabled(.error) && !sink.isEnabled(.debug) { right.add(1, ordering: .relaxed) }
        sink.log(.error, "\(thread) \(call)", metadata: ["thread": "\(thread)"], file: "f", line: UInt(call))
        sink.gauge("g\(thread)", Double(call))
      }
    }
    let total = threads * calls
    #expect(right.load(ordering: .relaxed) == total)
    let logs = stub.when {
      $0.log(Match.any(), Match.any(), metadata: Match.any(), file: Match.any(), line: Match.any())
    }
    let seen: [(LogLevel, String, [String: String]?, String, UInt)] = logs.arguments()
    #expect(seen.count == total)
    #expect(Set(seen.map(\.1)).count == total)
    #expect(seen.allSatisfy { $0.1 == "\($0.2!["thread"]!) \($0.4)" })
    #expect(count.withLock { $0 } == seen.reduce(0) { $0 + $1.1.count })
    // Each thread's calls are in its own order.
    let gauges: [(String, Double)] = stub.when { $0.gauge(Match.any(), Match.any()) }.arguments()
    for (_, values) in Dictionary(grouping: gauges, by: \.0) { #expect(values.map(\.1) == values.map(\.1).sorted()) }
    stub.verify(.exactly(total)) { $0.isEnabled(.debug) }
    stub.verify(.exactly(total)) { $0.isEnabled(.error) }
    #expect(stub.history.callCount == 4 * total)
    stub.verifyNoMoreInteractions()
  }

  @Test func `A chain serves each of its steps just so often`() throws {
    let stub = try Stub<any DatabaseConnection>()
    stub.when { try $0.commit() }.thenReturn(1, times: 1000).thenThrow(ServiceError.notFound, times: 1000).thenReturn(2)
    let database = stub()
    let results = Guarded<[UInt64: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      for _ in 0..<calls {
        let result = (try? database.commit()) ?? 0
        results.withLock { $0[result, default: 0] += 1 }
      }
    }
    #expect(results.withLock { $0 } == [1: 1000, 0: 1000, 2: UInt64(threads * calls - 2000)].mapValues(Int.init))
  }

  @Test func `Tasks call, suspend, throw and return`() async throws {
    let stub = try Stub<any PaymentGateway>()
    await stub.when { try await $0.charge(Match.any(), card: Match.any(), key: Match.any()) }
      .then { (amount: Money, card: Card, key: UUID) async throws in
        await Task.yield()
        if amount.amount.isZero { throw ServiceError.refused(code: 0, text: card.number) }
        return .approved(receipt: "\(amount.amount) \(key)")
      }
    await stub.when { await $0.balance(in: Match.any()) }.then { (currency: Currency) in Money(1, currency) }
    let gateway = stub()
    let (tasks, calls) = (20, 50)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          for call in 0..<calls {
            let key = UUID()
            let card = Card(number: "\(task)", expires: (1, 2000))
            do {
              let outcome = try await gateway.charge(Money(Decimal(call)), card: card, key: key)
              #expect(outcome == .approved(receipt: "\(call) \(key)"))
            } catch {
              #expect(call == 0 && error as? ServiceError == .refused(code: 0, text: "\(task)"))
            }
            #expect(await gateway.balance(in: .jpy) == Money(1, .jpy))
          }
        }
      }
      try await group.waitForAll()
    }
    await stub.verify(.exactly(tasks * calls)) {
      try await $0.charge(Match.any(), card: Match.any(), key: Match.any())
    }
    await stub.verify(.exactly(tasks * calls)) { await $0.balance(in: .jpy) }
  }

  @Test func `Registering, calling, verifying and resetting at once`() throws {
    let stub = try Stub<any Metrics>()
    stub.when { $0.gauge(Match.any(), Match.any()) }.thenDoNothing()
    let metrics = stub()
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for call in 0..<100 {
        switch thread % 4 {
        case 0: stub.when { $0.time("\(thread)", .seconds(call)) }.thenDoNothing()
        case 1: _ = (stub.history.callCount, stub.describeInteractions())
        case 2: stub.verify(0...) { $0.gauge(Match.any(), Match.any()) }
        default: break
        }
        metrics.gauge("\(thread)", Double(call))
      }
    }
    stub.verify(.exactly(threads * 100)) { $0.gauge(Match.any(), Match.any()) }
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for call in 0..<100 {
        if thread == 0 { stub.reset() }
        // A registration may come too late for a call, and be one too many: both are reported.
        TestDoubles.withIssueHandler({ _ in }) {
          stub.when { $0.gauge(Match.any(), Match.any()) }.thenDoNothing()
          metrics.gauge("\(thread)", Double(call))
        }
      }
    }
    stub.reset()
    stub.verifyNoInteractions()
  }

  @Test func `Stubs of one protocol are made on many threads`() throws {
    let names = Guarded<Set<String>>([])
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for number in 0..<50 {
        let name = "\(thread) \(number)"
        let store: any ReadWriteStore = Stub.makeOrStop { $0.when { $0.name }.thenReturn(name) }
        names.withLock { _ = $0.insert(store.name) }
      }
    }
    #expect(names.withLock { $0.count } == threads * 50)
  }

  @Test func `What one thread has done is there for the others`() throws {
    let stub = try Stub<any ReadWriteStore & Metrics>()
    stub.when { $0.gauge(Match.any(), Match.any()) }.thenDoNothing()
    let double = stub()
    let published = Atomic(-1)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for number in 0..<100 {
        if thread == 0 {
          // Registered, and only then known to others.
          stub.when { $0.time("ready", .seconds(number)) }.thenDoNothing()
          published.store(number, ordering: .sequentiallyConsistent)
        }
        let known = published.load(ordering: .sequentiallyConsistent)
        if known >= 0 { double.time("ready", .seconds(known)) }
        double.gauge("\(thread)", Double(number))
        // A call that has returned counts for whoever made it, and what has been counted stays counted.
        stub.verify(.exactly(1)) { $0.gauge("\(thread)", Double(number)) }
      }
    }
    let gauges = stub.when { $0.gauge(Match.any(), Match.any()) }
    let seen: [(String, Double)] = gauges.arguments()
    for thread in 0..<threads {
      #expect(seen.filter { $0.0 == "\(thread)" }.map(\.1) == (0..<100).map(Double.init))
    }
    let entries = stub.history.timeline
    #expect(entries.allSatisfy { $0.route == .stubbed && $0.duration != nil })
    #expect(stub.history.completions.count == entries.count)
  }
}
