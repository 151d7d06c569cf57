/// A matcher of your own.
///
/// ```swift
/// struct Multiple: CustomMatcher {
///   let divisor: Int
///   var description: String { "multiple(of: \(divisor))" }
///   func matches(_ value: Int) -> Bool { value % divisor == 0 }
/// }
///
/// extension Match {
///   static func multiple(of divisor: Int) -> Int { custom(Multiple(divisor: divisor)) }
/// }
///
/// stub.when { $0.load(page: Match.multiple(of: 2)) }.thenReturn(page)
/// ```
public protocol CustomMatcher<Value> {
  /// The type of the arguments.
  associatedtype Value

  /// The words in messages, best the call that makes the matcher: `multiple(of: 2)`. By default, the name of the type.
  var description: String { get }

  /// Tells whether an argument is accepted. It may run several times for a call, on any thread that calls the double.
  ///
  /// - Parameter value: The argument.
  func matches(_ value: Value) -> Bool

  /// How a refused argument fails, in words that follow its description: `is not a multiple of 2`. By default, that it
  /// doesn't match the description.
  ///
  /// - Parameter value: The argument.
  func mismatch(of value: Value) -> String

  /// How an accepted argument passes, in words that follow its description, for `Match.not`: `is a multiple of 2`. By
  /// default, that it matches the description.
  ///
  /// - Parameter value: The argument.
  func match(of value: Value) -> String
}

extension CustomMatcher {
  public var description: String { "\(Self.self)()" }
  public func mismatch(of value: Value) -> String { "doesn't match \(description)" }
  public func match(of value: Value) -> String { "matches \(description)" }
}

extension Match {
  /// Accepts what a matcher of the test's own accepts.
  ///
  /// - Parameter matcher: The matcher.
  public static func custom<M: CustomMatcher>(_ matcher: M) -> M.Value {
    var custom = Matcher<M.Value>(matcher.description, miss: "", hit: "") { matcher.matches($0) }
    custom.miss = { ArgumentDescription.brief(matcher.mismatch(of: $0)) }
    custom.hit = { ArgumentDescription.brief(matcher.match(of: $0)) }
    return self.matcher(custom)
  }
}
