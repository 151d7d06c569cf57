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

  private let lowering: TypeLowering

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
    if shape.entryKind == US_ENTRY_MODIFY {
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
    for (index, parameter) in shape.parameters.enumerated() {
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
    let words = [Scalar(kind: US_SCALAR_I64, offset: 0), Scalar(kind: US_SCALAR_I64, offset: MemoryLayout<Int>.size)]
    draft.passesCallersActor = true
    draft.addArgument(
      Draft.Part(
        type: type,
        offset: offset,
        parameter: draft.shape.parameters.count,
        isWhole: true,
        moves: draft.addScalars(words, of: type),
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
    let functions = parameter.type.convertedFunctions
    var next = 0
    while next < functions.count {
      let function = functions[next]
      next += 1
      let type = try FunctionConvention.of(function.type, isEscaping: !parameter.isNonescaping, planner: self)
      draft.addArgumentConversion(function, type, parameter: index, at: offset)
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
      for element in parameter.type.travellingElements { _ = try lowering.lower(element.type) }
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
    let isTuple = parameter.type.isTuple
    let elements = parameter.type.travellingElements
    next = 0
    while next < elements.count {
      let element = elements[next]
      next += 1
      var part = Draft.Part(
        type: element.type.type,
        offset: offset + element.offset,
        parameter: index,
        parameterOffset: element.offset,
        isWhole: !isTuple,
        ownership: ownership,
        isNonescaping: parameter.isNonescaping
      )
      switch try lowering.lower(element.type) {
      case .direct(let scalars):
        part.moves = draft.addScalars(scalars, of: element.type.type)
      case .addressOnly, .large:
        part.address = draft.addPointer()
      case .thinMetatype:
        part.metatype = .thin
      case .optionalThinMetatype:
        part.type = element.type.type.unwrapped
        part.metatype = .optional
        part.moves = draft.addScalars([Scalar(kind: US_SCALAR_I8, offset: 0)], of: part.type)
      }
      draft.addArgument(part)
    }
  }

  // MARK: Errors

  /// An error of a known type is returned as a result would be, if it consists of integers and the result is direct too;
  /// otherwise in memory of the caller's.
  private func addError(_ type: FormalType?, to draft: Draft) throws(UnsupportedType) {
    guard let type else { return }
    func unsupported() -> UnsupportedType {
      UnsupportedType(
        type: type.type,
        reason: "an async call has no registers for such an error beside such a result"
      )
    }
    if case .direct(let scalars) = try lowering.lower(type), !draft.hasIndirectResults,
      !scalars.contains(where: { $0.isFloat })
    {
      guard draft.setError(type.type, in: scalars) else { throw unsupported() }
    } else {
      draft.setError(type.type, inMemoryAt: draft.addPointer())
    }
  }

  // MARK: Results

  /// Notes the functions in a result, or in a value that doesn't travel as one.
  private func addResultFunctions(_ type: FormalType, to draft: Draft) throws(UnsupportedType) {
    let functions = type.convertedFunctions
    var next = 0
    while next < functions.count {
      let function = functions[next]
      next += 1
      let type = try FunctionConvention.of(function.type, isEscaping: true, planner: self)
      draft.addResultConversion(function, type)
    }
  }

  private func addResult(_ type: FormalType, isAsync: Bool, to draft: Draft) throws(UnsupportedType) {
    try addResultFunctions(type, to: draft)
    var indirect: [TupleElement] = []
    var direct: [DirectElement] = []
    var metatypes: [Draft.Part] = []
    // What is direct is laid out as a tuple of its own.
    var end = 0
    let elements = type.travellingElements
    var next = 0
    while next < elements.count {
      let element = elements[next]
      next += 1
      switch try lowering.lower(element.type) {
      case .addressOnly:
        indirect.append(element)
      case .thinMetatype:
        // It has one value only, which isn't returned.
        metatypes.append(Self.metatype(element.type.type, at: element.offset, .thin))
      case .direct, .large, .optionalThinMetatype:
        if element.type.isOptionalThinMetatype {
          metatypes.append(Self.metatype(element.type.type.unwrapped, at: element.offset, .optional))
        }
        let mask = element.type.travellingAlignment - 1
        let start = (end + mask) & ~mask
        end = start + element.type.travellingSize
        direct.append(DirectElement(type: element.type, offset: element.offset, tupleOffset: start))
      }
    }

    let scalars = try lowering.scalars(of: direct)
    let isInMemory = scalars.exceedsRegisters
    let isOverflowing = !isAsync && scalars.exceedsResultRegisters
    if isInMemory || isOverflowing, !metatypes.isEmpty, metatypes.contains(where: { $0.metatype == .optional }) {
      throw UnsupportedType(
        type: type.type,
        reason: "an optional metatype of a struct or enum isn't returned yet beside more than the registers hold"
      )
    }
    if !isInMemory && scalars.count > 1 && scalars.count(where: { $0.kind == US_SCALAR_F80 }) > 1 {
      throw UnsupportedType(type: type.type, reason: "only one 80-bit number can be returned in registers")
    }
    let addressCount = indirect.count + (isInMemory ? 1 : 0)
    // One address alone has a register of its own, unless there are results in registers too.
    let ownRegister = !isAsync && indirect.count <= 1 && (isInMemory || scalars.isEmpty)
    var addresses: [us_location] = []
    while addresses.count < addressCount {
      addresses.append(
        addresses.isEmpty && ownRegister ? us_location(US_FRAME_INDIRECT_RESULT) : draft.addPointer()
      )
    }

    if let address = addresses.first, !type.isTuple {
      return draft.setResult(inMemoryAt: address)
    }
    next = 0
    while next < metatypes.count {
      draft.addResultPart(metatypes[next])
      next += 1
    }
    if isInMemory {
      let address = addresses.removeFirst()
      draft.setResultMemory(at: address, size: end)
      for element in direct {
        draft.addResultPart(
          Draft.Part(
            type: element.type.type,
            offset: element.offset,
            address: address,
            addressOffset: element.tupleOffset,
            ownership: US_OWNERSHIP_OWNED,
            isInResultMemory: true
          )
        )
      }
    } else {
      draft.setResult(in: scalars, elements: direct)
    }
    next = 0
    while next < indirect.count {
      let (element, address) = (indirect[next], addresses[next])
      next += 1
      draft.addResultPart(
        Draft.Part(type: element.type.type, offset: element.offset, address: address, ownership: US_OWNERSHIP_OWNED)
      )
    }
  }
}

extension CallPlanner {
  /// A result that is a metatype and doesn't travel as it lies in memory.
  private static func metatype(_ type: TypeMetadata, at offset: Int, _ metatype: Draft.Metatype) -> Draft.Part {
    Draft.Part(type: type, offset: offset, ownership: US_OWNERSHIP_OWNED, metatype: metatype)
  }
}

/// An element of a result that travels in registers.
struct DirectElement {
  var type: FormalType
  /// Where it lies in the result.
  var offset: Int
  /// Where it lies in the tuple of the elements that travel in registers.
  var tupleOffset: Int
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
  fileprivate var isTuple: Bool { pattern.kind == .tuple }

  /// The parts of a value that travel on their own: a tuple's elements, all the way down, or the value itself.
  fileprivate var travellingElements: [TupleElement] {
    var elements: [TupleElement] = []
    addTravellingElements(at: 0, to: &elements)
    return elements
  }

  private func addTravellingElements(at offset: Int, to elements: inout [TupleElement]) {
    guard isTuple else { return elements.append(TupleElement(type: self, offset: offset)) }
    for element in tupleElements { element.type.addTravellingElements(at: offset + element.offset, to: &elements) }
  }

  /// Whether a metatype that has no bytes where its type is known lies in the value, so that it is smaller there.
  fileprivate var containsThinMetatype: Bool {
    isThinMetatype || isOptionalThinMetatype || tupleElements.contains { $0.type.containsThinMetatype }
  }
}
