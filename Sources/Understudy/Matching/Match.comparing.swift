extension Match {
  /// Accepts arguments that differ from a value.
  ///
  /// - Parameter value: The value to compare with.
  public static func notEqual<T: Equatable>(_ value: T) -> T {
    comparison("notEqual", value, miss: "is equal to", hit: "is not equal to") { $0 != value }
  }

  /// Accepts one instance of a class.
  ///
  /// ```swift
  /// stub.verify { $0.add(Match.identical(to: view)) }
  /// ```
  ///
  /// - Parameter instance: The instance.
  public static func identical<T: AnyObject>(to instance: T) -> T {
    record(
      Matcher(
        "identical(to: \(ArgumentDescription.of(instance)))",
        miss: "is not the same instance",
        hit: "is the same instance"
      ) { $0 === instance },
      returning: instance
    )
  }

  /// Accepts arguments above a bound.
  ///
  /// - Parameter bound: The value that arguments must exceed.
  public static func greaterThan<T: Comparable>(_ bound: T) -> T {
    comparison("greaterThan", bound, miss: "is not greater than", hit: "is greater than") { $0 > bound }
  }

  /// Accepts arguments that reach a bound.
  ///
  /// - Parameter bound: The smallest value that is accepted.
  public static func atLeast<T: Comparable>(_ bound: T) -> T {
    comparison("atLeast", bound, miss: "is not at least", hit: "is at least") { $0 >= bound }
  }

  /// Accepts arguments below a bound.
  ///
  /// - Parameter bound: The value that arguments must stay below.
  public static func lessThan<T: Comparable>(_ bound: T) -> T {
    comparison("lessThan", bound, miss: "is not less than", hit: "is less than") { $0 < bound }
  }

  /// Accepts arguments up to a bound.
  ///
  /// - Parameter bound: The largest value that is accepted.
  public static func atMost<T: Comparable>(_ bound: T) -> T {
    comparison("atMost", bound, miss: "is not at most", hit: "is at most") { $0 <= bound }
  }

  /// Accepts arguments within a range.
  ///
  /// ```swift
  /// stub.when { $0.load(page: Match.inRange(1...9)) }.thenReturn(page)
  /// ```
  ///
  /// - Parameter range: The accepted values: a range of any kind.
  public static func inRange<T: Comparable>(_ range: some RangeExpression<T>) -> T {
    let text = ArgumentDescription.of(range)
    return matcher(
      Matcher("inRange(\(text))", miss: "is not in \(text)", hit: "is in \(text)") { range.contains($0) }
    )
  }

  /// Accepts arguments that are equal to one of several values.
  ///
  /// - Parameter values: The accepted values. To choose among matchers there is `anyOf`.
  public static func oneOf<T: Equatable>(_ values: T...) -> T {
    oneOf(values)
  }

  /// Accepts arguments that are equal to one of several values.
  ///
  /// - Parameter values: The accepted values.
  public static func oneOf<T: Equatable>(_ values: [T]) -> T {
    let text = ArgumentDescription.of(elements: values)
    return matcher(
      Matcher("oneOf(\(text))", miss: "is not one of [\(text)]", hit: "is one of [\(text)]") { values.contains($0) }
    )
  }

  private static func comparison<T>(
    _ name: String,
    _ bound: T,
    miss: String,
    hit: String,
    _ accepts: @escaping (T) -> Bool
  ) -> T {
    let text = ArgumentDescription.of(bound)
    return record(
      Matcher("\(name)(\(text))", miss: "\(miss) \(text)", hit: "\(hit) \(text)", accepts: accepts),
      returning: bound
    )
  }
}
