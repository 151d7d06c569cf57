/// The metadata of `InlineArray`, a struct whose generic arguments are a number and a type.
package struct InlineArrayMetadata: Hashable, Sendable {
  /// The number of elements; less than 1 stands for none. The runtime knows the storage of none as that of `()`.
  package let count: Int
  package let elementType: TypeMetadata

  /// `nil` for other types.
  package init?(_ type: TypeMetadata) {
    // The names come last: to read them takes longer.
    guard type.kind == .struct, let nominal = NominalMetadata(type),
      nominal.descriptor.context.isGeneric, nominal.descriptor.context.genericSignature?.keyArgumentCount == 2,
      nominal.descriptor.context.name == "InlineArray", nominal.descriptor.context.moduleName == "Swift"
    else { return nil }
    let words = nominal.genericArgumentWords
    guard words.count == 2, let element = words[1] else { return nil }
    count = Int(bitPattern: words[0])
    elementType = TypeMetadata(pointer: element)
  }
}
