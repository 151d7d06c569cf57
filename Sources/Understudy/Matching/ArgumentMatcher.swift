internal import UnderstudyCalls

/// A test of the argument at one position of a call.
protocol ArgumentMatcher: Sendable {
  /// The words in messages.
  var description: String { get }
  /// The expression that makes it in `when`.
  var expression: String { get }
  /// Whether every argument is accepted.
  var isUniversal: Bool { get }
  /// The one value that is accepted, where there is just one.
  var exactValue: Any? { get }

  func matches(_ arguments: Arguments, at index: Int) -> Bool
  /// Tests a boxed value.
  func matches(_ value: Any) -> Bool
  /// How a refused value fails, following the value's description.
  func miss(_ value: Any) -> String

  /// How the entries test an argument.
  var test: CallFilter.Test { get }

  /// Whether arguments are to be captured.
  var captures: Bool { get }
  /// Captures the argument of a call that the whole pattern matched.
  func capture(_ value: Any)

  /// Whether this accepts whatever another matcher accepts, as far as can be told without calling predicates.
  func covers(_ other: any ArgumentMatcher) -> Bool
}

extension ArgumentMatcher {
  var isUniversal: Bool { false }
  var test: CallFilter.Test { .ask }
  var captures: Bool { false }
  func capture(_ value: Any) {}

  func covers(_ other: any ArgumentMatcher) -> Bool {
    if isUniversal { return true }
    guard let mine = exactValue, let others = other.exactValue else { return false }
    return Comparison.of(mine, others).isEqual
  }
}

/// Accepts every argument.
struct AnyArgument: ArgumentMatcher {
  var description: String { "any" }
  var expression: String { "Match.any()" }
  var isUniversal: Bool { true }
  var exactValue: Any? { nil }

  func matches(_ arguments: Arguments, at index: Int) -> Bool { true }
  func matches(_ value: Any) -> Bool { true }
  func miss(_ value: Any) -> String { "" }
}

/// A user's matcher, fitted to a parameter.
protocol FittedMatcher: ArgumentMatcher {
  associatedtype Value
  var matcher: Matcher<Value> { get }
}

extension FittedMatcher {
  var exactValue: Any? { matcher.exactValue }
  var captures: Bool { matcher.capture != nil }

  func matches(_ value: Any) -> Bool {
    guard let value = value as? Value else { return false }
    return matcher.accepts?(value) ?? true
  }

  func capture(_ value: Any) {
    if let value = value as? Value { matcher.capture?(value) }
  }
}

/// A user's matcher of exactly the parameter's type: the argument is read in place.
struct ExactTypeMatcher<T>: FittedMatcher {
  let matcher: Matcher<T>

  var description: String { matcher.description }
  var expression: String { matcher.expression }
  var isUniversal: Bool { matcher.accepts == nil }
  var test: CallFilter.Test { matcher.exactValue.map { .comparing(to: $0) } ?? .ask }

  func matches(_ arguments: Arguments, at index: Int) -> Bool {
    guard let accepts = matcher.accepts else { return true }
    return accepts(arguments.value(at: index, as: T.self))
  }

  func miss(_ value: Any) -> String {
    (value as? T).map(matcher.miss) ?? "is not a value of type \(T.self)"
  }
}

/// A user's matcher of a type that converts implicitly to the parameter's: the argument is converted back.
struct ConvertingMatcher<T>: FittedMatcher {
  let matcher: Matcher<T>

  var description: String { isAny ? "any(\(T.self).self)" : matcher.description }
  var expression: String { isAny ? "Match.any(\(T.self).self)" : matcher.expression }
  private var isAny: Bool { matcher.accepts == nil && matcher.capture == nil }

  func matches(_ arguments: Arguments, at index: Int) -> Bool {
    matches(arguments.boxedValue(at: index))
  }

  func miss(_ value: Any) -> String {
    (value as? T).map(matcher.miss) ?? "is not a value of type \(T.self)"
  }
}

/// A literal of a type with `==` that is known from the signature.
struct EquatableLiteral<T: Equatable>: ArgumentMatcher, @unchecked Sendable {
  // Sendable: the value came in as an argument of a call and is only compared.
  let value: T
  let description: String

