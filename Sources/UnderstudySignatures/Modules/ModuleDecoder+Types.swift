internal import UnderstudyLocks
internal import UnderstudyModules

extension ModuleDecoder {
  /// The type of a number. Sugar is resolved: `[Int]`, `Int?` and type aliases are what they stand for.
  mutating func type(_ id: Int) throws(ModuleError) -> TypeNode {
    if let known = types[id] {
      weight += weights[id] ?? 1
      return known
    }
    let around = weight
    weight = 1
    let type = try nested { (decoder) throws(ModuleError) in try decoder.readType(id) }
    try weigh(0)
    types[id] = type
    weights[id] = weight
    weight += around
    return type
  }

  /// Counts parts of what is being read, a type or the whole of a protocol.
  ///
  /// Records may share parts of types, parameters and members, and whoever looks at what was read sees them all.
  mutating func weigh(_ parts: Int) throws(ModuleError) {
    let limit = 100_000
    weight += parts
    guard weight < limit else { throw .unsupported("a type or a protocol of more than \(limit) parts") }
  }

  mutating func types(_ ids: [Int]) throws(ModuleError) -> [TypeNode] {
    var result: [TypeNode] = []
    result.reserveCapacity(ids.count)
    for id in ids { result.append(try type(id)) }
    return result
  }

  private mutating func readType(_ id: Int) throws(ModuleError) -> TypeNode {
    let (record, rest) = try reader.type(id)
    switch record.kind {
    case .nominalType, .boundType: return try nominalType(record)
    case .aliasType: return try type(record.number(2))
    case .optional: return .optional(try type(record.number(0)))
    case .array, .variadicSequence: return .array(try type(record.number(0)))
    case .dictionary:
      return bound("Dictionary", try types([record.number(0), record.number(1)]))
    case .inlineArray:
      return bound("InlineArray", try types([record.number(0), record.number(1)]))
    case .integer: return .integer(try integer(record))
    case .tupleType: return .tuple(try tupleElements(rest))
    case .functionType: return .function(try function(record, rest))
    case .metatype: return .metatype(try type(record.number(0)), try metatypeRepresentation(record))
    case .existentialMetatype:
      return .existentialMetatype(
        try constraint(record.number(0)).type(),
        try metatypeRepresentation(record)
      )
    case .existential: return try constraint(record.number(0)).type()
    case .composition, .parameterizedProtocol: return try constraint(id).type()
    case .genericParameter, .declaredGenericParameter: return try genericParameter(record).node
    case .dynamicSelf, .parenthesizedType: return try type(record.number(0))
    case .dependentMember:
      let name = try associatedType(record.number(1))
      return .member(of: try type(record.number(0)), name: name, protocol: nil)
    case .pack: return .pack(try types(try reader.list(of: record)))
    case .packExpansion:
      return .packExpansion(pattern: try type(record.number(0)), count: try type(record.number(1)))
    case .packElement: return .packElement(try type(record.number(0)), level: record.number(1))
    case .referenceStorage: return .qualified(try storage(record), try type(record.number(1)))
    case .builtinType: return try builtin(record)
    case .builtinArrayType:
      return .fixedArray(count: try type(record.number(0)), element: try type(record.number(1)))
    default: throw .unsupported("a type of the kind \(record.name)")
    }
  }

  private func bound(_ name: String, _ arguments: [TypeNode]) -> TypeNode {
    .bound(NominalNode(.structure, swift: name), arguments: [arguments], retroactive: [])
  }

  private func integer(_ record: ModuleRecord) throws(ModuleError) -> Int {
    guard let text = reader.text(of: record), let magnitude = Int(text), magnitude >= 0
    else {
      throw .unsupported("an integer of more than 64 bits")
    }
    return record.flag(0) ? -magnitude : magnitude
  }

  // MARK: Nominal types

