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
    guard let layout else { return nil }
    var cases: [Case] = []
    cases.reserveCapacity(layout.count)
    var index = 0
    while index < layout.count {
      cases.append(
        Case(name: layout.name(index), payload: layout.payload(index), isIndirect: layout.isIndirect(index))
      )
      index += 1
    }
    return cases
  }

  /// What the cases carry, without their names, which take longer to read; `nil` as for `cases`.
  package var layout: Layout? {
    let count = payloadCaseCount + emptyCaseCount
    if count == 0 { return Layout(nominal: nominal, records: nil, count: 0) }
    guard let records = descriptor.fields, records.count == count else { return nil }
    return Layout(nominal: nominal, records: records, count: count)
  }

  package struct Layout {
    fileprivate let nominal: NominalMetadata
    /// `nil` where there are no cases.
    fileprivate let records: FieldDescriptor?
    package let count: Int

    fileprivate func name(_ index: Int) -> String { records![index].name }

    package func isIndirect(_ index: Int) -> Bool { records![index].isIndirectCase }

    /// The type of a case's payload. A lone payload with a label is described as a tuple of one element, which no value
    /// ever is: the element counts.
    package func payload(_ index: Int) -> FieldType? {
      let payload = nominal.fieldType(records![index])
      guard case .type(let type)? = payload, let tuple = TupleMetadata(type), tuple.count == 1 else { return payload }
      return .type(tuple.elementType(0))
    }
  }

  /// Whether values can be asked for their case, and be given one: not those of C, which are numbers.
  package var hasTags: Bool {
    us_value_witnesses(nominal.type.pointer).pointee.flags & UInt32(US_VALUE_WITNESS_HAS_ENUM_WITNESSES) != 0
  }

  /// Which case a value is: an index of `cases`.
  ///
  /// - Precondition: `hasTags`.
  package func tag(of value: UnsafeRawPointer) -> Int {
    Int(us_enum_tag(value, nominal.type.pointer))
  }
}
