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

extension ProtocolDescriptor {
  /// What the protocol itself says is the same.
  package var sameTypes: [SameType] {
    (0..<signatureCount).compactMap { index in
      let requirement = signatureRequirement(index)
      guard case .sameType(let other) = requirement.constraint, let subject = requirement.subject,
        let path = subject.pathFromSelf
      else { return nil }
      if let otherPath = other.pathFromSelf { return SameType(path: path, other: .path(otherPath)) }
      return SameType(path: path, other: other.resolve().map { .type($0) } ?? .unknown)
    }
  }

  /// What the protocol itself says has to be a class: the names from `Self` on.
  package var classPaths: [[String]] {
    (0..<signatureCount).compactMap { index in
      let requirement = signatureRequirement(index)
      switch requirement.constraint {
      case .classLayout, .superclass: return requirement.subject?.pathFromSelf
      case .conformance(let descriptor) where descriptor.isClassConstrained: return requirement.subject?.pathFromSelf
      default: return nil
      }
    }
  }
}

extension MangledName {
  /// The names from `Self` on, none for `Self`; `nil` if this is neither that nor an associated type.
  fileprivate var pathFromSelf: [String]? {
    if isFirstParameter { return [] }
    let path = memberPath
    return path.isEmpty ? nil : path
  }
}
