internal import UnderstudyMetadata

/// A test of one argument, with the words for it.
struct Matcher<T>: @unchecked Sendable {
  // Sendable: unchecked, since a user's predicate may capture the test's own variables.

  /// The words in messages, also the call that makes the matcher: `equal("blob")`. Just `any` for the one without terms.
  var description: String
  /// The expression that makes the matcher, where it isn't the description as a member of `Match`.
  var written: String?
  /// The test. `nil` accepts every value.
  var accepts: ((T) -> Bool)?
  /// How a refused value fails, following the value's description: `is not equal to "blob"`.
  var miss: String
  /// The one value that is accepted, where there is just one.
  var exactValue: T?
  /// What to do with the argument of a call that the whole pattern matched.
  var capture: ((T) -> Void)?

  init(_ description: String, miss: String? = nil, accepts: @escaping (T) -> Bool) {
    self.description = description
    self.miss = miss ?? "doesn't match \(description)"
    self.accepts = accepts
  }

  private init(description: String, accepts: ((T) -> Bool)?, miss: String, exactValue: T?) {
    self.description = description
    self.accepts = accepts
    self.miss = miss
    self.exactValue = exactValue
  }

  /// The expression that makes the matcher.
  var expression: String { written ?? "Match.\(description)" }

  /// Accepts every value of the type.
  static var any: Matcher {
    var any = Matcher(description: "any", accepts: nil, miss: "is not a value of type \(T.self)", exactValue: nil)
    any.written = "Match.any()"
    return any
  }

  /// Accepts one value only.
  static func equal(_ value: T) -> Matcher where T: Equatable {
    let text = ArgumentDescription.of(value)
    return Matcher(
      description: "equal(\(text))",
      accepts: { $0 == value },
      miss: "is not equal to \(text)",
      exactValue: value
    )
  }
}

/// A matcher of any type, as `Match` hands it over.
protocol AnyMatcher: Sendable {
  var description: String { get }
  var expression: String { get }
  /// The type of value that the user's call of `Match` returned.
  var valueType: TypeMetadata { get }
  /// The matcher, fitted to values of a parameter's type.
  func fitted(to type: TypeMetadata) -> any ArgumentMatcher
}

extension Matcher: AnyMatcher {
  var valueType: TypeMetadata { TypeMetadata(T.self) }

  func fitted(to type: TypeMetadata) -> any ArgumentMatcher {
    if accepts == nil, capture == nil, valueType == type || (valueType.isFunction && type.isFunction) {
      // Function types differ in marks such as `@Sendable` that make no difference to who accepts everything.
      return AnyArgument()
    }
    return valueType == type ? ExactTypeMatcher(matcher: self) : ConvertingMatcher(matcher: self)
  }
}

extension TypeMetadata {
  /// Whether this is the type of a function.
  var isFunction: Bool { kind == .function }
}