  /// A nominal type without arguments, or with the arguments of its own and of the types around it.
  private mutating func nominalType(_ record: ModuleRecord) throws(ModuleError) -> TypeNode {
    let nominal = try nominal(record.number(0))
    // A protocol as a type is its existential; `any` may not have been written.
    if nominal.kind == .protocol { return .existential(ExistentialNode(protocols: [nominal])) }
    var lists: [[TypeNode]] = []
    var isBound = record.kind == .boundType
    if isBound { lists.append(try types(try reader.list(of: record))) } else { lists.append([]) }
    let parent = record.number(1)
    if parent > 0 {
      let outer = try type(parent)
      if case .bound(_, let outerLists, _) = outer {
        lists = outerLists + lists
        isBound = true
      } else {
        lists = emptyLists(around: nominal) + lists
      }
    } else if isBound {
      lists = emptyLists(around: nominal) + lists
    }
    return isBound ? .bound(nominal, arguments: lists, retroactive: []) : .nominal(nominal)
  }

  /// One empty list for each type around a declaration.
  private func emptyLists(around nominal: NominalNode) -> [[TypeNode]] {
    var lists: [[TypeNode]] = []
    var context = nominal.context
    while true {
      switch context {
      case .nominal(let outer), .extension(let outer, _, _):
        lists.append([])
        context = outer.context
      case .module, .entity: return lists
      }
    }
  }

  private mutating func builtin(_ record: ModuleRecord) throws(ModuleError) -> TypeNode {
    let declaration = try reader.declaration(record.number(0))
    guard declaration.record.kind == .reference, declaration.record.number(1) == 1,
      let piece = try reader.path(of: declaration).first, piece.kind == .referenceToType
    else { throw .unsupported("a built-in type that isn't declared in Builtin") }
    let name = try reader.name(piece.number(0))
    guard let mangling = BuiltinNames.mangling(of: name) else { throw .unsupported("Builtin.\(name)") }
    return .builtin(name: name, mangling: mangling)
  }

  private func metatypeRepresentation(_ record: ModuleRecord) throws(ModuleError) -> MetatypeRepresentation? {
    // The interface types of declarations leave the representation open.
    guard record.fields[1] == 0 else { throw .unsupported("a metatype with a representation") }
    return nil
  }

  private func storage(_ record: ModuleRecord) throws(ModuleError) -> TypeQualifier {
    switch record.fields[0] {
    case 1: return .weak
    case 2: return .unowned
    case 3: return .unmanaged
    default: throw .unknownLayout(record: record.name, found: "ownership \(record.fields[0])")
    }
  }

  // MARK: Tuples and functions

  private mutating func tupleElements(_ rest: BlockReader) throws(ModuleError) -> [TupleElementNode] {
    var elements: [TupleElementNode] = []
    for element in try reader.records(of: .tupleElement, at: rest) {
      elements.append(
        TupleElementNode(label: try reader.identifier(element.number(0)), type: try type(element.number(1)))
      )
    }
    return elements
  }

  private mutating func function(
    _ record: ModuleRecord,
    _ rest: BlockReader
  ) throws(ModuleError) -> FunctionTypeNode {
    let isNonescaping = record.flag(3)
    let convention: FunctionTypeNode.Convention
    // FunctionTypeRepresentation in ModuleFormat.h.
    switch record.fields[1] {
    case 0: convention = isNonescaping ? .nonescaping : .escaping
    case 1: convention = isNonescaping ? .block : .escapingBlock
    case 2: convention = .thin
    case 3: convention = .cFunction
    default: throw .unknownLayout(record: record.name, found: "representation \(record.fields[1])")
    }
    guard record.fields[8] == 0 else { throw .unsupported("a differentiable function") }
    var parameters: [TupleElementNode] = []
    for parameter in try reader.records(of: .functionParameter, at: rest) {
      parameters.append(try functionParameter(parameter))
    }
    return FunctionTypeNode(
      convention,
      parameters: parameters,
      result: try type(record.number(0)),
      isAsync: record.flag(5),
      isSendable: record.flag(4),
      throwing: try throwing(record.flag(6), record.number(7)),
      isolation: try isolation(ofFunction: record.number(9)),
      hasSendingResult: record.flag(10)
    )
  }

  /// What a function throws, from its flag and its type.
  mutating func throwing(_ flag: Bool, _ id: Int) throws(ModuleError) -> FunctionTypeNode.Throwing {
    if !flag { return .never }
    if id == 0 { return .anyError }
    let error = try type(id)
    if case .existential(let existential) = error, existential.protocols == [NominalNode(.protocol, swift: "Error")] {
      return .anyError
    }
    if case .nominal(let nominal) = error, nominal.isSwift("Never") { return .never }
    return .typed(error)
  }

