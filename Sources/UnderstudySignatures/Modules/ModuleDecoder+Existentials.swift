internal import UnderstudyMetadata
internal import UnderstudyModules

/// What an existential type requires of its values.
struct ExistentialConstraint {
  var protocols: [NominalNode] = []
  var superclass: TypeNode?
  var isAnyObject = false
  var requirements: [GenericRequirementNode] = []

  mutating func add(_ other: ExistentialConstraint) throws(ModuleError) {
    for proto in other.protocols where !protocols.contains(proto) { protocols.append(proto) }
    if let superclass = other.superclass {
      guard self.superclass == nil || self.superclass == superclass else {
        throw .unsupported("an existential of several classes")
      }
      self.superclass = superclass
    }
    isAnyObject = isAnyObject || other.isAnyObject
    requirements += other.requirements
  }

  /// The existential type, in the canonical form in which types are mangled.
  func type() -> TypeNode {
    let base = TypeNode.existential(
      ExistentialNode(
        protocols: ProtocolOrder.canonical(protocols),
        superclass: superclass,
        isAnyObject: isAnyObject && superclass == nil
      )
    )
    return requirements.isEmpty ? base : .constrainedExistential(base, requirements)
  }
}

extension ModuleDecoder {
  /// What stands behind `any`: a protocol, a composition, a class in one, or an alias of such.
  mutating func constraint(_ id: Int) throws(ModuleError) -> ExistentialConstraint {
    try weigh(1)
    return try nested { (decoder) throws(ModuleError) in try decoder.readConstraint(id) }
  }

  private mutating func readConstraint(_ id: Int) throws(ModuleError) -> ExistentialConstraint {
    let record = try reader.type(id).record
    switch record.kind {
    case .aliasType: return try constraint(record.number(2))
    case .existential, .parenthesizedType: return try constraint(record.number(0))
    case .composition:
      guard !record.flag(1), !record.flag(2) else { throw .unsupported("an existential of types that can't be copied") }
      var constraint = ExistentialConstraint(isAnyObject: record.flag(0))
      for member in try reader.list(of: record) { try constraint.add(try self.constraint(member)) }
      return constraint
    case .parameterizedProtocol:
      var constraint = try constraint(record.number(0))
      guard constraint.protocols.count == 1 else { throw .damaged("arguments of no protocol", bit: 0) }
      let names = try primaryAssociatedTypes(ofType: record.number(0))
      let arguments = try types(try reader.list(of: record))
      guard arguments.count <= names.count else { throw .damaged("more arguments than associated types", bit: 0) }
      for (name, argument) in zip(names, arguments) {
        constraint.requirements.append(
          GenericRequirementNode(
            .member(of: .constrainedSelf, name: name, protocol: nil),
            .sameType(argument)
          )
        )
      }
      return constraint
    case .nominalType:
      let nominal = try nominal(record.number(0))
      if nominal.kind == .protocol { return ExistentialConstraint(protocols: [nominal]) }
      return ExistentialConstraint(superclass: try type(id))
    case .boundType: return ExistentialConstraint(superclass: try type(id))
    default: throw .unsupported("\(record.name) behind `any`")
    }
  }

  /// The names of a protocol's primary associated types, in their order.
  private mutating func primaryAssociatedTypes(ofType id: Int) throws(ModuleError) -> [String] {
    let number = try declaration(ofType: id)
    let nominal = try nominal(number, as: .protocol)
    let declaration = try reader.declaration(number)
    if declaration.record.kind == .protocol { return try primaryAssociatedTypes(of: declaration) }
    return try ModuleSignatures.primaryAssociatedTypes(of: nominal)
  }

  mutating func primaryAssociatedTypes(of declaration: DeclarationReading) throws(ModuleError) -> [String] {
    var names: [String] = []
    for record in try reader.records(of: declaration, upTo: .members) where record.kind == .primaryAssociatedType {
      names.append(try associatedType(record.number(0)))
    }
    return names
  }
}

/// The order of protocols in existential types.
enum ProtocolOrder {
  /// Leaves out the protocols that others inherit from, and sorts the rest.
  ///
  /// `ProtocolType::canonicalizeProtocols` and `TypeDecl::compare` in the compiler.
  static func canonical(_ protocols: [NominalNode]) -> [NominalNode] {
    if protocols.count < 2 { return protocols }
    var kept: [NominalNode] = []
    for (position, proto) in protocols.enumerated() {
      var isImplied = false
      for (other, heir) in protocols.enumerated() where other != position {
        if inherits(heir, from: proto) { isImplied = true }
      }
      if !isImplied { kept.append(proto) }
    }
    return kept.sorted(by: precedes)
  }

  private static func precedes(_ left: NominalNode, _ right: NominalNode) -> Bool {
    if left.depth != right.depth { return left.depth < right.depth }
    if left.depth == 0, left.module != right.module { return left.module < right.module }
    if let outerLeft = left.context.declaringNominal, let outerRight = right.context.declaringNominal,
      outerLeft != outerRight
    {
      return precedes(outerLeft, outerRight)
    }
    return left.name.text < right.name.text
  }

  private static func inherits(_ heir: NominalNode, from proto: NominalNode) -> Bool {
    // Descriptors don't list marker protocols, and for the runtime it makes no difference.
    if heir.isMarkerProtocol || proto.isMarkerProtocol { return false }
    let bases = Declarations.protocols(proto)
    guard !bases.isEmpty else { return false }
    for descriptor in Declarations.protocols(heir) {
      if descriptor.inherits(from: bases) { return true }
    }
    return false
  }
}

extension NominalNode {
  /// How many types are around the declaration.
  fileprivate var depth: Int {
    switch context {
    case .nominal(let outer), .extension(let outer, _, _): outer.depth + 1
    case .module, .entity: 0
    }
  }
}
