package import UnderstudyLocks

/// A conformance that a protocol demands of an associated type, or of an associated type of that.
package struct AssociatedConformance: Sendable {
  /// The names from `Self` on; none if the path isn't understood.
  package var path: [String]
  package var descriptor: ProtocolDescriptor
}

extension ProtocolDescriptor {
  /// The conformances that the protocol demands of associated types, in the order of their slots.
  package var associatedConformances: [AssociatedConformance] {
    (0..<signatureCount).compactMap { index in
      let requirement = signatureRequirement(index)
      guard case .conformance(let descriptor) = requirement.constraint, let subject = requirement.subject,
        !subject.isFirstParameter
      else { return nil }
      return AssociatedConformance(path: subject.memberPath, descriptor: descriptor)
    }
  }

  /// What some protocols, and those that they inherit from, demand of associated types, by path.
  package static func demands(
    of protocols: [ProtocolDescriptor]
  ) -> Table<[String], [ProtocolDescriptor]> {
    var demands: Table<[String], [ProtocolDescriptor]> = [:]
    for demand in protocols.flatMap(\.memberFacts).flatMap(\.conformances) {
      demands[demand.path, default: []].append(demand.descriptor)
    }
    return demands
  }
}
