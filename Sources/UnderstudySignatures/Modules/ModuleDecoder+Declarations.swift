internal import UnderstudyLocks
internal import UnderstudyModules

extension ModuleDecoder {
  // MARK: Nominal types and protocols

  /// A nominal type or protocol by its declaration.
  ///
  /// - Parameter kind: What it has to be, where that is known. A reference to another module doesn't tell.
  mutating func nominal(_ id: Int, as kind: NominalNode.Kind? = nil) throws(ModuleError) -> NominalNode {
    if let known = nominals[id] {
      if kind == nil || known.kind == kind { return known }
      throw .damaged("a declaration of two kinds", bit: 0)
    }
    let nominal = try nested { (decoder) throws(ModuleError) in try decoder.readNominal(id, as: kind) }
    guard kind == nil || nominal.kind == kind else { throw .damaged("a declaration of another kind", bit: 0) }
    nominals[id] = nominal
    return nominal
  }

  private mutating func readNominal(_ id: Int, as expected: NominalNode.Kind?) throws(ModuleError) -> NominalNode {
    let declaration = try reader.declaration(id)
    let record = declaration.record
    let kind: NominalNode.Kind
    switch record.kind {
    case .structure: kind = .structure
    case .enumeration: kind = .enumeration
    case .class: kind = .class
    case .protocol: kind = .protocol
    case .reference: return try reference(declaration, as: expected)
    default: throw .unsupported("\(record.name) in place of a type")
    }
    if declaration.isLocal { return try localNominal(id, kind) }
    let name = try reader.name(record.number(0))
    let context = try context(record.fields[1])
    guard let discriminator = declaration.discriminator, !context.isHidden else {
      return NominalNode(kind, in: context, name: .plain(name))
    }
    let file = try reader.name(discriminator)
    return NominalNode(kind, in: context, name: .file(.plain(name), discriminator: file))
  }

  /// A type inside a function: the module has a list of their manglings.
  private mutating func localNominal(_ id: Int, _ kind: NominalNode.Kind) throws(ModuleError) -> NominalNode {
    if localNames == nil {
      var names: Table<Int, String> = [:]
      for (mangling, id) in try reader.localTypes() { names[id] = mangling }
      localNames = names
    }
    guard let mangling = localNames?[id] else { throw .missing("name for a local type") }
    // The list spells a protocol `…P`, its descriptor's symbol leaves that out.
    let symbol = kind == .protocol ? "$s" + mangling.dropLast() + "Mp" : "$s" + mangling + "Mn"
    switch try? SymbolNode(symbol).form {
    case .metadata(.nominal(let nominal), _), .metadata(.bound(let nominal, _, _), _), .protocolDescriptor(let nominal):
      guard nominal.kind == kind else { throw .damaged("a local type of another kind", bit: 0) }
      return nominal
    default: throw .unsupported("the local type \(mangling)")
    }
  }

  /// The context of a declaration: nothing for the module, a declaration, or a body of code (a negative number).
  mutating func context(_ field: UInt64) throws(ModuleError) -> ContextNode {
    let id = Int(Int32(truncatingIfNeeded: field))
    if id == 0 { return .module(module.control.abiName) }
    guard id > 0 else { throw .unsupported("a declaration in a body of code") }
    if let known = nominals[id] { return .nominal(known) }
    let declaration = try reader.declaration(id)
    guard declaration.record.kind == .extension else { return .nominal(try nominal(id)) }
    let extended = try nominal(declaration.record.number(1))
    let signature = try constraints(
      ofExtension: declaration.record.number(4),
      of: declaration.record.number(1),
      extended
    )
    if signature == nil, extended.module == module.control.abiName { return .nominal(extended) }
    return .extension(of: extended, module: module.control.abiName, signature: signature)
  }

  // MARK: References

  /// A type or protocol of another module, by its path there.
  private mutating func reference(
    _ declaration: DeclarationReading,
    as expected: NominalNode.Kind?
  ) throws(ModuleError) -> NominalNode {
    let path = try reader.path(of: declaration)
    var context = ContextNode.module(try moduleName(declaration.record.number(0)))
    var last: NominalNode?
    for (position, piece) in path.enumerated() {
      switch piece.kind {
      case .referenceToType:
        if piece.flag(3), last == nil { context = .module("__C") }
        var name = NameNode.plain(try reader.name(piece.number(0)))
        if let discriminator = try reader.identifier(piece.number(1)) {
          name = .file(name, discriminator: discriminator)
        }
        var nominal = NominalNode(.other, in: context, name: name)
        let isLast = position == path.count - 1
        nominal.kind = isLast && expected != nil ? expected! : DeclaredKinds.kind(of: nominal)
        last = nominal
        context = .nominal(nominal)
      case .referenceToExtension:
        guard let extended = last else { throw .damaged("an extension of nothing", bit: 0) }
        let module = try moduleName(piece.number(0))
        let signature = try constraints(ofExtension: piece.number(1), of: nil, extended)
        context =
          signature == nil && module == extended.module
          ? .nominal(extended) : .extension(of: extended, module: module, signature: signature)
      default: throw .unsupported("a reference through \(piece.name)")
      }
    }
    guard let last else { throw .damaged("a reference to nothing", bit: 0) }
    return last
  }

  /// The name of an associated type by its declaration, here or in another module.
  func associatedType(_ id: Int) throws(ModuleError) -> String {
    let declaration = try reader.declaration(id)
    switch declaration.record.kind {
    case .associatedType: return try reader.name(declaration.record.number(0))
    case .reference:
      // The path leads through the protocol; both look like types.
      let path = try reader.path(of: declaration)
      for piece in path where piece.kind != .referenceToType {
        throw .unsupported("a reference through \(piece.name)")
      }
      return try reader.name(path[path.count - 1].number(0))
    default: throw .unsupported("\(declaration.record.name) in place of an associated type")
    }
  }
}

extension ContextNode {
  /// Whether a private type or code is around what lies here: then manglings don't say of it that it is private
  /// (`isOutermostPrivateOrFilePrivateScope` in lib/AST/Decl.cpp).
  fileprivate var isHidden: Bool {
    switch self {
    case .module: return false
    case .entity: return true
    case .nominal(let outer), .extension(let outer, _, _):
      if case .file = outer.name { return true }
      return outer.context.isHidden
    }
  }
}
