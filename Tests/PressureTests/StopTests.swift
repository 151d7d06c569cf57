import Testing
import Understudy

private protocol Walk {
  func walk(_ body: () -> Int) -> Int
  func nested(_ body: ((Int) -> Int) -> Int) -> Int
  func maker() -> () async -> Int
  func other() -> any Walk
  func later() async -> Mark
  func mark() -> Mark
}

private struct Mark {
  var number: Int
}

private protocol Pairing {
  func joined(to other: Self) -> Int
}

private struct Left: Pairing {
  func joined(to other: Left) -> Int { 1 }
}

private struct Right: Pairing {
  func joined(to other: Right) -> Int { 2 }
}

private func join<P: Pairing>(_ one: P, _ other: any Pairing) -> Int {
  // All doubles of a protocol are of one type.
  one.joined(to: other as! P)
}

private enum Nothing {}
private func make<T>(_ type: T.Type) { _ = Match.any(type) }

// What users write that take functions which don't escape.
private func run(_ body: () -> Int) -> Int { body() }
private func runNested(_ body: ((Int) -> Int) -> Int) -> Int { body { $0 } }
private func runWithNumber(_ body: (Int) -> Void) -> Int {
  body(1)
  return 1
}

private protocol Refused {
  func sum(_ numbers: Span<Int>) -> Int
}

/// Where a call can neither return nor throw, the process ends, and the standard error says why. The other ways are in the tests of
/// what leads there: `FunctionMisuseTests`, `BreakageTests`, `BoundKindTests`, `GenericStubTests`, `MessageTests`, `MistakeTests`,
/// `DummyTests`, `DummyKindTests`.
@Suite struct StopTests {
  private func expect(
    _ result: ExitTest.Result?,
    says text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(text), "\(output)", sourceLocation: sourceLocation)
  }

  @Test func `The function that a matcher returns is called`() async {
    let plain = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Stub<any Walk>().when { $0.walk { run(Match.any()) } + run(Match.any()) }
    }
    expect(plain, says: "Match.any() stands for a function, and was called.")
    let nested = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Stub<any Walk>().when { $0.nested { $0(1) } + runNested(Match.any()) }
    }
    expect(nested, says: "Match.any() stands for a function, and was called.")
    let capture = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let captured = CallbackCapture<Int>()
      try Stub<any Walk>().when { $0.walk { 1 } + runWithNumber(captured.capture()) }
    }
    expect(capture, says: "CallbackCapture.capture() stands for a function, and was called.")
  }

  @Test func `A matcher of a type without values`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      make(Nothing.self)
    }
    expect(result, says: "Match.any() has nothing to pass: Nothing has no values.")
  }

  @Test func `A placeholder is used`() async {
    let text =
      "Understudy: a placeholder was used as if it were a value. The closure of `when` and `verify` is run to see which call is "
      + "meant: make that one call, and don't use what it returns.\n"
    let function = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stub = try Stub<any Walk>()
      await stub.when { await $0.maker()() }
    }
    expect(function, says: text)
    let existential = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stub = try Stub<any Walk>()
      stub.when { $0.other().walk { 1 } }
    }
    expect(existential, says: text)
  }

  @Test func `A spy gets a double of another type's object as Self`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let left = try Spy<any Pairing>.make(forwardingTo: Left())
      let right = try Spy<any Pairing>.make(forwardingTo: Right())
      _ = join(left(), right())
    }
    expect(
      result,
      says: "Spy<any Pairing>: joined was called with Spy<any Pairing>, whose real object is of another type than Left."
    )
  }

  @Test func `A double that can't be made where there is no try`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Stub<any Refused>.makeOrStop()
    }
    expect(
      result,
      says:
        "Fatal error: Can't make a double of any Refused: Its requirement `sum(_: Span<Int>) -> Int` isn't supported: "
    )
  }

  @Test func `A call without behaviour that nothing could be returned from`() async {
    let sync = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Stub<any Walk>()().mark()
    }
    expect(sync, says: "no behaviour for mark() of any Walk: no neutral Mark exists to return, so the process stops.")
    let async = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await (try Stub<any Walk>()()).later()
    }
    expect(async, says: "no behaviour for later() of any Walk: no neutral Mark exists to return, so the process stops.")
  }

  @Test func `A suspended call that nobody can resume`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stub = try Stub<any Walk>()
      _ = await stub.when { await $0.later() }.thenSuspend()
      _ = await stub().later()
    }
    expect(
      result,
      says:
        "thenSuspend: nobody can resume later() any more, since what thenSuspend() returned is gone: no neutral Mark exists "
        + "to return, so the process stops."
    )
  }
}
