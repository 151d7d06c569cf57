extension Remangler {
  // MARK: - Generic parameters and their members

  /// The position of a generic parameter; see GENERIC-PARAM-INDEX.
  mutating func parameter(_ type: TypeNode) throws(DemanglingError) {
    switch type {
    case .constrainedSelf: append("s")
    case .parameter(depth: 0, index: 0): append("z")
    case .parameter(depth: 0, let index): self.index(index - 1)
    case .parameter(let depth, let index):
      append("d")
      self.index(depth - 1)
      self.index(index)
    default: throw DemanglingError(.unspeakable("a type in place of a generic parameter"))
    }
  }

  /// The base of a chain of members, and the members from the base on.
  private static func chain(
    of type: TypeNode
  ) -> (base: TypeNode, members: [(name: String, protocol: NominalNode?)]) {
    var base = type
    var members: [(name: String, protocol: NominalNode?)] = []
    while case .member(let inner, let name, let proto) = base {
      members.append((name, proto))
      base = inner
    }
    members.reverse()
    return (base, members)
  }

  private mutating func names(_ members: [(name: String, protocol: NominalNode?)]) throws(DemanglingError) {
    for (position, member) in members.enumerated() {
      try identifier(member.name)
      if let proto = member.protocol { try nominal(proto) }
      if members.count > 1, position == 0 { append("_") }
    }
  }

  mutating func member(_ type: TypeNode) throws(DemanglingError) {
    let (base, members) = Self.chain(of: type)
    let isChain = members.count > 1
    switch base {
    case .parameter(depth: 0, index: 0):
      try names(members)
      append(isChain ? "QZ" : "Qz")
    case .parameter, .constrainedSelf:
      try names(members)
      append(isChain ? "QY" : "Qy")
      try parameter(base)
    default:
      try self.type(base)
      try names(members)
      append(isChain ? "QX" : "Qx")
    }
  }

  // MARK: - Generic signatures

  mutating func signature(_ signature: GenericSignatureNode) throws(DemanglingError) {
    for requirement in signature.requirements { try self.requirement(requirement) }
    if signature.parameterCounts == [1] { return append("l") }
    append("r")
    for count in signature.parameterCounts {
      if count == 0 { append("z") } else { index(count - 1) }
    }
    append("l")
  }

  mutating func requirement(_ requirement: GenericRequirementNode) throws(DemanglingError) {
    switch requirement.constraint {
    case .conformance(let proto):
      try self.protocol(proto)
      try subject(requirement.subject, letters: ["", "p", "P"])
    case .superclass(let type):
      try self.type(type)
      try subject(requirement.subject, letters: ["b", "c", "C"])
    case .sameType(let type):
      try self.type(type)
      try subject(requirement.subject, letters: ["s", "t", "T"])
    case .sameShape(let type):
      try self.type(type)
      try subject(requirement.subject, letters: ["h"])
    case .layout(let layout):
      try subject(requirement.subject, letters: ["l", "m", "M"])
      append(layout)
    case .inverse(let number): try subject(requirement.subject, letters: ["i", "j", "J"], inverse: number)
    case .pack: try subject(requirement.subject, letters: ["v"])
    case .value(let type):
      try self.type(type)
      try subject(requirement.subject, letters: ["V"])
    }
  }

  /// A requirement's operator and subject; the letters are those for a parameter, its member, and a chain of members.
  private mutating func subject(
    _ type: TypeNode,
    letters: [String],
    inverse: Int? = nil
  ) throws(DemanglingError) {
    let (base, members) = Self.chain(of: type)
    let form = min(members.count, 2)
    guard form < letters.count else { throw DemanglingError(.unspeakable("the subject of a requirement")) }
    try names(members)
    append("R" + letters[form])
    if let inverse { index(inverse) }
    try parameter(base)
  }

  // MARK: - Conformances

  mutating func conformance(_ conformance: ConformanceNode) throws(DemanglingError) {
    switch conformance {
    case .concrete(let type, let proto, let origin, let conditions):
      try self.type(type)
      try self.protocol(proto)
      switch origin {
      case .typeModule: append("HP")
      case .protocolModule: append("Hp")
      case .module(let name): try module(name)
      }
      try conformances(conditions)
      append("HC")
    case .root(let type, let proto, let index):
      try self.type(type)
      try self.protocol(proto)
      append("HD")
      self.index(index)
    case .inherited(let inner, let proto, let index):
      try self.conformance(inner)
      try self.protocol(proto)
      append("HI")
      self.index(index)
    case .associated(let inner, let type, let proto, let index):
      try self.conformance(inner)
      try self.type(type)
      try self.protocol(proto)
      append("HA")
      self.index(index)
    case .opaque(let inner, let type):
      try self.conformance(inner)
      try self.type(type)
      append("HO")
    case .pack(let inner):
      try conformances(inner)
      append("HX")
    }
  }

  private mutating func conformances(_ list: [ConformanceNode]) throws(DemanglingError) {
    if list.isEmpty { append("y") }
    for (position, conformance) in list.enumerated() {
      try self.conformance(conformance)
      if position == 0 { append("_") }
    }
  }
}
