/// A protocol as its module declares it.
struct ModuleProtocol: Sendable {
  /// One entry of the protocol's witness tables.
  enum Slot: Sendable {
    case baseProtocol(NominalNode)
    case associatedType(String)
    case associatedConformance(TypeNode, NominalNode)
    case member(RequirementSignature)
  }

  /// The name of the module.
  var module: String
  var visibility: ProtocolVisibility
  var name: NominalNode
  /// In the order of the witness tables' entries.
  var slots: [Slot]
}
