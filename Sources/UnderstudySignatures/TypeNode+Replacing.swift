extension TypeNode {
  /// The type with some of its parts replaced.
  ///
  /// - Parameter replacement: What to put in a part's place; `nil` to look at the part's own parts.
  func replacing(_ replacement: (TypeNode) -> TypeNode?) -> TypeNode {
    if let other = replacement(self) { return other }
    switch self {
    case .nominal, .parameter, .constrainedSelf, .builtin, .integer: return self
    case .bound(let nominal, let lists, let retroactive):
      return .bound(
        nominal,
        arguments: lists.map { $0.map { $0.replacing(replacement) } },
        retroactive: retroactive
      )
    case .tuple(let elements): return .tuple(elements.map { $0.replacing(replacement) })
    case .function(var function):
      function.parameters = function.parameters.map { $0.replacing(replacement) }
      function.result = function.result.replacing(replacement)
      if case .typed(let error) = function.throwing { function.throwing = .typed(error.replacing(replacement)) }
      if case .globalActor(let actor) = function.isolation {
        function.isolation = .globalActor(actor.replacing(replacement))
      }
      return .function(function)
    case .qualified(let qualifier, let inner): return .qualified(qualifier, inner.replacing(replacement))
    case .metatype(let instance, let form): return .metatype(instance.replacing(replacement), form)
    case .existentialMetatype(let instance, let form):
      return .existentialMetatype(instance.replacing(replacement), form)
    case .existential(var existential):
      existential.superclass = existential.superclass?.replacing(replacement)
      return .existential(existential)
    case .constrainedExistential(let base, let requirements):
      return .constrainedExistential(
        base.replacing(replacement),
        requirements.map { $0.replacingConstraint(replacement) }
      )
    case .member(let base, let name, let proto):
      return .member(of: base.replacing(replacement), name: name, protocol: proto)
    case .pack(let types): return .pack(types.map { $0.replacing(replacement) })
    case .packExpansion(let pattern, let count):
      return .packExpansion(pattern: pattern.replacing(replacement), count: count.replacing(replacement))
    case .packElement(let pattern, let level): return .packElement(pattern.replacing(replacement), level: level)
    case .fixedArray(let count, let element):
      return .fixedArray(count: count.replacing(replacement), element: element.replacing(replacement))
    case .generic(let signature, let inner): return .generic(signature, inner.replacing(replacement))
    }
  }
}

extension TupleElementNode {
  fileprivate func replacing(_ replacement: (TypeNode) -> TypeNode?) -> TupleElementNode {
    TupleElementNode(label: label, type: type.replacing(replacement), isVariadic: isVariadic)
  }
}

extension GenericRequirementNode {
  /// The subject stays: in a constrained existential it speaks of the existential's own `Self`.
  fileprivate func replacingConstraint(_ replacement: (TypeNode) -> TypeNode?) -> GenericRequirementNode {
    switch constraint {
    case .sameType(let type): GenericRequirementNode(subject, .sameType(type.replacing(replacement)))
    case .superclass(let type): GenericRequirementNode(subject, .superclass(type.replacing(replacement)))
    case .sameShape(let type): GenericRequirementNode(subject, .sameShape(type.replacing(replacement)))
    case .value(let type): GenericRequirementNode(subject, .value(type.replacing(replacement)))
    case .conformance, .layout, .inverse, .pack: self
    }
  }
}
