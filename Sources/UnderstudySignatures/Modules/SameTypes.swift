internal import UnderstudyLocks

/// The dependent types that a signature's requirements equate, so that a type is spelled as symbols spell it: by the shortest
/// member of its class, or concretely.
///
/// Sources may spell `Self.Items.Element` what is `Self.Item`. Only what the protocol and the member themselves require counts,
/// not what inherited protocols do.
struct SameTypes {
  private var replacements: Table<TypeNode, TypeNode> = [:]

  init(_ requirements: [GenericRequirementNode], _ generics: GenericSignatureNode?) {
    for requirement in requirements { add(requirement) }
    if let generics {
      for requirement in generics.requirements { add(requirement) }
    }
  }

  private mutating func add(_ requirement: GenericRequirementNode) {
    guard case .sameType(let other) = requirement.constraint else { return }
    let left = requirement.subject
    if !other.isParameter || other.precedes(left) {
      if other != left { replacements[left] = other }
    } else if left != other {
      replacements[other] = left
    }
  }

  func canonical(_ signature: RequirementSignature) -> RequirementSignature {
    if replacements.isEmpty { return signature }
    var signature = signature
    signature.result = canonical(signature.result)
    for index in signature.parameters.indices {
      signature.parameters[index].type = canonical(signature.parameters[index].type)
    }
    if case .typed(let error) = signature.throwing { signature.throwing = .typed(canonical(error)) }
    return signature
  }

  private func canonical(_ type: TypeNode) -> TypeNode {
    type.replacing { part in
      guard part.isParameter else { return nil }
      var part = part
      // Each replacement is shorter or concrete, so a handful of rounds is enough; damaged modules may go in circles.
      var rounds = 8
      while rounds > 0 {
        rounds -= 1
        guard let next = replacements[part] ?? inner(of: part) else { return part }
        if !next.isParameter { return next }
        part = next
      }
      return part
    }
  }

  /// A member of something that has a shorter spelling.
  private func inner(of type: TypeNode) -> TypeNode? {
    guard case .member(let base, let name, let proto) = type, let other = replacements[base] ?? inner(of: base),
      other.isParameter
    else { return nil }
    return .member(of: other, name: name, protocol: proto)
  }
}

extension TypeNode {
  /// Whether this is a generic parameter or a member of one.
  fileprivate var isParameter: Bool {
    switch self {
    case .parameter: true
    case .member(let base, _, _): base.isParameter
    default: false
    }
  }

  /// The number of members in a chain, and the chain from its base on.
  private var chain: (parameter: [Int], names: [String]) {
    switch self {
    case .parameter(let depth, let index): return ([depth, index], [])
    case .member(let base, let name, _):
      let (parameter, names) = base.chain
      return (parameter, names + [name])
    default: return ([], [])
    }
  }

  /// The order of dependent types: shorter ones first, then by parameter, then by name.
  fileprivate func precedes(_ other: TypeNode) -> Bool {
    let left = chain
    let right = other.chain
    if left.names.count != right.names.count { return left.names.count < right.names.count }
    if left.parameter != right.parameter { return left.parameter.lexicographicallyPrecedes(right.parameter) }
    return left.names.lexicographicallyPrecedes(right.names)
  }
}
