extension Demangler {
  // MARK: - Nominal types

  mutating func makeNominal(_ kind: NominalNode.Kind) throws(DemanglingError) {
    let name = try popName()
    try pushSubstitutable(.type(.nominal(NominalNode(kind, in: popContext(), name: name))))
  }

  /// `G`: a nominal type and its generic arguments. Behind the type stands `y`, then one list per generic-capable context; `_`
  /// parts them.
  mutating func makeBoundGeneric() throws(DemanglingError) {
    var retroactive: [RetroactiveConformanceNode] = []
    while case .retroactive(let conformance)? = stack.last?.value {
      take()
      retroactive.append(conformance)
    }
    retroactive.reverse()
    var lists: [[TypeNode]] = []
    while true {
      lists.append(popTypes())
      if popIfEmptyList() { break }
      guard popIfFirstElement() else { throw DemanglingError(.malformed) }
    }
    lists.reverse()
    let nominal = try popNominal()
    guard lists.count <= ContextNode.nominal(nominal).argumentLevels else { throw DemanglingError(.malformed) }
    try pushSubstitutable(.type(.bound(nominal, arguments: lists, retroactive: retroactive)))
  }

  /// `$`: an integer as a generic argument.
  mutating func readInteger() throws(DemanglingError) {
    let isNegative = readIf(.n)
    let magnitude = try readIndex()
    try push(.type(.integer(isNegative ? -magnitude : magnitude)))
  }

  // MARK: - Tuples and functions

  mutating func makeTuple() throws(DemanglingError) {
    let elements = try popList { (machine) throws(DemanglingError) in
      var isVariadic = false
      if case .variadic? = machine.stack.last?.value {
        machine.take()
        isVariadic = true
      }
      let label = machine.popIfIdentifier()
      return TupleElementNode(label: label, type: try machine.popType(), isVariadic: isVariadic)
    }
    try push(.type(.tuple(elements)))
  }

  mutating func makeFunctionType(
    _ convention: FunctionTypeNode.Convention,
    clangType: String? = nil
  ) throws(DemanglingError) {
    try push(.type(.function(popFunctionType(convention, clangType: clangType))))
  }

  /// Result, parameters, then what is said of the function, in a fixed order.
  mutating func popFunctionType(
    _ convention: FunctionTypeNode.Convention,
    clangType: String? = nil
  ) throws(DemanglingError) -> FunctionTypeNode {
    var function = FunctionTypeNode(convention, parameters: [], result: .void, clangType: clangType)
    // From the last to the first; an effect out of order is left for the parameters to stumble over.
    if case .effect(.sendingResult)? = stack.last?.value {
      take()
      function.hasSendingResult = true
    }
    if case .effect(.isolation(let isolation))? = stack.last?.value {
      take()
      function.isolation = isolation
    }
    if case .effect(.differentiable(let kind))? = stack.last?.value {
      take()
      function.differentiability = kind
    }
    if case .effect(.throwing(let throwing))? = stack.last?.value {
      take()
      function.throwing = throwing
    }
    if case .effect(.sendable)? = stack.last?.value {
      take()
      function.isSendable = true
    }
    if case .effect(.async)? = stack.last?.value {
      take()
      function.isAsync = true
    }
    if !popIfEmptyList() {
      let type = try popType()
      if case .tuple(let elements) = type {
        function.parameters = elements
      } else {
        function.parameters = [TupleElementNode(type: type)]
      }
    }
    if !popIfEmptyList() { function.result = try popType() }
    return function
  }

  /// The Itanium mangling of a C function's type.
  mutating func readClangType() throws(DemanglingError) -> String {
    guard let length = try readNatural(), length > 0, length <= text.count - position else {
      throw DemanglingError(.truncated)
    }
    weight += length / 8
    position += length
    return String(decoding: text[(position - length)..<position], as: UTF8.self)
  }

  // MARK: - Existentials

  mutating func popProtocols() throws(DemanglingError) -> [NominalNode] {
    try popList { (machine) throws(DemanglingError) in try machine.popProtocol() }
  }

  mutating func makeExistential() throws(DemanglingError) {
    try push(.type(.existential(ExistentialNode(protocols: popProtocols()))))
  }

  mutating func makeConstrainedExistential() throws(DemanglingError) {
    let requirements = try popFilledList { (machine) throws(DemanglingError) in
      guard let requirement = machine.popIfRequirement() else { throw DemanglingError(.malformed) }
      return requirement
    }
    try push(.type(.constrainedExistential(popType(), requirements)))
  }

  // MARK: - Builtin types

  /// `B`: types of the `Builtin` module.
  mutating func readBuiltin() throws(DemanglingError) {
    let start = position - 1
    let name: String
    switch try readLetter() {
    case .A: name = "ImplicitActor"
    case .b: name = "BridgeObject"
    case .B: name = "UnsafeValueBuffer"
    case .c: name = "RawUnsafeContinuation"
    case .D: name = "DefaultActorStorage"
    case .d: name = "NonDefaultDistributedActorStorage"
    case .e: name = "Executor"
    case .f: name = "FPIEEE\(try readBuiltinSize())"
    case .i: name = "Int\(try readBuiltinSize())"
    case .I: name = "IntLiteral"
    case .j: name = "Job"
    case .P: name = "PackIndex"
    case .O: name = "UnknownObject"
    case .o: name = "NativeObject"
    case .p: name = "RawPointer"
    case .t: name = "SILToken"
    case .w: name = "Word"
    case .v:
      let count = try readBuiltinSize()
      guard case .builtin(let element, let mangling) = try popType() else { throw DemanglingError(.malformed) }
      // Names nest, so they count like identifiers.
      weight += mangling.utf8.count
      return try push(.type(.builtin(name: "Vec\(count)x\(element)", mangling: mangling + readText(from: start))))
    case .V:
      let element = try popType()
      return try push(.type(.fixedArray(count: popType(), element: element)))
    default: throw unsupported(length: 2)
    }
    try push(.type(.builtin(name: name, mangling: readText(from: start))))
  }

  private mutating func readBuiltinSize() throws(DemanglingError) -> Int {
    guard let size = try readNatural(), size > 0, size <= 4096, readIf(.underscore) else {
      throw DemanglingError(position < text.count ? .malformed : .truncated)
    }
    return size
  }
}

extension ContextNode {
  /// How many lists of generic arguments the declaration and those around it can have.
  fileprivate var argumentLevels: Int {
    switch self {
    case .module: 0
    case .nominal(let nominal): 1 + nominal.context.argumentLevels
    case .extension(let nominal, _, _): ContextNode.nominal(nominal).argumentLevels
    case .entity(let entity): (entity.takesArguments ? 1 : 0) + entity.context.argumentLevels
    }
  }
}

extension EntityNode {
  /// Whether a list of generic arguments belongs to the entity (`nodeConsumesGenericArgs` in `lib/Demangling/Demangler.cpp`).
  fileprivate var takesArguments: Bool {
    switch form {
    case .function, .allocatingInitializer, .initializer, .deallocator, .isolatedDeallocator, .destructor: true
    case .variable, .subscript: accessor != nil
    case .closure, .implicitClosure, .defaultArgument, .storedInitializer, .wrapperInitializer, .projectionInitializer:
      false
    }
  }
}
