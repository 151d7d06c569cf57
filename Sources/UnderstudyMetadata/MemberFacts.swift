internal import UnderstudyLocks

/// Two types that a protocol says are the same: `where Key == String`, `where Output.Element == Input`.
package struct SameType: Sendable {
  package enum Other: Sendable {
    case type(TypeMetadata)
    /// An associated type, or `Self`: the names from `Self` on.
    case path([String])
    /// Something made of associated types.
    case unknown
  }

  /// An associated type, or `Self`: the names from `Self` on.
  package var path: [String]
  package var other: Other

  package init(path: [String], other: Other) {
    self.path = path
    self.other = other
  }
}

/// What a protocol itself says of its associated types.
package struct MemberFacts: Sendable {
  package var sameTypes: [SameType] = []
  package var conformances: [AssociatedConformance] = []
  /// What has to be a class: the names from `Self` on.
  package var classPaths: [[String]] = []
  package var superclasses: [(path: [String], type: TypeMetadata)] = []

  init(of descriptor: ProtocolDescriptor) {
    conformances = descriptor.associatedConformances
    for index in 0..<descriptor.signatureCount {
      let requirement = descriptor.signatureRequirement(index)
      guard let path = requirement.subject?.pathFromSelf else { continue }
      switch requirement.constraint {
      case .sameType(let other):
        let same: SameType.Other = other.pathFromSelf.map { .path($0) } ?? other.resolve().map { .type($0) } ?? .unknown
        sameTypes.append(SameType(path: path, other: same))
      case .superclass(let name):
        if let type = name.resolve() { superclasses.append((path, type)) }
        classPaths.append(path)
      case .classLayout: classPaths.append(path)
      case .conformance(let descriptor) where descriptor.isClassConstrained: classPaths.append(path)
      default: break
      }
    }
  }
}

extension ProtocolDescriptor {
  private static let knownFacts = Guarded<Table<ProtocolDescriptor, [MemberFacts]>>([:])

  /// What the protocol, and then those that it inherits from, say of their associated types.
  package var memberFacts: [MemberFacts] {
    if let known = Self.knownFacts.withLock({ $0[self] }) { return known }
    let facts = [MemberFacts(of: self)] + baseProtocols.flatMap(\.memberFacts)
    Self.knownFacts.withLock { $0[self] = facts }
    return facts
  }

  /// What the protocol itself says of them.
  package var ownMemberFacts: MemberFacts { memberFacts[0] }
}

extension MangledName {
  /// The names from `Self` on, none for `Self`; `nil` if this is neither that nor an associated type.
  fileprivate var pathFromSelf: [String]? {
    if isFirstParameter { return [] }
    let path = memberPath
    return path.isEmpty ? nil : path
  }
}
