internal import UnderstudyCalls
internal import UnderstudyMetadata

/// Turns a recorded call into a pattern: each argument gets the matcher that was written for it, or is a literal.
struct PatternBuilder {
  /// Why a call makes no pattern, in words for the user.
  struct Problem: Error {
    var message: String
  }

  private let call: Collector.RecordedCall
  private var requirement: Requirement { call.arguments.requirement }

  /// Makes the pattern of a call.
  ///
  /// - Parameter location: The line of the closure.
  static func pattern(of call: Collector.RecordedCall, at location: SourceLocation) throws(Problem) -> Pattern {
    let builder = PatternBuilder(call: call)
    let matchers = try builder.argumentMatchers()
    for (index, matcher) in matchers.enumerated() where matcher.captures && matcher is CallbackMatcher {
      guard let problem = CallbackMatcher.problem(with: builder.requirement.parameters[index]) else { continue }
      let name = CallText.name(ofArgument: index, in: builder.requirement)
      throw Problem(message: "\(name) of \(CallText.signature(of: builder.requirement)) \(problem)")
    }
    return Pattern(requirement: builder.requirement, matchers: matchers, location: location)
  }

  private init(call: Collector.RecordedCall) {
    self.call = call
  }

  private func argumentMatchers() throws(Problem) -> [any ArgumentMatcher] {
    if call.matchers.isEmpty && call.autoclosureMatchers.isEmpty {
      var matchers: [any ArgumentMatcher] = []
      for index in requirement.parameters.indices { matchers.append(try literal(at: index)) }
      return matchers
    }
    if let matchers = try matchersInOrder() { return matchers }
    guard let parameters = parametersWithMatchers() else { throw mixed() }
    try checkOrder(parameters)
    var matchers: [any ArgumentMatcher] = []
    var remaining = call.matchers[...]
    var slots: [Int: any ArgumentMatcher] = [:]
    var places: [Place] = []
    for index in evaluationOrder where parameters.contains(index) {
      let count = slotCount(at: index)
      let recorded = Array(remaining.prefix(count))
      slots[index] = try fit(recorded, at: index)
      for (element, bytes) in slotBytes(at: index).enumerated() {
        places.append(Place(index: index, element: element, bytes: bytes, matcher: recorded[element]))
      }
      remaining = remaining.dropFirst(count)
    }
    try check(places)
    for index in requirement.parameters.indices {
      if let matcher = slots[index] {
        matchers.append(matcher)
      } else if let matcher = try autoclosure(at: index) {
        matchers.append(matcher)
      } else {
        matchers.append(try literal(at: index))
      }
    }
    return matchers
  }

  /// The usual case, in one look: each parameter, in order of evaluation, has a matcher of exactly its type.
  private func matchersInOrder() throws(Problem) -> [any ArgumentMatcher]? {
    let requirement = requirement
    let parameters = requirement.parameters
    let isSetter = requirement.kind == .setter || requirement.kind == .subscriptSetter
    guard !isSetter, call.matchers.count == parameters.count else { return nil }
    var matchers: [any ArgumentMatcher] = []
    var areInPlace = true
    var index = 0
    while index < parameters.count {
      let recorded = call.matchers[index]
      let matcher = recorded.matcher
      let parameter = parameters[index]
      let isPlain = !parameter.isVariadic && parameter.autoclosureResult == nil && parameter.ownership != .inout
      guard isPlain, matcher.valueType == parameter.type else { return nil }
      matchers.append(matcher.fitted(to: parameter.type))
      if recorded.isSurelyNot(call.arguments.address(of: index), of: parameter.type) { areInPlace = false }
      index += 1
    }
    if areInPlace { return matchers }
    try check(
      parameters.indices.map { Place(index: $0, element: 0, bytes: slotBytes(at: $0)[0], matcher: call.matchers[$0]) }
    )
    return matchers
  }

  // MARK: Which matcher belongs to which parameter

  /// The parameters in the order in which the compiler evaluates their arguments: an assignment's value comes last.
  private var evaluationOrder: [Int] {
    let all = Array(requirement.parameters.indices)
    let isSetter = requirement.kind == .setter || requirement.kind == .subscriptSetter
    return isSetter && !all.isEmpty ? Array(all.dropFirst()) + [0] : all
  }

