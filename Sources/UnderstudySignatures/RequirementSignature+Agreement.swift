extension RequirementSignature {
  /// Whether another source's reading of the same requirement can be true as well: what both know is the same.
  ///
  /// Symbols don't know effects of accessors and isolation. Types that depend on generic parameters have several spellings of
  /// which symbols choose one, so they aren't compared.
  func agrees(with other: RequirementSignature) -> Bool {
    guard kind == other.kind, isStatic == other.isStatic, baseName == other.baseName, isAsync == other.isAsync,
      isGeneric == other.isGeneric, owner.name.text == other.owner.name.text,
      parameters.count == other.parameters.count
    else { return false }
    var index = 0
    while index < parameters.count {
      if !parameters[index].agrees(with: other.parameters[index], unsaid: unsaidOwnership) { return false }
      index += 1
    }
    if let throwing, let others = other.throwing, !throwing.agrees(with: others) { return false }
    return result.agrees(with: other.result)
  }

  /// What a parameter does that says nothing about it. Symbols needn't say it even where the source does.
  private var unsaidOwnership: Ownership {
    switch kind {
    case .initializer, .accessor(.setter, _): .owned
    default: .shared
    }
  }
}

extension RequirementSignature.Parameter {
  fileprivate func agrees(
    with other: RequirementSignature.Parameter,
    unsaid: RequirementSignature.Ownership
  ) -> Bool {
    label == other.label && isVariadic == other.isVariadic && isAutoclosure == other.isAutoclosure
      && isEscaping == other.isEscaping && isIsolated == other.isIsolated
      && (ownership == .default ? unsaid : ownership) == (other.ownership == .default ? unsaid : other.ownership)
      && type.agrees(with: other.type)
  }
}

extension FunctionTypeNode.Throwing {
  fileprivate func agrees(with other: FunctionTypeNode.Throwing) -> Bool {
    if case .typed(let left) = self, case .typed(let right) = other { return left.agrees(with: right) }
    return self == other
  }
}

extension TypeNode {
  /// Whether the runtime would take two types for the same, as far as both are spelled in full.
  fileprivate func agrees(with other: TypeNode) -> Bool {
    if self == other || isDependent || other.isDependent { return true }
    guard let left = plain, let right = other.plain else { return true }
    // Names that the runtime doesn't know (of constrained existentials, say) aren't compared.
    guard let leftName = try? left.runtimeName(), let rightName = try? right.runtimeName() else { return true }
    return leftName == rightName
  }

  /// The type without what only one of the sources knows; `nil` where a source doesn't know what kind of type something is.
  private var plain: TypeNode? {
    var isComplete = true
    let plain = replacing { type in
      switch type {
      case .function(var function) where function.convention == .escapingBlock:
        // Symbols don't tell whether a block may escape.
        function.convention = .block
        return TypeNode.function(function).plain
      case .function(var function) where function.parameters.contains(where: \.isShared):
        // Nor what is so anyway.
        for index in function.parameters.indices {
          if case .qualified(.shared, let type) = function.parameters[index].type {
            function.parameters[index].type = type
          }
        }
        return TypeNode.function(function).plain
      case .nominal(var nominal):
        if nominal.kind == .other { isComplete = false }
        guard nominal.module == "__C", nominal.kind == .typeAlias || nominal.kind == .enumeration else { return nil }
        // Symbols call a struct or enum of C that has no name of its own by that of its typedef.
        nominal.kind = .structure
        return .nominal(nominal)
      case .bound(let nominal, let lists, let retroactive):
        if nominal.kind == .other { isComplete = false }
        if retroactive.isEmpty { return nil }
        return .bound(nominal, arguments: lists.map { $0.compactMap(\.plain) }, retroactive: [])
      default: return nil
      }
    }
    return isComplete ? plain : nil
  }
}

extension TupleElementNode {
  fileprivate var isShared: Bool {
    if case .qualified(.shared, _) = type { return true }
    return false
  }
}
