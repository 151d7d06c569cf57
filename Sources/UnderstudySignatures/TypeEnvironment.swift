package import UnderstudyLocks
package import UnderstudyMetadata

/// What the generic parameters and associated types of a signature stand for.
package struct TypeEnvironment: Sendable {
  /// A generic parameter's place in its signature.
  package struct Parameter: Hashable, Sendable {
    package var depth: Int
    package var index: Int

    package init(depth: Int, index: Int) {
      self.depth = depth
      self.index = index
    }

    /// `Self`, in a protocol.
    package static let conformer = Parameter(depth: 0, index: 0)
  }

  package var parameters: Table<Parameter, FormalType> = [:]
  /// The parameters that are packs.
  package var packs: Table<Parameter, [FormalType]> = [:]
  /// What the associated types of `Self` are, by name.
  package var members: Table<String, TypeMetadata> = [:]
  /// The protocols that parameters conform to: where their associated types are looked for, and what says how values of these are
  /// passed. `Self` conforms to the one that declares the requirement: nothing that others say counts for its calls.
  package var conformances: Table<Parameter, [ProtocolDescriptor]> = [:]
  /// What a signature itself says of associated types: `where S.Element: AnyObject`.
  package var demands: [MemberDemand] = []

  package init() {}

  /// What an associated type stands for.
  ///
  /// - Parameters:
  ///   - base: What the type is associated with, if that isn't `Self`.
  ///   - declaring: The protocol that declares it, where the signature says so.
  func member(_ name: String, of node: TypeNode, base: FormalType?, declaring: ProtocolDescriptor?) -> FormalType? {
    guard let outer = MemberPath(node) else { return nil }
    let protocols = (declaring.map { [$0] } ?? []) + protocols(of: outer)
    let pattern: TypeMetadata
    switch passing(of: outer + name) {
    case .concrete(let type): return FormalType(type)
    case .parameter(let parameter): return parameters[parameter]
    case .object: pattern = ObjectStandIn.type
    case .opaque: pattern = OpaqueStandIn.type
    case .unknown: return nil
    }
    if outer == .conformer, let member = members[name] { return FormalType(type: member, pattern: pattern) }
    guard let base else { return nil }
    // Nothing is known of what belongs to an unknown type.
    if base.type == OpaqueStandIn.type || base.type == ObjectStandIn.type { return FormalType(pattern) }
    for descriptor in protocols {
      guard let found = base.type.associatedType(named: name, of: descriptor) else { continue }
      return FormalType(type: found, pattern: pattern)
    }
    return nil
  }
}

extension TypeMetadata {
  /// What an associated type of a protocol, or of one it inherits from, is for this type.
  package func associatedType(named name: String, of descriptor: ProtocolDescriptor) -> TypeMetadata? {
    if let position = descriptor.associatedTypeNames.firstIndex(of: name) {
      let slots = descriptor.requirements.indices.filter { descriptor.requirement($0).kind == .associatedType }
      guard position < slots.count, let table = witnessTable(for: descriptor) else { return nil }
      return associatedType(slots[position], of: descriptor, in: table)
    }
    for base in descriptor.baseProtocols {
      if let found = associatedType(named: name, of: base) { return found }
    }
    return nil
  }
}
