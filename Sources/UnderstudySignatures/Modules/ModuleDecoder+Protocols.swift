internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyModules

extension ModuleDecoder {
  /// Reads a protocol with all its requirements.
  ///
  /// The order is that in which the compiler lays out witness tables (`SILWitnessVisitor` in
  /// swift/include/swift/SIL/SILWitnessVisitor.h): conformances of `Self`, those of associated types, associated types, members.
  mutating func readProtocol(_ id: Int) throws(ModuleError) -> ModuleProtocol {
    let declaration = try reader.declaration(id)
    guard declaration.record.kind == .protocol else {
      throw .unsupported("\(declaration.record.name) in place of a protocol")
    }
    weight = 0
    let owner = try nominal(id, as: .protocol)
    var requirements: [GenericRequirementNode] = []
    var markers: [NominalNode] = []
    var members: [Int]?
    for record in try reader.records(of: declaration, upTo: .members) {
      switch record.kind {
      case .requirementSignature:
        let numbers = try reader.list(of: record)
        _ = try self.requirements(in: numbers, into: &requirements)
        markers = try self.markers(in: numbers)
      case .members: members = try reader.list(of: record)
      default: break
      }
    }
    guard let members else { throw .missing("members of \(owner.spelling)") }

    var bases: [ModuleProtocol.Slot] = []
    var conformances: [ModuleProtocol.Slot] = []
    for requirement in requirements {
      guard case .conformance(let proto) = requirement.constraint, !proto.isMarkerProtocol, !markers.contains(proto)
      else {
        continue
      }
      if case .parameter(depth: 0, index: 0) = requirement.subject {
        bases.append(.baseProtocol(proto))
      } else {
        conformances.append(.associatedConformance(requirement.subject, proto))
      }
    }
    let isActor = requirements.contains(where: \.makesActor)
    let inherited = try ownIsolation(declaration.attributes)
    var associatedTypes: [ModuleProtocol.Slot] = []
    var signatures: [ModuleProtocol.Slot] = []
    for member in members {
      try weigh(1)
      let declaration = try reader.declaration(member)
      switch declaration.record.kind {
      case .associatedType:
        // One that restates an inherited one has no entry.
        guard try reader.list(of: declaration.record).isEmpty else { continue }
        associatedTypes.append(.associatedType(try reader.name(declaration.record.number(0))))
      case .function, .initializer, .variable, .subscript:
        for var signature in try self.signatures(of: declaration, owner: owner) {
          if isActor, signature.isolation == nil, signature.selfAccess != nil { signature.isolation = .instance }
          // Swift 6.0 leaves out what follows from the protocol's attributes.
          signature.isolation = signature.isolation ?? inherited ?? .some(.none)
          signatures.append(.member(SameTypes(requirements, signature.generics).canonical(signature)))
        }
      // Accessors are read with what they belong to.
      case .accessor, .structure, .enumeration, .class, .protocol: continue
      default:
        if declaration.record.name == "PATTERN_BINDING_DECL" || declaration.record.name == "TYPE_ALIAS_DECL" {
          continue
        }
        throw .unsupported("a member of the kind \(declaration.record.name)")
      }
    }
    return ModuleProtocol(
      module: module.control.name,
      visibility: try visibility(of: declaration),
      name: owner,
      slots: bases + conformances + associatedTypes + signatures
    )
  }

  /// Who can see a protocol.
  ///
  /// The rule is that of `ValueDecl::getEffectiveAccess` in swift/lib/AST/Decl.cpp: what is around a declaration restricts it, and
  /// internal declarations of a module that is built for testing are public.
  private func visibility(of declaration: DeclarationReading) throws(ModuleError) -> ProtocolVisibility {
    var access = NominalFacts.Access.open
    for declaration in try reader.enclosing(declaration) {
      guard !declaration.isLocal, declaration.discriminator == nil else { return .hidden(.private) }
      access = min(access, try declaration.record.access())
    }
    switch access {
    case .private, .fileprivate: return .hidden(.private)
    case .internal: return module.control.isTestable ? .visible : .hidden(.internal)
    case .package, .public, .open: return .visible
    }
  }

