internal import UnderstudyCalls

extension Recorder {
  /// The calls that match a pattern, which are accounted for from now on.
  func matchingCalls(_ pattern: Pattern, _ route: CallHistory.Route?) -> [LoggedCall] {
    let calls = calls(ofRequirement: pattern.requirement.index).calls.map { LoggedCall($0) }.filter { call in
      (route == nil || call.route == route) && pattern.matches(call.arguments)
    }
    for call in calls { call.arguments.markVerified() }
    return calls
  }

  /// Reports it if the number of calls that match a pattern isn't as expected.
  func verify(
    _ pattern: Pattern,
    _ route: CallHistory.Route?,
    _ expected: CallCount,
    within limit: Duration? = nil,
    at location: SourceLocation
  ) {
    let count: Int
    if pattern.captures {
      let matching = matchingCalls(pattern, route)
      for call in matching { pattern.capture(call.arguments) }
      count = matching.count
    } else {
      count = calls(ofRequirement: pattern.requirement.index).verify(pattern.filter, route?.inRecord)
    }
    guard !expected.range.contains(count) else { return }
    let calls = timeline
    let way = route.map { "\($0) " } ?? ""
    let time = limit.map { " \($0.asLimit)" } ?? ""
    var lines = [
      "verify failed: expected \(expected.words(way)) of \(pattern.description(in: subject))\(time), got \(count).",
      CallList.heading(calls.count, on: subject),
    ]
    lines += CallList.lines(of: calls, in: subject, against: pattern)
    reporter.report(lines.joined(separator: "\n"), at: location)
  }

  /// Reports the calls that no verification has accounted for.
  func verifyNoMoreInteractions(at location: SourceLocation) {
    let calls = timeline.filter { !$0.isVerified }
    guard !calls.isEmpty else { return }
    let count = calls.count == 1 ? "1 call of \(subject) was" : "\(calls.count) calls of \(subject) were"
    let lines = ["verifyNoMoreInteractions failed: \(count) not verified:"] + CallList.lines(of: calls, in: subject)
    reporter.report(lines.joined(separator: "\n"), at: location)
  }

  /// Reports any call.
  func verifyNoInteractions(at location: SourceLocation) {
    let calls = timeline
    guard !calls.isEmpty else { return }
    let lines =
      ["verifyNoInteractions failed: expected no call of \(subject), got \(calls.count)."]
      + CallList.lines(of: calls, in: subject)
    reporter.report(lines.joined(separator: "\n"), at: location)
  }

  /// Reports the registrations that served no call.
  func verifyNoUnusedStubs(at location: SourceLocation) {
    let unused = unusedRegistrations
    guard !unused.isEmpty else { return }
    let count = unused.count == 1 ? "1 registration of \(subject)" : "\(unused.count) registrations of \(subject)"
    var lines = ["verifyNoUnusedStubs failed: \(count) served no call:"]
    lines += CallList.lines(numbering: unused) { "\($0.pattern.description(in: subject))\($0.pattern.place)" }
    reporter.report(lines.joined(separator: "\n"), at: location)
  }

  /// All calls, for people to read.
  func describeInteractions() -> String {
    let calls = timeline
    let heading = CallList.heading(calls.count, on: subject).drop { $0 == " " }
    let lines = calls.enumerated().map { "  \($0 + 1). \(CallText.text(of: $1.arguments, in: subject))" }
    return ([String(heading)] + lines).joined(separator: "\n")
  }
}
