internal import UnderstudyCalls

/// Whether calls were made in an order. Linear in the number of calls and of expectations.
struct OrderCheck {
  /// The user's function, as in messages.
  let purpose: String
  let expected: [ExpectedCall]
  /// Whether no other calls may have been made, neither between the expected ones nor around them.
  let isExhaustive: Bool

  private struct Made {
    let call: LoggedCall
    let recorder: Recorder
  }

  /// The doubles that calls are expected of, each once.
  private var recorders: [Recorder] {
    var recorders: [Recorder] = []
    for expectation in expected where !recorders.contains(where: { $0 === expectation.recorder }) {
      recorders.append(expectation.recorder)
    }
    return recorders
  }

  /// Looks at the calls made until now.
  ///
  /// - Returns: The explanation, if they weren't made in order.
  func failure() -> String? {
    let recorders = recorders
    let logs = recorders.map(\.timeline)
    let made = Self.merge(
      zip(recorders, logs).map { recorder, log in
        log.map { Made(call: $0, recorder: recorder) }
      }
    )
    var next = 0
    var accounted: [(call: Made, pattern: Pattern)] = []
    /// The numbers of the calls that met the expectations, counted from 1.
    var numbers: [Int] = []
    for (index, call) in made.enumerated() {
      let isNext =
        next < expected.count && call.recorder === expected[next].recorder
        && expected[next].pattern.matches(call.call.arguments)
      if isNext {
        accounted.append((call, expected[next].pattern))
        numbers.append(index + 1)
        next += 1
      } else if isExhaustive {
        return explanation(numbers, surplus: index, in: made, recorders)
      }
    }
    if next < expected.count { return explanation(numbers, surplus: nil, in: made, recorders) }
    for (made, pattern) in accounted {
      made.call.arguments.markVerified()
      pattern.capture(made.call.arguments)
    }
    return nil
  }

  private func explanation(_ numbers: [Int], surplus: Int?, in made: [Made], _ recorders: [Recorder]) -> String {
    let names = recorders.names
    func owned(_ description: String, by recorder: Recorder) -> String {
      guard recorders.count > 1, let index = recorders.firstIndex(where: { $0 === recorder }) else {
        return description
      }
      return "\(description) of \(names[index])"
    }
    func text(_ expectation: ExpectedCall) -> String {
      owned(expectation.pattern.description(in: expectation.recorder.subject), by: expectation.recorder)
    }
    func text(_ made: Made) -> String {
      owned(CallText.text(of: made.call.arguments, in: made.recorder.subject), by: made.recorder)
    }
    let met = numbers.count
    var lines: [String] = []
    if let surplus {
      let call = text(made[surplus])
      lines.append(
        met < expected.count
          ? "\(purpose) failed: call \(surplus + 1) was \(call), where \(text(expected[met])) was expected."
          : "\(purpose) failed: \(call) was called after all that was expected."
      )
    } else {
      let like = made.indices.filter { index in
        made[index].recorder === expected[met].recorder
          && expected[met].pattern.matches(made[index].call.arguments)
      }
      // Calls that met an earlier expectation are accounted for.
      let before = like.first { !numbers.contains($0 + 1) }
      let absence = like.isEmpty ? "wasn't called." : "wasn't called again."
      let after = met == 0 ? "" : " after \(text(expected[met - 1]))"
      lines.append(
        "\(purpose) failed: expected \(text(expected[met]))\(after), but it "
          + (before.map { "was called only before: call \($0 + 1)." } ?? absence)
      )
    }
    lines.append("  The expected order:")
    let shown = CallList.window(of: expected.count, around: met)
    if shown.lowerBound > 0 { lines.append("    … \(shown.lowerBound) before") }
    for index in shown {
      let mark = index < met ? "✓" : index == met ? "✗" : "·"
      let number = index < met ? "   call \(numbers[index])" : ""
      lines.append("    \(mark) \(text(expected[index]))\(number)")
    }
    if shown.upperBound < expected.count { lines.append("    … and \(expected.count - shown.upperBound) more") }
    lines.append(CallList.heading(made.count, on: names.joined(separator: " and ")))
    // Around the place where it went wrong, if there are too many.
    let calls = CallList.window(of: made.count, around: surplus ?? numbers.last ?? 0)
    if calls.lowerBound > 0 { lines.append("    … \(calls.lowerBound) before") }
    for index in calls { lines.append("    \(index + 1). \(text(made[index]))") }
    if calls.upperBound < made.count { lines.append("    … and \(made.count - calls.upperBound) more") }
    return lines.joined(separator: "\n")
  }

  private static func merge(_ lists: [[Made]]) -> [Made] {
    guard lists.count > 1 else { return lists.first ?? [] }
    return lists.flatMap { $0 }.sorted { $0.call.beginning < $1.call.beginning }
  }
}

extension TestDouble {
  /// Checks that calls were made in an order. Other calls may have been made in between.
  ///
  /// ```swift
  /// stub.verifyInOrder {
  ///   $0.open()
  ///   $0.write(Match.any())
  ///   $0.close()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  ///   - calls: Makes the calls, in the expected order.
  public func verifyInOrder(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @CallSequence _ calls: (inout P) throws -> Void
  ) {
    recorded("verifyInOrder", SourceLocation(fileID, filePath, line, column), calls).checkOrder()
  }

  /// Checks that calls were made in an order: the form for closures that `await`.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - calls: Makes the calls, in the expected order.
  @_disfavoredOverload
  public func verifyInOrder(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    @CallSequence _ calls: (inout sending P) async throws -> Void
  ) async {
    let location = SourceLocation(fileID, filePath, line, column)
    await recorded("verifyInOrder", location, isolation: isolation) { try await calls(&$0) }.checkOrder()
  }
}