  /// The protocols of this module in a requirement signature that are marked `@_marker`, so have no witness tables.
  private mutating func markers(in numbers: [Int]) throws(ModuleError) -> [NominalNode] {
    var markers: [NominalNode] = []
    var position = 1
    var left = numbers.first ?? 0
    while left > 0, position + 2 < numbers.count {
      left -= 1
      if numbers[position] == 1 {
        let id = try declaration(ofType: numbers[position + 2])
        if try reader.declaration(id).attributes.isMarker { markers.append(try nominal(id, as: .protocol)) }
      }
      position += numbers[position] == 4 ? 5 : 3
    }
    return markers
  }

  // MARK: Members

  /// The signatures of what a member adds to witness tables: one for a function, one for each accessor of a variable.
  private mutating func signatures(
    of declaration: DeclarationReading,
    owner: NominalNode
  ) throws(ModuleError) -> [RequirementSignature] {
    switch declaration.record.kind {
    case .function: try function(declaration, owner)
    case .initializer: try initializer(declaration, owner)
    case .variable: try variable(declaration, owner)
    default: try `subscript`(declaration, owner)
    }
  }

  private mutating func function(
    _ declaration: DeclarationReading,
    _ owner: NominalNode
  ) throws(ModuleError) -> [RequirementSignature] {
    let record = declaration.record
    // A requirement that restates an inherited one has no entry.
    guard record.flag(18) else { return [] }
    guard record.number(16) > 0, let base = try reader.list(of: record).first else {
      throw .damaged("a function without a name", bit: 0)
    }
    let parameters = try parameters(of: declaration)
    let isStatic = record.flag(2)
    var signature =
      RequirementSignature(
        kind: .method,
        isStatic: isStatic,
        baseName: try reader.name(base),
        parameters: parameters,
        result: try type(record.number(11)),
        isAsync: record.flag(7),
        throwing: try throwing(record.flag(8), record.number(9)),
        generics: try generics(ofMember: record.number(10)),
        isolation: try isolation(declaration.attributes, parameters: parameters),
        selfAccess: isStatic ? nil : try selfAccess(record.fields[5], record),
        hasSendingResult: record.flag(22),
        owner: owner
      )
    signature.isRethrowing = declaration.attributes.isRethrowing
    return [signature]
  }

  private mutating func initializer(
    _ declaration: DeclarationReading,
    _ owner: NominalNode
  ) throws(ModuleError) -> [RequirementSignature] {
    let record = declaration.record
    guard record.flag(14) else { return [] }
    let parameters = try parameters(of: declaration)
    let own = TypeNode.parameter(depth: 0, index: 0)
    return [
      RequirementSignature(
        kind: .initializer,
        baseName: "init",
        parameters: parameters,
        result: record.flag(1) ? .optional(own) : own,
        isAsync: record.flag(6),
        throwing: try throwing(record.flag(7), record.number(8)),
        generics: try generics(ofMember: record.number(10)),
        isolation: try isolation(declaration.attributes, parameters: parameters),
        hasSendingResult: false,
        owner: owner
      )
    ]
  }

  private mutating func variable(
    _ declaration: DeclarationReading,
    _ owner: NominalNode
  ) throws(ModuleError) -> [RequirementSignature] {
    let record = declaration.record
    let accessors = Array(try reader.list(of: record).prefix(record.number(15)))
    let storage = RequirementSignature(
      kind: .accessor(.getter, of: .property),
      isStatic: record.flag(4),
      baseName: try reader.name(record.number(0)),
      result: try type(record.number(16)),
      isolation: try isolation(declaration.attributes, parameters: []),
      hasSendingResult: false,
      owner: owner
    )
    return try self.accessors(accessors, of: storage, .property, reading: record.fields[11])
  }

