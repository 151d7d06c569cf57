internal import UnderstudyLocks
internal import UnderstudyCalls
internal import UnderstudyConvention
internal import UnderstudyMetadata
internal import UnderstudySignatures

/// Makes the recorder's view of a requirement, and the shape of its calls, from its signature; or refuses what can't be called
/// exactly.
struct RequirementFactory: Sendable {
  /// The type that a double is asked of.
  let subject: String
  let signature: RequirementSignature
  /// What the signature's parameters stand for.
  var environment: TypeEnvironment
  /// What a double does unless a test says otherwise.
  var defaultAnswer: Requirement.DefaultAnswer?
  /// Whether only the language itself calls the requirement.
  var isImplicit = false

  /// A requirement and how it is called.
  struct Product {
    var requirement: Requirement
    var shape: CallShape
  }

  func make(index: Int) throws(Refusal) -> Product {
    if signature.isAsync, signature.isolation == nil {
      // Symbols don't tell of `nonisolated(nonsending)`, with which a call passes one argument more.
      throw unsupported(
        "its module can't be read, and the symbols of a conformer don't tell whether the caller's actor is passed along."
      )
    }
    let throwing: Requirement.Throwing
    var errorType: FormalType?
    switch signature.throwing {
    case .never: throwing = .never
    case .anyError: throwing = signature.isRethrowing ? .rethrowing : .anyError
    case nil: throwing = .unknown
    case .typed(let error):
      let formal = try type(error)
      throwing = formal.type == TypeMetadata(Never.self) ? .never : .anyError
      if throwing == .anyError, formal.pattern != TypeMetadata((any Error).self) { errorType = formal }
    }
    var parameters: [Requirement.Parameter] = []
    var passed: [CallShape.Parameter] = []
    var packs: [CallShape.Pack] = []
    for parameter in signature.parameters {
      if case .packExpansion(let pattern, let count) = parameter.type {
        let elements = try elements(of: parameter, pattern, count)
        packs.append(CallShape.Pack(first: parameters.count, count: elements.count))
        parameters += elements.map(\.parameter)
        passed += elements.map { CallShape.Parameter(type: $0.type, ownership: $0.parameter.ownership) }
        continue
      }
      let formal = try formal(parameter)
      parameters.append(formal.parameter)
      passed.append(
        CallShape.Parameter(
          type: formal.type,
          ownership: formal.parameter.ownership,
          isNonescaping: formal.parameter.isNonescaping
        )
      )
    }
    let (result, resultPackCount) = try result()
    let requirement = Requirement(
      index: index,
      kind: try kind(),
      isStatic: signature.isStatic,
      baseName: signature.baseName,
      parameters: parameters,
      result: result.type,
      isAsync: signature.isAsync,
      throwing: throwing,
      errorType: errorType.flatMap { $0.type == TypeMetadata((any Error).self) ? nil : $0.type },
      defaultAnswer: defaultAnswer,
      isImplicit: isImplicit,
      isGeneric: signature.isGeneric
    )
    let shape = CallShape(
      parameters: passed,
      packs: packs,
      result: result,
      resultPackCount: resultPackCount,
      isAsync: signature.isAsync,
      canThrow: throwing != .never,
      errorType: errorType,
      takesCallersActor: signature.isAsync && signature.isolation == .caller,
      consumesSelf: signature.selfAccess == .consuming,
      genericArgumentCount: signature.generics?.argumentCount ?? 0
    )
    return Product(requirement: requirement, shape: shape)
  }

  /// A parameter for each element of a pack: `all(_: 1, "a")` has two.
  private func elements(
    of parameter: RequirementSignature.Parameter,
    _ pattern: TypeNode,
    _ count: TypeNode
  ) throws(Refusal) -> [(parameter: Requirement.Parameter, type: FormalType)] {
    let ownership = ownership(of: parameter)
    if ownership == .inout { throw unsupported("parameter packs that are passed `inout` aren't known.") }
    if pattern.holdsFunction { throw unsupported("functions of each type of a parameter pack aren't passed yet.") }
    return try expansion(of: pattern, over: count).enumerated().map { index, type in
      let label = index == 0 ? parameter.label : nil
      return (Requirement.Parameter(label: label, type: type.type, ownership: ownership), type)
    }
  }

  /// The result, and how many elements it has if it is a pack.
  private func result() throws(Refusal) -> (type: FormalType, packCount: Int?) {
    guard case .tuple(let elements) = signature.result, elements.count == 1,
      case .packExpansion(let pattern, let count) = elements[0].type
    else { return (try type(signature.result), nil) }
    if pattern.holdsFunction { throw unsupported("functions of each type of a parameter pack aren't passed yet.") }
    let types = try expansion(of: pattern, over: count)
    return (types.count == 1 ? types[0] : TypeBuilder(environment).tuple(of: types), types.count)
  }

