internal import UnderstudyLocks
internal import UnderstudyImages

/// The function through which a key path reads a computed property.
package enum KeyPathGetter {
  /// The name of the property that a function reads, if the function has a symbol.
  package static func name(at address: UnsafeRawPointer) -> String? {
    let names = try? LoadedImages.image(containing: address)?.symbolNames(at: [address])
    return names?[address]?.lazy.compactMap { name(symbol: $0) }.first
  }

  /// The name of the property whose key path getter a symbol is.
  ///
  /// The symbol (`docs/ABI/Mangling.rst`, `TK`) spells the property, then the type that the key path starts from. Where
  /// one ends and the other begins only reading tells, so the longest beginning is taken that is a property's name.
  package static func name(symbol: String) -> String? {
    guard symbol.hasSuffix("TK") else { return nil }
    var end = symbol.index(symbol.endIndex, offsetBy: -2)
    while let property = symbol[..<end].lastIndex(of: "p") {
      let beginning = symbol[...property]
      if beginning.hasSuffix("vp"), case .entity(let entity)? = (try? SymbolNode(String(beginning)))?.form {
        return entity.name?.text
      }
      end = property
    }
    return nil
  }
}
