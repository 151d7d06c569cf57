internal import UnderstudyLocks
internal import UnderstudyModules

/// A declaration's record with what stands before it.
struct DeclarationReading {
  var record: ModuleRecord
  /// The hash that tells the file of a private declaration.
  var discriminator: String?
  var isLocal = false
  var attributes = Attributes()
  /// Where the records that belong to the declaration go on.
  var rest: BlockReader

  /// The attributes that say where a declaration's code runs, and those that say what a type is for.
  struct Attributes {
    /// The types of attributes like `@MainActor`; result builders look the same.
    var custom: [Int] = []
    var isolation: Nonisolated?
    var isConcurrent = false
    var isGlobalActor = false
    var isMarker = false
    var isRethrowing = false
  }

  /// The modifiers of `nonisolated` (`NonIsolatedModifier` in swift/include/swift/AST/AttrKind.h).
  enum Nonisolated: UInt64 {
    case plain = 0
    case unsafe = 1
    case nonsending = 2
  }
}

extension ModuleDecoder {
  /// How many records of attributes and the like may belong to one declaration.
  private static var recordLimit: Int { 1000 }

  /// The records before a declaration's own that don't matter here.
  private static let ignorable = [
    "FILENAME_FOR_PRIVATE", "DESERIALIZATION_SAFETY", "ABI_ONLY_COUNTERPART",
  ]

  /// Reads a declaration, or a reference to one in another module, up to its own record.
  func declaration(_ id: Int) throws(ModuleError) -> DeclarationReading {
    var reader = try index.reader(at: id, in: bytes)
    var discriminator: String?
    var isLocal = false
    var attributes = DeclarationReading.Attributes()
    var left = Self.recordLimit
    while left > 0, let record = try next(&reader) {
      left -= 1
      switch record.kind {
      case .privateDiscriminator: discriminator = try name(record.number(0))
      case .localDiscriminator: isLocal = true
      case .customAttribute: attributes.custom.append(record.number(1))
      case .nonisolated:
        guard let modifier = DeclarationReading.Nonisolated(rawValue: record.fields[0]) else {
          throw .unknownLayout(record: record.name, found: "modifier \(record.fields[0])")
        }
        attributes.isolation = modifier
      case .concurrent: attributes.isConcurrent = true
      case .globalActor: attributes.isGlobalActor = true
      case .marker: attributes.isMarker = true
      case .structure, .enumeration, .class, .protocol, .extension, .function, .accessor, .initializer, .variable,
        .subscript, .parameter, .associatedType, .genericParameterDeclaration, .reference:
        return DeclarationReading(
          record: record,
          discriminator: discriminator,
          isLocal: isLocal,
          attributes: attributes,
          rest: reader
        )
      default:
        if record.name == "Rethrows_DECL_ATTR" { attributes.isRethrowing = true }
        if record.name.hasSuffix("_DECL_ATTR") || Self.ignorable.contains(record.name) { continue }
        if record.name.hasSuffix("_DECL") {
          return DeclarationReading(record: record, discriminator: discriminator, isLocal: isLocal, rest: reader)
        }
        throw .unsupported("a declaration that begins with \(record.name)")
      }
    }
    throw .missing("declaration \(id)")
  }

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
    let declaration = try declaration(id)
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
    let name = try name(record.number(0))
    let context = try context(record.fields[1])
    guard let discriminator = declaration.discriminator, !context.isHidden else {
      return NominalNode(kind, in: context, name: .plain(name))
    }
    return NominalNode(kind, in: context, name: .file(.plain(name), discriminator: discriminator))
  }

  /// A type inside a function: the module has a list of their manglings.
  private mutating func localNominal(_ id: Int, _ kind: NominalNode.Kind) throws(ModuleError) -> NominalNode {
    if localNames == nil {
      var names: Table<Int, String> = [:]
      for (mangling, id) in try index.localTypes(in: bytes) { names[id] = mangling }
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
    let declaration = try declaration(id)
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
    var reader = declaration.rest
    var left = declaration.record.number(1)
    // Each piece is inside the one before.
    guard left <= 64 else { throw .damaged("a reference through \(left) declarations", bit: reader.cursor.position) }
    var context = ContextNode.module(try moduleName(declaration.record.number(0)))
    var last: NominalNode?
    while left > 0, let piece = try next(&reader) {
      left -= 1
      switch piece.kind {
      case .referenceToType:
        if piece.flag(3), last == nil { context = .module("__C") }
        var name = NameNode.plain(try name(piece.number(0)))
        if let discriminator = try identifier(piece.number(1)) { name = .file(name, discriminator: discriminator) }
        var nominal = NominalNode(.other, in: context, name: name)
        nominal.kind = left == 0 && expected != nil ? expected! : DeclaredKinds.kind(of: nominal)
        last = nominal
        context = .nominal(nominal)
      case .referenceToExtension:
        guard let extended = last else { throw .damaged("an extension of nothing", bit: reader.cursor.position) }
        let module = try moduleName(piece.number(0))
        let signature = try constraints(ofExtension: piece.number(1), of: nil, extended)
        context =
          signature == nil && module == extended.module
          ? .nominal(extended) : .extension(of: extended, module: module, signature: signature)
      default: throw .unsupported("a reference through \(piece.name)")
      }
    }
    guard left == 0, let last else { throw .damaged("a reference to nothing", bit: reader.cursor.position) }
    return last
  }

  /// The name of an associated type by its declaration, here or in another module.
  func associatedType(_ id: Int) throws(ModuleError) -> String {
    let declaration = try declaration(id)
    switch declaration.record.kind {
    case .associatedType: return try name(declaration.record.number(0))
    case .reference:
      // The path leads through the protocol; both look like types.
      var reader = declaration.rest
      var last: Int?
      var left = declaration.record.number(1)
      while left > 0, let piece = try next(&reader) {
        left -= 1
        guard piece.kind == .referenceToType else { throw .unsupported("a reference through \(piece.name)") }
        last = piece.number(0)
      }
      guard left == 0, let last else { throw .damaged("a reference to nothing", bit: reader.cursor.position) }
      return try name(last)
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
