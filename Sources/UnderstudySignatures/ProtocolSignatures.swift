package import UnderstudyMetadata

/// Reads the signatures of a protocol's requirements from the best source there is, and holds them against the others.
///
/// The sources are, best first: the serialized module that declares the protocol, a linked conformer, the symbols of the
/// protocol's method descriptors, and what the test says.
package enum ProtocolSignatures {
  /// The signatures of some of a protocol's requirements.
  ///
  /// - Parameters:
  ///   - slots: The positions in the protocol's list of requirements, of requirements that are called.
  ///   - given: What the test says, if it says anything.
  /// - Throws: A `SignatureError` that says which sources were looked at and why each failed, or which contradict each other.
  package static func read(
    _ descriptor: ProtocolDescriptor,
    slots: [Int],
    given: [GivenRequirement]? = nil
  ) throws(SignatureError) -> SignatureReading {
    var failures = Failures(descriptor)
    var reading: SignatureReading?
    do throws(ModuleSignatures.Failure) {
      let declared = try ModuleSignatures.read(descriptor)
      reading = SignatureReading(
        signatures: try declared.signatures(at: slots),
        source: .module(declared.module),
        visibility: declared.visibility
      )
    } catch {
      failures.module = error.reason
    }
    if let read = reading {
      let other = ConformerSignatures.glance(at: descriptor, slots: slots, expected: read.signatures)
      reading = try compare(read, other, of: descriptor)
    } else {
      do throws(SourceFailure) {
        reading = try ConformerSignatures.read(descriptor, slots: slots)
      } catch {
        failures.conformers = error
      }
    }
    var descriptors: SignatureReading?
    if reading == nil || descriptor.isResilient {
      do throws(SourceFailure) {
        let signatures = try MethodDescriptorSignatures.read(descriptor, slots: slots)
        descriptors = SignatureReading(signatures: signatures, source: .descriptors)
      } catch {
        failures.descriptors = error.reason
      }
    }
    if let descriptors { reading = try combine(reading, descriptors, of: descriptor) }
    if let given {
      let signatures = try GivenRequirement.signatures(of: given, for: descriptor, slots: slots)
      let other = SignatureReading(signatures: signatures, source: .given)
      reading = try combine(reading, other, of: descriptor)
    }
    guard let reading else { throw failures.error }
    return reading
  }

  /// The better of two readings, held against the other.
  private static func combine(
    _ reading: SignatureReading?,
    _ other: SignatureReading,
    of descriptor: ProtocolDescriptor
  ) throws(SignatureError) -> SignatureReading {
    guard let reading else { return other }
    return try compare(reading, other, of: descriptor)
  }

  /// Refuses readings that contradict each other.
  static func compare(
    _ reading: SignatureReading,
    _ other: SignatureReading?,
    of descriptor: ProtocolDescriptor
  ) throws(SignatureError) -> SignatureReading {
    guard let other else { return reading }
    for (signature, otherSignature) in zip(reading.signatures, other.signatures)
    where !signature.agrees(with: otherSignature) {
      throw SignatureError(
        reason: "Two sources disagree about a requirement of \(descriptor.name): \(reading.source.description) "
          + "\(reading.source.verb) `\(signature.record)`, \(other.source.description) \(other.source.verb) "
          + "`\(otherSignature.record)`.",
        remedy: other.source == .given
          ? "Leave out what was given: the other source is enough."
          : "Rebuild everything from scratch; if that doesn't help, please report this."
      )
    }
    var reading = reading
    reading.confirmedBy.append(other.source)
    return reading
  }

  /// Why each of the sources failed.
  private struct Failures {
    let descriptor: ProtocolDescriptor
    var module = ""
    var conformers = SourceFailure(reason: "")
    var descriptors = ""

    init(_ descriptor: ProtocolDescriptor) { self.descriptor = descriptor }

    var error: SignatureError {
      let name = descriptor.name
      return SignatureError(
        reason: "The types of \(name)'s requirements aren't known. What was looked at:\n"
          + "  - the module that declares it: \(module);\n"
          + "  - types that conform to it: \(conformers.reason);\n"
          + "  - symbols of its requirements: \(descriptors).",
        remedy: (conformers.remedy ?? "Declare a conformer in the test target; it is only looked at, never called.")
          + " Or say what the requirements are: Stub<any \(name)>(requirements: […])."
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