  /// How many matchers an argument takes: a variadic one takes one for each of its elements.
  private func slotCount(at index: Int) -> Int {
    guard requirement.parameters[index].isVariadic else { return 1 }
    return (call.arguments.boxedValue(at: index) as? any ArrayShape)?.count ?? 1
  }

  /// The parameters that the matchers stand for: all of them, except that places and types may be left out, since no
  /// expression of `Match` can be written for a place, and none need be for a type. `nil` if the count doesn't fit.
  private func parametersWithMatchers() -> Set<Int>? {
    let given = call.matchers.count
    let candidates = requirement.parameters.indices.filter { requirement.parameters[$0].autoclosureResult == nil }
    let isPlace = { requirement.parameters[$0].ownership == .inout }
    let isType = { requirement.parameters[$0].type.isMetatype }
    let choices: [[Int]] = [
      candidates,
      candidates.filter { !isPlace($0) && !isType($0) },
      candidates.filter { !isPlace($0) },
      candidates.filter { !isType($0) },
    ]
    return choices.first { $0.reduce(0) { $0 + slotCount(at: $1) } == given }.map { Set($0) }
  }

  /// Refuses matchers that were made before the call, in an order that isn't that of the arguments.
  private func checkOrder(_ parameters: Set<Int>) throws(Problem) {
    let wanted = evaluationOrder.filter { parameters.contains($0) }.flatMap { index in
      Array(repeating: matchedType(at: index), count: slotCount(at: index))
    }
    let given = call.matchers.map(\.matcher.valueType)
    // Types that differ may still convert; the same types in another order aren't meant to.
    guard wanted != given else { return }
    var missing = wanted
    for type in given {
      guard let position = missing.firstIndex(of: type) else { return }
      missing.remove(at: position)
    }
    let names = { (types: [TypeMetadata]) in types.map { "\($0.type)" }.joined(separator: ", ") }
    throw Problem(
      message: "\(CallText.signature(of: requirement)) takes (\(names(wanted))), "
        + "but the matchers were made in the order (\(names(given))). "
        + "Write them as arguments of the call, or make them in its order."
    )
  }

  /// The type of an argument, or of a variadic one's elements.
  private func matchedType(at index: Int) -> TypeMetadata {
    let parameter = requirement.parameters[index]
    guard parameter.isVariadic, let list = parameter.type.type as? any ArrayShape.Type else { return parameter.type }
    return TypeMetadata(list.elementType)
  }

  private func fit(
    _ recorded: [Collector.RecordedMatcher],
    at index: Int
  ) throws(Problem) -> any ArgumentMatcher {
    let parameter = requirement.parameters[index]
    for matcher in recorded.map(\.matcher) where !matcher.valueType.converts(to: matchedType(at: index)) {
      throw Problem(
        message: "\(matcher.expression) stands for a value of type \(matcher.valueType.type), but "
          + "\(CallText.name(ofArgument: index, in: requirement)) of \(CallText.signature(of: requirement)) is of type "
          + "\(matchedType(at: index).type). A matcher has to be the whole argument: to look into it, write "
          + "Match.property(…), Match.array([…]) or Match.matching { … }."
      )
    }
    guard parameter.isVariadic else { return recorded[0].matcher.fitted(to: parameter.type) }
    let element = matchedType(at: index)
    return VariadicMatcher(elements: recorded.map { $0.matcher.fitted(to: element) })
  }

  private func autoclosure(at index: Int) throws(Problem) -> (any ArgumentMatcher)? {
    guard requirement.parameters[index].autoclosureResult != nil else { return nil }
    if requirement.parameters[index].isAsyncAutoclosure { return AnyArgument() }
    guard let recorded = call.autoclosureMatchers[index] else { throw mixed() }
    let matcher = recorded.matcher
    guard matcher.fitted(to: matcher.valueType).isUniversal else {
      throw Problem(
        message: "\(matcher.expression) can't stand for \(CallText.name(ofArgument: index, in: requirement)): "
          + "an autoclosure isn't evaluated to see whether a call matches. Write Match.any() for it."
      )
    }
    return AnyArgument()
  }

  // MARK: Whether matchers are the arguments

  /// An argument, or an element of a variadic one, and the matcher that stands for it if matchers were made in order.
  private struct Place {
    let index: Int
    let element: Int
    let bytes: [UInt8]
    let matcher: Collector.RecordedMatcher
  }

