internal import UnderstudyCalls

extension Recorder {
  /// The calls that match a pattern, which are accounted for from now on.
  func matchingCalls(_ pattern: Pattern, _ route: Arguments.Route?) -> [LoggedCall] {
    let calls = calls(ofRequirement: pattern.requirement.index).calls.map { LoggedCall($0) }.filter { call in
      (route == nil || call.route == route) && pattern.matches(call.arguments)
    }
    for call in calls { call.arguments.markVerified() }
    return calls
  }

  /// Reports it if the number of calls that match a pattern isn't as expected.
  func verify(
    _ pattern: Pattern,
    _ route: Arguments.Route?,
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
      count = calls(ofRequirement: pattern.requirement.index).verify(pattern.filter, route)
    }
    guard !expected.range.contains(count) else { return }
    let way = route.map { "\(CallHistory.Route($0)) " } ?? ""
    let time = limit.map { " \($0.asLimit)" } ?? ""
    report(at: location, against: pattern) {
      "verify failed: expected \(expected.words(way)) of \($0)\(time), got \(count)."
    }
  }

  /// Reports that calls aren't as expected of a pattern, with all calls and how they fared against it.
  ///
  /// - Parameter failure: Makes the first line, given the pattern in words.
  func report(at location: SourceLocation, against pattern: Pattern, _ failure: (String) -> String) {
    let calls = timeline
    let lines =
      [failure(pattern.description(in: subject)), CallList.heading(calls.count, on: subject)]
      + CallList.lines(of: calls, in: subject, against: pattern)
    reporter.report(lines.joined(separator: "\n"), at: location)
  }

  /// The calls that no verification has accounted for, in words; `nil` if there are none.
  ///
  /// - Parameter heading: What the words begin with.
  func unverifiedCalls(_ heading: String) -> String? {
    let calls = timeline.filter { !$0.isVerified }
    guard !calls.isEmpty else { return nil }
    let count = calls.count == 1 ? "1 call of \(subject) was" : "\(calls.count) calls of \(subject) were"
    return (["\(heading): \(count) not verified:"] + CallList.lines(of: calls, in: subject)).joined(separator: "\n")
  }

  /// Reports the calls that no verification has accounted for.
  func verifyNoMoreInteractions(at location: SourceLocation) {
    guard let failure = unverifiedCalls("verifyNoMoreInteractions failed") else { return }
    reporter.report(failure, at: location)
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
    report("verifyNoUnusedStubs failed: \(count) served no call:", unused.map { ($0.pattern, nil) }, at: location)
  }

  /// Reports a failure that patterns have in common, with a list of them.
  ///
  /// - Parameter patterns: The patterns, and what there is to say of each.
  func report(_ failure: String, _ patterns: [(Pattern, String?)], at location: SourceLocation) {
    let lines = [failure] + PatternList.lines(of: patterns, in: subject)
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