  init(_ value: T, description: String) {
    self.value = value
    self.description = description
  }

  var expression: String { "Match.equal(\(description))" }
  var exactValue: Any? { value }
  var test: CallFilter.Test { .comparing(to: value) }

  func matches(_ arguments: Arguments, at index: Int) -> Bool {
    arguments.value(at: index, as: T.self) == value
  }

  func matches(_ other: Any) -> Bool {
    guard let other = other as? T else { return false }
    return other == value
  }

  func covers(_ other: any ArgumentMatcher) -> Bool {
    if let other = other as? Self { return value == other.value }
    return other.exactValue.map { Comparison.of(value, $0).isEqual } ?? false
  }

  func miss(_ value: Any) -> String { "is not equal to \(description.isEmpty ? "[]" : description)" }
}

/// A literal whose way of comparing shows only in the value.
struct BoxedLiteral: ArgumentMatcher, @unchecked Sendable {
  // Sendable: the value came in as an argument of a call and is only compared.
  let value: Any
  let description: String

  init(_ value: Any, description: String) {
    self.value = value
    self.description = description
  }

  var expression: String { "Match.equal(\(description))" }
  var exactValue: Any? { value }

  func matches(_ arguments: Arguments, at index: Int) -> Bool {
    matches(arguments.boxedValue(at: index))
  }

  func matches(_ other: Any) -> Bool {
    Comparison.of(other, value).isEqual
  }

  func miss(_ other: Any) -> String {
    Comparison.isByIdentity(value)
      ? "is not the same instance" : "is not equal to \(description.isEmpty ? "[]" : description)"
  }
}

/// The elements of a variadic argument: one matcher for each, or one for all.
struct VariadicMatcher: ArgumentMatcher {
  let elements: [any ArgumentMatcher]

  private var all: (any ArgumentMatcher)? { elements.count == 1 ? elements[0] : nil }

  var description: String {
    all.map { "\($0.description)…" } ?? elements.map(\.description).joined(separator: ", ")
  }
  var expression: String { elements.map(\.expression).joined(separator: ", ") }
  var isUniversal: Bool { all?.isUniversal ?? false }
  var exactValue: Any? { nil }
  var captures: Bool { elements.contains { $0.captures } }

  func matches(_ arguments: Arguments, at index: Int) -> Bool {
    matches(arguments.boxedValue(at: index))
  }

  func matches(_ value: Any) -> Bool {
    guard let values = (value as? any ArrayShape)?.elements else { return false }
    if let all {
      // Nothing at all is "all any", but it isn't "all equal to 3".
      return all.isUniversal || (!values.isEmpty && values.allSatisfy { all.matches($0) })
    }
    guard values.count == elements.count else { return false }
    return zip(elements, values).allSatisfy { $0.matches($1) }
  }

  func capture(_ value: Any) {
    guard let values = (value as? any ArrayShape)?.elements else { return }
    for (position, value) in values.enumerated() { (all ?? elements[position]).capture(value) }
  }

  func miss(_ value: Any) -> String {
    guard let values = (value as? any ArrayShape)?.elements else { return "is not a list" }
    if all == nil, values.count != elements.count {
      return ListWords.miscount(values.count, expected: elements.count)
    }
    for (position, value) in values.enumerated() {
      let matcher = all ?? elements[position]
      if !matcher.matches(value) {
        return ListWords.has(value, at: position, which: matcher.miss(value))
      }
    }
    return "has no elements"
  }
}

extension CallFilter.Test {
  /// Compares with a value by `==`: by bytes, where these say the same.
  static func comparing<T>(to value: T) -> Self {
    var isExact: Bool {
      T.self == Int.self || T.self == Bool.self || T.self == UInt.self || T.self == Int64.self || T.self == UInt64.self
        || T.self == Int32.self || T.self == UInt32.self || T.self == Int16.self || T.self == UInt16.self
        || T.self == Int8.self || T.self == UInt8.self
    }
    // The same bytes are equal strings; others may be.
    guard isExact || T.self == String.self else { return .ask }
    let bytes = withUnsafeBytes(of: value) { [UInt8]($0) }
    return isExact ? .bytes(bytes) : .bytesOrAsk(bytes)
  }
}
