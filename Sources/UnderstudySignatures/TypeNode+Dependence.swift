extension TypeNode {
  /// Whether the type mentions generic parameters, so that only a generic context can resolve it.
  package var isDependent: Bool {
    switch self {
    case .parameter, .constrainedSelf, .packExpansion, .packElement: true
    case .nominal, .builtin, .integer: false
    case .bound(_, let lists, _): lists.contains { $0.contains(where: \.isDependent) }
    case .tuple(let elements): elements.contains(where: \.type.isDependent)
    case .function(let function): function.isDependent
    case .qualified(_, let inner), .metatype(let inner, _), .existentialMetatype(let inner, _): inner.isDependent
    case .member(let base, _, _): base.isDependent
    case .existential(let existential): existential.superclass?.isDependent ?? false
    case .constrainedExistential(let base, let requirements):
      base.isDependent || requirements.contains(where: \.constraint.isDependent)
    case .pack(let types): types.contains(where: \.isDependent)
    case .fixedArray(let count, let element): count.isDependent || element.isDependent
    case .generic: true
    }
  }
}

extension FunctionTypeNode {
  fileprivate var isDependent: Bool {
    if result.isDependent || parameters.contains(where: \.type.isDependent) { return true }
    if case .typed(let error) = throwing, error.isDependent { return true }
    if case .globalActor(let actor) = isolation { return actor.isDependent }
    return false
  }
}

extension GenericRequirementNode.Constraint {
  /// Whether what is required of the subject mentions generic parameters.
  fileprivate var isDependent: Bool {
    switch self {
    case .superclass(let type), .sameType(let type), .sameShape(let type), .value(let type): type.isDependent
    case .conformance, .layout, .inverse, .pack: false
    }
  }
}
