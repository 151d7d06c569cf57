internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyModules

// On which actor calls of a protocol's members run.

extension ModuleDecoder {
  /// The isolation that a member's parameters or attributes say; `nil` if neither says any.
  mutating func isolation(
    _ attributes: DeclarationReading.Attributes,
    parameters: [RequirementSignature.Parameter]
  ) throws(ModuleError) -> RequirementSignature.Isolation? {
    for parameter in parameters where parameter.isIsolated { return .parameter }
    return try ownIsolation(attributes)
  }

  /// The isolation that a declaration's own attributes say, written or inferred.
  mutating func ownIsolation(
    _ attributes: DeclarationReading.Attributes
  ) throws(ModuleError) -> RequirementSignature.Isolation? {
    if let isolation = attributes.isolation {
      return isolation == .nonsending ? .caller : RequirementSignature.Isolation.none
    }
    if attributes.isConcurrent { return RequirementSignature.Isolation.none }
    for id in attributes.custom {
      guard try isGlobalActor(id) else { continue }
      return .globalActor(try type(id))
    }
    return nil
  }

  /// Whether the type of an attribute is a global actor. Result builders are attributes too.
  private mutating func isGlobalActor(_ id: Int) throws(ModuleError) -> Bool {
    if let known = globalActors[id] { return known }
    guard case .nominal(let nominal) = try type(id) else { return false }
    let isActor = try isGlobalActor(nominal, type: id)
    globalActors[id] = isActor
    return isActor
  }

  private mutating func isGlobalActor(_ nominal: NominalNode, type id: Int) throws(ModuleError) -> Bool {
    if nominal.isSwift("MainActor") { return true }
    let declaration = try reader.declaration(try declaration(ofType: id))
    if declaration.record.kind != .reference { return declaration.attributes.isGlobalActor }
    return try ModuleSignatures.isGlobalActor(nominal)
  }
}

extension GenericRequirementNode {
  /// Whether a protocol with this requirement is one that only actors conform to.
  var makesActor: Bool {
    guard case .parameter(depth: 0, index: 0) = subject, case .conformance(let base) = constraint else { return false }
    return base.isActor
  }
}

extension NominalNode {
  fileprivate var isActor: Bool {
    if declaringModule == "Swift" { return isSwift("Actor") }
    if declaringModule == "Distributed" { return name == .plain("DistributedActor") }
    let actors = ActorProtocols.descriptors
    return Declarations.protocols(self).contains { $0.inherits(from: actors) }
  }
}

private enum ActorProtocols {
  /// The protocols that every actor conforms to by itself.
  static var descriptors: [ProtocolDescriptor] {
    SectionRecords.protocols(named: "Actor", inModule: "Swift")
      + SectionRecords.protocols(named: "DistributedActor", inModule: "Distributed")
  }
}
