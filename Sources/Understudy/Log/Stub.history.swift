internal import UnderstudyCalls

extension Stub {
  /// The calls made until now.
  public var history: CallHistory {
    CallHistory(recorder.log.timeline, of: recorder.subject)
  }

  /// The calls made until now, as a text for people to read.
  ///
  /// ```swift
  /// print(stub.describeInteractions())
  /// // 2 calls were made to any Shop:
  /// //   1. price(of: "apple")
  /// //   2. close()
  /// ```
  public func describeInteractions() -> String {
    recorder.describeInteractions()
  }

  /// Forgets all calls and all registrations, and lets go of the values they hold.
  ///
  /// The double stays as it is. Patterns kept from before can verify, and start a new chain of behaviours.
  public func reset() {
    recorder.reset()
  }
}

/// The calls made on a double until a moment.
public struct CallHistory: Sendable {
  private let calls: [LoggedCall]
  private let subject: String

  init(_ calls: [LoggedCall], of subject: String) {
    self.calls = calls
    self.subject = subject
  }

  /// How many calls were made.
  public var callCount: Int { calls.count }

  /// The calls in order.
  public var timeline: [Entry] { calls.map { Entry(call: $0, subject: subject) } }

  /// One call.
  public struct Entry: Sendable, CustomStringConvertible {
    let call: LoggedCall
    let subject: String

    /// The requirement by its name and labels: `signIn(user:password:)`.
    public var name: String { CallText.signature(of: call.arguments.requirement) }
    /// The call with its arguments: `signIn(user: "blob", password: "x")`.
    public var description: String { CallText.text(of: call.arguments, in: subject) }
    /// The arguments, in the order of the parameters; a setter's new value comes first.
    public var arguments: [Any] { (0..<call.arguments.count).map { call.arguments.boxedValue(at: $0) } }
  }
}
