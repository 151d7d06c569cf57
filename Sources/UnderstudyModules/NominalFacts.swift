internal import UnderstudyLocks

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
    try bytes.reading { () throws(ModuleError) in try readNominals(at: path) }
  }

  private func readNominals(at path: [String]) throws(ModuleError) -> [NominalFacts] {
    guard let outermost = path.first else { return [] }
    let index = try index()
    let buffer = bytes.contents
    var found: Table<ModuleIndex.DeclarationID, NominalFacts> = [:]
    for id in try index.topLevelDeclarations(named: outermost, in: buffer) {
      guard case .nominal(let name, let facts) = try index.declaration(id, in: buffer) else { continue }
      guard name == outermost else { throw .damaged("\(outermost)'s declaration has another name", bit: 0) }
      found[id] = facts
    }
    var depth = 1
    while depth < path.count {
      found = try index.types(named: path[depth], inside: found, at: path[..<depth], in: buffer)
      depth += 1
    }
    return found.map(\.value)
  }
}

extension ModuleIndex {
  /// The types of a name inside given ones.
  ///
  /// - Parameter path: The outer types' path, by which one of another module is recognized.
  fileprivate func types(
    named name: String,
    inside outer: Table<DeclarationID, NominalFacts>,
    at path: ArraySlice<String>,
    in bytes: ModuleBuffer
  ) throws(ModuleError) -> Table<DeclarationID, NominalFacts> {
    var inner: Table<DeclarationID, NominalFacts> = [:]
    for (parent, child) in try nestedTypes(named: name, in: bytes) {
      let isParentVisible: Bool
      if let facts = outer[parent] {
        isParentVisible = facts.isVisibleOutside
      } else if let names = try reference(parent, in: bytes), names[...] == path {
        // An extension of another module's type, which this one could name.
        isParentVisible = true
      } else {
        continue
      }
      guard case .nominal(let childName, var facts) = try declaration(child, in: bytes) else { continue }
      guard childName == name else { throw .damaged("\(name)'s declaration has another name", bit: 0) }
      facts.isVisibleOutside = facts.isVisibleOutside && isParentVisible
      inner[child] = facts
    }
    if !inner.isEmpty { return inner }
    // The table leaves private types out; they are among the members.
    for (parent, outerFacts) in outer {
      for child in try members(of: parent, in: bytes) {
        guard case .nominal(name, var facts) = try declaration(child, in: bytes) else { continue }
        facts.isVisibleOutside = facts.isVisibleOutside && outerFacts.isVisibleOutside
        inner[child] = facts
      }
    }
    return inner
  }
}
