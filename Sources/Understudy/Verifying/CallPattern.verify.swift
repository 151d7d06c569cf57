internal import UnderstudyCalls

extension PatternState {
  func verify(_ count: CallCount, at location: SourceLocation) {
    guard let pattern else { return }
    recorder.verify(pattern, count, at: location)
  }
}

extension CallPattern {
  /// Checks how many calls matched the pattern until now, whichever registration served them.
  ///
  /// ```swift
  /// let purchase = shop.when { try $0.buy(Match.any(), count: Match.any()) }
  /// …
  /// purchase.verify(1...)
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many calls are expected.
  ///   - fileID: The file that a failure is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a failure is reported at.
  ///   - column: The column of the same place.
  public func verify(
    _ count: some CallCountExpectation = CallCount.once,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    state.verify(count.callCount, at: SourceLocation(fileID, filePath, line, column))
  }

  /// The arguments of the calls that matched the pattern until now, in order.
  ///
  /// The types say how many arguments to take: all, or the first ones. For a setter the new value comes first, then a
  /// subscript's indices. The calls count as verified.
  ///
  /// ```swift
  /// let bought: [(String, Int)] = purchase.arguments()
  /// let names: [String] = purchase.arguments()
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file that a mistake in the types is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a mistake is reported at.
  ///   - column: The column of the same place.
  /// - Returns: The arguments of each call; nothing if the types aren't those of the parameters.
  public func arguments<each A>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> [(repeat each A)] {
    guard let pattern = state.pattern else { return [] }
    let shape = HandlerShape(types: types((repeat each A).self, repeat (each A).self))
    guard shape.fits(pattern.requirement) else {
      state.recorder.reporter.report(
        "arguments: \(shape.description) was asked for, but \(CallText.signature(of: pattern.requirement)) passes "
          + "\(parameterTypes(of: pattern.requirement)). Ask for all of them, or the first ones, with these types.",
        at: SourceLocation(fileID, filePath, line, column)
      )
      return []
    }
    return state.recorder.arguments(of: pattern).map { arguments in
      var reader = ArgumentReader(arguments)
      return (repeat reader.next((each A).self))
    }
  }
}
