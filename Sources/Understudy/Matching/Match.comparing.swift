extension Match {
  /// Accepts arguments that differ from a value.
  ///
  /// - Parameter value: The value to compare with.
  public static func notEqual<T: Equatable>(_ value: T) -> T {
    let text = ArgumentDescription.of(value)
    return record(Matcher("notEqual(\(text))", miss: "is equal to \(text)") { $0 != value }, returning: value)
  }

  /// Accepts one instance of a class.
  ///
  /// ```swift
  /// stub.verify { $0.add(Match.identical(to: view)) }
  /// ```
  ///
  /// - Parameter instance: The instance.
  public static func identical<T: AnyObject>(to instance: T) -> T {
    let text = ArgumentDescription.of(instance)
    return record(
      Matcher("identical(to: \(text))", miss: "is not the same instance") { $0 === instance },
      returning: instance
    )
  }

  /// Accepts arguments above a bound.
  ///
  /// - Parameter bound: The value that arguments must exceed.
  public static func greaterThan<T: Comparable>(_ bound: T) -> T {
    comparison("greaterThan", bound, "is not greater than") { $0 > bound }
  }

  /// Accepts arguments that reach a bound.
  ///
  /// - Parameter bound: The smallest value that is accepted.
  public static func atLeast<T: Comparable>(_ bound: T) -> T {
    comparison("atLeast", bound, "is less than") { $0 >= bound }
  }

  /// Accepts arguments below a bound.
  ///
  /// - Parameter bound: The value that arguments must stay below.
  public static func lessThan<T: Comparable>(_ bound: T) -> T {
    comparison("lessThan", bound, "is not less than") { $0 < bound }
  }

  /// Accepts arguments up to a bound.
  ///
  /// - Parameter bound: The largest value that is accepted.
  public static func atMost<T: Comparable>(_ bound: T) -> T {
    comparison("atMost", bound, "is greater than") { $0 <= bound }
  }

  /// Accepts arguments within a range.
  ///
  /// ```swift
  /// stub.when { $0.load(page: Match.inRange(1...9)) }.thenReturn(page)
  /// ```
  ///
  /// - Parameter range: The accepted values.
  public static func inRange<T: Comparable>(_ range: some RangeExpression<T>) -> T {
    let text = ArgumentDescription.of(range)
    return matcher(Matcher("inRange(\(text))", miss: "is not in \(text)") { range.contains($0) })
  }

  /// Accepts arguments that are equal to one of several values.
  ///
  /// - Parameter values: The accepted values.
  public static func oneOf<T: Equatable>(_ values: T...) -> T {
    oneOf(values)
  }

  /// Accepts arguments that are equal to one of several values.
  ///
  /// - Parameter values: The accepted values.
  public static func oneOf<T: Equatable>(_ values: [T]) -> T {
    let text = ArgumentDescription.of(values)
    return matcher(Matcher("oneOf(\(text))", miss: "is not one of \(text)") { values.contains($0) })
  }

  private static func comparison<T>(
    _ name: String,
    _ bound: T,
    _ miss: String,
    _ accepts: @escaping (T) -> Bool
  ) -> T {
    let text = ArgumentDescription.of(bound)
    return record(Matcher("\(name)(\(text))", miss: "\(miss) \(text)", accepts: accepts), returning: bound)
  }
}
