internal import UnderstudyCalls
internal import UnderstudyMetadata

/// A matcher of a generic requirement's argument, for calls with any type of that argument.
struct WidenedMatcher: ArgumentMatcher {
  /// The matcher as it was written, for one type.
  let matcher: any ArgumentMatcher
  /// That type.
  let type: TypeMetadata

  /// Whether the argument only tells the type, which may be any.
  private var isType: Bool { type.kind == .metatype || type.kind == .existentialMetatype }

  var description: String { isType ? "any" : matcher.description }
  var expression: String { matcher.expression }
  var isUniversal: Bool { isType || matcher.isUniversal }
  var exactValue: Any? { isUniversal ? nil : matcher.exactValue }
  var captures: Bool { matcher.captures }

  func matches(_ arguments: Arguments, at index: Int) -> Bool {
    if isUniversal { return true }
    // What was written reads its own type in place.
    if arguments.requirement.parameters[index].type == type { return matcher.matches(arguments, at: index) }
    return matcher.matches(arguments.boxedValue(at: index))
  }

  func matches(_ value: Any) -> Bool { isUniversal || matcher.matches(value) }
  func miss(_ value: Any) -> String { matcher.miss(value) }
  func capture(_ value: Any) { matcher.capture(value) }
}
