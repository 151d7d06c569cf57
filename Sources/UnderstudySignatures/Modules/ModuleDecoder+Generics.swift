internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyModules

/// A generic signature as a module has it: all parameters from the outermost context on, and all requirements.
struct GenericSignatureReading {
  enum ParameterKind {
    case type
    case pack
    case value(TypeNode)
  }

  struct Parameter {
    var depth: Int
    var index: Int
    var kind: ParameterKind

    /// - Throws: `ModuleError` where the numbers are larger than a person would have come to: they are counted up to.
    init(depth: Int, index: Int, _ kind: ParameterKind) throws(ModuleError) {
      guard depth <= 64, index <= 10_000 else {
        throw .damaged("a generic parameter of depth \(depth) and index \(index)", bit: 0)
      }
      self.depth = depth
      self.index = index
      self.kind = kind
    }

    var node: TypeNode { .parameter(depth: depth, index: index) }
  }

  var parameters: [Parameter] = []
  var requirements: [GenericRequirementNode] = []
}

extension ModuleDecoder {
  mutating func signature(_ id: Int) throws(ModuleError) -> GenericSignatureReading {
    if let known = signatures[id] { return known }
    let numbers = try reader.list(of: try reader.signature(id))
    // Parameters are looked for among requirements.
    guard numbers.count <= 1000 else { throw .damaged("a generic signature of \(numbers.count) numbers", bit: 0) }
    var signature = GenericSignatureReading()
    let end = try requirements(in: numbers, into: &signature.requirements)
    for type in numbers[end...] { signature.parameters.append(try parameter(ofType: type)) }
    signatures[id] = signature
    return signature
  }

  private mutating func parameter(ofType id: Int) throws(ModuleError) -> GenericSignatureReading.Parameter {
    let record = try reader.type(id).record
    guard record.kind == .genericParameter || record.kind == .declaredGenericParameter else {
      throw .damaged("a generic parameter of another kind", bit: 0)
    }
    return try genericParameter(record)
  }

  mutating func genericParameter(_ record: ModuleRecord) throws(ModuleError) -> GenericSignatureReading.Parameter {
    let kind: GenericSignatureReading.ParameterKind
    // GenericTypeParamKind in swift/include/swift/AST/Types.h; Swift 6.0 has a flag with the first two.
    switch record.fields[0] {
    case 0: kind = .type
    case 1: kind = .pack
    case 2: kind = .value(try type(record.number(6)))
    default: throw .unknownLayout(record: record.name, found: "kind \(record.fields[0])")
    }
    if record.kind == .genericParameter { return try .init(depth: record.number(2), index: record.number(4), kind) }
    // In Swift 6.0 it is depth and index, counted from 1, or a declaration, and then 0.
    if record.fields[2] > 0 { return try .init(depth: record.number(1), index: record.number(2) - 1, kind) }
    let declaration = try reader.declaration(record.number(1))
    switch declaration.record.kind {
    case .genericParameterDeclaration:
      guard declaration.record.fields.count == 6 else {
        throw .unknownLayout(record: declaration.record.name, found: "no depth")
      }
      return try .init(depth: declaration.record.number(4), index: declaration.record.number(5), kind)
    case .reference:
      guard let piece = try reader.path(of: declaration).last, piece.kind == .referenceToGenericParameter else {
        throw .damaged("a reference to no generic parameter", bit: 0)
      }
      return try .init(depth: piece.number(0), index: piece.number(1), kind)
    default: throw .unsupported("\(declaration.record.name) in place of a generic parameter")
    }
  }

  /// Reads a count and as many requirements.
  ///
  /// - Returns: The position after them.
  mutating func requirements(
    in numbers: [Int],
    into requirements: inout [GenericRequirementNode]
  ) throws(ModuleError) -> Int {
    var position = 1
    guard let count = numbers.first else { throw .damaged("no requirements", bit: 0) }
    while requirements.count < count {
      guard position + 2 < numbers.count else { throw .damaged("requirements cut short", bit: 0) }
      let first = numbers[position + 1]
      let second = numbers[position + 2]
      // GenericRequirementKind in ModuleFormat.h.
      switch numbers[position] {
      case 0: requirements.append(.init(try type(first), .sameShape(try type(second))))
      case 1:
        requirements.append(
          .init(try type(first), .conformance(try nominal(try declaration(ofType: second), as: .protocol)))
        )
      case 2: requirements.append(.init(try type(first), .sameType(try type(second))))
      case 3: requirements.append(.init(try type(first), .superclass(try type(second))))
      case 4:
        guard position + 4 < numbers.count else { throw .damaged("requirements cut short", bit: 0) }
        requirements.append(.init(try type(second), .layout(try layout(first))))
        position += 2
      case let other: throw .unknownLayout(record: "GENERIC_SIGNATURE", found: "a requirement of kind \(other)")
      }
      position += 3
    }
    return position
  }

  /// The number of the declaration of a nominal type, or of the one that an alias stands for.
  func declaration(ofType id: Int) throws(ModuleError) -> Int {
    var id = id
    var left = 16
    while left > 0 {
      left -= 1
      let record = try reader.type(id).record
      switch record.kind {
      case .nominalType: return record.number(0)
      case .aliasType: id = record.number(2)
      case .parenthesizedType: id = record.number(0)
      default: left = 0
      }
    }
    throw .unsupported("a type that isn't nominal in place of a protocol or an actor")
  }

