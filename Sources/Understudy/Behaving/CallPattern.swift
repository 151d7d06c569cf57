internal import UnderstudyCalls
internal import UnderstudyMetadata

/// A call named by `when`: the place to say how it behaves, and to ask about the calls that matched it.
///
/// ```swift
/// let purchase = shop.when { try $0.buy(Match.any(), count: Match.any()) }
/// purchase.thenReturn(true)
/// …
/// purchase.verify(1...)
/// let bought: [(String, Int)] = purchase.arguments()
/// ```
///
/// Behaviours form a chain, which calls take in turn: a bare behaviour serves one call, the last one all that follow.
public struct CallPattern<P, R>: Sendable {
  let state: PatternState

  init(_ state: PatternState) {
    self.state = state
  }

  /// Adds a behaviour.
  func adding(_ behaviour: Behaviour) -> Self {
    state.add(behaviour)
    return self
  }

  /// Adds a behaviour that a closure performs.
  func adding(times: Int? = nil, _ body: @escaping ClosureBehaviour.Body) -> Self {
    adding(ClosureBehaviour(times: times, body))
  }

  /// The way a result gets to the caller; `nil`, once that is reported, if it can't.
  ///
  /// - Parameter function: The function that the user called.
  func resultWriter(for function: String) -> ResultWriter<R>? {
    guard let requirement = state.pattern?.requirement else { return nil }
    let isForAllTypes = state.pattern?.isForAllTypes ?? false
    if let writer = ResultWriter<R>(requirement.result, isForAllTypes: isForAllTypes) { return writer }
    state.report(
      "the closure of when returned \(R.self), but \(CallText.signature(of: requirement)) returns "
        + "\(requirement.result.type). Return from the closure what the call returns, unchanged.",
      in: function
    )
    return nil
  }
}

/// Puts a user's result where the caller expects it.
struct ResultWriter<R> {
  /// Whether values are of the result type in every call.
  let isExact: Bool

  /// - Parameters:
  ///   - result: The requirement's result type.
  ///   - isForAllTypes: Whether the result of a call may be of another type.
  /// - Returns: `nil` if no value of the type can be a result of the requirement.
  init?(_ result: TypeMetadata, isForAllTypes: Bool) {
    let fits = TypeMetadata(R.self).canRead(result)
    isExact = fits && !isForAllTypes
    // What the closure of `when` sees of a result whose type depends on `Self` or an associated type.
    if !fits && !TypeMetadata(R.self).erases(result) { return nil }
  }

  /// Returns a value from a call.
  func finish(_ call: borrowing Call, _ value: R, _ recorder: Recorder) -> Outcome {
    if write(value, to: call) { return .returned }
    let requirement = call.requirement
    return recorder.reporter.endWithoutBehaviour(call) {
      "the behaviour of \(CallText.signature(of: requirement)) gave \(type(of: value as Any)), "
        + "not \(requirement.result.type): \($0)"
    }
  }

  /// Initializes the call's result.
  ///
  /// - Returns: False, with nothing done, if the value isn't of the result type.
  private func write(_ value: R, to call: borrowing Call) -> Bool {
    if isExact {
      call.initializeResult(to: value)
      return true
    }
    let address = call.resultAddress
    func convert<T>(_ type: T.Type) -> Bool {
      guard let value = value as? T else { return false }
      address.initializeMemory(as: T.self, to: value)
      return true
    }
    return _openExistential(call.requirement.result.type, do: convert)
  }
}

extension TypeMetadata {
  /// Whether values of another type turn into values of this one where an existential is opened: a concrete type becomes an
  /// existential, also inside optionals and collections.
  func erases(_ other: TypeMetadata) -> Bool {
    if self == other { return true }
    if kind == .existential || kind == .extendedExistential || kind == .existentialMetatype { return true }
    guard let mine = NominalMetadata(self), let others = NominalMetadata(other), mine.descriptor == others.descriptor,
      let arguments = mine.genericArguments, let otherArguments = others.genericArguments, !arguments.isEmpty
    else { return false }
    return zip(arguments, otherArguments).allSatisfy { $0.erases($1) }
  }
}
