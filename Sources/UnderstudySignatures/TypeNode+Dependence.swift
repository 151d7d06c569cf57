extension TypeNode {
  /// Whether the type depends on generic parameters, `Self` among them.
  package var hasParameters: Bool {
    switch self {
    case .parameter, .constrainedSelf, .packElement: true
    case .nominal, .builtin, .integer, .existential, .constrainedExistential: false
    case .bound(_, let arguments, _): arguments.contains { $0.contains(where: \.hasParameters) }
    case .tuple(let elements): elements.contains { $0.type.hasParameters }
    case .function(let function):
      function.result.hasParameters || function.parameters.contains { $0.type.hasParameters }
    case .qualified(let qualifier, let type): qualifier == .dynamicSelf || type.hasParameters
    case .metatype(let type, _), .existentialMetatype(let type, _): type.hasParameters
    case .member(let base, _, _): base.hasParameters
    case .pack(let types): types.contains(where: \.hasParameters)
    case .packExpansion(let pattern, let count): pattern.hasParameters || count.hasParameters
    case .fixedArray(let count, let element): count.hasParameters || element.hasParameters
    case .generic(_, let type): type.hasParameters
    }
  }
}
