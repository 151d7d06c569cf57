internal import UnderstudyImages
internal import UnderstudyLocks
package import UnderstudyMetadata
internal import UnderstudyModules

/// Tells whether the compiler may have called a protocol's only conformer directly, past any double.
///
/// The optimiser does so where it sees a whole module and nobody else can see the protocol (`ProtocolConformanceAnalysis` in
/// swift/lib/SILOptimizer): then a conformer that it doesn't know can't exist. Code made that way takes a double's value for one of
/// the conformer's type.
package enum DirectCalls {
  /// Why a protocol can't be doubled on that account; `nil` if it can.
  package static func refusal(
    of descriptor: ProtocolDescriptor,
    visibility: ProtocolVisibility
  ) -> SignatureError? {
    // Nobody but itself knows anything of the standard library that isn't public. Where it is linked in, its symbols don't tell.
    if descriptor.moduleName == "Swift" { return nil }
    var visibility = visibility
    if visibility == .unknown { visibility = self.visibility(of: descriptor) }
    if visibility == .visible || hasSeveralConformers(descriptor) { return nil }
    switch optimization(of: descriptor) {
    case .none: return nil
    case .some: return refusal(descriptor, visibility, "was optimised")
    case .unknown:
      return refusal(descriptor, visibility, "may have been optimised", ", which its debug information doesn't tell")
    }
  }

  private static func refusal(
    _ descriptor: ProtocolDescriptor,
    _ visibility: ProtocolVisibility,
    _ what: String,
    _ doubt: String = ""
  ) -> SignatureError {
    let module = descriptor.moduleName ?? "its module"
    let isPrivate = visibility == .hidden(.private)
    return SignatureError(
      reason: "\(descriptor.name) is \(isPrivate ? "private" : "internal"), and \(module) \(what)"
        + (isPrivate ? "" : " without `-enable-testing`") + doubt
        + ". If it has one conformer, the compiler takes that for the only one there can be, and calls it directly.",
      remedy: isPrivate
        ? "Make the protocol internal and build with `-Xswiftc -enable-testing`, or build without optimisation."
        : "Build with `-Xswiftc -enable-testing`, or make the protocol public."
    )
  }

  /// What the symbol of a protocol's description tells: one that only its module can see is a local symbol.
  private static func visibility(of descriptor: ProtocolDescriptor) -> ProtocolVisibility {
    guard let image = LoadedImages.image(containing: descriptor.pointer),
      let symbols = try? image.symbols(at: descriptor.pointer)
    else { return .unknown }
    for symbol in symbols where symbol.name.hasSuffix("Mp") {
      if symbol.isGlobal { return .visible }
      let isPrivate = descriptor.context.parent?.kind == .anonymous
      return .hidden(isPrivate ? .private : .internal)
    }
    return .unknown
  }

  /// Whether the protocol's own module has more than one conformer: then the compiler can't take any for the only one.
  private static func hasSeveralConformers(_ descriptor: ProtocolDescriptor) -> Bool {
    var first: UnsafeRawPointer?
    for conformance in SectionRecords.conformances(to: descriptor) {
      guard let type = conformance.typeDescriptor, type.moduleName == descriptor.moduleName else { continue }
      if let first, type.pointer != first { return true }
      first = type.pointer
    }
    return false
  }

  // MARK: Optimisation

  private struct Key: Hashable {
    var image: String
    var module: String
  }

  private static let known = Guarded<Table<Key, Optimization>>([:])

  /// Whether the protocol's module was optimised.
  private static func optimization(of descriptor: ProtocolDescriptor) -> Optimization {
    guard let image = LoadedImages.image(containing: descriptor.pointer), let module = descriptor.moduleName else {
      return .unknown
    }
    let key = Key(image: image.path, module: module)
    if let known = known.withLock({ $0[key] }) { return known }
    let answer = (try? find(module, in: image)) ?? .unknown
    known.withLock { $0[key] = answer }
    return answer
  }

  private static func find(_ module: String, in image: LoadedImage) throws(ELFError) -> Optimization {
    let file = try image.file()
    // Where nothing was optimised, nobody has to be told apart.
    if try file.optimization() == .none { return .none }
    let prefix = "$s" + "\(module.utf8.count)\(module)"
    guard let table = try file.symbolTable() else { return .unknown }
    let symbols = table.symbols(prefix: prefix, suffix: "")
    var answer = Optimization.unknown
    var left = 8
    for symbol in symbols where symbol.size > 0 && image.isCode(symbol) && !symbol.name.isSpecialized {
      switch try file.optimization(at: symbol.address) {
      case .some: return .some
      case .none: answer = .none
      case .unknown: break
      }
      left -= 1
      if left == 0 { break }
    }
    if answer == .unknown, symbols.allSatisfy({ !$0.name.isSpecialized }), isEmbedded(module, in: image) {
      // Without debug information: what the linker was told to put into the binary is from a debug build, and the optimiser would
      // have left specialised functions.
      return .none
    }
    return answer
  }

  private static func isEmbedded(_ module: String, in image: LoadedImage) -> Bool {
    ModuleFacts.shared.addEmbedded(in: image)
    return ModuleFacts.shared.hasEmbedded(module)
  }
}

extension LoadedImage {
  /// Whether a symbol is that of a function.
  fileprivate func isCode(_ symbol: Symbol) -> Bool {
    let address = UInt(symbol.address) &+ loadBias
    return segments.contains { $0.isExecutable && $0.addresses.contains(address) }
  }
}

extension String {
  /// Whether a symbol is that of a function made for certain arguments, perhaps in another module: it has an operator for that with
  /// the number of the pass that made it (docs/ABI/Mangling.rst, "Function Specializations").
  fileprivate var isSpecialized: Bool {
    var text = self
    return text.withUTF8 { bytes in
      var index = 2
      while index + 2 < bytes.count {
        let isDigit = (0x30...0x39).contains(bytes[index + 2])
        if isDigit, bytes[index] == UInt8(ascii: "T") {
          switch bytes[index + 1] {
          case UInt8(ascii: "g"), UInt8(ascii: "G"), UInt8(ascii: "f"): return true
          default: break
          }
        }
        index += 1
      }
      return false
    }
  }
}
