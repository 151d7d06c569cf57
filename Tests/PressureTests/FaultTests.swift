import Foundation
import PressureKinds
import PressureSupport
import Synchronization
import Testing
import Understudy
import UnderstudyLocks

private struct Late: Error, Equatable { var number: Int }

private protocol Ladder: Sendable {
  func step(_ number: Int) -> Int
  func tryStep(_ number: Int) throws -> Int
  func typed(_ number: Int) throws(Late) -> Int
  func climb(_ number: Int) async -> Int
  func fall(_ token: Token) async throws -> Int
  func hold(_ token: Token) -> Int
}

@Suite struct HandlerFaultTests {
  @Test func `Handlers throw`() async throws {
    let count = TokenCount()
    func run() async throws {
      let stub = try Stub<any Ladder>()
      stub.when { try $0.tryStep(Match.any()) }.then { (number: Int) in throw Late(number: number) }
      stub.when { try $0.typed(Match.any()) }.then { (number: Int) in throw Late(number: number) }
      await stub.when { try await $0.fall(Match.any()) }
        .then { (token: Token) async throws in
          await Task.yield()
          throw Late(number: token.number)
        }
      let ladder = stub()
      for number in 0..<100 {
        #expect(throws: Late(number: number)) { try ladder.tryStep(number) }
        #expect(throws: Late(number: number)) { try ladder.typed(number) }
        await #expect(throws: Late(number: number)) { try await ladder.fall(count.token(number)) }
      }
      #expect(stub.history.timeline.compactMap { $0.error as? Late }.count == 300)
      stub.reset()
      #expect(count.alive == 0)
    }
    try await run()
  }

  @Test func `A handler that crashes ends the process with its own message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stub = try Stub<any Ladder>()
      stub.when { $0.step(Match.any()) }.then { (number: Int) in [1, 2][number] }
      _ = stub().step(5)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Fatal error: Index out of range"), "\(output)")
    await #expect(processExitsWith: .exitCode(9)) {
      let stub = try Stub<any Ladder>()
      await stub.when { await $0.climb(Match.any()) }.then { () async in exit(9) }
      _ = await stub().climb(5)
    }
  }

  @Test(.enabled(if: !pressure_is_instrumented(), "the sanitizers have an end of their own for that"))
  func `A handler that recurses for ever overflows the stack, as it does without doubles`() async {
    await #expect(processExitsWith: .failure) {
      let stub = try Stub<any Ladder>()
      stub.when { $0.step(Match.any()) }.then { [unowned stub] (number: Int) in 1 + stub().step(number) }
      _ = stub().step(1)
    }
  }

  @Test func `10,000 calls are on the stack`() throws {
    // The thread sanitizer follows no more than 65,536 functions.
    let depth = pressure_is_instrumented() ? 500 : 10_000
    let stub = try Stub<any Ladder>()
    let spy = try Spy<any Ladder>.make(forwardingTo: stub())
    // By turns an answer of a stub's, and a call that a spy lets go on.
    let innermost = Shared()
    stub.when { $0.step(0) }
      .then {
        innermost.add(stackPosition())
        return 0
      }
    stub.when { $0.step(Match.any()) }.then { [unowned spy] (number: Int) in 1 + spy().step(number - 1) }
    stub.when { try $0.tryStep(0) }.thenThrow(Late(number: 0))
    stub.when { try $0.tryStep(Match.any()) }
      .then { [unowned spy] (number: Int) in
        do { return try spy().tryStep(number - 1) } catch { throw Late(number: number) }
      }
    onDeepStack {
      let outermost = stackPosition()
      #expect(stub().step(depth) == depth)
      // Two calls of doubles and a handler, without optimisation.
      if !pressure_is_instrumented() { #expect((outermost - innermost.value) / depth < 8192) }
      #expect(throws: Late(number: depth)) { try stub().tryStep(depth) }
    }
    #expect(stub.history.completions.count == 2 * depth + 2)
    #expect(spy.history.forwarded.callCount == 2 * depth)
    spy.reset()
    stub.reset()
  }

  @Test func `10,000 calls wait for each other`() async throws {
    let stub = try Stub<any Ladder>()
    await stub.when { await $0.climb(0) }.thenReturn(0)
    await stub.when { await $0.climb(Match.any()) }
      .then { [unowned stub] (number: Int) async in
        await Task.yield()
        return 1 + (await stub().climb(number - 1))
      }
    #expect(await stub().climb(10_000) == 10_000)
    stub.reset()
  }
}

@Suite struct OwnershipFaultTests {
  @Test func `A stub and its double go away inside of the stub's own handler`() throws {
    let count = TokenCount()
    let slot = Guarded<(stub: Stub<any Ladder>?, ladder: (any Ladder)?)>((nil, nil))
    do {
      let stub = try Stub<any Ladder>()
      let token = count.token(5)
      stub.when { $0.hold(Match.any()) }
        .then { (argument: Token) in
          // The last references but that of the call.
          slot.withLock { $0 = (nil, nil) }
          return argument.number + token.number
        }
      slot.withLock { $0 = (stub, stub()) }
    }
    // Out of the slot's lock; the call's own reference is the caller's.
    let result = slot.withLock { $0.ladder! }.hold(count.token(2))
    #expect(result == 7)
    #expect(count.alive == 0)
  }

  @Test func `The same for a handler that suspends`() async throws {
    let count = TokenCount()
    let slot = Guarded<(any Ladder)?>(nil)
    do {
      let stub = try Stub<any Ladder>()
      let token = count.token(5)
      await stub.when { try await $0.fall(Match.any()) }
        .then { (argument: Token) async in
          await Task.yield()
          slot.withLock { $0 = nil }
          await Task.yield()
          return argument.number + token.number
        }
      slot.withLock { $0 = stub() }
    }
    #expect(try await slot.withLock { $0! }.fall(count.token(2)) == 7)
    #expect(count.alive == 0)
  }

  @Test func `Resetting inside of a handler keeps what the call needs`() throws {
    let count = TokenCount()
    do {
      let stub = try Stub<any Ladder>()
      let token = count.token(5)
      stub.when { $0.hold(Match.any()) }
        .then { [unowned stub] (argument: Token) in
          stub.reset()
          return argument.number + token.number
        }
      #expect(stub().hold(count.token(2)) == 7)
    }
    #expect(count.alive == 0)
  }

  @Test func `Stubs and doubles are released on other threads than they were made on`() async throws {
    let count = TokenCount()
    for round in 0..<20 {
      let stubs = Guarded<[(Stub<any Ladder>?, (any Ladder)?)]>([])
      for number in 0..<8 {
        let stub = try Stub<any Ladder>()
        let token = count.token(number)
        stub.when { $0.hold(Match.any()) }.then { token.number }
        _ = stub().hold(count.token())
        // Either of them, or both.
        stubs.withLock { $0.append((number % 3 == 0 ? nil : stub, number % 3 == 1 ? nil : stub())) }
      }
      await onThreads(8) { _ in
        let last = stubs.withLock { $0.removeLast() }
        if round % 2 == 0 { _ = last.1?.hold(count.token()) }
      }
      #expect(count.alive == 0)
    }
  }
}

