extension TypeNode {
  /// The types that the type is made of.
  private var parts: [TypeNode] {
    switch self {
    case .parameter, .constrainedSelf, .nominal, .builtin, .integer: []
    case .bound(_, let lists, _): lists.flatMap(\.self)
    case .tuple(let elements): elements.map(\.type)
    case .function(let function): function.parts
    case .qualified(_, let inner), .metatype(let inner, _), .existentialMetatype(let inner, _),
      .member(let inner, _, _), .packElement(let inner, _):
      [inner]
    case .packExpansion(let pattern, let count): [pattern, count]
    case .existential(let existential): existential.superclass.map { [$0] } ?? []
    case .constrainedExistential(let base, let requirements): [base] + requirements.compactMap(\.constraint.type)
    case .pack(let types): types
    case .fixedArray(let count, let element): [count, element]
    case .generic(let signature, let inner): [inner] + signature.requirements.compactMap(\.constraint.type)
    }
  }

  /// Whether the type, or one that it is made of, is one of those that are meant.
  func contains(where isMeant: (TypeNode) -> Bool) -> Bool {
    if isMeant(self) { return true }
    for part in parts where part.contains(where: isMeant) { return true }
    return false
  }

  /// Whether the type mentions generic parameters, so that only a generic context can resolve it.
  package var isDependent: Bool {
    contains { part in
      switch part {
      case .parameter, .constrainedSelf, .packExpansion, .packElement, .generic: true
      default: false
      }
    }
  }

  /// Whether the type mentions one like `any P<Int>`, which the runtime doesn't find by name.
  var mentionsConstrainedExistential: Bool {
    contains { if case .constrainedExistential = $0 { true } else { false } }
  }

  /// Whether the type mentions a block.
  var mentionsBlock: Bool {
    contains { part in
      guard case .function(let function) = part else { return false }
      return function.convention == .block || function.convention == .escapingBlock
    }
  }

  /// The structs, enums and classes that the type mentions.
  var nominals: [NominalNode] {
    let inner = parts.flatMap(\.nominals)
    switch self {
    case .nominal(let nominal), .bound(let nominal, _, _): return [nominal] + inner
    default: return inner
    }
  }

  /// The protocols that existential types in the type mention.
  var protocols: [NominalNode] {
    let inner = parts.flatMap(\.protocols)
    if case .existential(let existential) = self { return existential.protocols + inner }
    return inner
  }
}

extension FunctionTypeNode {
  fileprivate var parts: [TypeNode] {
    var parts = [result]
    for parameter in parameters { parts.append(parameter.type) }
    if case .typed(let error) = throwing { parts.append(error) }
    if case .globalActor(let actor) = isolation { parts.append(actor) }
    return parts
  }
}

extension GenericRequirementNode.Constraint {
  /// The type that is required of the subject.
  fileprivate var type: TypeNode? {
    switch self {
    case .superclass(let type), .sameType(let type), .sameShape(let type), .value(let type): type
    case .conformance, .layout, .inverse, .pack: nil
    }
  }
}
