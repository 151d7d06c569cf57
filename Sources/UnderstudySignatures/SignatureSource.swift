/// Where the signatures of a protocol were read.
package enum SignatureSource: Hashable, Sendable {
  /// The serialized module of this name.
  case module(String)
  /// The symbols of these conforming types.
  case conformers([String])
  /// The symbols of the protocol's own method descriptors.
  case descriptors
  /// What the test said.
  case given

  /// As the subject of a sentence: "its module says …".
  package var description: String {
    switch self {
    case .module(let name): "its module \(name)"
    case .conformers(let names): "the symbols of \(names.joined(separator: ", "))"
    case .descriptors: "the symbols of its method descriptors"
    case .given: "the test"
    }
  }

  package var verb: String {
    switch self {
    case .module, .given: "says"
    case .conformers, .descriptors: "say"
    }
  }
}

/// The signatures of some of a protocol's requirements, and where they come from.
package struct SignatureReading: Hashable, Sendable {
  package var signatures: [RequirementSignature]
  package var source: SignatureSource
  /// The other sources that say the same.
  package var confirmedBy: [SignatureSource] = []
  /// The protocol's access level, and whether its module was built for testing, as far as the source tells.
  package var visibility: ProtocolVisibility = .unknown
}
