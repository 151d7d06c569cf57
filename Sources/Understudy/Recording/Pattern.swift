internal import UnderstudyCalls

/// Which calls are meant: a requirement, and a matcher for each argument.
final class Pattern: Sendable {
  let requirement: Requirement
  /// One for each parameter.
  let matchers: [any ArgumentMatcher]
  /// The line where it was written.
  let location: SourceLocation
  /// The scenario that it was written in, if any.
  let scenario: ScenarioUse? = .current
  /// Whether calls of a generic requirement are meant whatever their types are.
  let isForAllTypes: Bool
  /// The matchers that can refuse an argument, for the entries.
  let filter: CallFilter
  /// The positions of the matchers that capture arguments.
  private let capturing: ContiguousArray<Int>

  init(
    requirement: Requirement,
    matchers: [any ArgumentMatcher],
    location: SourceLocation,
    isForAllTypes: Bool = false
  ) {
    self.requirement = requirement
    self.isForAllTypes = isForAllTypes
    self.matchers = matchers
    self.location = location
    var tests = matchers.indices.filter { !matchers[$0].isUniversal }.map { ($0, matchers[$0].test) }
    // Only calls of generic requirements, which share their index, may be of another requirement.
    if requirement.isGeneric { tests.insert((Self.asksForTypes, .ask), at: 0) }
    filter = CallFilter(requirement, tests) { arguments, index in
      index == Self.asksForTypes
        ? Self.concerns(requirement, arguments.requirement, isForAllTypes)
        : matchers[index].matches(arguments, at: index)
    }
    capturing = ContiguousArray(matchers.indices.filter { matchers[$0].captures })
  }

  /// Whether a call is meant. Runs users' code: never under a lock.
  func matches(_ arguments: Arguments) -> Bool {
    concerns(arguments.requirement) && filter.accepts(arguments)
  }

  /// Whether arguments are captured.
  var captures: Bool { !capturing.isEmpty }

  /// Hands the arguments of a matching call to the captors among the matchers. Runs under no lock.
  func capture(_ arguments: Arguments) {
    guard capturing.count > 0 else { return }
    for index in capturing { matchers[index].capture(arguments.boxedValue(at: index)) }
  }

  /// Whether calls of a requirement can be meant. Generic ones share their index among all instantiations.
  func concerns(_ other: Requirement) -> Bool { Self.concerns(requirement, other, isForAllTypes) }

  private static func concerns(_ requirement: Requirement, _ other: Requirement, _ isForAllTypes: Bool) -> Bool {
    if other === requirement { return true }
    // Only elements of parameter packs differ in number.
    if isForAllTypes {
      return other.index == requirement.index && other.parameters.count == requirement.parameters.count
    }
    return other.index == requirement.index && other.result == requirement.result
      && other.parameters.elementsEqual(requirement.parameters) { $0.type == $1.type }
  }

  /// The position of the test of a call's types, which belongs to no parameter.
  private static let asksForTypes = Int(UInt32.max)

  /// The same calls, and those with other types for the generic parameters.
  func forAllTypes() -> Pattern {
    let widened = requirement.parameters.indices.map { index in
      WidenedMatcher(matcher: matchers[index], type: requirement.parameters[index].type)
    }
    return Pattern(requirement: requirement, matchers: widened, location: location, isForAllTypes: true)
  }

  /// Whether every call meant by another pattern is meant by this one too.
  func covers(_ other: Pattern) -> Bool {
    guard requirement === other.requirement || concerns(other.requirement), isForAllTypes || !other.isForAllTypes else {
      return false
    }
    // There may be hundreds to compare with, in unoptimised code.
    var index = 0
    while index < matchers.count, index < other.matchers.count {
      if !matchers[index].covers(other.matchers[index]) { return false }
      index += 1
    }
    return true
  }

  /// Where it was written, for use inside a message: ` at Shop.swift:12`, with the scenario if it belongs to one.
  var place: String { " at \(location.short)\(origin)" }

  /// The scenario that it belongs to, for use inside a message: ` in scenario "sold out"`; nothing if to none.
  var origin: String { scenario.map { " in \($0.description)" } ?? "" }

  /// The call with matchers in place of arguments: `signIn(user: equal("blob"), password: any)`.
  func description(in subject: String) -> String {
    CallText.text(of: requirement, in: subject, arguments: matchers.map(\.description))
  }
}
