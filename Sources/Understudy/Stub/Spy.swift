internal import UnderstudyFabrication

/// A test double in front of a real object: calls go on to that object unless a registration takes them, and are remembered.
///
/// ```swift
/// let spy = try Spy<any Shop>.make(forwardingTo: RealShop())
/// spy.when { $0.price(of: "apple") }.thenReturn(13)
/// order(in: spy())
/// spy.verify { $0.price(of: "pear") }
/// #expect(spy.history.forwarded.callCount == 1)
/// ```
///
/// What the object returns, throws and changes reaches the caller as it is. A struct or enum is copied when the spy is made,
/// and the copy sees the `mutating` calls.
public final class Spy<P>: TestDouble<P>, @unchecked Sendable {
  private init(_ type: DoubleType, _ target: DoubleType.Target, at location: SourceLocation) {
    super.init(type, target: target, at: location)
  }

  /// Makes a spy.
  ///
  /// - Parameters:
  ///   - real: The object that calls go on to. The double keeps it, and its values do.
  ///   - fileID: The file that failures which belong to no other line are reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that such failures are reported at.
  ///   - column: The column of the same place.
  /// - Throws: If the type can't be doubled; the error says why, and what to do.
  public static func make(
    forwardingTo real: P,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(StubError) -> Spy {
    do throws(Refusal) {
      let (type, target) = try DoubleType.of(target: real)
      return Spy(type, target, at: SourceLocation(fileID, filePath, line, column))
    } catch {
      throw StubError(error)
    }
  }
}

extension CallPattern {
  /// Makes calls go on to the object behind the spy.
  ///
  /// ```swift
  /// spy.when { try $0.load(id: Match.any()) }.thenThrow(LoadError.busy).thenForward()
  /// ```
  @discardableResult
  public func thenForward() -> Self {
    forwarding(times: nil)
  }

  /// Makes a number of calls go on to the object behind the spy.
  ///
  /// - Parameter times: How many calls go on.
  @discardableResult
  public func thenForward(times: Int) -> Self {
    hasUse(times, in: "thenForward") ? forwarding(times: times) : self
  }

  private func forwarding(times: Int?) -> Self {
    guard state.pattern != nil else { return self }
    guard state.recorder.forwards else {
      state.report(
        "\(state.recorder.subject) is doubled by a stub, which has nothing to forward to. Make a Spy.",
        in: "thenForward"
      )
      return self
    }
    return adding(ForwardBehaviour(times: times))
  }
}