  private func expression(of place: Place) -> String {
    place.matcher.matcher.fitted(to: matchedType(at: place.index)).expression
  }

  /// Refuses matchers whose values went elsewhere: into an expression, to another argument of their type, or nowhere.
  private func check(_ places: [Place]) throws(Problem) {
    let wrong = places.filter { place in
      let type = matchedType(at: place.index)
      if type == TypeMetadata(Any.self), !requirement.parameters[place.index].isVariadic {
        return place.matcher.isSurelyNot(boxed: call.arguments.boxedValue(at: place.index))
      }
      return place.matcher.isSurelyNot(place.bytes, of: type)
    }
    guard let first = wrong.first else { return }
    let signature = CallText.signature(of: requirement)
    var missing = wrong
    for place in wrong {
      let home = missing.firstIndex { other in
        other.bytes == place.matcher.bytes && matchedType(at: other.index) == place.matcher.matcher.valueType
      }
      if let home { missing.remove(at: home) }
    }
    if missing.isEmpty {
      let names = places.map(expression).joined(separator: ", ")
      throw Problem(
        message: "\(signature) got \(names), which were made in another order than its arguments. "
          + "Write them as arguments of the call, or make them in its order."
      )
    }
    var expressions: [Int: [Int: String]] = [:]
    for place in places {
      let isFirst = place.index == first.index && place.element == first.element
      expressions[place.index, default: [:]][place.element] =
        isFirst ? "Match.matching { … }" : expression(of: place)
    }
    let line = CallText.expression(
      of: requirement,
      arguments: requirement.parameters.indices.map { suggestion(at: $0, matchers: expressions) }
    )
    throw Problem(
      message: "\(expression(of: first)) isn't "
        + "\(CallText.name(ofArgument: first.index, in: requirement)) of \(signature): a matcher has to be the whole argument, and no part of an expression.\n"
        + "  Write: \(line)\n  or Match.equal(…) in place of Match.matching { … }."
    )
  }

  // MARK: Literals

  private func literal(at index: Int) throws(Problem) -> any ArgumentMatcher {
    let parameter = requirement.parameters[index]
    if parameter.ownership == .inout { return AnyArgument() }
    if parameter.isAsyncAutoclosure { return AnyArgument() }
    if parameter.autoclosureResult != nil { throw incomparable(index, "an autoclosure") }
    let description = CallText.value(at: index, of: call.arguments)
    func typed<T: Equatable>(_ type: T.Type) -> any ArgumentMatcher {
      EquatableLiteral(call.arguments.value(at: index, as: type), description: description)
    }
    if let type = parameter.type.type as? any Equatable.Type, !(type is AnyObject.Type) {
      return typed(type)
    }
    let value = call.arguments.boxedValue(at: index)
    if let type = Comparison.obstacle(in: value) {
      throw incomparable(index, String(describing: type).contains("->") ? "a function" : "a value of type \(type)")
    }
    return BoxedLiteral(value, description: description)
  }

  private func incomparable(_ index: Int, _ kind: String) -> Problem {
    let parameter = requirement.parameters[index]
    let names = CallText.name(ofArgument: index, in: requirement)
    let expression = CallText.expression(
      of: requirement,
      arguments: requirement.parameters.indices.map { $0 == index ? "Match.any()" : suggestion(at: $0, matchers: [:]) }
    )
    return Problem(
      message: "\(names) of \(CallText.signature(of: requirement)) is \(kind), which can't be compared with ==."
        + "\n  Write: \(expression)"
        + (parameter.type.isFunction ? "" : "\n  or Match.matching { … } in place of Match.any().")
    )
  }

  // MARK: Matchers for some arguments only

  private func mixed() -> Problem {
    let placed = placedMatchers()
    let total = evaluationOrder.reduce(0) { $0 + slotCount(at: $1) }
    let given = call.matchers.count + call.autoclosureMatchers.count
    let expression = CallText.expression(
      of: requirement,
      arguments: requirement.parameters.indices.map { suggestion(at: $0, matchers: placed) }
    )
    return Problem(
      message: "\(CallText.signature(of: requirement)) got \(given) \(given == 1 ? "matcher" : "matchers") "
        + "for \(total) \(total == 1 ? "argument" : "arguments"): write matchers for all arguments, or for none.\n"
        + "  Write: \(expression)"
    )
  }

