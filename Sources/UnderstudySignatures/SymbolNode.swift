/// What a Swift symbol stands for.
package struct SymbolNode: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    case entity(EntityNode)
    /// The function in a witness table that calls the witness of a requirement.
    case witnessThunk(ConformanceDeclarationNode, EntityNode)
    case methodDescriptor(EntityNode)
    case dispatchThunk(EntityNode)
    /// Metadata of a type; the string is the mangling operator: `N`, `Ma`, `Mn`, …, or `D` for the type itself.
    case metadata(TypeNode, String)
    case protocolDescriptor(NominalNode)
    /// A record of a conformance; the string is the mangling operator: `Mc`, `WP`, ….
    case conformance(ConformanceDeclarationNode, String)
  }

  package var form: Form
  /// Whether the symbol is the async function pointer of what `form` says.
  package var isAsyncFunctionPointer: Bool
}

extension SymbolNode {
  /// Reads a symbol that starts with `$s`.
  package init(_ name: String) throws(DemanglingError) {
    self = try Demangler.symbol(name)
  }
}

extension TypeNode {
  /// Reads a type's mangling, without a prefix.
  package init(mangledName: String) throws(DemanglingError) {
    self = try Demangler.type(mangledName)
  }
}
