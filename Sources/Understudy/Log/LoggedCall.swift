internal import UnderstudyCalls

/// One call that was made on a double, and what came of it until now.
struct LoggedCall: Sendable {
  let arguments: Arguments

  /// A call that begins now. Not to be done twice for one call.
  init(beginning arguments: Arguments) {
    self.arguments = arguments
    arguments.beginning = Moment.now().nanoseconds
  }

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  /// When it was made: also its position among all calls of all doubles of the process.
  var beginning: Moment { Moment(nanoseconds: arguments.beginning) }

  /// When it ended; `nil` while it lasts.
  var end: Moment? {
    let end = arguments.end
    return end == 0 ? nil : Moment(nanoseconds: end)
  }

  /// Who answered it, once it has ended.
  var route: CallHistory.Route {
    switch arguments.mark {
    case CallHistory.Route.stubbed.mark: .stubbed
    case CallHistory.Route.forwarded.mark: .forwarded
    default: .unstubbed
    }
  }

  /// Whether a verification has accounted for it.
  var isVerified: Bool { arguments.isVerified }

  /// Notes that it has ended.
  ///
  /// - Parameter result: The result, if it hasn't thrown.
  func finish(_ outcome: Outcome, result: UnsafeRawPointer, _ route: CallHistory.Route) {
    let end = Moment.now().nanoseconds
    switch outcome {
    case .returned: arguments.finish(result: result, at: end, mark: route.mark)
    case .threw(let error): arguments.finish(error: error, at: end, mark: route.mark)
    case .pending, .forwarded: preconditionFailure("the call hasn't ended")
    }
  }

  /// What came of it.
  var outcome: CallHistory.Outcome {
    switch arguments.kept {
    case .result: .returned(arguments.keptResult!)
    case .error: .threw(arguments.keptError!)
    case .nothing: .underway
    }
  }
}

extension CallHistory.Route {
  fileprivate var mark: UInt8 {
    switch self {
    case .unstubbed: 0
    case .stubbed: 1
    case .forwarded: 2
    }
  }
}

/// How far someone has read the calls of a requirement.
struct CallPosition {
  /// Among the calls of its requirement.
  let index: Int
  /// That of the requirement at the time.
  let generation: Int
}