  /// Where the matchers that were given most likely belong, by parameter and element: to arguments of their type that hold
  /// what they returned.
  private func placedMatchers() -> [Int: [Int: String]] {
    var placed: [Int: [Int: String]] = [:]
    var remaining = call.matchers[...]
    for index in evaluationOrder {
      let type = matchedType(at: index)
      for (element, bytes) in slotBytes(at: index).enumerated() {
        guard let next = remaining.first, next.matcher.valueType == type, next.bytes == bytes else { continue }
        placed[index, default: [:]][element] = next.matcher.fitted(to: type).expression
        remaining = remaining.dropFirst()
      }
    }
    for (index, recorded) in call.autoclosureMatchers {
      placed[index] = [0: recorded.matcher.expression]
    }
    // Where not all found a place, none is sure.
    return remaining.isEmpty ? placed : [:]
  }

  /// The bytes of an argument, or of a variadic one's elements.
  private func slotBytes(at index: Int) -> [[UInt8]] {
    let parameter = requirement.parameters[index]
    if parameter.isVariadic { return (call.arguments.boxedValue(at: index) as? any ArrayShape)?.elementBytes ?? [] }
    return [[UInt8](UnsafeRawBufferPointer(start: call.arguments.address(of: index), count: parameter.type.size))]
  }

  private func suggestion(at index: Int, matchers: [Int: [Int: String]]) -> String {
    let parameter = requirement.parameters[index]
    if !parameter.isVariadic, let matcher = matchers[index]?[0] { return matcher }
    // With no matcher placed, an argument may be a placeholder, which mustn't be looked at.
    if matchers.isEmpty && !call.matchers.isEmpty { return "Match.any()" }
    if parameter.ownership == .inout { return "&\(parameter.label ?? "value")" }
    if parameter.autoclosureResult != nil { return "Match.any()" }
    let value = call.arguments.boxedValue(at: index)
    guard parameter.isVariadic else { return suggestion(for: value, of: parameter.type) }
    guard let elements = (value as? any ArrayShape)?.elements else { return "Match.any()" }
    let type = matchedType(at: index)
    let texts = elements.enumerated().map { matchers[index]?[$0] ?? suggestion(for: $1, of: type) }
    return ArgumentDescription.brief(texts.joined(separator: ", "))
  }

  /// The matcher for a literal.
  private func suggestion(for value: Any, of type: TypeMetadata) -> String {
    if let type = value as? Any.Type { return "\(type).self" }
    if Comparison.obstacle(in: value) != nil { return "Match.any()" }
    // An existential isn't Equatable, whatever is in it.
    if type.kind == .existential || type.kind == .extendedExistential { return "Match.matching { … }" }
    if Comparison.isByIdentity(value) { return "Match.identical(to: …)" }
    return "Match.equal(\(ArgumentDescription.isSource(value) ? ArgumentDescription.of(value) : "…"))"
  }
}

extension Requirement.Parameter {
  /// Whether what is written for it can't be looked at: an asynchronous autoclosure isn't evaluated, and stands for every value.
  fileprivate var isAsyncAutoclosure: Bool {
    autoclosureResult != nil && FunctionMetadata(type)?.isAsync ?? false
  }
}

extension TypeMetadata {
  /// Whether values of the type are types themselves.
  fileprivate var isMetatype: Bool { kind == .metatype || kind == .existentialMetatype }
}

extension TypeMetadata {
  /// Whether some value of this type may turn into one of another type where it is passed, as far as can be told: not from one
  /// struct, enum or tuple to another.
  fileprivate func converts(to other: TypeMetadata) -> Bool {
    if self == other { return true }
    switch other.kind {
    case .struct, .enum:
      if other == TypeMetadata(AnyHashable.self) { return true }
      guard let mine = NominalMetadata(self), let others = NominalMetadata(other) else { return false }
      // Collections of more special elements; pointers to mutable memory; Double and CGFloat.
      let names = [mine, others].map { "\($0.descriptor.context.name ?? "")" }
      return mine.descriptor == others.descriptor || names.allSatisfy { $0.hasPrefix("Unsafe") }
        || names.contains("CGFloat")
    case .tuple:
      return kind == .tuple
    default:
      return true
    }
  }
}
