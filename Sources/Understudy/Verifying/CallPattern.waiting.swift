internal import UnderstudyCalls

extension CallPattern {
  /// Checks how many calls match the pattern, and gives other tasks some time to make them.
  ///
  /// It goes on as soon as there are enough calls; where no call at all would do, or none may come, it takes all of the time.
  ///
  /// ```swift
  /// let save = stub.when { await $0.save(Match.any()) }
  /// …
  /// await save.verify(1..., within: .seconds(1))
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many calls are expected.
  ///   - limit: How long to wait for them.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func verify(
    _ count: some CallCountExpectation = CallCount.once,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await state.verify(count.callCount, within: limit, at: SourceLocation(fileID, filePath, line, column))
  }

  /// Waits until calls that match the pattern have ended: returned, or thrown.
  ///
  /// ```swift
  /// await save.waitForCompletion(count: 2, within: .seconds(1))
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many calls must have ended.
  ///   - limit: How long to wait for them; a failure is reported if it isn't long enough.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func waitForCompletion(
    count: Int = 1,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let ended = await state.wait(for: count, ended: true, within: limit)
    guard ended < count, let pattern = state.pattern else { return }
    state.recorder.report(at: SourceLocation(fileID, filePath, line, column), against: pattern) {
      "waitForCompletion failed: expected \(count) \(count == 1 ? "call" : "calls") of \($0) to end \(limit.asLimit), "
        + "got \(ended)."
    }
  }
}

extension PatternState {
  func verify(_ count: CallCount, within limit: Duration, at location: SourceLocation) async {
    guard let pattern, isRight(count, at: location) else { return }
    let range = count.range
    // Where too few can't be, only too many calls end the wait.
    let enough = range.lowerBound > 0 ? range.lowerBound : range.upperBound == Int.max ? 0 : range.upperBound + 1
    _ = await wait(for: enough, within: limit)
    recorder.verify(pattern, route, count, within: limit, at: location)
  }
}
