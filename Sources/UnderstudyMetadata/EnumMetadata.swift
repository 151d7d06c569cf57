internal import UnderstudyTrampolines

/// The metadata of an enum, `Optional` included. Layout: `swift/ABI/Metadata.h` (`TargetEnumMetadata`).
package struct EnumMetadata: Hashable, Sendable {
  package let nominal: NominalMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .enum || type.kind == .optional, let nominal = NominalMetadata(type) else { return nil }
    self.nominal = nominal
  }

  package var descriptor: TypeDescriptor { nominal.descriptor }

  package var payloadCaseCount: Int { descriptor.payloadCaseCount }

  package var emptyCaseCount: Int { descriptor.emptyCaseCount }

  package struct Case: Sendable {
    package let name: String
    /// The payload's type; `nil` without payload.
    package let payload: FieldType?
    /// Whether the payload lies in a box.
    package let isIndirect: Bool
  }

  /// The cases in the order of their tags: those with a payload first; `nil` where the module was compiled without them.
  package var cases: [Case]? {
    let count = payloadCaseCount + emptyCaseCount
    if count == 0 { return [] }
    guard let records = descriptor.fields, records.count == count else { return nil }
    return (0..<count).map { index in
      let record = records[index]
      return Case(name: record.name, payload: payload(record), isIndirect: record.isIndirectCase)
    }
  }

  /// Which case a value is: an index of `cases`.
  package func tag(of value: UnsafeRawPointer) -> Int {
    Int(us_enum_tag(value, nominal.type.pointer))
  }

  /// The type of a case's payload. A lone payload with a label is described as a tuple of one element, which no value
  /// ever is: the element counts.
  private func payload(_ record: FieldDescriptor.Record) -> FieldType? {
    let payload = nominal.fieldType(record)
    guard case .type(let type)? = payload, let tuple = TupleMetadata(type), tuple.count == 1 else { return payload }
    return .type(tuple.elementType(0))
  }
}
