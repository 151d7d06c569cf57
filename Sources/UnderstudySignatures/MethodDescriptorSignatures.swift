internal import UnderstudyLocks
internal import UnderstudyImages
internal import UnderstudyMetadata

/// Reads the signatures of a protocol's requirements from the symbols of their method descriptors.
///
/// Only protocols of modules with library evolution have them, the toolchain's among those, and they stay in a binary that has been
/// stripped. The symbol `…Tq` lies at the requirement's own entry in the protocol's description (docs/ABI/Mangling.rst,
/// "method descriptor").
enum MethodDescriptorSignatures {
  /// The signatures of some requirements.
  static func read(
    _ descriptor: ProtocolDescriptor,
    slots: [Int]
  ) throws(SourceFailure) -> [RequirementSignature] {
    guard descriptor.isResilient else {
      throw SourceFailure(reason: "there are none, as it is from a module built without library evolution")
    }
    guard let image = LoadedImages.image(containing: descriptor.pointer) else {
      throw SourceFailure(reason: "no image holds its description")
    }
    let addresses = slots.map { descriptor.requirement($0).pointer }
    let names: Table<UnsafeRawPointer, [String]>
    do throws(ELFError) {
      names = try image.symbolNames(at: addresses) ?? [:]
    } catch {
      throw SourceFailure(reason: error.description)
    }
    var signatures: [RequirementSignature] = []
    for (slot, address) in zip(slots, addresses) {
      signatures.append(try signature(of: descriptor.requirement(slot), names[address] ?? [], image.path))
    }
    return signatures
  }

  private static func signature(
    of requirement: ProtocolRequirement,
    _ symbols: [String],
    _ path: String
  ) throws(SourceFailure) -> RequirementSignature {
    var trouble: String?
    for symbol in symbols {
      do throws(DemanglingError) {
        var signature = try RequirementSignature(methodDescriptor: symbol)
        // The symbol of an accessor doesn't tell; the description does.
        if case .accessor = signature.kind { signature.isAsync = requirement.isAsync }
        return signature
      } catch {
        trouble = trouble ?? "the symbol \(symbol) isn't understood: \(error.description)"
      }
    }
    throw SourceFailure(reason: trouble ?? "\(path) has been stripped of them")
  }
}

/// Why a source doesn't tell a protocol's signatures, as a clause.
struct SourceFailure: Error, Hashable {
  var reason: String
  /// What would help, in whole sentences.
  var remedy: String?
}
