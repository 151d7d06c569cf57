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
  var miss: (T) -> String
  /// How an accepted value passes, following the value's description: `is equal to "blob"`.
  var hit: (T) -> String
  /// The one value that is accepted, where there is just one.
  var exactValue: T?
  /// What to do with the argument of a call that the whole pattern matched.
  var capture: ((T) -> Void)?

  init(
    _ description: String,
    miss: @autoclosure @escaping () -> String,
    hit: @autoclosure @escaping () -> String,
    accepts: ((T) -> Bool)?
  ) {
    self.description = ArgumentDescription.brief(description)
    self.accepts = accepts
    self.miss = { _ in miss() }
    self.hit = { _ in hit() }
  }

  /// The expression that makes the matcher.
  var expression: String { written ?? "Match.\(description)" }

  /// Whether a value is accepted.
  func takes(_ value: T) -> Bool { accepts?(value) ?? true }

  /// Accepts every value of the type.
  static var any: Matcher {
    var any = Matcher("any", miss: "is not a value of type \(T.self)", hit: "is accepted by any()", accepts: nil)
    any.written = "Match.any()"
    return any
  }

  /// Stands for no matcher at all.
  static var absent: Matcher {
    var absent = any
    absent.written = ""
    return absent
  }
  var isAbsent: Bool { written == "" }

  /// Accepts one value only.
  static func equal(_ value: T) -> Matcher where T: Equatable {
    let text = ArgumentDescription.of(value)
    var equal = Matcher("equal(\(text))", miss: "is not equal to \(text)", hit: "is equal to \(text)") { $0 == value }
    equal.exactValue = value
    return equal
  }

  /// Accepts what compares as equal to a literal: by `==`, by identity, or as a type.
  static func literal(_ value: T) -> Matcher {
    let text = ArgumentDescription.of(value)
    let isInstance = Comparison.isByIdentity(value)
    var literal = Matcher(
      text,
      miss: isInstance ? "is not the same instance" : "is not equal to \(text)",
      hit: isInstance ? "is the same instance" : "is equal to \(text)"
    ) { Comparison.of($0, value).isEqual }
    literal.written = text
    return literal
  }

  /// The same test for values of another type, of which some are of this one.
  func converted<U>(to type: U.Type) -> Matcher<U> {
    if let same = self as? Matcher<U> { return same }
    // Function types differ in marks such as `@Sendable`, and no cast tells: who accepts everything accepts all functions.
    let takesFunctions = acceptsEverything && TypeMetadata(T.self).isFunction
    var other = Matcher<U>(
      description,
      miss: "is not a value of type \(T.self)",
      hit: "is a value of type \(T.self)",
      accepts: takesFunctions && TypeMetadata(U.self).isFunction
        ? nil : { value in (value as? T).map { self.takes($0) } ?? false }
    )
    other.written = written
    if acceptsEverything {
      other.description = "any(\(T.self).self)"
      other.written = "Match.any(\(T.self).self)"
    } else {
      other.miss = { value in (value as? T).map { self.miss($0) } ?? "is not a value of type \(T.self)" }
      other.hit = { value in (value as? T).map { self.hit($0) } ?? "is a value of type \(T.self)" }
    }
    if let capture { other.capture = { value in if let value = value as? T { capture(value) } } }
    return other
  }
}

/// A matcher of any type, as `Match` hands it over.
protocol AnyMatcher: Sendable {
  var description: String { get }
  var expression: String { get }
  /// Whether arguments are captured.
  var captures: Bool { get }
  /// Whether this tells no argument from another.
  var acceptsEverything: Bool { get }
  /// The type of value that the user's call of `Match` returned.
  var valueType: TypeMetadata { get }
  /// The same test for values of another type.
  func converted<U>(to type: U.Type) -> Matcher<U>
  /// The matcher, fitted to values of a parameter's type.
  func fitted(to type: TypeMetadata) -> any ArgumentMatcher
}

extension Matcher: AnyMatcher {
  var captures: Bool { capture != nil }
  var acceptsEverything: Bool { accepts == nil && capture == nil }
  var valueType: TypeMetadata { TypeMetadata(T.self) }

  func fitted(to type: TypeMetadata) -> any ArgumentMatcher {
    if acceptsEverything, valueType == type || (valueType.isFunction && type.isFunction) {
      // Function types differ in marks such as `@Sendable` that make no difference to who accepts everything.
      return AnyArgument()
    }
    return valueType == type ? ExactTypeMatcher(matcher: self) : ConvertingMatcher(matcher: self)
  }
}

/// Accepts every value of a type: `Matcher.any` as it is mostly used, which leaves the closures of a `Matcher` unmade.
struct AnyValue: AnyMatcher {
  let valueType: TypeMetadata

  var description: String { AnyArgument().description }
  var expression: String { AnyArgument().expression }
  var captures: Bool { false }
  var acceptsEverything: Bool { true }

  private var whole: any AnyMatcher {
    func make<T>(_ type: T.Type) -> any AnyMatcher { Matcher<T>.any }
    return _openExistential(valueType.type, do: make)
  }

  func converted<U>(to type: U.Type) -> Matcher<U> { whole.converted(to: type) }

  func fitted(to type: TypeMetadata) -> any ArgumentMatcher {
    valueType == type ? AnyArgument() : whole.fitted(to: type)
  }
}

extension TypeMetadata {
  /// Whether this is the type of a function.
  var isFunction: Bool { kind == .function }
}
