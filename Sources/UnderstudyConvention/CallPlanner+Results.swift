internal import UnderstudyMetadata
internal import UnderstudyTrampolines

extension CallPlanner {
  /// An error of a known type is returned as a result would be, if it consists of integers and the result is direct too;
  /// otherwise in memory of the caller's.
  func addError(_ type: FormalType?, to draft: Draft) throws(UnsupportedType) {
    guard let type else { return }
    func unsupported() -> UnsupportedType {
      UnsupportedType(
        type: type.type,
        reason: "an async call has no registers for such an error beside such a result"
      )
    }
    if case .direct(let scalars) = try lowering.lower(type), !draft.hasIndirectResults, !scalars.haveFloats {
      guard draft.setError(type.type, in: scalars) else { throw unsupported() }
    } else {
      draft.setError(type.type, inMemoryAt: draft.addPointer())
    }
  }

  // MARK: Results

  /// Notes the functions in a result, or in a value that doesn't travel as one.
  func addResultFunctions(_ type: FormalType, to draft: Draft) throws(UnsupportedType) {
    let search = FunctionSearch(ownership: US_OWNERSHIP_OWNED, isEscaping: true)
    try addConversions(of: type, search, to: &draft.known.pointee.result_conversions)
  }

  func addResult(_ type: FormalType, isAsync: Bool, to draft: Draft) throws(UnsupportedType) {
    try addResultFunctions(type, to: draft)
    var layout = ResultLayout()
    try addElements(of: type, at: 0, layout: &layout, to: draft)

    let scalars = try lowering.scalars(of: draft.known.pointee.direct_elements)
    let isInMemory = scalars.exceedRegisters
    if layout.hasOptionalMetatype, isInMemory || !isAsync && scalars.exceedResultRegisters {
      throw UnsupportedType(
        type: type.type,
        reason: "an optional metatype of a struct or enum isn't returned yet beside more than the registers hold"
      )
    }
    if !isInMemory && scalars.count > 1 && scalars.count(of: US_SCALAR_F80) > 1 {
      throw UnsupportedType(type: type.type, reason: "only one 80-bit number can be returned in registers")
    }
    let indirect = draft.known.pointee.indirect_elements
    // One address alone has a register of its own, unless there are results in registers too.
    var ownRegister = !isAsync && indirect.count <= 1 && (isInMemory || scalars.count == 0)
    func nextAddress() -> us_location {
      defer { ownRegister = false }
      return ownRegister ? us_location(US_FRAME_INDIRECT_RESULT) : draft.addPointer()
    }

    if !type.isTuple, isInMemory || indirect.count > 0 { return draft.setResult(inMemoryAt: nextAddress()) }
    if isInMemory {
      let address = nextAddress()
      draft.setResultMemory(at: address, size: layout.end)
      addParts(of: draft.known.pointee.direct_elements, isInResultMemory: true, to: draft) { address }
    } else {
      draft.setResult(in: scalars)
    }
    addParts(of: indirect, isInResultMemory: false, to: draft, address: nextAddress)
  }

  /// What is direct is laid out as a tuple of its own.
  private struct ResultLayout {
    var end = 0
    var hasOptionalMetatype = false
  }

  /// Notes a result, or the elements of a tuple, all the way down, by how they travel.
  private func addElements(
    of type: FormalType,
    at offset: Int,
    layout: inout ResultLayout,
    to draft: Draft
  ) throws(UnsupportedType) {
    if type.isTuple, let elements = TupleElements(type) {
      var index = 0
      while index < elements.count {
        try addElements(of: elements.type(index), at: offset + elements.offset(index), layout: &layout, to: draft)
        index += 1
      }
      return
    }
    switch try lowering.lower(type) {
    case .addressOnly:
      draft.addIndirectElement(type, at: offset)
    case .thinMetatype:
      // It has one value only, which isn't returned.
      draft.addResultPart(Self.metatype(type.type, at: offset, .thin))
    case .direct, .large, .optionalThinMetatype:
      if type.isOptionalThinMetatype {
        layout.hasOptionalMetatype = true
        draft.addResultPart(Self.metatype(type.type.unwrapped, at: offset, .optional))
      }
      let mask = type.travellingAlignment - 1
      let start = (layout.end + mask) & ~mask
      let size = type.travellingSize
      layout.end = start + size
      draft.addDirectElement(type, at: offset, tupleOffset: start, size: size)
    }
  }

  /// Has elements travel in memory of the caller's, together in the memory for results or each at an address of its own.
  private func addParts(of list: us_list, isInResultMemory: Bool, to draft: Draft, address: () -> us_location) {
    guard let elements = list.elements?.assumingMemoryBound(to: us_element.self) else { return }
    var index = 0
    while index < Int(list.count) {
      let element = elements[index]
      index += 1
      draft.addResultPart(
        Draft.Part(
          type: element.formal.type,
          offset: element.offset,
          address: address(),
          addressOffset: element.tuple_offset,
          ownership: US_OWNERSHIP_OWNED,
          isInResultMemory: isInResultMemory
        )
      )
    }
  }

  /// A result that is a metatype and doesn't travel as it lies in memory.
  private static func metatype(_ type: TypeMetadata, at offset: Int, _ metatype: Draft.Metatype) -> Draft.Part {
    Draft.Part(type: type, offset: offset, ownership: US_OWNERSHIP_OWNED, metatype: metatype)
  }
}
