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
    try bytes.reading { () throws(ModuleError) in
      let reader = try DeclarationReader(self)
      var found: [NominalFacts] = []
      for type in try reader.nominals(at: path, alsoPrivate: false) {
        found.append(try NominalFacts(type.declaration, reader))
      }
      return found
    }
  }
}

extension NominalFacts {
  fileprivate init(_ declaration: DeclarationReading, _ reader: DeclarationReader) throws(ModuleError) {
    let kind: Kind
    switch declaration.record.kind {
    case .structure: kind = .structure
    case .enumeration: kind = .enumeration
    case .class: kind = .classType
    default: kind = .protocolType
    }
    self.init(
      kind: kind,
      access: try declaration.record.access(),
      isFrozen: declaration.attributes.isFrozen,
      isFixedLayout: declaration.attributes.isFixedLayout,
      isUsableFromInline: declaration.attributes.isUsableFromInline
    )
    for outer in try reader.enclosing(declaration) {
      if outer.isLocal { isVisibleOutside = false }
      if try outer.record.access() < .package, !outer.attributes.isUsableFromInline { isVisibleOutside = false }
    }
  }
}
