/// What a module says about one of its types.
package struct NominalFacts: Sendable, Equatable {
  package enum Kind: Sendable, Equatable { case structure, enumeration, classType, protocolType }

  /// Access levels by growing reach.
  package enum Access: Int, Sendable, Comparable {
    case `private`, `fileprivate`, `internal`, package, `public`, open

    package static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }
  }

  package let kind: Kind
  /// The access level it is declared with.
  package let access: Access
  package let isFrozen: Bool
  /// Marked `@_fixed_layout`.
  package let isFixedLayout: Bool
  /// Whether code of other modules can name it, in source or in inlined bodies: it and the types around it are
  /// at least `package` or `@usableFromInline`.
  package internal(set) var isVisibleOutside: Bool

  package init(kind: Kind, access: Access, isFrozen: Bool, isFixedLayout: Bool, isUsableFromInline: Bool) {
    self.kind = kind
    self.access = access
    self.isFrozen = isFrozen
    self.isFixedLayout = isFixedLayout
    isVisibleOutside = access >= .package || isUsableFromInline
  }

  /// Whether other modules must treat the type's layout as unknown, provided its module is resilient.
  ///
  /// The compiler's rule is `NominalTypeDecl::isFormallyResilient` in swift/lib/AST/Decl.cpp: a type no other module
  /// can name, and one marked frozen or fixed, has a known layout.
  package var hidesLayout: Bool {
    isVisibleOutside && !isFrozen && !isFixedLayout
  }
}

extension SerializedModule {
  /// Finds a type by its name and those of the types around it, outermost first.
  ///
  /// - Returns: The facts of every type of that name; private types of several files may share one. Empty where the
  ///   module has none.
  /// - Throws: `ModuleError` where the module is damaged or a declaration has a layout this reader doesn't know.
  package func nominals(at path: [String]) throws(ModuleError) -> [NominalFacts] {
    guard let outermost = path.first else { return [] }
    let index = try index()
    return try bytes.withBytes { (buffer) throws(ModuleError) in
      var found: [ModuleIndex.DeclarationID: NominalFacts] = [:]
      for id in try index.topLevelDeclarations(named: outermost, in: buffer) {
        if case .nominal(let facts) = try index.declaration(id, named: outermost, in: buffer) { found[id] = facts }
      }
      var depth = 1
      while depth < path.count {
        var inner: [ModuleIndex.DeclarationID: NominalFacts] = [:]
        for (parent, child) in try index.nestedTypes(named: path[depth], in: buffer) {
          let isParentVisible: Bool
          if let outer = found[parent] {
            isParentVisible = outer.isVisibleOutside
          } else if case .reference(let names) = try index.declaration(parent, named: nil, in: buffer),
            names == Array(path[..<depth])
          {
            // An extension of another module's type, which this one could name.
            isParentVisible = true
          } else {
            continue
          }
          if case .nominal(var facts) = try index.declaration(child, named: path[depth], in: buffer) {
            facts.isVisibleOutside = facts.isVisibleOutside && isParentVisible
            inner[child] = facts
          }
        }
        found = inner
        depth += 1
      }
      return Array(found.values)
    }
  }
}

extension ModuleIndex {
  /// A declaration as far as `NominalFacts` needs it.
  enum Declaration {
    case nominal(NominalFacts)
    /// A type of another module, by its path there.
    case reference([String])
    case other
  }

  /// The layouts of the type declarations' records, and where in them the name and the access level are.
  ///
  /// The same from format 944 (Swift 6.2) to 1018; a record of any other layout is refused.
  private static let nominalLayouts: [String: (kind: NominalFacts.Kind, fingerprint: String, access: Int)] = [
    "STRUCT_DECL": (.structure, "F31 F32 F1 F1 F31 F3 V4 V4 A V16", 5),
    "ENUM_DECL": (.enumeration, "F31 F32 F1 F1 F31 F31 F3 V4 V4 A V16", 6),
    "CLASS_DECL": (.classType, "F31 F32 F1 F1 F1 F1 F1 F31 F31 F3 V4 V4 A V16", 9),
    "PROTOCOL_DECL": (.protocolType, "F31 F32 F1 F1 F1 F1 F31 F3 A F31", 7),
  ]

  /// Reads one declaration with its attributes.
  ///
  /// - Parameter name: The name it must have; a declaration of another name means the index is damaged.
  func declaration(_ id: DeclarationID, named name: String?, in bytes: UnsafeRawBufferPointer) throws(ModuleError)
    -> Declaration
  {
    var reader = try reader(at: id, in: bytes)
    var isFrozen = false
    var isFixedLayout = false
    var isUsableFromInline = false
    while let entry = try reader.next() {
      guard case .record(let record) = entry else { continue }
      guard let recordName = recordNames[record.code] else {
        throw .unknownLayout(record: "record \(record.code)", found: record.fingerprint)
      }
      if recordName.hasSuffix("_DECL_ATTR") {
        switch recordName {
        case "Frozen_DECL_ATTR": isFrozen = true
        case "FixedLayout_DECL_ATTR": isFixedLayout = true
        case "UsableFromInline_DECL_ATTR": isUsableFromInline = true
        default: break
        }
        continue
      }
      if recordName == "XREF" { return .reference(try reference(record, &reader, in: bytes)) }
      guard recordName.hasSuffix("_DECL") else { continue }
      guard let layout = Self.nominalLayouts[recordName] else { return .other }
      guard record.fingerprint == layout.fingerprint else {
        throw .unknownLayout(record: recordName, found: record.fingerprint)
      }
      guard let access = NominalFacts.Access(rawValue: Int(record.fields[layout.access])) else {
        throw .unknownLayout(record: recordName, found: "access level \(record.fields[layout.access])")
      }
      if let name, try identifier(record.fields[0], in: bytes) != name {
        throw .damaged("a declaration that isn't \(name)", bit: reader.cursor.position)
      }
      return .nominal(
        NominalFacts(
          kind: layout.kind,
          access: access,
          isFrozen: isFrozen,
          isFixedLayout: isFixedLayout,
          isUsableFromInline: isUsableFromInline
        )
      )
    }
    throw .missing("declaration \(id)")
  }

  /// Reads the path of a cross reference to a type; empty for one to anything else.
  private func reference(
    _ record: BitstreamRecord,
    _ reader: inout BlockReader,
    in bytes: UnsafeRawBufferPointer
  ) throws(ModuleError) -> [String] {
    guard record.fingerprint == "F31 V4" else { throw .unknownLayout(record: "XREF", found: record.fingerprint) }
    var names: [String] = []
    var left = record.fields[1]
    while left > 0, case .record(let piece) = try reader.next() {
      switch recordNames[piece.code] {
      case "XREF_TYPE_PATH_PIECE":
        guard piece.fingerprint == "F31 F31 F1 F1" else {
          throw .unknownLayout(record: "XREF_TYPE_PATH_PIECE", found: piece.fingerprint)
        }
        guard let name = try identifier(piece.fields[0], in: bytes) else { return [] }
        names.append(name)
      case "XREF_EXTENSION_PATH_PIECE": break
      default: return []
      }
      left -= 1
    }
    return names
  }
}
