extension Recorder {
  /// What a test that used this double has left undone when it ends.
  ///
  /// - Parameter isStrict: Whether every call must have been verified.
  /// - Returns: The problems, each at the line it belongs to.
  func endOfTestProblems(isStrict: Bool) -> [TestDoubleIssue] {
    var problems = unusedRegistrations.map { registration in
      let pattern = registration.pattern
      return TestDoubleIssue(
        message:
          "unused registration: \(pattern.description(in: subject)) of \(subject)\(pattern.origin) served no call. "
          + "Remove it, or find out why the call wasn't made.",
        sourceLocation: pattern.location
      )
    }
    guard isStrict else { return problems }
    let unverified = log.timeline.filter { !$0.isVerified }
    if !unverified.isEmpty {
      let count =
        unverified.count == 1 ? "1 call of \(subject) was" : "\(unverified.count) calls of \(subject) were"
      let lines = ["unverified calls: \(count) not verified:"] + CallList.lines(of: unverified, in: subject)
      problems.append(TestDoubleIssue(message: lines.joined(separator: "\n"), sourceLocation: reporter.creation))
    }
    return problems
  }
}
