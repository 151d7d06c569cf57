import Foundation
import Testing
import Understudy
import UnderstudyLocks

private protocol Desk: Sendable {
  func take(_ number: Int) -> Int
  func keep(_ token: Token) throws -> Token
  func send(_ token: Token) async throws -> Int
  var title: String { get set }
  static func open(_ number: Int) -> Int
}

private struct Closed: Error { var token: Token }

/// Eight threads and a thousand tasks. How spies bear it, `SpyLoadTests` says.
@Suite struct LoadTests {
  private let threads = 8
  private let tasks = 1000

  @Test func `Threads and tasks use one stub`() async throws {
    let count = TokenCount()
    func run() async throws {
      let stub = try Stub<any Desk>()
      let desk = stub()
      stub.when { try $0.keep(Match.matching { $0.number.isMultiple(of: 3) }) }
        .then { (token: Token) in throw Closed(token: token) }
      stub.when { try $0.keep(Match.any()) }.then { (token: Token) in token }
      await stub.when { try await $0.send(Match.any()) }
        .then { (token: Token) async throws in
          await Task.yield()
          if token.number.isMultiple(of: 5) { throw Closed(token: token) }
          return 2 * token.number
        }
      async let threadsEnd: Void = onThreads(threads) { thread in
        for call in 0..<40 {
          let number = 100 * thread + call
          // Registrations of one requirement, made while others call it.
          stub.when { $0.take(number) }.thenReturn(3 * number)
          precondition(desk.take(number) == 3 * number)
          let token = count.token(number)
          do {
            let kept = try desk.keep(token)
            precondition(kept === token && !number.isMultiple(of: 3))
          } catch {
            precondition((error as? Closed)?.token === token && number.isMultiple(of: 3))
          }
          stub.verify { $0.take(number) }
          precondition(stub.history.callCount >= 2 * call)
        }
      }
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<tasks {
          group.addTask {
            let token = count.token(number)
            do {
              let sent = try await desk.send(token)
              precondition(sent == 2 * number && !number.isMultiple(of: 5))
            } catch {
              precondition((error as? Closed)?.token === token && number.isMultiple(of: 5))
            }
          }
        }
      }
      await threadsEnd
      await stub.verify(tasks...tasks) { try await $0.send(Match.any()) }
      stub.verify(threads * 40...threads * 40) { try $0.keep(Match.any()) }
      stub.verifyNoMoreInteractions()
      stub.verifyNoUnusedStubs()
      #expect(stub.history.callCount == tasks + threads * 40 * 2)
      #expect(stub.history.completions.count == stub.history.callCount)
      #expect(count.alive == tasks + threads * 40)
      stub.reset()
      #expect(count.alive == 0)
    }
    try await run()
    #expect(count.alive == 0)
  }

  @Test func `Threads and tasks register, call, verify and reset one stub`() async throws {
    let count = TokenCount()
    func run() async throws {
      let stub = try Stub<any Desk>()
      let work: @Sendable (Int) -> Void = { number in
        TestDoubles.withIssueHandler({ _ in }) {
          switch number % 5 {
          case 0: stub.when { try $0.keep(Match.any()) }.then { (token: Token) in token }
          case 1: stub.verify(...1000) { try $0.keep(Match.any()) }
          case 2: stub.when { $0.take(Match.matching { $0 == number }) }.thenReturn(number)
          case 3 where number % 25 == 3: stub.reset()
          case 3: withExtendedLifetime((stub.history.timeline, stub.describeInteractions())) {}
          default: stub.verifyNoUnusedStubs()
          }
          let token = count.token(number)
          // Either what is registered, or the error of a call without behaviour.
          if let kept = try? stub().keep(token) { precondition(kept === token) }
          let taken = stub().take(number)
          precondition(taken == number || taken == 0)
        }
      }
      async let threadsEnd: Void = onThreads(threads) { thread in
        for call in 0..<40 { work(100 * thread + call) }
      }
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<tasks { group.addTask { work(number) } }
      }
      await threadsEnd
      stub.reset()
      #expect(count.alive == 0)
      stub.verifyNoInteractions()
    }
    try await run()
    #expect(count.alive == 0)
  }

  @Test func `Threads and tasks make stubs, use them and drop them`() async throws {
    let count = TokenCount()
    let work: @Sendable (Int) -> Void = { number in
      do {
        let stub = try Stub<any Desk>()
        let answer = count.token(number)
        stub.when { try $0.keep(Match.any()) }.thenReturn(answer)
        stub.when { $0.title }.thenReturn("\(number)")
        stub.when { type(of: $0).open(Match.any()) }.thenReturn(number)
        let desk = stub()
        let kept = try desk.keep(count.token())
        precondition(kept === answer && desk.title == "\(number)")
        precondition(type(of: desk).open(1) == number)
        stub.verify { $0.title }
        if number.isMultiple(of: 2) { stub.reset() }
      } catch {
        preconditionFailure("\(error)")
      }
    }
    async let threadsEnd: Void = onThreads(threads) { thread in
      for call in 0..<40 { work(100 * thread + call) }
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<tasks { group.addTask { work(number) } }
    }
    await threadsEnd
    #expect(count.alive == 0)
  }

  @Test func `Stubs and their doubles are passed around and dropped while others use them`() async throws {
    let count = TokenCount()
    let slots = Guarded<[(stub: Stub<any Desk>?, desk: (any Desk)?)]>(Array(repeating: (nil, nil), count: 16))
    let work: @Sendable (Int) -> Void = { number in
      let (stub, desk) = slots.withLock { $0[number % 16] }
      if let kept = try? desk?.keep(count.token(number)) { precondition(kept.number == number % 16) }
      if let stub { precondition(stub.history.callCount >= 0) }
      guard number % 3 == 0, let new = try? Stub<any Desk>() else { return }
      let answer = count.token(number % 16)
      new.when { try $0.keep(Match.any()) }.thenReturn(answer)
      // Either of the two may be dropped before the other.
      let old = slots.withLock { slots in
        let old = slots[number % 16]
        slots[number % 16] = (number % 2 == 0 ? new : nil, new())
        return old
      }
      withExtendedLifetime(old) {}
    }
    async let threadsEnd: Void = onThreads(threads) { thread in
      for call in 0..<100 { work(100 * thread + call) }
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<tasks { group.addTask { work(number) } }
    }
    await threadsEnd
    slots.withLock { $0 = [] }
    #expect(count.alive == 0)
  }
}
