/// The metadata of a struct. Layout: `swift/ABI/Metadata.h` (`TargetStructMetadata`).
package struct StructMetadata: Hashable, Sendable {
  package let nominal: NominalMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .struct, let nominal = NominalMetadata(type) else { return nil }
    self.nominal = nominal
  }

  package var descriptor: TypeDescriptor { nominal.descriptor }

  /// The stored properties; `nil` where the module was compiled without reflection metadata, or the struct was imported
  /// and has fields that Swift can't see.
  package var fields: [Field]? {
    let count = descriptor.fieldCount
    if count == 0, nominal.type.size == 0 { return [] }
    guard let records = descriptor.fields, records.count == count, let word = descriptor.fieldOffsetVector else {
      return nil
    }
    // The offsets are 32 bits wide, one after the other.
    let offsets = nominal.type.word(word)
    return (0..<count).map { index in
      let record = records[index]
      return Field(
        name: record.name,
        type: nominal.fieldType(record) ?? .unresolved(""),
        offset: Int(offsets.load(fromByteOffset: index * 4, as: UInt32.self)),
        isVar: record.isVar
      )
    }
  }
}
