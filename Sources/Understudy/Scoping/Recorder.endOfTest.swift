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
    if let unverified = unverifiedCalls("unverified calls") {
      problems.append(TestDoubleIssue(message: unverified, sourceLocation: reporter.creation))
    }
    // A registration that served no call at all has been named above.
    problems += unexhausted.filter { $0.remaining < $0.total }.map { queue in
      TestDoubleIssue(
        message: "unused answers: \(queue.words) of \(queue.pattern.description(in: subject)) of "
          + "\(subject)\(queue.pattern.origin).",
        sourceLocation: queue.pattern.location
      )
    }
    problems += unresumed.map { pattern, count in
      TestDoubleIssue(
        message: "suspended calls: \(count) of \(pattern.description(in: subject)) of \(subject) "
          + "\(count == 1 ? "was" : "were") never resumed.",
        sourceLocation: pattern.location
      )
    }
    return problems
  }
}
