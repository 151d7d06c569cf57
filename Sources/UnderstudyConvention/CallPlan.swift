internal import UnderstudyCalls
internal import UnderstudyMetadata
package import UnderstudyTrampolines

/// Makes the plan of a call: lowers its types and asks libffi where each scalar lives.
///
/// The order of arguments (`SignatureExpansion` in `lib/IRGen/GenCall.cpp`): addresses for indirect results, the formal
/// parameters with tuples taken apart, and for a witness method Self's metadata and witness table. Self or a function's context
/// travels in a register of its own, as does the address of a sync call's only indirect result.
package struct CallPlanner {
  /// What comes besides the formal parameters.
  enum Callee {
    case witnessMethod
    case function
  }

  let lowering: TypeLowering

  package init(lowering: TypeLowering) {
    self.lowering = lowering
  }

  /// Makes the plan of a witness method, in memory that is never released: a doubled type keeps its plans as long as the
  /// process lives.
  ///
  /// - Parameter offsets: Where each parameter lies in the block of arguments.
  package func plan(for shape: CallShape, argumentOffsets offsets: [Int]) throws(UnsupportedType) -> us_call_plan {
    try plan(for: shape, of: .witnessMethod, offsets: offsets)
  }

  /// Makes the plan of a call where all types are known.
  func plan(for shape: CallShape, of callee: Callee, offsets: [Int]) throws(UnsupportedType) -> us_call_plan {
    let draft = Draft(shape: shape)
    if shape.entryKind.rawValue == US_ENTRY_MODIFY.rawValue {
      _ = draft.addPointer()  // the caller's buffer
      if shape.result.isOptionalThinMetatype {
        draft.addResultPart(
          Draft.Part(
            type: shape.result.type.unwrapped,
            offset: 0,
            ownership: US_OWNERSHIP_OWNED,
            metatype: .optional
          )
        )
      } else if shape.result.isTuple, shape.result.containsThinMetatype {
        throw UnsupportedType(
          type: shape.result.type,
          reason: "a tuple with the metatype of a struct or enum can't be changed in place"
        )
      }
      try addResultFunctions(shape.result, to: draft)
    } else if let count = shape.resultPackCount {
      try addResultPack(shape.result, count: count, isAsync: shape.isAsync, to: draft)
    } else {
      try addResult(shape.result, isAsync: shape.isAsync, to: draft)
    }
    if shape.takesCallersActor {
      switch callee {
      case .witnessMethod:
        // An optional `any Actor`: an object and a witness table.
        _ = draft.addPointer()
        _ = draft.addPointer()
      case .function:
        addCallersActor(at: offsets[shape.parameters.count], to: draft)
      }
    }
    var index = 0
    var nextPack = 0
    while true {
      if nextPack < shape.packs.count, shape.packs[nextPack].first == index {
        let pack = shape.packs[nextPack]
        nextPack += 1
        try addPack(pack, offsets: offsets, to: draft)
        index += pack.count
      } else if index < shape.parameters.count {
        try addParameter(shape.parameters[index], index, at: offsets[index], to: draft)
        index += 1
      } else {
        break
      }
    }
    index = 0
    while index < shape.genericArgumentCount {
      draft.addGenericArgument()
      index += 1
    }
    try addError(shape.errorType, to: draft)
    if callee == .witnessMethod { draft.addConformer() }
    return try finish(draft)
  }

  /// Makes the plan of a function that takes and returns everything by address.
  func generalPlan(for shape: CallShape, offsets: [Int]) throws(UnsupportedType) -> us_call_plan {
    let draft = Draft(shape: shape)
    draft.setResult(inMemoryAt: shape.isAsync ? draft.addPointer() : us_location(US_FRAME_INDIRECT_RESULT))
    if shape.takesCallersActor { addCallersActor(at: offsets[shape.parameters.count], to: draft) }
    var index = 0
    while index < shape.parameters.count {
      let parameter = shape.parameters[index]
      defer { index += 1 }
      draft.addArgument(
        Draft.Part(
          type: parameter.type.type,
          offset: offsets[index],
          parameter: index,
          isWhole: true,
          address: draft.addPointer(),
          ownership: parameter.ownership.planned
        )
      )
    }
    if let error = shape.errorType { draft.setError(error.type, inMemoryAt: draft.addPointer()) }
    return try finish(draft)
  }

  /// The caller's actor, which a function that stands for another one passes on: two words, whatever the convention.
  private func addCallersActor(at offset: Int, to draft: Draft) {
    let type = TypeMetadata(CallersActor.self)
    let first = draft.addScalar(US_SCALAR_I64, of: type)
    let second = draft.addScalar(US_SCALAR_I64, offset: MemoryLayout<Int>.size, of: type)
    draft.addCallersActor(
      Draft.Part(
        type: type,
        offset: offset,
        parameter: draft.shape.parameters.count,
        isWhole: true,
        moves: first.lowerBound..<second.upperBound,
        ownership: US_OWNERSHIP_GUARANTEED
      )
    )
  }

  private func finish(_ draft: Draft) throws(UnsupportedType) -> us_call_plan {
    guard let plan = draft.finish() else {
      throw UnsupportedType(
        type: draft.shape.result.type,
        reason:
          "libffi couldn't tell where the arguments of the call live"
      )
    }
    return plan
  }

  // MARK: Parameters

  private func addParameter(
    _ parameter: CallShape.Parameter,
    _ index: Int,
    at offset: Int,
    to draft: Draft
  ) throws(UnsupportedType) {
    let ownership = parameter.ownership.planned
    if parameter.type.holdsConvertedFunction {
      var search = FunctionSearch(ownership: ownership, isEscaping: !parameter.isNonescaping)
      search.parameter = index
      search.blockOffset = offset
      search.valueSize = parameter.type.type.size
      try addConversions(of: parameter.type, search, to: &draft.known.pointee.argument_conversions)
    }
    if parameter.ownership == .inout {
      if parameter.type.isThinMetatype {
        // The caller's variable has no room for a metatype whose type it knows: its address says nothing.
        _ = draft.addPointer()
        return draft.addArgument(
          Draft.Part(
            type: parameter.type.type,
            offset: offset,
            parameter: index,
            isWhole: true,
            ownership: ownership,
            metatype: .thin
          )
        )
      }
      if parameter.type.containsThinMetatype {
        throw UnsupportedType(
          type: parameter.type.type,
          reason: "optionals and tuples with metatypes of structs and enums aren't passed `inout` yet"
        )
      }
      try check(parameter.type)
      return draft.addArgument(
        Draft.Part(
          type: parameter.type.type,
          offset: offset,
          parameter: index,
          isWhole: true,
          address: draft.addPointer(),
          ownership: ownership
        )
      )
    }
    var part = Draft.Part(
      type: parameter.type.type,
      offset: offset,
      parameter: index,
      isWhole: !parameter.type.isTuple,
      ownership: ownership,
      isNonescaping: parameter.isNonescaping
    )
    try addParts(of: parameter.type, like: &part, to: draft)
  }

  /// Refuses what can't be passed.
  private func check(_ type: FormalType) throws(UnsupportedType) {
    guard type.isTuple, let elements = TupleElements(type) else {
      _ = try lowering.lower(type)
      return
    }
    var index = 0
    while index < elements.count {
      try check(elements.type(index))
      index += 1
    }
  }

  /// Adds a value, or the elements of a tuple, all the way down: each travels on its own.
  ///
  /// - Parameter part: Says where the value lies, and what is the same for all.
  private func addParts(
    of type: FormalType,
    like part: inout Draft.Part,
    to draft: Draft
  ) throws(UnsupportedType) {
    guard type.isTuple, let elements = TupleElements(type) else { return try add(type, like: part, to: draft) }
    let (offset, parameterOffset) = (part.offset, part.parameterOffset)
    var index = 0
    while index < elements.count {
      part.offset = offset + elements.offset(index)
      part.parameterOffset = parameterOffset + elements.offset(index)
      try addParts(of: elements.type(index), like: &part, to: draft)
      index += 1
    }
  }

  private func add(_ type: FormalType, like part: Draft.Part, to draft: Draft) throws(UnsupportedType) {
    var part = part
    part.type = type.type
    switch try lowering.lower(type) {
    case .direct(let scalars):
      part.moves = draft.addScalars(scalars, of: part.type)
    case .addressOnly, .large:
      part.address = draft.addPointer()
    case .thinMetatype:
      part.metatype = .thin
    case .optionalThinMetatype:
      part.type = part.type.unwrapped
      part.metatype = .optional
      part.moves = draft.addScalar(US_SCALAR_I8, of: part.type)
    }
    draft.addArgument(part)
  }
}

extension Requirement.Ownership {
  /// As plans spell it.
  var planned: us_ownership {
    switch self {
    case .guaranteed: US_OWNERSHIP_GUARANTEED
    case .owned: US_OWNERSHIP_OWNED
    case .inout: US_OWNERSHIP_INOUT
    }
  }
}

extension FormalType {
  /// Whether the declaration knows that the type is a tuple, so that its elements travel on their own.
  var isTuple: Bool { pattern.kind == .tuple }

  /// Whether a metatype that has no bytes where its type is known lies in the value, so that it is smaller there.
  fileprivate var containsThinMetatype: Bool {
    if isThinMetatype || isOptionalThinMetatype { return true }
    guard let elements = TupleElements(self) else { return false }
    return (0..<elements.count).contains { elements.type($0).containsThinMetatype }
  }
}
