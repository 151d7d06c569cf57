internal import UnderstudyCalls

/// One call that was made on a double.
struct LoggedCall: Sendable {
  let arguments: Arguments
  /// When it was made: also its position among all calls of all doubles of the process.
  let beginning: Moment
  /// When it ended, in nanoseconds of a `Moment`; 0 while it lasts.
  private var endNanoseconds: UInt64 = 0
  /// Who answers it.
  private(set) var route = CallHistory.Route.unstubbed
  /// Whether a verification has accounted for it.
  var isVerified = false

  init(_ arguments: Arguments) {
    self.arguments = arguments
    beginning = .now()
  }

  /// When it ended; `nil` while it lasts.
  var end: Moment? { endNanoseconds == 0 ? nil : Moment(nanoseconds: endNanoseconds) }

  /// Marks the call as ended. What came of it lies with the arguments by now.
  mutating func finish(_ route: CallHistory.Route) {
    self.route = route
    endNanoseconds = Moment.now().nanoseconds
  }

  /// What came of it.
  var outcome: CallHistory.Outcome {
    guard endNanoseconds != 0 else { return .underway }
    switch arguments.kept {
    case .result: return .returned(arguments.keptResult!)
    case .error: return .threw(arguments.keptError!)
    case .nothing: return .underway
    }
  }
}

/// Where a call lies in a log.
struct CallPosition {
  /// Among the calls of its requirement.
  let index: Int
  /// That of the requirement at the time.
  let generation: Int
}
