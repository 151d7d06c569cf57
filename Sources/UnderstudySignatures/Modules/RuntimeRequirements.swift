internal import UnderstudyLocks
internal import UnderstudyMetadata

/// What the types and protocols of other modules require, as the runtime knows it: references in serialized modules don't tell.
enum RuntimeRequirements {
  /// Whether a type's own generic signature has as many requirements as there are here, and conformances to the same protocols: the
  /// runtime knows of those, though not as a tree.
  ///
  /// - Parameter requirements: None of markers.
  static func signature(of nominal: NominalNode, looksLike requirements: [GenericRequirementNode]) -> Bool {
    guard let pointer = Declarations.descriptor(of: nominal) else { return false }
    guard let signature = ContextDescriptor(pointer: pointer).genericSignature else { return requirements.isEmpty }
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

  private static let implied = Guarded<Table<NominalNode, [Bool]>>([:])

  /// Whether conforming to a protocol implies conforming to `Copyable`, and to `Escapable`, as it does unless the protocol says
  /// otherwise.
  static func invertibleProtocols(impliedBy proto: NominalNode) -> [Bool] {
    if let known = implied.withLock({ $0[proto] }) { return known }
    let suppressed = proto.suppressedByMarker ?? Declarations.protocols(proto).first?.suppressed ?? 0
    let answer = [suppressed & 1 == 0, suppressed & 2 == 0]
    implied.withLock { $0[proto] = answer }
    return answer
  }
}

extension NominalNode {
  /// What a protocol without a description suppresses, by the standard library's interface; `nil` for other protocols.
  fileprivate var suppressedByMarker: UInt16? {
    if isSwift("Sendable") || isSwift("SendableMetatype") { return 0b11 }
    return isSwift("BitwiseCopyable") ? 0b10 : nil
  }
}

extension ProtocolDescriptor {
  /// The protocols that `Self` needn't conform to: `Copyable` is the first bit, `Escapable` the second.
  fileprivate var suppressed: UInt16 {
    for index in 0..<signatureCount {
      let requirement = signatureRequirement(index)
      guard case .invertedProtocols(let bits) = requirement.constraint else { continue }
      if requirement.subject?.isFirstParameter == true { return bits }
    }
    return 0
  }

  /// Whether one of some protocols is among those that this one inherits from.
  func inherits(from others: [ProtocolDescriptor], depth: Int = 0) -> Bool {
    for base in baseProtocols {
      if others.contains(base) { return true }
      if depth < 32, base.inherits(from: others, depth: depth + 1) { return true }
    }
    return false
  }
}
