extension TypeNode {
  /// The types that the type is made of.
  private var parts: [TypeNode] {
    switch self {
    case .parameter, .constrainedSelf, .nominal, .builtin, .integer: []
    case .bound(_, let lists, _): lists.flatMap(\.self)
    case .tuple(let elements): elements.map(\.type)
    case .function(let function): [function.result] + function.parameters.map(\.type)
    case .qualified(_, let inner), .metatype(let inner, _), .existentialMetatype(let inner, _),
      .member(let inner, _, _),
      .packElement(let inner, _), .generic(_, let inner):
      [inner]
    case .packExpansion(let pattern, let count): [pattern, count]
    case .existential(let existential): existential.superclass.map { [$0] } ?? []
    case .constrainedExistential(let base, let requirements):
      [base]
        + requirements.compactMap { requirement in
          if case .sameType(let type) = requirement.constraint { type } else { nil }
        }
    case .pack(let types): types
    case .fixedArray(let count, let element): [count, element]
    }
  }

  /// Whether the type mentions one like `any P<Int>`, which the runtime doesn't find by name.
  var mentionsConstrainedExistential: Bool {
    if case .constrainedExistential = self { return true }
    return parts.contains(where: \.mentionsConstrainedExistential)
  }

  /// Whether the type mentions a block.
  var mentionsBlock: Bool {
    if case .function(let function) = self, function.convention == .block || function.convention == .escapingBlock {
      return true
    }
    return parts.contains(where: \.mentionsBlock)
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
