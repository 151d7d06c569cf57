internal import UnderstudyCalls
internal import UnderstudyFabrication
internal import UnderstudyMetadata

extension Recorder {
  /// Ends a call that no registration takes, with as little harm as its signature allows.
  func unstubbed(_ call: borrowing Call, _ registrations: [Registration]) -> Outcome {
    let requirement = call.requirement
    if call.answerByDefault() { return .returned }
    // What an initializer makes is this double, unless the test says otherwise.
    if requirement.kind == .initializer, call.returnDouble() { return .returned }
    if policy.answer(call) { return .returned }
    let faulty = readRegistrations { $0.chain.steps.isEmpty ? $0 : nil }
    let story = UnstubbedStory(
      arguments: call.arguments,
      registrations: registrations.filter { registration in !faulty.contains { $0 === registration } },
      named: named.filter { $0.concerns(requirement) },
      onlyFailing: faulty.map(\.pattern).filter { $0.concerns(requirement) },
      subject: subject,
      isRelaxed: policy.isRelaxed
    )
    let error = UnstubbedCall(
      description: story.text(ending: "it threw this error. The double was made at \(reporter.creation.short).")
    )
    if requirement.mayThrow(error) { return .threw(error) }
    return reporter.endWithoutBehaviour(call) { story.text(ending: $0) }
  }
}

extension Reporter {
  /// Ends a call that has no outcome of its own: with a neutral result and a report, or with the process.
  ///
  /// - Parameter message: Makes the message, given how the call ended.
  func endWithoutBehaviour(_ call: borrowing Call, message: (String) -> String) -> Outcome {
    let result = call.requirement.result
    guard NeutralValue.initialize(result, at: call.resultAddress) else {
      if call.returnDouble() {
        report(message("it returned the double itself."))
        return .returned
      }
      stop(message("no neutral \(result.type) exists to return, so the process stops."))
    }
    func describe<T>(_ type: T.Type) -> String {
      ArgumentDescription.of(call.resultAddress.assumingMemoryBound(to: type).pointee)
    }
    let value = _openExistential(result.type, do: describe)
    report(message(result.type == Void.self ? "it did nothing." : "it returned \(value)."))
    return .returned
  }
}

/// The error thrown by a throwing requirement that was called without a behaviour for the call.
public struct UnstubbedCall: Error, CustomStringConvertible {
  /// Which call it was, which registrations came closest, and what to write.
  public let description: String
}

/// The explanation of a call without behaviour.
struct UnstubbedStory {
  let arguments: Arguments
  let registrations: [Registration]
  /// What `when` has named of the requirement, without saying what it does.
  let named: [Pattern]
  /// What only fails now and then, without saying what the other calls do.
  let onlyFailing: [Pattern]
  let subject: String
  let isRelaxed: Bool

  func text(ending: String) -> String {
    let requirement = arguments.requirement
    var lines = ["no behaviour for \(CallText.text(of: arguments, in: subject)) of \(subject): \(ending)"]
    let near = registrations.filter { $0.pattern.concerns(requirement) }
    if !near.isEmpty {
      let count = near.count == 1 ? "1 registration" : "\(near.count) registrations"
      lines.append("  \(count) of \(CallText.signature(of: requirement)) didn't take it:")
      let verdicts = near.prefix(CallList.limit).map(\.pattern).map { pattern in
        let isUsedUp = pattern.matches(arguments)
        return (pattern, isUsedUp ? "✗ its behaviours are used up" : Verdict.text(of: arguments, against: pattern))
      }
      lines += PatternList.lines(of: verdicts, in: subject, count: near.count)
    }
    for pattern in named where pattern.matches(arguments) {
      lines.append(
        "  when\(pattern.place) names this call, but doesn't say what it does: add .thenReturn(…) or another then…."
      )
    }
    for pattern in onlyFailing where pattern.matches(arguments) {
      lines.append(
        "  when\(pattern.place) says how this call fails, but not what it does otherwise: "
          + "add .thenReturn(…) or another then…."
      )
    }
    if isRelaxed {
      lines.append(
        "  The policy is relaxed, but \(requirement.result.type) has no neutral value: "
          + "DefaultPolicy.relaxed.returning(…) gives it one."
      )
    }
    lines.append("  Write: \(CallText.registration(of: requirement))")
    return lines.joined(separator: "\n")
  }
}
