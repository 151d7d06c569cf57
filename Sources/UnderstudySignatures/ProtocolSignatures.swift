package import UnderstudyMetadata

/// Reads the signatures of a protocol's requirements from the best source there is.
package enum ProtocolSignatures {
  /// The signatures of some of a protocol's requirements.
  ///
  /// - Parameter slots: The positions in the protocol's list of requirements, of requirements that are called.
  /// - Throws: A `SignatureError` that says which sources were looked at and why each failed.
  package static func read(
    _ descriptor: ProtocolDescriptor,
    slots: [Int]
  ) throws(SignatureError) -> [RequirementSignature] {
    let reason: String
    do throws(ModuleSignatures.Failure) {
      return try ModuleSignatures.read(descriptor).signatures(at: slots)
    } catch {
      reason = error.reason
    }
    do throws(SignatureError) {
      return try ConformerSignatures.read(descriptor, slots: slots)
    } catch {
      throw SignatureError(
        reason: "\(error.reason) Nor could they be read from its module: \(reason).",
        remedy: error.remedy
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
