internal import UnderstudyCalls
internal import UnderstudyLocks
internal import UnderstudyMetadata

/// Keeps the closures that a double is passed, for the test to call them when it wants to.
///
/// ```swift
/// let completions = CallbackCapture<Result<Data, any Error>>()
/// stub.when { $0.load(Match.any(), completion: completions.capture()) }.thenDoNothing()
/// …
/// completions.invokeNext(.success(Data()))
/// completions.verifyNoneLeft()
/// ```
///
/// The type names what the closures take: `CallbackCapture<Int, String>` is for `(Int, String) -> Void`, and
/// `CallbackCapture()` for `() -> Void`. Closures may return
/// something, which is dropped, and may be `@Sendable`, throwing or optional.
public final class CallbackCapture<each A>: Sendable {
  private let state = Guarded(State())

  private struct State {
    var waiting: [FunctionValue] = []
    var events = EventQueue()
  }

  /// Makes a capture without closures.
  public init() {}

  /// Makes a capture without closures: `CallbackCapture()` for those that take nothing.
  ///
  /// - Parameter types: What the closures take.
  public init(_ types: repeat (each A).Type) {}

  /// Stands for a closure in the closure of `when`: accepts every value, and keeps it. `nil` is accepted and not kept.
  public func capture() -> @Sendable (repeat each A) -> Void {
    Match.note(
      CallbackMatcher { [state] function in
        let waiting = state.withLock { state in
          state.waiting.append(function)
          return state.events.next()
        }
        waiting.resume()
      }
    )
    // It converts to functions of other kinds.
    return { (_: repeat each A) in
      Reporter.stop("CallbackCapture.capture() stands for a function, and was called.", at: .unknown)
    }
  }

  /// How many closures wait to be called.
  public var count: Int { state.withLock { $0.waiting.count } }

  /// Calls the closure that has waited longest, and lets go of it.
  ///
  /// - Parameters:
  ///   - values: What it is called with.
  ///   - fileID: The file that a failure is reported in, if no closure waits.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func invokeNext(
    _ values: repeat each A,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID, filePath, line, column)
    let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    guard let next else {
      return Reporter.report(
        "invokeNext: no callback waits. Wait for one with waitForCallback(within:) before.",
        at: location
      )
    }
    invoke([next], repeat each values, in: "invokeNext", at: location)
  }

  /// Calls all closures that wait, in the order in which they came, and lets go of them.
  ///
  /// - Parameters:
  ///   - values: What they are called with.
  ///   - fileID: The file that a failure is reported in, if a closure throws.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func invokeAll(
    _ values: repeat each A,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let all = state.withLock { exchange(&$0.waiting, with: []) }
    invoke(all, repeat each values, in: "invokeAll", at: SourceLocation(fileID, filePath, line, column))
  }

  private func invoke(
    _ functions: [FunctionValue],
    _ values: repeat each A,
    in name: String,
    at location: SourceLocation
  ) {
    var list: [Any] = []
    repeat list.append(each values)
    for function in functions {
      guard function.signature.accepts(list) else {
        // Closures may take less than the capture's types name.
        let types = function.signature.parameters.map { "\($0)" }.joined(separator: ", ")
        let given = list.map { ArgumentDescription.of($0) }.joined(separator: ", ")
        Reporter.report("\(name): the callback takes (\(types)), not (\(given)).", at: location)
        continue
      }
      do {
        try function.call(list)
      } catch {
        Reporter.report("\(name): the callback threw \(ArgumentDescription.of(error: error)).", at: location)
      }
    }
  }

  /// Lets go of all closures that wait, without calling them.
  public func releaseAll() {
    let released = state.withLock { exchange(&$0.waiting, with: []) }
    withExtendedLifetime(released) {}
  }

  /// Waits until closures wait to be called.
  ///
  /// - Parameters:
  ///   - count: How many have to wait at the same time.
  ///   - limit: How long to wait for them; a failure is reported if it isn't long enough.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  /// - Returns: Whether they came in time.
  @discardableResult
  public func waitForCallback(
    count: Int = 1,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Bool {
    if await wait(within: limit, until: { self.count >= count }) { return true }
    Reporter.report(
      "waitForCallback failed: expected \(count) \(count == 1 ? "callback" : "callbacks") \(limit.asLimit), "
        + "got \(self.count).",
      at: SourceLocation(fileID, filePath, line, column)
    )
    return false
  }

  /// Checks that all closures were called, or let go of.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func verifyNoneLeft(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let count = count
    guard count > 0 else { return }
    Reporter.report(
      "verifyNoneLeft failed: \(count) \(count == 1 ? "callback waits" : "callbacks wait") to be called.",
      at: SourceLocation(fileID, filePath, line, column)
    )
  }
}

extension CallbackCapture: EventSource {
  func withEvents<R>(_ body: (inout EventQueue) -> R) -> R { state.withLock { body(&$0.events) } }
}

/// What `CallbackCapture` leaves for a call that is being recorded: accepts every closure, and keeps it.
struct CallbackMatcher: AnyMatcher, ArgumentMatcher, @unchecked Sendable {
  // Sendable: the closure only leads to what lies behind a lock.

  let keep: (FunctionValue) -> Void

  var description: String { "capture()" }
  var expression: String { "callbacks.capture()" }
  /// What `capture()` returns is converted to the parameter's type in any case.
  var valueType: TypeMetadata { TypeMetadata((() -> Void).self) }

  var captures: Bool { true }
  var acceptsEverything: Bool { false }
  var isUniversal: Bool { true }
  var exactValue: Any? { nil }

  func fitted(to type: TypeMetadata) -> any ArgumentMatcher { self }

  func converted<U>(to type: U.Type) -> Matcher<U> {
    var matcher = Matcher<U>.any
    matcher.description = description
    matcher.written = expression
    matcher.capture = capture
    return matcher
  }

  func matches(_ arguments: Arguments, at index: Int) -> Bool { true }
  func matches(_ value: Any) -> Bool { true }
  func miss(_ value: Any) -> String { "" }

  func capture(_ value: Any) {
    if let function = FunctionValue(value) { keep(function) }
  }

  /// Why closures of a parameter can't be called later, as the rest of a sentence; `nil` if they can.
  static func problem(with parameter: Requirement.Parameter) -> String? {
    if parameter.isNonescaping { return "doesn't escape, so it can't be called later. Use thenCall(with: …)." }
    if parameter.autoclosureResult == nil, FunctionValue.Signature(parameter.type) != nil { return nil }
    return "is a \(parameter.type.type), which can't be called from anywhere with values alone. Use a Captor."
  }
}
