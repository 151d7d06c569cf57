extension RequirementSignature {
  /// Reads a signature from the symbol of a witness thunk (`…TW`) or of its async function pointer (`…TWTu`).
  ///
  /// - Throws: an error for every other symbol, and for requirements whose symbol spells no type.
  package init(witnessThunk symbol: String) throws(DemanglingError) {
    let node = try SymbolNode(symbol)
    guard case .witnessThunk(let conformance, let entity) = node.form else {
      throw DemanglingError(.unexpectedKind("a protocol witness thunk"), name: symbol)
    }
    guard case .nominal(conformance.protocol) = entity.context else {
      throw DemanglingError(.unexpectedKind("a witness of the conformance's protocol"), name: symbol)
    }
    try self.init(entity, of: node, symbol)
    conformingType = conformance.type
  }

  /// Reads a signature from the symbol of a method descriptor (`…Tq`) or a dispatch thunk (`…Tj`, `…TjTu`).
  ///
  /// - Throws: an error for every other symbol, and for requirements whose symbol spells no type.
  package init(methodDescriptor symbol: String) throws(DemanglingError) {
    let node = try SymbolNode(symbol)
    switch node.form {
    case .methodDescriptor(let entity), .dispatchThunk(let entity): try self.init(entity, of: node, symbol)
    default: throw DemanglingError(.unexpectedKind("a method descriptor"), name: symbol)
    }
  }

  private init(_ entity: EntityNode, of node: SymbolNode, _ symbol: String) throws(DemanglingError) {
    guard let owner = entity.context.declaringNominal else {
      throw DemanglingError(.unexpectedKind("a member of a type"), name: symbol)
    }
    guard let type = entity.type else { throw DemanglingError(.unexpectedKind("a function with a type"), name: symbol) }
    let function = type.function
    let generics: GenericSignatureNode? =
      switch type {
      case .generic(let signature, _): signature
      default: nil
      }
    let parameters = function.map { Self.parameters(of: $0, labels: entity.labels) } ?? []
    switch (entity.form, function) {
    case (.function, let function?), (.allocatingInitializer, let function?), (.initializer, let function?):
      self.init(
        kind: entity.form == .function ? .method : .initializer,
        isStatic: entity.isStatic,
        baseName: entity.form == .function ? entity.name.map { Self.sourceName($0.text) } ?? "" : "init",
        parameters: parameters,
        result: function.result,
        isAsync: function.isAsync || node.isAsyncFunctionPointer,
        throwing: function.throwing,
        generics: generics,
        owner: owner
      )
    case (.variable, _):
      try self.init(accessor: entity, value: type, indices: [], generics: nil, owner: owner, node: node, symbol)
    case (.subscript, let function?):
      try self.init(
        accessor: entity,
        value: function.result,
        indices: parameters,
        generics: generics,
        owner: owner,
        node: node,
        symbol
      )
    default:
      throw DemanglingError(.unexpectedKind("a method, an initializer or an accessor"), name: symbol)
    }
  }

  private init(
    accessor entity: EntityNode,
    value: TypeNode,
    indices: [Parameter],
    generics: GenericSignatureNode?,
    owner: NominalNode,
    node: SymbolNode,
    _ symbol: String
  ) throws(DemanglingError) {
    let accessor: Accessor
    switch entity.accessor {
    case .getter: accessor = .getter
    case .setter: accessor = .setter
    case .modify: accessor = .modify
    case .read: accessor = .read
    case .modify2: accessor = .modify2
    case .read2: accessor = .read2
    default: throw DemanglingError(.unexpectedKind("an accessor that a requirement can have"), name: symbol)
    }
    let isSetter = accessor == .setter
    // Only getters may throw or suspend.
    self.init(
      kind: .accessor(accessor, of: entity.form == .subscript ? .subscript : .property),
      isStatic: entity.isStatic,
      baseName: entity.form == .subscript ? "subscript" : entity.name.map { Self.sourceName($0.text) } ?? "",
      parameters: isSetter ? [Parameter(element: TupleElementNode(type: value), label: nil)] + indices : indices,
      result: isSetter ? .void : value,
      isAsync: node.isAsyncFunctionPointer,
      throwing: accessor == .getter ? nil : .never,
      generics: generics,
      owner: owner
    )
  }

  private static func parameters(of function: FunctionTypeNode, labels: [String?]) -> [Parameter] {
    var parameters: [Parameter] = []
    for (position, element) in function.parameters.enumerated() {
      let label = position < labels.count ? labels[position] : nil
      parameters.append(Parameter(element: element, label: label.map(sourceName)))
    }
    return parameters
  }

  /// A name without the backticks that the mangling keeps around raw identifiers.
  private static func sourceName(_ name: String) -> String {
    guard name.utf8.count > 2, name.utf8.first == 0x60, name.utf8.last == 0x60 else { return name }
    return String(name.dropFirst().dropLast())
  }
}

extension RequirementSignature.Parameter {
  /// A parameter as a function type has it: the qualifiers around its type become properties.
  package init(element: TupleElementNode, label: String?) {
    self.init(label: label, type: element.type, isVariadic: element.isVariadic)
    unwrapping: while case .qualified(let qualifier, let inner) = type {
      switch qualifier {
      case .inout: ownership = .inout
      case .owned: ownership = .owned
      case .shared: ownership = .shared
      case .isolated: isIsolated = true
      case .sending: isSending = true
      case .noDerivative, .compileTimeLiteral, .compileTimeValue: break
      case .weak, .unowned, .unmanaged, .dynamicSelf: break unwrapping
      }
      type = inner
    }
    if isVariadic { type = .array(type) }
  }
}

extension ContextNode {
  /// The nominal type whose member a declaration in this context is.
  var declaringNominal: NominalNode? {
    switch self {
    case .nominal(let nominal), .extension(let nominal, _, _): nominal
    case .module, .entity: nil
    }
  }
}
