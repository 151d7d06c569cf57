internal import UnderstudyCalls
internal import UnderstudyMetadata

extension PatternState {
  func verify(_ count: CallCount, at location: SourceLocation) {
    guard let pattern, isRight(count, at: location) else { return }
    recorder.verify(pattern, route, count, at: location)
  }

  /// Whether some number of calls is right; reports it if none can be.
  func isRight(_ count: CallCount, at location: SourceLocation) -> Bool {
    guard let mistake = count.mistake else { return true }
    recorder.reporter.report("verify: \(mistake)", at: location)
    return false
  }

  /// The calls that match the pattern, which are accounted for from now on.
  var calls: [LoggedCall] {
    pattern.map { recorder.matchingCalls($0, route) } ?? []
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
  /// The type says how many arguments to take: the first one, or a tuple of all of them or the first ones, with labels
  /// or without. For a setter the new value comes first, then a subscript's indices. The calls count as verified. Of a pattern
  /// for all types, it is those calls whose arguments are of the types asked for.
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
  public func arguments<A>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> [A] {
    guard let pattern = state.pattern else { return [] }
    guard let layout = ArgumentsLayout<A>(pattern.requirement, isForAllTypes: pattern.isForAllTypes) else {
      state.recorder.reporter.report(
        "arguments: \(ArgumentsLayout<A>.description) was asked for, but \(CallText.signature(of: pattern.requirement)) "
          + "passes \(parameterTypes(of: pattern.requirement)). Ask for all of them, or the first ones, with these types.",
        at: SourceLocation(fileID, filePath, line, column)
      )
      return []
    }
    return state.calls.map(\.arguments).filter(layout.fits).map(layout.read)
  }
}

/// How a value that a user asked for is put together from the leading arguments of a call.
private struct ArgumentsLayout<A> {
  /// The types of the arguments and their places in the value.
  private let parts: [(type: TypeMetadata, offset: Int)]

  /// - Returns: `nil` if the type is neither the first parameter's nor a tuple of the types of the first parameters.
  init?(_ requirement: Requirement, isForAllTypes: Bool) {
    let whole = TypeMetadata(A.self)
    if HandlerShape(types: [A.self]).fits(requirement, isForAllTypes: isForAllTypes) {
      parts = [(whole, 0)]
    } else if let tuple = TupleMetadata(whole) {
      parts = tuple.elements.map { ($0.type, $0.offset) }
      guard HandlerShape(types: parts.map(\.type.type)).fits(requirement, isForAllTypes: isForAllTypes) else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// Whether the arguments of a call are of the types asked for.
  func fits(_ arguments: Arguments) -> Bool {
    !arguments.requirement.isGeneric || HandlerShape(types: parts.map(\.type.type)).fits(arguments)
  }

  /// The types asked for.
  static var description: String {
    let types = TupleMetadata(TypeMetadata(A.self))?.elements.map(\.type.type) ?? [A.self]
    return HandlerShape(types: types).description
  }

  func read(_ arguments: Arguments) -> A {
    withUnsafeTemporaryAllocation(of: A.self, capacity: 1) { buffer in
      let value = buffer.baseAddress!
      for (index, part) in parts.enumerated() {
        // Invariant: the parts are all there is in the value, and have the types of the arguments, or are converted.
        let place = UnsafeMutableRawPointer(value) + part.offset
        if part.type.canRead(arguments.requirement.parameters[index].type) {
          part.type.copy(from: arguments.address(of: index), to: place)
          continue
        }
        func convert<T>(_ type: T.Type) {
          place.initializeMemory(as: T.self, to: arguments.boxedValue(at: index) as! T)
        }
        _openExistential(part.type.type, do: convert)
      }
      return value.move()
    }
  }
}
