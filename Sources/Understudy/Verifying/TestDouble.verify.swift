extension TestDouble {
  /// Checks how many calls of a kind were made until now.
  ///
  /// The closure names the calls like that of ``when(fileID:filePath:line:column:_:)``. A failure lists the calls that
  /// were made, and says of each argument whether it matched.
  ///
  /// ```swift
  /// stub.verify { $0.price(of: "apple") }                 // just once
  /// stub.verify(2 ... 3) { $0.price(of: Match.any()) }
  /// stub.verify(.never) { $0.reset() }
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many calls are expected.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  ///   - call: Makes the call.
  public func verify<R>(
    _ count: some CallCountExpectation = CallCount.once,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ call: (inout P) throws -> R
  ) {
    let location = SourceLocation(fileID, filePath, line, column)
    recorded("verify", location, call).pattern().verify(count.callCount, at: location)
  }

  /// Checks how many calls of a kind were made until now: the form for closures that `await`.
  ///
  /// - Parameters:
  ///   - count: How many calls are expected.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - call: Makes the call.
  @_disfavoredOverload
  public func verify<R>(
    _ count: some CallCountExpectation = CallCount.once,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ call: (inout sending P) async throws -> sending R
  ) async {
    let location = SourceLocation(fileID, filePath, line, column)
    let recording = await recorded("verify", location, isolation: isolation, call)
    recording.pattern().verify(count.callCount, at: location)
  }

  /// Checks how many calls of a kind are made, and gives other tasks some time to make them.
  ///
  /// It goes on as soon as there are enough calls; where no call at all would do, or none may come, it takes all of the time.
  ///
  /// ```swift
  /// await stub.verify(1..., within: .seconds(1)) { await $0.save(Match.any()) }
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many calls are expected.
  ///   - limit: How long to wait for them.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - call: Makes the call.
  public func verify<R>(
    _ count: some CallCountExpectation = CallCount.once,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ call: (inout sending P) async throws -> sending R
  ) async {
    let location = SourceLocation(fileID, filePath, line, column)
    let recording = await recorded("verify", location, isolation: isolation, call)
    await recording.pattern().verify(count.callCount, within: limit, at: location)
  }

  /// Checks that every call made until now was verified, or its arguments were read.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func verifyNoMoreInteractions(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    recorder.verifyNoMoreInteractions(at: SourceLocation(fileID, filePath, line, column))
  }

  /// Checks that no call was made until now.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func verifyNoInteractions(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    recorder.verifyNoInteractions(at: SourceLocation(fileID, filePath, line, column))
  }

  /// Checks that every registration has served a call.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func verifyNoUnusedStubs(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    recorder.verifyNoUnusedStubs(at: SourceLocation(fileID, filePath, line, column))
  }
}
