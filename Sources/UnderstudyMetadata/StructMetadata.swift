/// The metadata of a struct. Layout: `swift/ABI/Metadata.h` (`TargetStructMetadata`).
package struct StructMetadata: Hashable, Sendable {
  package let nominal: NominalMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .struct, let nominal = NominalMetadata(type) else { return nil }
    self.nominal = nominal
  }

  package var descriptor: TypeDescriptor { nominal.descriptor }

  /// Whether the struct was imported from C.
  package var isImported: Bool { descriptor.context.moduleName == "__C" }

  /// The stored properties.
  ///
  /// - Returns: `nil` where there may be more to a value than the metadata tells: the module was compiled without
  ///   reflection metadata, the storage is raw, or an imported struct is a union or could have bit-fields.
  package var fields: [Field]? {
    if descriptor.fieldCount == 0 { return nominal.type.size == 0 ? [] : nil }
    guard let fields = describedFields else { return nil }
    return isImported && !fill(fields) ? nil : fields
  }

  /// The stored properties that the metadata tells of. In an imported struct there may be more to a value between them.
  ///
  /// - Returns: `nil` where there are none, or the module was compiled without reflection metadata.
  package var describedFields: [Field]? {
    let count = descriptor.fieldCount
    guard let records = descriptor.fields, records.count == count, let word = descriptor.fieldOffsetVector else {
      return nil
    }
    // The offsets are 32 bits wide, one after the other.
    let offsets = nominal.type.word(word)
    var fields: [Field] = []
    fields.reserveCapacity(count)
    var index = 0
    while index < count {
      let record = records[index]
      fields.append(
        Field(
          name: record.name,
          type: nominal.fieldType(record) ?? .unresolved(""),
          offset: Int(offsets.load(fromByteOffset: index * 4, as: UInt32.self)),
          isVar: record.isVar
        )
      )
      index += 1
    }
    return fields
  }

  /// Whether fields leave no byte of the struct to others. Bit-fields of C have no field in Swift, only bytes.
  private func fill(_ fields: [Field]) -> Bool {
    var end = 0
    for field in fields {
      guard field.offset == end else { return false }
      switch field.type {
      case .type(let type): end += type.size
      case .reference: end += MemoryLayout<UnsafeRawPointer>.size
      case .thinMetatype: continue
      case .builtin, .unresolved: return false
      }
    }
    return end == nominal.type.size
  }
}
