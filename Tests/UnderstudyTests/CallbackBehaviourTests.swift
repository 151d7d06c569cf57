import Testing
import Understudy

@Suite struct CallbackBehaviourTests {
  @Test func `A call calls the closure that it was passed`() throws {
    let stub = try Stub<any Courier>()
    stub.when { $0.deliver(Match.any(), done: Match.any()) }.thenCall(with: 3).thenCall(with: 4)
    stub.when { $0.deliver(Match.any(), either: Match.any()) }
      .thenCall(with: Result<Int, CourierError>.failure(.late), returning: true)
    stub.when { $0.visit(Match.any()) }.thenCall(with: "a", 1)
    stub.when { try $0.inspect(Match.any(), with: Match.any()) }.thenCall(with: "x", nil, 1, 0.5)
      .thenCall(with: "y", CourierError.lost, nil, 1.5)
    let courier = stub()
    let done = Captured<Int>()
    courier.deliver("a") { done.values.append($0) }
    courier.deliver("b") { done.values.append($0) }
    #expect(done.values == [3, 4])
    var results: [Result<Int, CourierError>] = []
    #expect(courier.deliver("c") { results.append($0) })
    #expect(results == [.failure(.late)])
    #expect(courier.deliver("c", either: nil))
    var visits: [String] = []
    courier.visit {
      visits.append("\($0) \($1)")
      return true
    }
    #expect(visits == ["a 1"])
    var seen: [String] = []
    try courier.inspect("i") { seen.append("\($0) \($1 as Any) \($2 as Any) \($3)") }
    #expect(throws: CourierError.lost) { try courier.inspect("i") { _, error, _, _ in throw error! } }
    #expect(seen == ["x nil Optional(1) 0.5"])
  }

