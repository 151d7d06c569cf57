internal import UnderstudyCalls
internal import UnderstudyMetadata

/// The calls made on a double until a moment.
///
/// ```swift
/// for entry in stub.history.timeline { print(entry, entry.outcome) }
/// ```
public struct CallHistory: Sendable {
  private let calls: [LoggedCall]
  private let subject: String
  private let callStacks: CallStacks?

  init(_ calls: [LoggedCall], of recorder: Recorder) {
    self.init(calls, subject: recorder.subject, callStacks: recorder.callStacks)
  }

  private init(_ calls: [LoggedCall], subject: String, callStacks: CallStacks?) {
    self.calls = calls
    self.subject = subject
    self.callStacks = callStacks
  }

  /// How many calls were made.
  public var callCount: Int { calls.count }

  /// The calls in the order in which they were made.
  public var timeline: [Entry] { entries(calls) }

  /// The calls that have ended, in the order in which they did.
  public var completions: [Entry] {
    entries(calls.filter { $0.end != nil }.sorted { $0.end! < $1.end! })
  }

  /// The calls that a registration answered.
  public var stubbed: CallHistory { routed(.answer) }
  /// The calls that were passed on to the real object.
  public var forwarded: CallHistory { routed(.forwarded) }
  /// The calls that no registration took.
  public var unstubbed: CallHistory { routed(.none) }

  private func routed(_ route: Arguments.Route) -> CallHistory {
    CallHistory(calls.filter { $0.route == route }, subject: subject, callStacks: callStacks)
  }

  private func entries(_ calls: [LoggedCall]) -> [Entry] {
    calls.map { Entry(call: $0, subject: subject, callStacks: callStacks) }
  }

  /// Who answered a call.
  public enum Route: Sendable, Hashable {
    /// A registration.
    case stubbed
    /// The real object behind a spy.
    case forwarded
    /// Nobody.
    case unstubbed
  }

  /// What came of a call.
  public enum Outcome: @unchecked Sendable, CustomStringConvertible {
    // Sendable: unchecked, as the arguments and results of a test's calls are.

    /// It hasn't ended.
    case underway
    /// It returned a value, which is `()` where the call returns nothing.
    case returned(Any)
    /// It threw an error.
    case threw(any Error)

    /// In words: `returned 3`.
    public var description: String {
      switch self {
      case .underway: "hasn't returned"
      case .returned(let value): "returned \(ArgumentDescription.of(value))"
      // Its text is a message of several lines.
      case .threw(is UnstubbedCall): "threw UnstubbedCall"
      case .threw(let error): "threw \(ArgumentDescription.of(error: error))"
      }
    }
  }

  /// One call.
  public struct Entry: Sendable, CustomStringConvertible {
    let call: LoggedCall
    let subject: String
    let callStacks: CallStacks?

    /// The requirement by its name and labels: `signIn(user:password:)`.
    public var name: String { CallText.signature(of: call.arguments.requirement) }
    /// The call with its arguments: `signIn(user: "blob", password: "x")`.
    public var description: String { CallText.text(of: call.arguments, in: subject) }
    /// The arguments, in the order of the parameters; a setter's new value comes first.
    public var arguments: [Any] { (0..<call.arguments.count).map { call.arguments.boxedValue(at: $0) } }

    /// Who answered the call.
    public var route: Route { Route(call.route) }
    /// What came of the call until this entry was read.
    public var outcome: Outcome { call.outcome }
    /// How long the call took; `nil` if it hadn't ended when this entry was read.
    public var duration: Duration? { call.end.map { $0.duration(since: call.beginning) } }

    /// The result, if the call has returned one of this type.
    public func result<T>(as type: T.Type = T.self) -> T? {
      call.end == nil ? nil : call.arguments.keptResult.flatMap { $0 as? T }
    }

    /// Who made the call: the functions that were running, from the caller outwards, or that awaited it. Empty unless the double
    /// was made inside ``TestDoubles/withCallStacks(_:)``.
    public var callStack: [String] { callStacks?.names(of: call) ?? [] }

    /// The error, if the call has thrown.
    public var error: (any Error)? { call.end == nil ? nil : call.arguments.keptError }
  }
}