/// After `fork` there is only the thread that called it: locks that others held stay locked for ever. The library holds none while it
/// isn't used, and a double's own only while it is.
@Suite struct ForkTests {
  private static let success = CInt(0)

  @Test func `The child of a fork uses doubles, and makes new ones`() async {
    await #expect(processExitsWith: .success) {
      let stub = try Stub<any Ladder>()
      stub.when { $0.step(Match.any()) }.thenReturn(1).thenReturn(2)
      let ladder = stub()
      precondition(ladder.step(1) == 1)
      let status = Self.inFork {
        guard ladder.step(1) == 2, stub.history.callCount == 2 else { return 1 }
        guard let other = try? Stub<any Ladder>() else { return 2 }
        other.when { $0.step(4) }.thenReturn(5)
        guard other().step(4) == 5 else { return 3 }
        // A type that is new to the process.
        guard (try? Stub<any RandomNumberGenerator>()) != nil else { return 4 }
        return 0
      }
      precondition(status == 0, "\(status)")
      // The parent has nothing of what the child did.
      precondition(stub.history.callCount == 1 && ladder.step(1) == 2)
    }
  }

  // With the thread sanitizer Swift's runtime takes a lock for each use of a global, and the child may find one held.
  @Test(.enabled(if: !pressure_is_instrumented(), "a lock of the runtime's may be held"))
  func `The child of a fork uses its own doubles while the parent's threads use theirs`() async {
    await #expect(processExitsWith: .success) {
      let stub = try Stub<any Ladder>()
      stub.when { $0.step(Match.any()) }.thenReturn(1)
      let ladder = stub()
      let isOver = Atomic(false)
      let done = DispatchGroup()
      for number in 0..<4 {
        done.enter()
        Thread.detachNewThread {
          while !isOver.load(ordering: .relaxed) {
            guard let busy = try? Stub<any Ladder>() else { break }
            busy.when { $0.step(number) }.thenReturn(number)
            _ = busy().step(number)
            _ = busy.describeInteractions()
          }
          done.leave()
        }
      }
      for _ in 0..<50 {
        let status = Self.inFork { ladder.step(1) == 1 ? 0 : 1 }
        precondition(status == 0, "\(status)")
      }
      isOver.store(true, ordering: .relaxed)
      done.wait()
    }
  }

  /// Runs a closure in a child process.
  ///
  /// - Returns: The status of the child as the system tells it.
  private static func inFork(_ body: @escaping () -> CInt) -> CInt {
    let box = Unmanaged.passRetained(Body(body))
    defer { box.release() }
    return pressure_fork({ Unmanaged<Body>.fromOpaque($0).takeUnretainedValue().run() }, box.toOpaque(), 30)
  }

  private final class Body {
    let run: () -> CInt
    init(_ run: @escaping () -> CInt) { self.run = run }
  }
}
