internal import UnderstudyCalls

/// One call that was made on a double, and what came of it until now.
struct LoggedCall: Sendable {
  let arguments: Arguments

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
  var route: Arguments.Route { arguments.route }

  /// Whether a verification has accounted for it.
  var isVerified: Bool { arguments.isVerified }

  /// Notes that it has ended.
  ///
  /// - Parameter result: The result, if it hasn't thrown.
  func finish(_ outcome: Outcome, result: UnsafeRawPointer, _ route: Arguments.Route) {
    switch outcome {
    case .returned: arguments.finish(result: result, route)
    case .threw(let error): arguments.finish(error: error, route)
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
  init(_ route: Arguments.Route) {
    self =
      switch route {
      case .none: .unstubbed
      case .answer: .stubbed
      case .forwarded: .forwarded
      }
  }
}

extension [LoggedCall] {
  /// Brings several lists, each in order, into one that is. Linear in the number of calls, for a given number of lists.
  init(merging lists: [[Arguments]]) {
    var lists = lists.filter { !$0.isEmpty }.map { list in list.map { LoggedCall($0) } }
    // Two at a time, so that each call is moved as often as the number of lists can be halved.
    while lists.count > 1 {
      var merged: [[LoggedCall]] = []
      var i = 0
      while i < lists.count {
        merged.append(i + 1 < lists.count ? [LoggedCall](merging: lists[i], lists[i + 1]) : lists[i])
        i += 2
      }
      lists = merged
    }
    self = lists.first ?? []
  }

  private init(merging first: [LoggedCall], _ second: [LoggedCall]) {
    self = []
    reserveCapacity(first.count + second.count)
    var i = 0
    var j = 0
    while i < first.count, j < second.count {
      if first[i].arguments.beginning < second[j].arguments.beginning {
        append(first[i])
        i += 1
      } else {
        append(second[j])
        j += 1
      }
    }
    self += first[i...]
    self += second[j...]
  }
}