  /// The letter that mangles a layout constraint without sizes (LayoutRequirementKind in ModuleFormat.h).
  private func layout(_ kind: Int) throws(ModuleError) -> String {
    switch kind {
    case 3: return "T"
    case 4: return "R"
    case 5: return "N"
    case 6: return "C"
    case 7: return "D"
    default: throw .unsupported("a layout constraint")
    }
  }

  // MARK: What a declaration adds

  /// The parameters and requirements that a member adds to its protocol's; `nil` if it adds none.
  mutating func generics(ofMember id: Int) throws(ModuleError) -> GenericSignatureNode? {
    guard id > 0 else { return nil }
    let signature = try signature(id)
    try weigh(signature.parameters.count + signature.requirements.count)
    var counts: [Int] = []
    var requirements: [GenericRequirementNode] = []
    for parameter in signature.parameters where parameter.depth > 0 {
      while counts.count < parameter.depth { counts.append(0) }
      counts[parameter.depth - 1] += 1
      switch parameter.kind {
      case .type: break
      case .pack: requirements.append(.init(parameter.node, .pack))
      case .value(let type): requirements.append(.init(parameter.node, .value(type)))
      }
    }
    if counts.isEmpty { return nil }
    for requirement in signature.requirements where !requirement.isOfSelf && requirement.inverse == nil {
      requirements.append(requirement)
    }
    for parameter in signature.parameters where parameter.depth > 0 {
      guard case .value = parameter.kind else {
        requirements += signature.inverses(of: parameter.node)
        continue
      }
    }
    return GenericSignatureNode(parameterCounts: counts, requirements: requirements)
  }

  /// What an extension requires of the parameters of the type it extends; `nil` if nothing.
  ///
  /// - Parameter declaration: The type's declaration, where it is in this module.
  mutating func constraints(
    ofExtension id: Int,
    of declaration: Int?,
    _ extended: NominalNode
  ) throws(ModuleError) -> GenericSignatureNode? {
    guard id > 0 else { return nil }
    var own: [GenericRequirementNode]?
    if let declaration, let signature = try signature(ofType: declaration) {
      if signature == id { return nil }
      own = try self.signature(signature).requirements
    }
    let signature = try signature(id)
    var requirements: [GenericRequirementNode] = []
    for requirement in signature.requirements where requirement.inverse == nil && own?.contains(requirement) != true {
      requirements.append(requirement)
    }
    if requirements.isEmpty { return nil }
    guard own != nil else {
      // The type is another module's.
      if RuntimeRequirements.signature(of: extended, looksLike: requirements.filter { !$0.isOfMarker }) { return nil }
      throw .unsupported("a type in a constrained extension of \(extended.spelling)")
    }
    // An extension adds no parameters, so none are counted, but for a lone one (`lE` and `rlE` in symbols).
    return GenericSignatureNode(
      parameterCounts: signature.parameters.count == 1 ? [1] : [],
      requirements: requirements
    )
  }

  /// The number of the generic signature of a type in this module; `nil` for a reference to another module's type.
  private func signature(ofType id: Int) throws(ModuleError) -> Int? {
    let record = try reader.declaration(id).record
    switch record.kind {
    case .structure, .enumeration: return record.number(4)
    case .class: return record.number(7)
    default: return nil
    }
  }
}

extension GenericRequirementNode {
  /// Whether this is a requirement that the protocol makes of `Self`.
  fileprivate var isOfSelf: Bool {
    guard case .parameter(depth: 0, index: 0) = subject, case .conformance = constraint else { return false }
    return true
  }

  fileprivate var isOfMarker: Bool {
    guard case .conformance(let proto) = constraint else { return false }
    return proto.isMarkerProtocol
  }

  /// The number of the invertible protocol that this requires: 0 for `Copyable`, 1 for `Escapable`.
  ///
  /// Manglings leave these out and say where they are missing.
  var inverse: Int? {
    guard case .conformance(let proto) = constraint else { return nil }
    if proto.isSwift("Copyable") { return 0 }
    return proto.isSwift("Escapable") ? 1 : nil
  }
}

extension GenericSignatureReading {
  /// The invertible protocols that a parameter needn't conform to.
  func inverses(of parameter: TypeNode) -> [GenericRequirementNode] {
    var isRequired = [false, false]
    for requirement in requirements {
      guard requirement.subject == parameter else { continue }
      if let inverse = requirement.inverse {
        isRequired[inverse] = true
      } else if case .conformance(let proto) = requirement.constraint {
        // The signature is minimal: a protocol that requires `Copyable` stands for it.
        let implied = RuntimeRequirements.invertibleProtocols(impliedBy: proto)
        for number in 0..<2 where implied[number] { isRequired[number] = true }
      } else {
        // Classes and concrete types.
        isRequired = [true, true]
      }
    }
    var result: [GenericRequirementNode] = []
    for number in 0..<2 where !isRequired[number] { result.append(.init(parameter, .inverse(number))) }
    return result
  }
}