  @Test func `An error of the closure is the call's error`() throws {
    let stub = try Stub<any Courier>()
    stub.when { $0.visit(Match.any()) }.thenCall(with: "a", 1)
    #expect(throws: CourierError.lost) {
      try stub().visit { (_, _) throws -> Bool in throw CourierError.lost }
    }
  }

  @Test func `An error of the closure that the call can't throw is reported`() throws {
    let stub = try Stub<any Courier>()
    stub.when { $0.attempt(Match.any()) }.thenCall(returning: 3)
    var results: [Int] = []
    #expect(
      issues { results.append(stub().attempt { throw CourierError.lost }) } == [
        "thenCall: the closure passed to attempt(_:) threw CourierError.lost, but attempt(_:) can't throw: it returned 0."
      ]
    )
    results.append(stub().attempt {})
    #expect(results == [0, 3])
  }

  @Test @MainActor func `A closure that isn't there or can't be called is reported`() throws {
    let stub = try Stub<any Courier>()
    #expect(
      issues {
        stub.when { $0.deliver(Match.any(), done: Match.any()) }.thenCall(with: "3")
        stub.when { $0.ask(Match.any(), no: Match.any()) }.thenCall()
        stub.when { $0.later(Match.any()) }.thenCall()
        stub.when { $0.show(Match.any()) }.thenCall(with: 1)
        stub.when { $0.price() }.thenCall(with: nil, 1, returning: 2)
      } == [
        "thenCall: deliver(_:done:), which passes (String, @Sendable (Int) -> ()), passes no closure that can be called "
          + "with (String). Use then { … } and call it there.",
        "thenCall: ask(_:no:) passes several closures that can be called with (): argument 1 and no. "
          + "Use then { … } and call it there.",
        "thenCall: later(_:), which passes (() async -> ()), passes no closure that can be called with (). "
          + "Use then { … } and call it there.",
        "thenCall: show(_:), which passes (@MainActor @Sendable (Int) -> ()), passes no closure that can be called with (Int). "
          + "Use then { … } and call it there.",
        "thenCall: price(), which passes (), passes no closure that can be called with (nil, Int). "
          + "Use then { … } and call it there.",
      ]
    )
  }

  // MARK: Capture

  @Test func `Callbacks are called when the test wants it`() async throws {
    let stub = try Stub<any Courier>()
    let done = CallbackCapture<Int>()
    let either = CallbackCapture<Result<Int, CourierError>>()
    stub.when { $0.deliver(Match.equal("a"), done: done.capture()) }.thenDoNothing()
    stub.when { $0.deliver(Match.any(), done: Match.any()) }.thenDoNothing()
    stub.when { $0.deliver(Match.any(), either: either.capture()) }.thenReturn(true)
    let courier = stub()
    let values = Captured<String>()
    let task = Task { for id in 1...3 { courier.deliver("a") { values.values.append("\(id): \($0)") } } }
    #expect(await done.waitForCallback(count: 3, within: .seconds(10)))
    await task.value
    courier.deliver("b") { _ in values.values.append("never") }
    #expect(done.count == 3)
    done.invokeNext(7)
    #expect(values.values == ["1: 7"])
    done.invokeAll(8)
    #expect(values.values == ["1: 7", "2: 8", "3: 8"])
    done.verifyNoneLeft()
    #expect(courier.deliver("c", either: nil))
    #expect(either.count == 0)
    var results: [Result<Int, CourierError>] = []
    #expect(courier.deliver("c") { results.append($0) })
    either.invokeNext(.success(1))
    #expect(results == [.success(1)])
  }

  @Test func `A callback is called once and then let go of`() throws {
    let stub = try Stub<any Courier>()
    let done = CallbackCapture<Int>()
    stub.when { $0.deliver(Match.any(), done: done.capture()) }.thenDoNothing()
    weak var called: Token?
    weak var released: Token?
    do {
      let (first, second) = (Token(), Token())
      (called, released) = (first, second)
      stub().deliver("a") { _ in _ = first }
      stub().deliver("b") { _ in _ = second }
    }
    stub.reset()
    #expect(called != nil)
    done.invokeNext(1)
    #expect(called == nil)
    #expect(released != nil)
    done.releaseAll()
    #expect(released == nil)
    done.verifyNoneLeft()
  }

  @Test func `Callbacks without values, and with several`() throws {
    let stub = try Stub<any Courier>()
    let yes = CallbackCapture()
    let no = CallbackCapture()
    let tests = CallbackCapture<String, (any Error)?, Int?, Double>()
    stub.when { $0.ask(yes.capture(), no: no.capture()) }.thenDoNothing()
    stub.when { try $0.inspect(Match.any(), with: tests.capture()) }.thenDoNothing()
    var answers: [String] = []
    stub().ask({ answers.append("yes") }, no: { answers.append("no") })
    no.invokeNext()
    yes.invokeAll()
    #expect(answers == ["no", "yes"])
    try stub().inspect("x") { answers.append("\($0) \($1 as Any) \($2 as Any) \($3)") }
    tests.invokeNext("y", nil, 3, 0.25)
    #expect(answers.last == "y nil Optional(3) 0.25")
  }

  @Test func `Mistakes with callbacks are reported`() async throws {
    let stub = try Stub<any Courier>()
    let messages = await issues {
      let anything = CallbackCapture<Any>()
      anything.invokeNext(1)
      stub.when { $0.deliver(Match.any(), done: anything.capture()) }.thenDoNothing()
      stub().deliver("a") { _ in }
      anything.verifyNoneLeft()
      anything.invokeNext("text")
      await anything.waitForCallback(within: .zero)
      let tests = CallbackCapture<String, (any Error)?, Int?, Double>()
      stub.when { try $0.inspect(Match.any(), with: tests.capture()) }.thenDoNothing()
      try? stub().inspect("x") { _, _, _, _ in throw CourierError.lost }
      tests.invokeAll("", nil, nil, 0)
      let bodies = CallbackCapture()
      stub.when { $0.later(bodies.capture()) }.thenDoNothing()
      _ = bodies.capture()
    }
    #expect(
      messages == [
        "invokeNext: no callback waits. Wait for one with waitForCallback(within:) before.",
        "verifyNoneLeft failed: 1 callback waits to be called.",
        "invokeNext: the callback takes (Int), not (\"text\").",
        "waitForCallback failed: expected 1 callback within 0.0 seconds, got 0.",
        "invokeAll: the callback threw CourierError.lost.",
        "when: the argument of later(_:) is a () async -> (), which can't be called from anywhere with values alone. "
          + "Use a Captor.",
        "callbacks.capture() was called outside of the closure of when or verify, in UnderstudyTests."
          + "CallbackBehaviourTests.`Mistakes with callbacks are reported`(): it stands for nothing. "
          + "Write it inside the call: stub.when { $0.method(callbacks.capture()) }.",
      ]
    )
  }
}

/// Values that closures of all kinds write, one at a time.
private final class Captured<T>: @unchecked Sendable {
  var values: [T] = []
}
