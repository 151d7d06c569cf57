extension Demangler {
  /// Type, protocol, module, and the conditions of a conditional conformance.
  mutating func popConformanceDeclaration() throws(DemanglingError) -> ConformanceDeclarationNode {
    let signature = popIfSignature()
    let module = try popModule()
    let proto = try popProtocol()
    return ConformanceDeclarationNode(type: try popType(), protocol: proto, module: module, signature: signature)
  }

  /// `H`: conformances as generic arguments refer to them.
  mutating func readConformanceOperator() throws(DemanglingError) {
    switch try readLetter() {
    case .P: try push(.conformanceReference(popProtocol(), .typeModule))
    case .p: try push(.conformanceReference(popProtocol(), .protocolModule))
    case .C:
      let conditions = try popConformances()
      let proto: NominalNode
      let origin: ConformanceNode.Origin
      if case .conformanceReference(let named, let place)? = stack.last?.value {
        take()
        proto = named
        origin = place
      } else {
        origin = .module(try popModule())
        proto = try popProtocol()
      }
      try push(.conformance(.concrete(popType(), proto, origin, conditions: conditions)))
    case .D:
      let index = try readIndex()
      let proto = try popProtocol()
      try push(.conformance(.root(popType(), proto, index: index)))
    case .I:
      let index = try readIndex()
      let proto = try popProtocol()
      try push(.conformance(.inherited(popConformance(), proto, index: index)))
    case .A:
      let index = try readIndex()
      let proto = try popProtocol()
      let type = try popType()
      try push(.conformance(.associated(popConformance(), type, proto, index: index)))
    case .O:
      let type = try popType()
      try push(.conformance(.opaque(popConformance(), type)))
    case .X: try push(.conformance(.pack(popConformances())))
    // Records that list a declaration for the runtime.
    case .n: try push(.global(.metadata(popType(), "Hn")))
    case .r: try push(.global(.protocolDescriptor(popProtocol())))
    case .c: try push(.global(.conformance(popConformanceDeclaration(), "Hc")))
    default: throw unsupported(length: 2)
    }
  }

  private mutating func popConformance() throws(DemanglingError) -> ConformanceNode {
    guard case .conformance(let conformance)? = stack.last?.value else { throw DemanglingError(.malformed) }
    take()
    return conformance
  }

  private mutating func popConformances() throws(DemanglingError) -> [ConformanceNode] {
    try popList { (machine) throws(DemanglingError) in try machine.popConformance() }
  }

  mutating func makeRetroactiveConformance() throws(DemanglingError) {
    let index = try readIndex()
    try push(.retroactive(RetroactiveConformanceNode(conformance: popConformance(), index: index)))
  }
}
