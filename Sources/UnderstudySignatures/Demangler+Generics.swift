extension Demangler {
  // MARK: - Generic parameters and their members

  /// The position of a generic parameter; see GENERIC-PARAM-INDEX.
  mutating func readParameter() throws(DemanglingError) -> TypeNode {
    if readIf(.z) { return .parameter(depth: 0, index: 0) }
    if readIf(.s) { return .constrainedSelf }
    if readIf(.d) {
      let depth = try readIndex() + 1
      return .parameter(depth: depth, index: try readIndex())
    }
    return .parameter(depth: 0, index: try readIndex() + 1)
  }

  /// An associated type's name, with its protocol where one is given.
  private mutating func popMemberName() throws(DemanglingError) -> (name: String, protocol: NominalNode?) {
    var proto: NominalNode?
    if case .type? = stack.last?.value { proto = try popProtocol() }
    return (try popIdentifier(), proto)
  }

  private mutating func popBase(_ base: TypeNode?) throws(DemanglingError) -> TypeNode {
    if let base { return base }
    return try popType()
  }

  /// A member of a base; the base is `nil` where it's the operand below the name.
  private mutating func popMember(of base: TypeNode?) throws(DemanglingError) -> TypeNode {
    let member = try popMemberName()
    return .member(of: try popBase(base), name: member.name, protocol: member.protocol)
  }

  /// A chain of members, given as a list of names.
  private mutating func popMemberChain(of base: TypeNode?) throws(DemanglingError) -> TypeNode {
    let members = try popFilledList { (machine) throws(DemanglingError) in try machine.popMemberName() }
    var type = try popBase(base)
    depth += members.count
    for member in members {
      type = .member(of: type, name: member.name, protocol: member.protocol)
    }
    return type
  }

  /// `Q`: associated types and packs.
  mutating func readDependentType() throws(DemanglingError) {
    switch try readLetter() {
    case .x: try pushSubstitutable(.type(popMember(of: nil)))
    case .X: try pushSubstitutable(.type(popMemberChain(of: nil)))
    case .y: try pushSubstitutable(.type(popMember(of: readParameter())))
    case .Y: try pushSubstitutable(.type(popMemberChain(of: readParameter())))
    case .z: try pushSubstitutable(.type(popMember(of: .parameter(depth: 0, index: 0))))
    case .Z: try pushSubstitutable(.type(popMemberChain(of: .parameter(depth: 0, index: 0))))
    case .P: try push(.type(.pack(popList { (machine) throws(DemanglingError) in try machine.popType() })))
    case .p:
      let count = try popType()
      try push(.type(.packExpansion(pattern: popType(), count: count)))
    case .e:
      let level = try readIndex()
      try push(.type(.packElement(popType(), level: level)))
    default: throw unsupported(length: 2)
    }
  }

  // MARK: - Generic signatures

  /// The counts between `r` and `l`.
  mutating func readParameterCounts() throws(DemanglingError) -> [Int] {
    var counts: [Int] = []
    while !readIf(.l) {
      counts.append(readIf(.z) ? 0 : try readIndex() + 1)
    }
    return counts
  }

  mutating func makeSignature(parameterCounts: [Int]) throws(DemanglingError) {
    var requirements: [GenericRequirementNode] = []
    while let requirement = popIfRequirement() { requirements.append(requirement) }
    requirements.reverse()
    try push(.signature(GenericSignatureNode(parameterCounts: parameterCounts, requirements: requirements)))
  }

  mutating func popIfRequirement() -> GenericRequirementNode? {
    guard case .requirement(let requirement)? = stack.last?.value else { return nil }
    take()
    return requirement
  }

  mutating func makeGenericType() throws(DemanglingError) {
    guard let signature = popIfSignature() else { throw DemanglingError(.malformed) }
    try push(.type(.generic(signature, popType())))
  }

  /// How the subject of a requirement is given.
  private enum Subject {
    case parameter
    case member
    case memberChain
    case operand
  }

  private enum RequirementForm {
    case conformance
    case superclass
    case sameType
    case sameShape
    case layout
    case inverse(Int)
    case pack
    case value
  }

  /// `R`: a letter for what is required and how the subject is given, the subject, and what the requirement names.
  mutating func readRequirement() throws(DemanglingError) {
    let (form, subject) = try readRequirementForm()
    let type: TypeNode
    switch subject {
    case .parameter: type = try readParameter()
    case .member:
      type = try popMember(of: readParameter())
      addSubstitution(.type(type))
    case .memberChain:
      type = try popMemberChain(of: readParameter())
      addSubstitution(.type(type))
    case .operand: type = try popType()
    }
    let constraint: GenericRequirementNode.Constraint
    switch form {
    case .conformance: constraint = .conformance(try popProtocol())
    case .superclass: constraint = .superclass(try popType())
    case .sameType: constraint = .sameType(try popType())
    case .sameShape: constraint = .sameShape(try popType())
    case .layout: constraint = .layout(try readLayout())
    case .inverse(let number): constraint = .inverse(number)
    case .pack: constraint = .pack
    case .value: constraint = .value(try popType())
    }
    try push(.requirement(GenericRequirementNode(type, constraint)))
  }

  private mutating func readRequirementForm() throws(DemanglingError) -> (RequirementForm, Subject) {
    let start = position
    // A parameter index comes next where the form is the plain conformance, so digits and `_` are no error here.
    guard let letter = ASCII(rawValue: peeked) else { return (.conformance, .parameter) }
    position += 1
    switch letter {
    case .b: return (.superclass, .parameter)
    case .c: return (.superclass, .member)
    case .C: return (.superclass, .memberChain)
    case .B: return (.superclass, .operand)
    case .s: return (.sameType, .parameter)
    case .t: return (.sameType, .member)
    case .T: return (.sameType, .memberChain)
    case .S: return (.sameType, .operand)
    case .l: return (.layout, .parameter)
    case .m: return (.layout, .member)
    case .M: return (.layout, .memberChain)
    case .L: return (.layout, .operand)
    case .p: return (.conformance, .member)
    case .P: return (.conformance, .memberChain)
    case .Q: return (.conformance, .operand)
    case .h: return (.sameShape, .parameter)
    case .v: return (.pack, .parameter)
    case .V: return (.value, .parameter)
    case .i: return (.inverse(try readIndex()), .parameter)
    case .j: return (.inverse(try readIndex()), .member)
    case .J: return (.inverse(try readIndex()), .memberChain)
    case .I: return (.inverse(try readIndex()), .operand)
    default:
      position = start
      return (.conformance, .parameter)
    }
  }

  private mutating func readLayout() throws(DemanglingError) -> String {
    let start = position
    switch try readLetter() {
    case .U, .R, .N, .C, .D, .T, .B: break
    case .E, .M:
      _ = try readIndex()
      _ = try readIndex()
    case .e, .m, .S: _ = try readIndex()
    default: throw unsupported()
    }
    return readText(from: start)
  }
}
