internal import UnderstudyLocks
internal import UnderstudyImages
internal import UnderstudyMetadata

/// Reads the signatures of a protocol's requirements from a type that conforms to it.
///
/// The functions in a conformer's witness table carry symbols that spell the requirement they are for, type and all. The
/// conformer is only looked at: none of its code runs.
enum ConformerSignatures {
  /// The signatures of some of a protocol's requirements.
  ///
  /// - Parameter slots: The positions in the protocol's list of requirements.
  /// - Throws: A failure if there is no conformer, or none whose symbols can be read.
  static func read(
    _ descriptor: ProtocolDescriptor,
    slots: [Int]
  ) throws(SourceFailure) -> SignatureReading {
    let conformances = SectionRecords.conformances(to: descriptor)
    guard !conformances.isEmpty else { throw noConformer(of: descriptor) }

    var found: Table<Int, RequirementSignature> = [:]
    var trouble: Trouble?
    for conformance in conformances {
      let missing = slots.filter { found[$0] == nil }
      if missing.isEmpty { break }
      let witnesses = witnesses(of: conformance, to: descriptor, slots: missing)
      for (slot, signature) in signatures(of: witnesses, in: conformance, trouble: &trouble) {
        found[slot] = signature
      }
    }
    var result: [RequirementSignature] = []
    for slot in slots {
      guard let signature = found[slot] else {
        throw unreadable(descriptor, conformances, trouble)
      }
      result.append(signature)
    }
    return SignatureReading(result)
  }

  /// The signatures as one conformer tells them, if it tells all of them at little cost.
  ///
  /// To find symbols may mean to pass over all that an image has: a millisecond for some hundred thousand.
  static func glance(at descriptor: ProtocolDescriptor, slots: [Int]) -> SignatureReading? {
    guard let conformance = SectionRecords.conformances(to: descriptor).first,
      let image = LoadedImages.image(containing: conformance.pointer),
      let table = try? image.file().symbolTable(), table.count <= 200_000
    else { return nil }
    var trouble: Trouble?
    let witnesses = witnesses(of: conformance, to: descriptor, slots: slots)
    var found: Table<Int, RequirementSignature> = [:]
    for (slot, signature) in signatures(of: witnesses, in: conformance, trouble: &trouble) { found[slot] = signature }
    let result = slots.compactMap { found[$0] }
    return result.count == slots.count ? SignatureReading(result) : nil
  }

  // MARK: Witnesses

  /// The addresses in a conformer's witness table: code, or the records of async functions.
  private static func witnesses(
    of conformance: ConformanceRecord,
    to descriptor: ProtocolDescriptor,
    slots: [Int]
  ) -> [(slot: Int, address: UnsafeRawPointer)] {
    if conformance.hasResilientWitnesses {
      return conformance.resilientWitnesses.compactMap { witness in
        guard let slot = descriptor.requirementIndex(at: witness.requirement), slots.contains(slot),
          let address = witness.implementation
        else { return nil }
        return (slot, address)
      }
    }
    guard let table = conformance.witnessTablePattern else { return [] }
    return slots.compactMap { slot in table.entry(slot).map { (slot, $0) } }
  }

  /// What kept signatures from being read.
  enum Trouble {
    case stripped(path: String)
    case unreadable(path: String, String)
    case noSymbol
    case symbol(String, String)
  }

  private static func signatures(
    of witnesses: [(slot: Int, address: UnsafeRawPointer)],
    in conformance: ConformanceRecord,
    trouble: inout Trouble?
  ) -> [(Int, RequirementSignature)] {
    guard let image = LoadedImages.image(containing: conformance.pointer) else { return [] }
    var result: [(Int, RequirementSignature)] = []
    var seen: Table<UnsafeRawPointer, Bool> = [:]
    var found: Trouble?
    do throws(ELFError) {
      let hasSymbols = try image.search(witnesses.map(\.address)) { address, symbol in
        seen[address] = true
        do throws(DemanglingError) {
          let signature = try RequirementSignature(witnessThunk: symbol.name)
          for witness in witnesses where witness.address == address { result.append((witness.slot, signature)) }
          return true
        } catch {
          found = found ?? .symbol(symbol.name, error.description)
          return false
        }
      }
      if found == nil, witnesses.contains(where: { seen[$0.address] == nil }) {
        found = seen.isEmpty ? .stripped(path: image.path) : .noSymbol
      }
      if !hasSymbols { found = .stripped(path: image.path) }
    } catch {
      // What was seen may be wrong.
      result = []
      found = .unreadable(path: image.path, error.description)
    }
    trouble = trouble ?? found
    return result
  }

  // MARK: Errors

  private static func noConformer(of descriptor: ProtocolDescriptor) -> SourceFailure {
    SourceFailure(
      reason: "there are none in this process",
      remedy: "Link the module with the real conformer into the test, or declare one in the test target; it is only "
        + "looked at, never called: struct Any\(descriptor.name): \(descriptor.name) { … }."
    )
  }

  static func unreadable(
    _ descriptor: ProtocolDescriptor,
    _ conformances: [ConformanceRecord],
    _ trouble: Trouble?
  ) -> SourceFailure {
    // Of a standard protocol there are hundreds.
    let names = Set(conformances.compactMap { $0.typeDescriptor?.name }).sorted()
    let list = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    let reason: String
    var remedy: String?
    switch trouble {
    case .stripped(let path):
      reason = "\(path) has no symbol table, or one without their functions"
      remedy = "Build the tests without stripping symbols (no `-Xlinker -s`, no `strip`)."
    case .unreadable(let path, let text):
      reason = "\(path): \(text)"
      remedy = "Make the file readable to the test."
    case .symbol(let symbol, let text):
      reason = "the symbol \(symbol) isn't understood: \(text)"
      remedy = "Please report this with the requirement's declaration."
    case .noSymbol, nil:
      reason = "their witness tables have functions without symbols"
    }
    return SourceFailure(reason: "there are \(list), but \(reason)", remedy: remedy)
  }
}

extension SignatureReading {
  /// What conformers tell.
  fileprivate init(_ signatures: [RequirementSignature]) {
    var names: [String] = []
    for signature in signatures {
      guard let name = signature.conformingType?.spelling, !names.contains(name) else { continue }
      names.append(name)
    }
    self.init(signatures: signatures, source: .conformers(names))
  }
}