  private mutating func `subscript`(
    _ declaration: DeclarationReading,
    _ owner: NominalNode
  ) throws(ModuleError) -> [RequirementSignature] {
    let record = declaration.record
    let accessors = Array(try reader.list(of: record).dropFirst(record.number(17)).prefix(record.number(9)))
    let parameters = try parameters(of: declaration)
    let storage = RequirementSignature(
      kind: .accessor(.getter, of: .subscript),
      isStatic: record.fields[16] != 0,
      baseName: "subscript",
      parameters: parameters,
      result: try type(record.number(11)),
      generics: try generics(ofMember: record.number(10)),
      isolation: try isolation(declaration.attributes, parameters: parameters),
      hasSendingResult: false,
      owner: owner
    )
    return try self.accessors(accessors, of: storage, .subscript, reading: record.fields[5])
  }

  // MARK: Accessors

  /// The accessors that have entries, in the order of the entries.
  ///
  /// - Parameters:
  ///   - storage: What they have in common.
  ///   - reading: Whether reads get a copy (0), a borrow (1) or either (2): OpaqueReadOwnership in ModuleFormat.h.
  private mutating func accessors(
    _ ids: [Int],
    of storage: RequirementSignature,
    _ form: RequirementSignature.Storage,
    reading: UInt64
  ) throws(ModuleError) -> [RequirementSignature] {
    var found: [(order: Int, signature: RequirementSignature)] = []
    for id in ids {
      try weigh(1)
      let declaration = try reader.declaration(id)
      let record = declaration.record
      guard record.kind == .accessor else { throw .damaged("an accessor of another kind", bit: 0) }
      guard record.flag(18) else { continue }
      let (order, accessor) = try numbering.accessor(record.fields[16])
      switch accessor {
      case .getter where reading == 1: continue
      case .read where reading == 0, .read2 where reading == 0: continue
      default: break
      }
      var signature = storage
      signature.kind = .accessor(accessor, of: form)
      signature.isAsync = record.flag(7)
      signature.throwing = try throwing(record.flag(8), record.number(9))
      signature.selfAccess = storage.isStatic ? nil : try selfAccess(record.fields[5], record)
      if let own = try ownIsolation(declaration.attributes) { signature.isolation = own }
      if accessor == .setter {
        signature.parameters.insert(
          RequirementSignature.Parameter(element: .init(type: storage.result), label: nil),
          at: 0
        )
        signature.result = .void
      }
      found.append((order, signature))
    }
    found.sort { $0.order < $1.order }
    return found.map(\.signature)
  }

  /// What a call does to the value (SelfAccessKind in ModuleFormat.h).
  private func selfAccess(_ field: UInt64, _ record: ModuleRecord) throws(ModuleError)
    -> RequirementSignature.SelfAccess
  {
    switch field {
    case 0: .nonmutating
    case 1: .mutating
    case 2, 3: .consuming
    case 4: .borrowing
    default: throw .unknownLayout(record: record.name, found: "access to self \(field)")
    }
  }

  // MARK: Parameters

  private mutating func parameters(
    of declaration: DeclarationReading
  ) throws(ModuleError) -> [RequirementSignature.Parameter] {
    guard let list = try reader.records(of: declaration, upTo: .parameterList).last else {
      throw .missing("parameter list")
    }
    var parameters: [RequirementSignature.Parameter] = []
    for id in try reader.list(of: list) { parameters.append(try parameter(id)) }
    return parameters
  }

  private mutating func parameter(_ id: Int) throws(ModuleError) -> RequirementSignature.Parameter {
    try weigh(1)
    let record = try reader.declaration(id).record
    guard record.kind == .parameter else { throw .damaged("a parameter of another kind", bit: 0) }
    var type = try type(record.number(4))
    let isVariadic = record.flag(6)
    if record.flag(7) { type = try autoclosure(type) }
    if isVariadic { _ = try element(ofVariadic: type) }
    return RequirementSignature.Parameter(
      label: try reader.identifier(record.number(0)),
      type: type,
      ownership: try ownership(record.fields[3], record),
      isVariadic: isVariadic,
      isIsolated: record.flag(8),
      isSending: record.flag(11)
    )
  }
}
