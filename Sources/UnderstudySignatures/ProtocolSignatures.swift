package import UnderstudyMetadata

/// Reads the signatures of a protocol's requirements from the best source there is.
///
/// That is the serialized module that declares the protocol, else a linked conformer. Where both are at hand, they have to agree.
package enum ProtocolSignatures {
  /// The signatures of some of a protocol's requirements.
  ///
  /// - Parameter slots: The positions in the protocol's list of requirements, of requirements that are called.
  /// - Throws: A `SignatureError` that says which sources were looked at and why each failed.
  package static func read(
    _ descriptor: ProtocolDescriptor,
    slots: [Int]
  ) throws(SignatureError) -> [RequirementSignature] {
    let signatures: [RequirementSignature]
    do throws(ModuleSignatures.Failure) {
      signatures = try ModuleSignatures.read(descriptor).signatures(at: slots)
    } catch {
      return try readConformers(of: descriptor, slots: slots, after: error)
    }
    if let others = ConformerSignatures.glance(at: descriptor, slots: slots) {
      try compare(signatures, others, of: descriptor)
    }
    return signatures
  }

  /// Reads conformers where the module wouldn't do.
  static func readConformers(
    of descriptor: ProtocolDescriptor,
    slots: [Int],
    after failure: ModuleSignatures.Failure
  ) throws(SignatureError) -> [RequirementSignature] {
    do throws(SignatureError) {
      return try ConformerSignatures.read(descriptor, slots: slots)
    } catch {
      throw SignatureError(
        reason: "\(error.reason) Nor could they be read from the module that declares it: \(failure.reason).",
        remedy: error.remedy
      )
    }
  }

  /// Refuses readings that contradict each other.
  static func compare(
    _ signatures: [RequirementSignature],
    _ others: [RequirementSignature],
    of descriptor: ProtocolDescriptor
  ) throws(SignatureError) {
    for (signature, other) in zip(signatures, others) where !signature.agrees(with: other) {
      let conformer = other.conformingType?.spelling ?? "a conformer"
      throw SignatureError(
        reason: "Two sources disagree about a requirement of \(descriptor.name): its module says "
          + "`\(signature.record)`, the symbols of \(conformer) say `\(other.record)`.",
        remedy: "Rebuild everything from scratch; if that doesn't help, please report this."
      )
    }
  }
}

extension ModuleProtocol {
  fileprivate func signatures(at positions: [Int]) throws(ModuleSignatures.Failure) -> [RequirementSignature] {
    var signatures: [RequirementSignature] = []
    for position in positions {
      guard position < slots.count, case .member(let signature) = slots[position] else {
        throw ModuleSignatures.Failure(reason: "entry \(position) isn't for a member")
      }
      signatures.append(signature)
    }
    return signatures
  }
}