  private mutating func isolation(ofFunction field: Int) throws(ModuleError) -> FunctionTypeNode.Isolation {
    switch try numbering.isolation(ofFunction: field) {
    case .none: return .none
    case .any: return .any
    case .caller: return .caller
    case .globalActor(let id): return .globalActor(try type(id))
    }
  }

  private mutating func functionParameter(_ record: ModuleRecord) throws(ModuleError) -> TupleElementNode {
    var type = try type(record.number(2))
    let isVariadic = record.flag(3)
    if record.flag(4) { type = try autoclosure(type) }
    if record.flag(8) { type = .qualified(.noDerivative, type) }
    switch try ownership(record.fields[6], record) {
    case .default: break
    case .inout: type = .qualified(.inout, type)
    case .shared: type = .qualified(.shared, type)
    case .owned: type = .qualified(.owned, type)
    }
    if record.flag(7) { type = .qualified(.isolated, type) }
    if record.flag(11) { type = .qualified(.sending, type) }
    if record.flag(9) { type = .qualified(.compileTimeLiteral, type) }
    if record.flag(10) { type = .qualified(.compileTimeValue, type) }
    return TupleElementNode(type: type, isVariadic: isVariadic)
  }

  /// A parameter's ownership (ParamDeclSpecifier in ModuleFormat.h).
  func ownership(_ field: UInt64, _ record: ModuleRecord) throws(ModuleError) -> RequirementSignature.Ownership {
    switch field {
    case 0: return .default
    case 1: return .inout
    case 2, 4: return .shared
    // 6 is the implicit ownership of `sending`.
    case 3, 5, 6: return .owned
    default: throw .unknownLayout(record: record.name, found: "specifier \(field)")
    }
  }

  /// The type of the elements of `T...`, which is stored as the array.
  func element(ofVariadic type: TypeNode) throws(ModuleError) -> TypeNode {
    guard case .bound(_, let lists, _) = type, lists.count == 1, lists[0].count == 1 else {
      throw .damaged("a variadic parameter that isn't an array", bit: 0)
    }
    return lists[0][0]
  }

  /// An autoclosure's function type, which is stored like any other.
  func autoclosure(_ type: TypeNode) throws(ModuleError) -> TypeNode {
    guard case .function(var function) = type else { throw .damaged("an autoclosure that isn't a function", bit: 0) }
    function.convention = function.convention == .nonescaping ? .autoclosure : .escapingAutoclosure
    return .function(function)
  }
}

/// The types of the `Builtin` module.
enum BuiltinNames {
  private static let manglings: Table<String, String> = [
    "BridgeObject": "Bb", "UnsafeValueBuffer": "BB", "RawUnsafeContinuation": "Bc", "DefaultActorStorage": "BD",
    "NonDefaultDistributedActorStorage": "Bd", "Executor": "Be", "IntLiteral": "BI", "Job": "Bj", "PackIndex": "BP",
    "UnknownObject": "BO", "NativeObject": "Bo", "RawPointer": "Bp", "SILToken": "Bt", "Word": "Bw",
    "ImplicitActor": "BA",
  ]

  /// The mangling of a type by its name: `docs/ABI/Mangling.rst`.
  static func mangling(of name: String) -> String? {
    if let mangling = manglings[name] { return mangling }
    if name.hasPrefix("FPIEEE"), let bits = Int(name.dropFirst(6)), bits > 0 { return "Bf\(bits)_" }
    if name.hasPrefix("Int"), let bits = Int(name.dropFirst(3)), bits > 0 { return "Bi\(bits)_" }
    if name.hasPrefix("Vec"), name.utf8.count < 32, let cross = name.firstIndex(of: "x"),
      let count = Int(name[name.index(name.startIndex, offsetBy: 3)..<cross]), count > 0,
      let element = mangling(of: String(name[name.index(after: cross)...]))
    {
      return element + "Bv\(count)_"
    }
    return nil
  }
}
