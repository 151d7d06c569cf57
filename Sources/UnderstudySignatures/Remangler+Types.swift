extension Remangler {
  mutating func type(_ type: TypeNode) throws(DemanglingError) {
    switch type {
    case .nominal(let nominal): try self.nominal(nominal)
    case .bound(let nominal, let lists, let retroactive): try bound(nominal, lists, retroactive)
    case .tuple(let elements): try tuple(elements)
    case .function(let function):
      try signature(of: function)
      append(function.convention.rawValue)
      try clangType(of: function)
    case .qualified(let qualifier, let inner):
      try self.type(inner)
      append(qualifier.rawValue)
    case .metatype(let instance, let representation):
      try self.type(instance)
      append(representation.map { "XM" + $0.rawValue } ?? "m")
    case .existentialMetatype(let instance, let representation):
      try self.type(instance)
      append(representation.map { "Xm" + $0.rawValue } ?? "Xp")
    case .existential(let existential): try self.existential(existential)
    case .constrainedExistential(let base, let requirements):
      // The runtime knows these by a shape record only, never by name.
      if reader == .runtime { throw DemanglingError(.unspeakable("a constrained existential, for the runtime,")) }
      try self.type(base)
      for (position, requirement) in requirements.enumerated() {
        try self.requirement(requirement)
        if position == 0 { append("_") }
      }
      append("XP")
    case .parameter(depth: 0, index: 0): append("x")
    case .parameter, .constrainedSelf:
      append("q")
      try parameter(type)
    case .member: try member(type)
    case .pack(let types):
      try list(types)
      append("QP")
    case .packExpansion(let pattern, let count):
      try self.type(pattern)
      try self.type(count)
      append("Qp")
    case .packElement(let pattern, let level):
      try self.type(pattern)
      append("Qe")
      index(level)
    case .builtin(_, let mangling): append(mangling)
    case .fixedArray(let count, let element):
      try self.type(count)
      try self.type(element)
      append("BV")
    case .generic(let signature, let inner):
      try self.type(inner)
      try self.signature(signature)
      append("u")
    case .integer(let value):
      append(value < 0 ? "$n" : "$")
      index(Int(value.magnitude))
    }
  }

  private mutating func list(_ types: [TypeNode]) throws(DemanglingError) {
    if types.isEmpty { append("y") }
    for (position, type) in types.enumerated() {
      try self.type(type)
      if position == 0 { append("_") }
    }
  }

  private mutating func bound(
    _ nominal: NominalNode,
    _ lists: [[TypeNode]],
    _ retroactive: [RetroactiveConformanceNode]
  ) throws(DemanglingError) {
    if nominal.isSwift("Optional"), nominal.kind == .enumeration, lists.count == 1, lists[0].count == 1,
      retroactive.isEmpty
    {
      try type(lists[0][0])
      return append("Sg")
    }
    try self.nominal(nominal)
    for (position, types) in lists.enumerated() {
      append(position == 0 ? "y" : "_")
      for type in types { try self.type(type) }
    }
    for conformance in retroactive {
      try self.conformance(conformance.conformance)
      append("g")
      index(conformance.index)
    }
    append("G")
  }

  // MARK: - Tuples and functions

  private mutating func tuple(_ elements: [TupleElementNode]) throws(DemanglingError) {
    if elements.isEmpty { append("y") }
    for (position, element) in elements.enumerated() {
      try type(element.type)
      if let label = element.label { try identifier(label) }
      if element.isVariadic { append("d") }
      if position == 0 { append("_") }
    }
    append("t")
  }

  /// The result, the parameters, and what is said of the function. A single parameter stands alone unless it has a label.
  mutating func signature(of function: FunctionTypeNode, isLabelled: Bool = false) throws(DemanglingError) {
    if function.result == .void { append("y") } else { try type(function.result) }
    if function.parameters.isEmpty {
      append("y")
    } else if !isLabelled, let single = Self.bareParameter(of: function) {
      try type(single)
    } else {
      try tuple(function.parameters)
    }
    if function.isAsync { append("Ya") }
    if function.isSendable { append("Yb") }
    switch function.throwing {
    case .never: break
    case .anyError: append("K")
    case .typed(let error):
      try type(error)
      append("YK")
    }
    if let kind = function.differentiability {
      append("Yj")
      append(kind)
    }
    switch function.isolation {
    case .none: break
    case .globalActor(let actor):
      try type(actor)
      append("Yc")
    case .any: append("YA")
    case .caller: append("YC")
    }
    if function.hasSendingResult { append("YT") }
  }

  /// The only parameter's type, where it needs no tuple around it.
  private static func bareParameter(of function: FunctionTypeNode) -> TypeNode? {
    guard function.parameters.count == 1, function.parameters[0].label == nil, !function.parameters[0].isVariadic else {
      return nil
    }
    if case .tuple = function.parameters[0].type { return nil }
    return function.parameters[0].type
  }

  /// A C type's text follows the operator, with a `z` before the operator's last letter.
  private mutating func clangType(of function: FunctionTypeNode) throws(DemanglingError) {
    guard let text = function.clangType else { return }
    // The operator just written is `XB` or `XC`.
    let last: String =
      switch function.convention {
      case .block: "B"
      case .cFunction: "C"
      default: throw DemanglingError(.unspeakable("a C type of a Swift function"))
      }
    removeLast()
    append("z" + last + String(text.utf8.count) + text)
  }

  // MARK: - Existentials

  private mutating func existential(_ existential: ExistentialNode) throws(DemanglingError) {
    var isEmpty = true
    for nominal in existential.protocols where reader == .comparison || !nominal.isMarkerProtocol {
      try self.protocol(nominal)
      if isEmpty { append("_") }
      isEmpty = false
    }
    if isEmpty { append("y") }
    if let superclass = existential.superclass {
      try type(superclass)
      append("Xc")
    } else {
      append(existential.isAnyObject ? "Xl" : "p")
    }
  }
}
