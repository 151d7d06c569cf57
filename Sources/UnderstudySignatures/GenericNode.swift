/// The generic parameters a declaration adds, and the requirements on them.
package struct GenericSignatureNode: Hashable, Sendable {
  /// The number of parameters at each depth, from the first depth the declaration adds to.
  package var parameterCounts: [Int]
  package var requirements: [GenericRequirementNode]

  package init(parameterCounts: [Int], requirements: [GenericRequirementNode] = []) {
    self.parameterCounts = parameterCounts
    self.requirements = requirements
  }

  /// Whether a call takes generic arguments: type metadata or witness tables.
  package var isGeneric: Bool {
    for count in parameterCounts where count > 0 { return true }
    for requirement in requirements {
      if case .conformance(let proto) = requirement.constraint, !proto.isMarkerProtocol { return true }
    }
    return false
  }
}

/// One requirement of a generic signature.
package struct GenericRequirementNode: Hashable, Sendable {
  package indirect enum Constraint: Hashable, Sendable {
    case conformance(NominalNode)
    case superclass(TypeNode)
    case sameType(TypeNode)
    case sameShape(TypeNode)
    /// A layout constraint as mangled: a letter and its sizes.
    case layout(String)
    /// `~Copyable` and the like: the number of the protocol among the invertible ones.
    case inverse(Int)
    /// The subject is a parameter pack.
    case pack
    /// The subject is an integer parameter of the given type.
    case value(TypeNode)
  }

  package var subject: TypeNode
  package var constraint: Constraint

  package init(_ subject: TypeNode, _ constraint: Constraint) {
    self.subject = subject
    self.constraint = constraint
  }
}

/// The declaration of a conformance: `extension Type: Protocol` in a module.
package struct ConformanceDeclarationNode: Hashable, Sendable {
  package var type: TypeNode
  package var `protocol`: NominalNode
  package var module: String
  /// The conditions of a conditional conformance.
  package var signature: GenericSignatureNode?

  package init(type: TypeNode, protocol: NominalNode, module: String, signature: GenericSignatureNode? = nil) {
    self.type = type
    self.protocol = `protocol`
    self.module = module
    self.signature = signature
  }
}

/// A conformance as generic arguments refer to it.
package indirect enum ConformanceNode: Hashable, Sendable {
  /// Which module declares a conformance.
  package enum Origin: Hashable, Sendable {
    case typeModule
    case protocolModule
    case module(String)
  }

  case concrete(TypeNode, NominalNode, Origin, conditions: [ConformanceNode])
  // The indices are kept as mangled; see DEPENDENT-CONFORMANCE-INDEX.
  case root(TypeNode, NominalNode, index: Int)
  case inherited(ConformanceNode, NominalNode, index: Int)
  case associated(ConformanceNode, TypeNode, NominalNode, index: Int)
  case opaque(ConformanceNode, TypeNode)
  case pack([ConformanceNode])
}

/// A conformance declared neither with the type nor with the protocol, and the generic requirement it satisfies.
package struct RetroactiveConformanceNode: Hashable, Sendable {
  package var conformance: ConformanceNode
  package var index: Int

  package init(conformance: ConformanceNode, index: Int) {
    self.conformance = conformance
    self.index = index
  }
}
