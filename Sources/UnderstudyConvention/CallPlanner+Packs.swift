internal import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Packs travel as the address of a list of addresses, one for each element (`SILPackType`; `lib/IRGen/GenPack.cpp`).
extension CallPlanner {
  /// - Precondition: No element's declaration says that there is a function in it.
  func addPack(_ pack: CallShape.Pack, offsets: [Int], to draft: Draft) throws(UnsupportedType) {
    let list = draft.addPointer()
    for index in pack.first..<pack.first + pack.count {
      let parameter = draft.shape.parameters[index]
      try checkElement(parameter.type)
      draft.addArgument(
        Draft.Part(
          type: parameter.type.type,
          offset: offsets[index],
          parameter: index,
          isWhole: true,
          address: list,
          packElement: index - pack.first,
          ownership: parameter.ownership.planned
        )
      )
    }
  }

  func addResultPack(
    _ type: FormalType,
    count: Int,
    isAsync: Bool,
    to draft: Draft
  ) throws(UnsupportedType) {
    // It is the only result, and in memory: one address, with a register of its own.
    let list = isAsync ? draft.addPointer() : us_location(US_FRAME_INDIRECT_RESULT)
    draft.setResultPack()
    let elements = count == 1 ? nil : TupleElements(type)
    for index in 0..<count {
      let element = elements?.type(index) ?? type
      try checkElement(element)
      draft.addResultPart(
        Draft.Part(
          type: element.type,
          offset: elements?.offset(index) ?? 0,
          address: list,
          packElement: index,
          ownership: US_OWNERSHIP_OWNED
        )
      )
    }
  }

  private func checkElement(_ type: FormalType) throws(UnsupportedType) {
    if !type.type.isCopyable {
      throw UnsupportedType(type: type.type, reason: "they can't be copied, so a double can't keep them")
    }
  }
}
