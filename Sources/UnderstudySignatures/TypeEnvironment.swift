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
  /// The associated types of `Self`, by name.
  package var members: Table<String, FormalType> = [:]
  /// The protocols that generic parameters conform to: where their associated types are looked for.
  package var conformances: Table<Parameter, [ProtocolDescriptor]> = [:]

  /// The protocols that the associated types of `Self`, and associated types of those, conform to, by names from `Self` on.
  package var memberConformances: Table<[String], [ProtocolDescriptor]> = [:]
  /// The associated types that a signature itself says are classes: `where S.Element: AnyObject`.
  package var classMembers: Set<TypeNode> = []

  package init() {}

  /// What an associated type stands for.
  ///
  /// - Parameters:
  ///   - base: What the type is associated with, if that isn't `Self`.
  ///   - declaring: The protocol that declares it, where the signature says so.
  func member(_ name: String, of node: TypeNode, base: FormalType?, declaring: ProtocolDescriptor?) -> FormalType? {
    if node == .parameter(depth: 0, index: 0), let member = members[name] { return member }
    guard let base else { return nil }
    let protocols = (declaring.map { [$0] } ?? []) + protocols(of: node)
    let isClass =
      classMembers.contains { $0.isMember(name, of: node) }
      || protocols.contains { $0.bindsToClass(name, inherited: true) }
    let pattern = isClass ? ObjectStandIn.type : OpaqueStandIn.type
    // Nothing is known of what belongs to an unknown type.
    if base.type == OpaqueStandIn.type || base.type == ObjectStandIn.type { return FormalType(pattern) }
    for descriptor in protocols {
      guard let found = base.type.associatedType(named: name, of: descriptor) else { continue }
      return FormalType(type: found, pattern: pattern)
    }
    return nil
  }
}

extension TypeEnvironment {
  /// The protocols that a parameter or an associated type is known to conform to.
  private func protocols(of node: TypeNode) -> [ProtocolDescriptor] {
    switch node {
    case .parameter(let depth, let index):
      return conformances[Parameter(depth: depth, index: index)] ?? []
    case .member(let base, let name, let declaring):
      let outer = protocols(of: base) + (declaring.flatMap(TypeResolver.protocolDescriptor(of:)).map { [$0] } ?? [])
      return (memberConformances[node.memberPath] ?? []) + (ProtocolDescriptor.demands(of: outer)[[name]] ?? [])
    default:
      return []
    }
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

extension TypeNode {
  /// The names of associated types from `Self` on; none for other types.
  fileprivate var memberPath: [String] {
    guard case .member(let base, let name, _) = self else { return [] }
    if base == .parameter(depth: 0, index: 0) { return [name] }
    let path = base.memberPath
    return path.isEmpty ? [] : path + [name]
  }

  /// Whether this is an associated type, by its name and what it is associated with.
  fileprivate func isMember(_ name: String, of base: TypeNode) -> Bool {
    if case .member(base, name, _) = self { return true }
    return false
  }
}
