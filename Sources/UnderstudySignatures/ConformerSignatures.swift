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
      let read = signatures(of: witnesses, in: conformance, trouble: &trouble)
      for slot in missing { if let signature = read[slot] { found[slot] = signature } }
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
  /// To find symbols may mean to pass over all that an image has: a millisecond for some hundred thousand, the first time.
  ///
  /// - Parameter expected: What another source tells of the slots: where several functions are one, any of them may agree with it.
  static func glance(
    at descriptor: ProtocolDescriptor,
    slots: [Int],
    expected: [RequirementSignature]
  ) -> SignatureReading? {
    guard let conformance = SectionRecords.conformances(to: descriptor).first,
      let image = LoadedImages.image(containing: conformance.pointer),
      let table = try? image.file().symbolTable(), table.count <= 1_000_000
    else { return nil }
    var trouble: Trouble?
    let witnesses = witnesses(of: conformance, to: descriptor, slots: slots)
    var wanted: Table<Int, RequirementSignature> = [:]
    for (slot, signature) in zip(slots, expected) { wanted[slot] = signature }
    let found = signatures(of: witnesses, in: conformance, expected: wanted, trouble: &trouble)
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
    /// Functions that have become one.
    case folded(String, String)
    /// A function that goes by the symbol of another one that it has become one with: linkers drop local symbols then.
    case foreign(String)
  }

  /// - Parameter expected: If it is there, one function's symbols are looked through until one of them agrees with it. Otherwise all
  ///   of them must tell the same.
  private static func signatures(
    of witnesses: [(slot: Int, address: UnsafeRawPointer)],
    in conformance: ConformanceRecord,
    expected: Table<Int, RequirementSignature>? = nil,
    trouble: inout Trouble?
  ) -> Table<Int, RequirementSignature> {
    guard let image = LoadedImages.image(containing: conformance.pointer) else { return [:] }
    var readings = Readings(conformance: conformance, expected: expected)
    do throws(ELFError) {
      let hasSymbols = try image.search(witnesses.map(\.address)) { address, symbol in
        readings.add(symbol.name, of: witnesses, at: address)
      }
      if readings.trouble == nil, witnesses.contains(where: { readings.seen[$0.address] == nil }) {
        readings.trouble = readings.seen.isEmpty ? .stripped(path: image.path) : .noSymbol
      }
      if !hasSymbols { readings.trouble = .stripped(path: image.path) }
      if let (symbol, other) = readings.folded {
        readings = Readings(conformance: conformance, expected: nil)
        readings.trouble = .folded(symbol, other)
      }
    } catch {
      // What was seen may be wrong.
      readings = Readings(conformance: conformance, expected: nil)
      readings.trouble = .unreadable(path: image.path, error.description)
    }
    trouble = trouble ?? readings.trouble
    return readings.signatures
  }

  /// What the symbols of a conformer's functions tell.
  private struct Readings {
    let conformance: ConformanceRecord
    let expected: Table<Int, RequirementSignature>?
    var signatures: Table<Int, RequirementSignature> = [:]
    /// The names of the symbols that were read, by address.
    var seen: Table<UnsafeRawPointer, String> = [:]
    var trouble: Trouble?
    /// Two functions that have become one, so that nobody can tell which one a witness is.
    var folded: (String, String)?
    /// The protocol and the type of the conformance, as symbols spell them.
    private var known: (owner: NominalNode, type: TypeNode?)?

    init(conformance: ConformanceRecord, expected: Table<Int, RequirementSignature>?) {
      self.conformance = conformance
      self.expected = expected
    }

    /// Whether a witness thunk's symbol names the protocol and the type of the conformance.
    private mutating func isOfConformance(_ signature: RequirementSignature) -> Bool {
      if let known, known.owner == signature.owner, known.type == signature.conformingType { return true }
      switch signature.conformingType {
      case .nominal(let type), .bound(let type, _, _):
        guard signature.owner.names(conformance.protocol?.context), type.names(conformance.typeDescriptor) else {
          return false
        }
      default: break
      }
      known = (signature.owner, signature.conformingType)
      return true
    }

    /// Reads a symbol.
    ///
    /// - Returns: Whether other symbols of the address would tell nothing new.
    mutating func add(
      _ symbol: String,
      of witnesses: [(slot: Int, address: UnsafeRawPointer)],
      at address: UnsafeRawPointer
    ) -> Bool {
      let other = seen[address]
      seen[address] = symbol
      do throws(DemanglingError) {
        let signature = try RequirementSignature(witnessThunk: symbol)
        guard isOfConformance(signature) else {
          seen[address] = other
          trouble = trouble ?? .foreign(symbol)
          return false
        }
        var isDone = expected != nil
        for witness in witnesses where witness.address == address {
          if let wanted = expected?[witness.slot] {
            if let known = signatures[witness.slot], known.agrees(with: wanted) { continue }
            isDone = isDone && signature.agrees(with: wanted)
          } else if let other, let known = signatures[witness.slot], known.record != signature.record {
            folded = (other, symbol)
          }
          signatures[witness.slot] = signature
        }
        return isDone
      } catch {
        trouble = trouble ?? .symbol(symbol, error.description)
        return false
      }
    }
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
    case .folded(let symbol, let other):
      reason = "the functions \(symbol) and \(other) are one"
      remedy = "Build the tests without folding of identical code (no `-Xlinker --icf=…`)."
    case .foreign(let symbol):
      reason = "one of their functions has become one with \(symbol)"
      remedy = "Build the tests without folding of identical code (no `-Xlinker --icf=…`)."
    case .noSymbol, nil:
      reason = "their witness tables have functions without symbols"
    }
    return SourceFailure(reason: "there are \(list), but \(reason)", remedy: remedy)
  }
}

extension NominalNode {
  /// Whether this is the declaration that a descriptor is about, as far as names tell.
  fileprivate func names(_ descriptor: ContextDescriptor?) -> Bool {
    // Where a declaration of C's lies is told in several ways.
    guard let descriptor, !module.hasPrefix("__C") else { return true }
    return isLocal ? descriptor.name == name.text : descriptor.isAt(path, from: module)
  }

  /// Whether code is around the declaration.
  private var isLocal: Bool {
    switch context {
    case .entity: true
    case .module: false
    case .nominal(let outer), .extension(let outer, _, _): outer.isLocal
    }
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
