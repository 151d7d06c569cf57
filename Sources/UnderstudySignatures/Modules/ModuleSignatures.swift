internal import UnderstudyImages
internal import UnderstudyLocks
package import UnderstudyMetadata
internal import UnderstudyModules

/// Reads the signatures of a protocol's requirements from the serialized module that declares it.
///
/// No conformer is needed. Private and local protocols are found as well, and everything that a symbol leaves out is there:
/// effects of accessors, isolation, `mutating`, `sending`.
enum ModuleSignatures {
  /// Why a protocol wasn't read from a module, as a clause.
  struct Failure: Error, Hashable {
    var reason: String
  }

  private struct State {
    /// The decoders by module. A decoder keeps its module alive.
    var decoders: Table<ObjectIdentifier, ModuleDecoder> = [:]
    var protocols: Table<ProtocolDescriptor, Attempt<ModuleProtocol, Failure>> = [:]
  }

  private static let state = Guarded(State())

  /// Reads a protocol, once.
  static func read(_ descriptor: ProtocolDescriptor) throws(Failure) -> ModuleProtocol {
    if let known = state.withLock({ $0.protocols[descriptor] }) { return try known.get() }
    let result = Attempt { () throws(Failure) in try find(descriptor) }
    state.withLock { $0.protocols[descriptor] = result }
    return try result.get()
  }

  private static func find(_ descriptor: ProtocolDescriptor) throws(Failure) -> ModuleProtocol {
    guard let name = descriptor.moduleName else { throw Failure(reason: "it belongs to no module") }
    let compiler: Canary.Compiler
    switch Canary.outcome {
    case .success(let writer): compiler = writer
    case .failure(let failure): throw failure
    }
    let (modules, lookedAt) = modules(named: name, of: descriptor)
    var troubles = lookedAt
    for module in modules {
      let writer = Canary.Compiler(module.control)
      guard writer == compiler else {
        troubles.append("module \(module.control.name) was written by \(writer), this library by \(compiler)")
        continue
      }
      do {
        guard let read = try read(descriptor, in: module) else {
          troubles.append("module \(module.control.name) doesn't declare it")
          continue
        }
        if let mismatch = read.mismatch(with: descriptor) {
          troubles.append("module \(module.control.name) disagrees with the binary: \(mismatch)")
          continue
        }
        return read
      } catch {
        troubles.append("module \(module.control.name): \(error)")
      }
    }
    if troubles.isEmpty { troubles = ["no module \(name) was found"] }
    throw Failure(reason: troubles.joined(separator: "; "))
  }

  /// The modules that may declare a protocol: those in its image, else those in any image, else files.
  static func modules(
    named name: String,
    of descriptor: ProtocolDescriptor
  ) -> (found: [SerializedModule], troubles: [String]) {
    let image = LoadedImages.image(containing: descriptor.pointer)
    if let image { ModuleFacts.shared.addEmbedded(in: image) }
    let first = ModuleFacts.shared.modules(named: name, image: image?.path)
    if !first.found.isEmpty { return first }
    for image in LoadedImages.all { ModuleFacts.shared.addEmbedded(in: image) }
    return ModuleFacts.shared.modules(named: name, image: image?.path)
  }

  private static func read(
    _ descriptor: ProtocolDescriptor,
    in module: SerializedModule
  ) throws(ModuleError) -> ModuleProtocol? {
    try state.withLock { (state) throws(ModuleError) in
      let key = ObjectIdentifier(module)
      var decoder: ModuleDecoder
      if let known = state.decoders[key] {
        // Of two owners, a change by one would copy all that is kept.
        state.decoders[key] = nil
        decoder = known
      } else {
        decoder = try ModuleDecoder(module)
      }
      defer { state.decoders[key] = decoder }
      return try module.bytes.reading { () throws(ModuleError) in
        let id = try decoder.find(ProtocolPath(descriptor))
        return try id.map { (id) throws(ModuleError) in try decoder.readProtocol(id) }
      }
    }
  }

  // MARK: Questions to other modules

  private static let primary = Guarded<Table<NominalNode, [String]>>([:])

  /// The names of the primary associated types of another module's protocol.
  static func primaryAssociatedTypes(of proto: NominalNode) throws(ModuleError) -> [String] {
    if let known = primary.withLock({ $0[proto] }) { return known }
    for descriptor in Declarations.protocols(proto) {
      for module in modules(named: proto.declaringModule, of: descriptor).found {
        // A decoder of its own: this is asked while another one reads.
        var decoder = try ModuleDecoder(module)
        guard let id = try decoder.find(ProtocolPath(descriptor)) else { continue }
        let names = try decoder.primaryAssociatedTypes(of: try decoder.reader.declaration(id))
        primary.withLock { $0[proto] = names }
        return names
      }
    }
    throw .unsupported("`any \(proto.spelling)<…>`, whose module isn't found,")
  }

