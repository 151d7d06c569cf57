internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyModules

/// Tells whether a declaration of another module is a struct, an enum, a class or a protocol: references in serialized modules
/// don't, and manglings do.
enum DeclaredKinds {
  private static let known = Guarded<Table<NominalNode, NominalNode.Kind>>([:])

  /// The kind of a declaration; `other` where it can't be found out.
  ///
  /// - Parameter nominal: The declaration, its own kind left open.
  static func kind(of nominal: NominalNode) -> NominalNode.Kind {
    if let kind = StandardTypes.kind(of: nominal) { return kind }
    if let kind = known.withLock({ $0[nominal] }) { return kind }
    let kind = find(nominal)
    if kind != .other { known.withLock { $0[nominal] = kind } }
    return kind
  }

  /// Whether a type's own generic signature has as many requirements as there are here, and conformances to the same protocols: the
  /// runtime knows of those, though not as a tree.
  ///
  /// - Parameter requirements: None of markers.
  static func signature(of nominal: NominalNode, looksLike requirements: [GenericRequirementNode]) -> Bool {
    guard let descriptor = type(nominal) else { return false }
    guard let signature = descriptor.genericSignature else { return requirements.isEmpty }
    var count = 0
    var protocols: [String] = []
    for index in 0..<signature.requirementCount {
      switch signature.requirement(index).constraint {
      case .invertedProtocols: continue
      case .conformance(let proto): protocols.append(proto.name)
      default: break
      }
      count += 1
    }
    let others = requirements.compactMap { requirement in
      if case .conformance(let proto) = requirement.constraint { proto.name.text } else { nil }
    }
    return count == requirements.count && protocols.sorted() == others.sorted()
  }

  private static let copyable = Guarded<Table<NominalNode, Bool>>([:])

  /// Whether conforming to a protocol implies conforming to `Copyable` and `Escapable`, as it does unless the protocol says
  /// otherwise.
  static func requiresCopyable(_ proto: NominalNode) -> Bool {
    if let known = copyable.withLock({ $0[proto] }) { return known }
    let answer = !ProtocolLookup.descriptors(of: proto).contains { $0.isInverted }
    copyable.withLock { $0[proto] = answer }
    return answer
  }

  /// The runtime's description of a struct, an enum or a class.
  private static func type(_ nominal: NominalNode) -> ContextDescriptor? {
    let path = nominal.path
    return SectionRecords.type(named: nominal.name.text, inModule: nominal.declaringModule) {
      $0.isAt(path, from: nominal.module)
    }
  }

  private static func find(_ nominal: NominalNode) -> NominalNode.Kind {
    var asProtocol = nominal
    asProtocol.kind = .protocol
    if asProtocol.isMarkerProtocol { return .protocol }
    switch type(nominal)?.kind {
    case .struct: return .structure
    // Enums of C are mangled as structs (`ASTMangler::appendAnyGenericType`).
    case .enum: return nominal.module == "__C" ? .structure : .enumeration
    case .class: return .class
    default: break
    }
    let path = nominal.path
    for descriptor in SectionRecords.protocols(named: nominal.name.text, inModule: nominal.module)
    where descriptor.context.isAt(path, from: nominal.module) {
      return .protocol
    }
    guard case .success(let facts) = ModuleFacts.shared.nominal(module: nominal.declaringModule, path: path) else {
      return .other
    }
    switch facts.kind {
    case .structure: return .structure
    case .enumeration: return .enumeration
    case .classType: return .class
    case .protocolType: return .protocol
    }
  }
}

extension NominalNode {
  /// The declaration's name after those of the types around it.
  var path: [String] {
    switch context {
    case .module, .entity: [name.text]
    case .nominal(let outer), .extension(let outer, _, _): outer.path + [name.text]
    }
  }
}

extension ContextDescriptor {
  func isAt(_ path: [String], from module: String) -> Bool {
    fullName == path.reduce(module) { $0 + "." + $1 }
  }
}

extension ProtocolDescriptor {
  /// Whether `Self` needn't be copyable or escapable.
  fileprivate var isInverted: Bool {
    for index in 0..<signatureCount {
      let requirement = signatureRequirement(index)
      guard case .invertedProtocols = requirement.constraint else { continue }
      if requirement.subject?.isFirstParameter == true { return true }
    }
    return false
  }
}
