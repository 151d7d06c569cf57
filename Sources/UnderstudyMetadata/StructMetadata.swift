/// The metadata of a struct. Layout: `swift/ABI/Metadata.h` (`TargetStructMetadata`).
package struct StructMetadata: Hashable, Sendable {
  package let nominal: NominalMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .struct, let nominal = NominalMetadata(type) else { return nil }
    self.nominal = nominal
  }

  package var descriptor: TypeDescriptor { nominal.descriptor }

  /// Whether the struct was imported from C.
  package var isImported: Bool { descriptor.context.module?.isNamed("__C") ?? false }

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
    guard let layout else { return nil }
    var fields: [Field] = []
    fields.reserveCapacity(layout.count)
    var index = 0
    while index < layout.count {
      let record = layout.records[index]
      fields.append(
        Field(name: record.name, type: layout.type(index), offset: layout.offset(index), isVar: record.isVar)
      )
      index += 1
    }
    return fields
  }

  /// Where the stored properties lie that the metadata tells of, without their names, which take longer to read.
  ///
  /// - Returns: `nil` as for `describedFields`.
  package var layout: Layout? {
    let descriptor = nominal.descriptor
    let count = descriptor.fieldCount
    guard let records = descriptor.fields, records.count == count, let word = descriptor.fieldOffsetVector else {
      return nil
    }
    return Layout(nominal: nominal, records: records, offsets: nominal.type.word(word), count: count)
  }

  package struct Layout {
    fileprivate let nominal: NominalMetadata
    fileprivate let records: FieldDescriptor
    // The offsets are 32 bits wide, one after the other.
    fileprivate let offsets: UnsafeRawPointer
    package let count: Int

    package func type(_ index: Int) -> FieldType { nominal.fieldType(records[index]) ?? .unresolved("") }

    package func offset(_ index: Int) -> Int { Int((offsets + index * 4).assumingMemoryBound(to: UInt32.self).pointee) }
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