  /// Whether a type of another module is a global actor, as far as the runtime knows.
  static func isGlobalActor(_ nominal: NominalNode) throws(ModuleError) -> Bool {
    guard let type = try? TypeResolver.type(.nominal(nominal)) else {
      throw .unsupported("the attribute @\(nominal.spelling), whose type isn't found,")
    }
    for descriptor in SectionRecords.protocols(named: "GlobalActor", inModule: "Swift")
    where type.witnessTable(for: descriptor) != nil {
      return true
    }
    return false
  }
}

/// Where a protocol is declared, as far as its descriptor tells.
struct ProtocolPath {
  /// The names of the types around it and its own.
  var names: [String]
  /// Whether it is private or local.
  var isHidden: Bool
  /// Spells the protocol in full, from a symbol; asked only where several protocols are in question.
  var nominal: () -> NominalNode?
}

extension ProtocolPath {
  init(_ descriptor: ProtocolDescriptor) {
    var names: [String] = []
    var next: ContextDescriptor? = descriptor.context
    while let context = next, context.kind != .module {
      if let name = context.name {
        names.insert(name, at: 0)
      } else if let extended = context.extendedType {
        next = extended
        continue
      }
      next = context.parent
    }
    self.init(names: names, isHidden: descriptor.context.parent?.kind == .anonymous) {
      guard let image = LoadedImages.image(containing: descriptor.pointer),
        let symbols = try? image.symbolNames(at: [descriptor.pointer])?[descriptor.pointer]
      else { return nil }
      for symbol in symbols {
        if case .protocolDescriptor(let nominal)? = try? SymbolNode(symbol).form { return nominal }
      }
      return nil
    }
  }
}

extension ModuleDecoder {
  /// Finds a protocol's declaration.
  ///
  /// - Returns: Its number; `nil` where the module has none.
  mutating func find(_ path: ProtocolPath) throws(ModuleError) -> Int? {
    guard let name = path.names.last else { return nil }
    var candidates: [Int] = []
    for (id, declaration) in try reader.nominals(at: path.names, alsoPrivate: true) {
      guard declaration.record.kind == .protocol, !declaration.isLocal else { continue }
      if (declaration.discriminator != nil) == path.isHidden { candidates.append(id) }
    }
    if path.isHidden {
      for (mangling, id) in try reader.localTypes() where mangling.hasSuffix("P") {
        let declaration = try reader.declaration(id)
        guard declaration.record.kind == .protocol, declaration.isLocal else { continue }
        if try reader.name(declaration.record.number(0)) == name { candidates.append(id) }
      }
    }
    if candidates.count < 2 { return candidates.first }
    guard let nominal = path.nominal() else {
      throw .unsupported("a private protocol of a name that others share, in a binary without symbols,")
    }
    for id in candidates where try self.nominal(id) == nominal { return id }
    return nil
  }
}

extension ModuleProtocol {
  /// How the declaration differs from what the runtime knows of the protocol; `nil` if it doesn't.
  func mismatch(with descriptor: ProtocolDescriptor) -> String? {
    guard slots.count == descriptor.requirementCount else {
      return "it has \(slots.count) requirements there and \(descriptor.requirementCount) here"
    }
    let bases = descriptor.baseProtocols
    let names = descriptor.associatedTypeNames
    var baseCount = 0
    var nameCount = 0
    for (index, slot) in slots.enumerated() {
      let requirement = descriptor.requirement(index)
      switch slot {
      case .baseProtocol(let base):
        guard requirement.kind == .baseProtocol, baseCount < bases.count, bases[baseCount].name == base.name.text else {
          return "entry \(index) isn't for its base \(base.spelling)"
        }
        baseCount += 1
      case .associatedType(let name):
        guard requirement.kind == .associatedType, nameCount < names.count, names[nameCount] == name else {
          return "entry \(index) isn't for its associated type \(name)"
        }
        nameCount += 1
      case .associatedConformance(let subject, let proto):
        guard requirement.kind == .associatedConformance else {
          return "entry \(index) isn't for the conformance of \(subject.spelling) to \(proto.spelling)"
        }
      case .member(let signature):
        guard signature.fits(requirement) else { return "entry \(index) isn't for `\(signature.spelling)`" }
      }
    }
    return nil
  }
}

extension RequirementSignature {
  /// Whether the signature is of the kind that the runtime's description of a requirement says.
  package func fits(_ requirement: ProtocolRequirement) -> Bool {
    let expected: ProtocolRequirement.Kind
    var isCalleeAllocated = false
    switch kind {
    case .method: expected = .method
    case .initializer: expected = .initializer
    case .accessor(.getter, _): expected = .getter
    case .accessor(.setter, _): expected = .setter
    case .accessor(.modify, _): expected = .modifyCoroutine
    case .accessor(.read, _): expected = .readCoroutine
    case .accessor(.modify2, _):
      expected = .modifyCoroutine
      isCalleeAllocated = true
    case .accessor(.read2, _):
      expected = .readCoroutine
      isCalleeAllocated = true
    }
    return expected == requirement.kind && (!isStatic && kind != .initializer) == requirement.isInstance
      && isAsync == requirement.isAsync && isCalleeAllocated == requirement.isCalleeAllocatedCoroutine
  }
}
