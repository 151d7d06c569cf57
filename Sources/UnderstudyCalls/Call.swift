internal import UnderstudyMetadata

/// A call that has come in and waits for its outcome. Lives only while the caller waits.
package struct Call: ~Copyable {
  package let requirement: Requirement
  package let arguments: Arguments
  /// Uninitialized memory with the layout of `requirement.result`, for the receiver to initialize.
  private let result: UnsafeMutableRawPointer
  /// The caller's own variables, one per parameter; `nil` where the parameter isn't `inout`. Empty when none is.
  private let inoutAddresses: [UnsafeMutableRawPointer?]
  /// The object behind the double that the call was made on.
  private let double: AnyObject?
  /// Where to go on looking for an answer, if the call is in the receiver's `log` already.
  package let search: AnswerSearch?

  package init(
    arguments: Arguments,
    result: UnsafeMutableRawPointer,
    inoutAddresses: [UnsafeMutableRawPointer?] = [],
    double: AnyObject? = nil,
    search: AnswerSearch? = nil
  ) {
    self.double = double
    self.search = search
    self.requirement = arguments.requirement
    self.arguments = arguments
    self.result = result
    self.inoutAddresses = inoutAddresses
  }

  /// Initializes the result. Done exactly once before `Outcome.returned`, and never before any other outcome.
  ///
  /// - Precondition: `T` is exactly the requirement's result type.
  package func initializeResult<T>(to value: T) {
    result.initializeMemory(as: T.self, to: value)
  }

  /// Initializes the result with the double that the call was made on, where the result is `Self` or `Self?`.
  ///
  /// - Returns: Whether it did.
  package func returnDouble() -> Bool {
    guard let double else { return false }
    // `Self` is a class here. Other types the object could be cast to (`Any`, `AnyObject`) don't mean the double.
    let result = requirement.result
    guard result.kind == .class || (result.kind == .optional && result.stride == MemoryLayout<AnyObject?>.stride) else {
      return false
    }
    func store<T>(_ type: T.Type) -> Bool {
      guard let value = double as? T else { return false }
      initializeResult(to: value)
      return true
    }
    return _openExistential(requirement.result.type, do: store)
  }

  /// Initializes the result as the requirement's standard protocol would have it.
  ///
  /// - Returns: Whether there is such an answer.
  package func answerByDefault() -> Bool {
    guard let double, let answer = requirement.defaultAnswer else { return false }
    return answer(self, double)
  }

  /// The address of the result, for those who know its type only at run time.
  package var resultAddress: UnsafeMutableRawPointer { result }

  /// The caller's variable behind an `inout` parameter; `nil` for other parameters.
  package func inoutAddress(of index: Int) -> UnsafeMutableRawPointer? {
    index < inoutAddresses.count ? inoutAddresses[index] : nil
  }
}

/// How a call ends.
package enum Outcome {
  /// The result has been initialized.
  case returned
  /// The call throws. Allowed only where the requirement's `throwing` isn't `.never`.
  case threw(any Error)
  /// The call suspends; the closure decides how it ends, and never with another `.pending`. Allowed only where the
  /// requirement is `async`. The call stays valid until the closure has returned.
  case pending((borrowing Call) async -> Outcome)
  /// The call goes on to the object behind the double, which has one. The closure hears how it ended there, `.returned` or
  /// `.threw`, before the caller does.
  case forwarded((borrowing Call, Outcome) -> Void)
}

/// Whoever answers the calls made on a double.
package protocol CallReceiver: AnyObject, Sendable {
  /// Answers one call. Called on the caller's thread; any number of calls may be under way at once.
  func receive(_ call: borrowing Call) -> Outcome

  /// Where the entries take calls down, and look for answers that they can give; `nil` if they don't.
  var log: CallLog? { get }

  /// Hears of a call that the entries answer, when it has ended and maybe before. Done only if the log is observed.
  ///
  /// - Parameter ended: The call, if it has ended and took some time.
  func note(_ ended: Arguments?)
}

extension CallReceiver {
  package var log: CallLog? { nil }
  package func note(_ ended: Arguments?) {}
}