  private func formal(
    _ parameter: RequirementSignature.Parameter
  ) throws(Refusal) -> (parameter: Requirement.Parameter, type: FormalType) {
    var node = parameter.type
    var isNonescaping = false
    var autoclosureResult: TypeMetadata?
    if case .function(var function) = node {
      // Whether a function may be kept is the parameter's matter; the type that a test names is that of one that may.
      switch function.convention {
      case .nonescaping: isNonescaping = true
      case .autoclosure:
        isNonescaping = true
        autoclosureResult = try type(function.result).type
      case .escapingAutoclosure:
        autoclosureResult = try type(function.result).type
      default: break
      }
      if isNonescaping || autoclosureResult != nil {
        function.convention = .escaping
        node = .function(function)
      }
    }
    let type = try type(node)
    var formal = Requirement.Parameter(
      label: parameter.label,
      type: type.type,
      ownership: ownership(of: parameter),
      isVariadic: parameter.isVariadic,
      autoclosureResult: autoclosureResult
    )
    formal.isNonescaping = isNonescaping
    return (formal, type)
  }

  private func kind() throws(Refusal) -> Requirement.Kind {
    switch signature.kind {
    case .method: .method
    case .initializer: .initializer
    case .accessor(.getter, .property): .getter
    case .accessor(.setter, .property): .setter
    case .accessor(.getter, .subscript): .subscriptGetter
    case .accessor(.setter, .subscript): .subscriptSetter
    case .accessor: throw unsupported("it is accessed through a coroutine of a kind that isn't known.")
    }
  }

  private func ownership(of parameter: RequirementSignature.Parameter) -> Requirement.Ownership {
    switch parameter.ownership {
    case .inout: return .inout
    case .owned: return .owned
    case .shared: return .guaranteed
    case .default:
      // Setters and initializers take over what they are given: a setter's indices too.
      switch signature.kind {
      case .initializer, .accessor(.setter, _): return .owned
      default: return .guaranteed
      }
    }
  }

  private func type(_ node: TypeNode) throws(Refusal) -> FormalType {
    try built(node) { builder throws(TypeResolver.Failure) in try builder.type(node) }
  }

  private func expansion(of pattern: TypeNode, over count: TypeNode) throws(Refusal) -> [FormalType] {
    try built(pattern) { builder throws(TypeResolver.Failure) in try builder.expansion(of: pattern, over: count) }
  }

  private func built<T>(
    _ node: TypeNode,
    _ build: (TypeBuilder) throws(TypeResolver.Failure) -> T
  ) throws(Refusal) -> T {
    do throws(TypeResolver.Failure) {
      return try build(TypeBuilder(environment))
    } catch {
      switch error {
      case .unspeakable(let text):
        throw unsupported("\(node.spelling) can't be looked up at run time: \(text).")
      case .unknown:
        throw unsupported("\(TypeResolver.whyUnknown(node)).")
      }
    }
  }

  /// A refusal because of a type that the requirement mentions.
  func unsupported(_ error: UnsupportedType) -> Refusal {
    unsupported("values of type \(error.type.name) can't be passed: \(error.reason).")
  }

  /// A refusal because of this requirement. `reason` completes "isn't supported: …".
  func unsupported(_ reason: String) -> Refusal {
    Refusal(
      subject: subject,
      reason: "Its requirement `\(signature.spelling)` isn't supported: \(reason)",
      remedy: "Write a conformer by hand, or put a protocol without this requirement in front of it."
    )
  }
}

extension TypeNode {
  /// Whether values have functions in them that are called as the declaration says.
  fileprivate var holdsFunction: Bool {
    switch self {
    case .function: true
    case .tuple(let elements): elements.contains(where: \.type.holdsFunction)
    case .bound(NominalNode(.enumeration, swift: "Optional"), let lists, _):
      lists.contains { $0.contains(where: \.holdsFunction) }
    case .qualified(_, let type): type.holdsFunction
    default: false
    }
  }
}

extension GenericSignatureNode {
  /// The generic parameters that a requirement adds to those of its protocol.
  var parameters: [TypeEnvironment.Parameter] {
    // The first depth is that of the protocol's `Self`, where the signature counts it at all.
    parameterCounts.enumerated().flatMap { depth, count in
      (0..<count).map { TypeEnvironment.Parameter(depth: depth + 1, index: $0) }
    }
  }

  /// Which of them are packs. Packs of the same shape, which always have the same length, have the same number.
  var packShapes: Table<TypeEnvironment.Parameter, Int> {
    var shapes: Table<TypeEnvironment.Parameter, Int> = [:]
    for parameter in parameters {
      let node = TypeNode.parameter(depth: parameter.depth, index: parameter.index)
      guard requirements.contains(where: { $0.subject == node && $0.constraint == .pack }) else { continue }
      let equals = requirements.compactMap { requirement -> TypeNode? in
        guard case .sameShape(let other) = requirement.constraint else { return nil }
        if requirement.subject == node { return other }
        return other == node ? requirement.subject : nil
      }
      let earlier = equals.lazy.compactMap { node -> Int? in
        guard case .parameter(let depth, let index) = node else { return nil }
        return shapes[.init(depth: depth, index: index)]
      }.first
      shapes[parameter] = earlier ?? Set(shapes.map(\.value)).count
    }
    return shapes
  }

  /// The words of generic arguments that a call passes: the length of each shape of packs, a type for each parameter, or the list of a
  /// pack's types, then the witness tables.
  var argumentCount: Int {
    var count = Set(packShapes.map(\.value)).count + parameters.count
    for requirement in requirements {
      if case .conformance(let descriptor) = requirement.constraint, !descriptor.isMarkerProtocol { count += 1 }
    }
    return count
  }
}
