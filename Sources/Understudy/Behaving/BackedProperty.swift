internal import UnderstudyCalls
internal import UnderstudyLocks

extension TestDouble {
  /// Makes a property remember what it is set to.
  ///
  /// ```swift
  /// let name = try stub.backing(\.name, initial: "Ann")
  /// rename(stub(), to: "Bob")
  /// #expect(name.value == "Bob")
  /// ```
  ///
  /// Calls of the property's getter and setter are remembered as others are. A property that code under test can only read
  /// returns what the test sets.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - initial: Its value at first.
  ///   - fileID: The file that a mistake is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that a mistake is reported at.
  ///   - column: The column of the same place.
  /// - Returns: The property's value, to look at and to set without a call of the double.
  @discardableResult
  public func backing<Value>(
    _ property: KeyPath<P, Value>,
    initial: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> BackedProperty<Value> {
    let location = SourceLocation(fileID, filePath, line, column)
    let backed = BackedProperty(initial)
    guard let getter: CallPattern<P, Value> = calls(.getter, location, { _ = $0[keyPath: property] }) else {
      recorder.reporter.report("backing: the key path doesn't lead to a property of \(recorder.subject).", at: location)
      return backed
    }
    _ = getter.handling("backing", HandlerShape(types: [])) { _, _ in backed.value }
    if let property = property as? WritableKeyPath<P, Value>,
      // A key path also gets the value before it sets it.
      let setter: CallPattern<P, Void> = calls(.setter, location, { $0[keyPath: property] = initial })
    {
      _ = setter.handling("backing", HandlerShape(types: [Value.self])) { call, _ in
        backed.value = call.arguments.value(at: 0, as: Value.self)
      }
    }
    return backed
  }

  /// All calls of the accessor that a closure uses last; `nil` if it is of another kind.
  private func calls<R>(
    _ kind: Requirement.Kind,
    _ location: SourceLocation,
    _ use: (inout P) -> Void
  ) -> CallPattern<P, R>? {
    guard let pattern = recorded("backing", location, use).patternOfAllCalls(), pattern.requirement.kind == kind else {
      return nil
    }
    return CallPattern(PatternState(recorder, pattern, at: location))
  }
}

/// The value of a property that remembers what it is set to.
///
/// ``TestDouble/backing(_:initial:fileID:filePath:line:column:)`` makes one.
public final class BackedProperty<Value>: @unchecked Sendable {
  // Sendable: the value lies behind the lock, and is the test's own or came in as an argument of a call.
  private let stored: Guarded<Value>

  init(_ value: Value) {
    stored = Guarded(value)
  }

  /// What the property returns.
  public var value: Value {
    get { stored.withLock { $0 } }
    set {
      // The value before is released after the lock, since its `deinit` is users' code.
      let old = stored.withLock { exchange(&$0, with: newValue) }
      withExtendedLifetime(old) {}
    }
  }
}
