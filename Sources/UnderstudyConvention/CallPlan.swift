package import UnderstudyCalls
package import UnderstudyMetadata
package import UnderstudyTrampolines

/// The shape of a call: what travels, in which direction.
package struct CallShape {
  package struct Parameter {
    package var type: FormalType
    package var ownership: Requirement.Ownership
    /// Whether it is a function that may be called only until the call has ended.
    package var isNonescaping: Bool

    package init(type: FormalType, ownership: Requirement.Ownership, isNonescaping: Bool = false) {
      self.type = type
      self.ownership = ownership
      self.isNonescaping = isNonescaping
    }
  }

  package var parameters: [Parameter]
  package var result: FormalType
  package var isAsync: Bool
  package var canThrow: Bool
  /// The type of the errors, where it isn't `any Error`.
  package var errorType: FormalType?
  /// Whether the caller's actor comes first, as for `nonisolated(nonsending)`.
  package var takesCallersActor: Bool
  package var entryKind: us_entry_kind
  /// How many words of generic arguments follow the parameters: type metadata, then witness tables.
  package var genericArgumentCount: Int

  package init(
    parameters: [Parameter],
    result: FormalType,
    isAsync: Bool,
    canThrow: Bool,
    errorType: FormalType? = nil,
    takesCallersActor: Bool = false,
    entryKind: us_entry_kind = US_ENTRY_CALL,
    genericArgumentCount: Int = 0
  ) {
    self.parameters = parameters
    self.result = result
    self.isAsync = isAsync
    self.canThrow = canThrow
    self.errorType = errorType
    self.takesCallersActor = takesCallersActor
    self.entryKind = entryKind
    self.genericArgumentCount = genericArgumentCount
  }
}

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
    var draft = Draft(shape: shape)
    if shape.entryKind == US_ENTRY_MODIFY {
      _ = draft.addPointer()  // the caller's buffer
      try addResultFunctions(shape.result, to: &draft)
    } else {
      try addResult(shape.result, isAsync: shape.isAsync, to: &draft)
    }
    if shape.takesCallersActor {
      // An optional `any Actor`: an object and a witness table.
      _ = draft.addPointer()
      _ = draft.addPointer()
    }
    for (index, parameter) in shape.parameters.enumerated() {
      try addParameter(parameter, index, at: offsets[index], to: &draft)
    }
    for _ in 0..<shape.genericArgumentCount { draft.addGenericArgument() }
    try addError(shape.errorType, to: &draft)
    if callee == .witnessMethod {
      // Self's metadata and witness table.
      _ = draft.addPointer()
      _ = draft.addPointer()
    }
    return try finish(draft)
  }

  /// Makes the plan of a function that takes and returns everything by address.
  func generalPlan(for shape: CallShape, offsets: [Int]) throws(UnsupportedType) -> us_call_plan {
    var draft = Draft(shape: shape)
    draft.setResult(inMemoryAt: shape.isAsync ? draft.addPointer() : us_location(US_FRAME_INDIRECT_RESULT))
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
    return try finish(draft)
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
    to draft: inout Draft
  ) throws(UnsupportedType) {
    let ownership = parameter.ownership.planned
    if parameter.ownership == .inout {
      // The caller's variable. What is in it must be the same here and there.
      if parameter.type.containsConvertedFunction {
        throw UnsupportedType(type: parameter.type.type, reason: "functions passed `inout` aren't supported")
      }
      for element in Self.elements(of: parameter.type, at: 0) { _ = try lowering.lower(element.type) }
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
    for element in Self.elements(of: parameter.type, at: 0) {
      var part = Draft.Part(
        type: element.type.type,
        offset: offset + element.offset,
        parameter: index,
        parameterOffset: element.offset,
        isWhole: !isTuple,
        ownership: ownership
      )
      switch try lowering.lower(element.type) {
      case .direct(let scalars):
        part.moves = draft.addScalars(scalars, of: element.type.type)
      case .function(let function, let scalars):
        part.moves = draft.addScalars(scalars, of: element.type.type)
        part.function = try FunctionConvention.of(function, isEscaping: !parameter.isNonescaping, planner: self)
      case .addressOnly, .large:
        part.address = draft.addPointer()
      case .thinMetatype:
        part.isThinMetatype = true
      }
      draft.addArgument(part)
    }
  }

  /// The parts of a value that travel on their own: a tuple's elements, all the way down, or the value itself.
  private static func elements(of type: FormalType, at offset: Int) -> [(type: FormalType, offset: Int)] {
    guard type.isTuple else { return [(type, offset)] }
    return type.tupleElements.flatMap { elements(of: $0.type, at: offset + $0.offset) }
  }

  // MARK: Errors

  /// An error of a known type is returned as a result would be, if both it and the result fit into integer registers;
  /// otherwise in memory of the caller's (`combineResultAndTypedErrorType` in `lib/IRGen/GenCall.cpp`).
  private func addError(_ type: FormalType?, to draft: inout Draft) throws(UnsupportedType) {
    guard let type else { return }
    func unsupported() -> UnsupportedType {
      UnsupportedType(
        type: type.type,
        reason: "where such an error is returned beside such a result isn't measured yet"
      )
    }
    if draft.resultIsOverflowing { throw unsupported() }
    if case .direct(let scalars) = try lowering.lower(type), !draft.hasIndirectResults,
      !scalars.contains(where: \.isFloat)
    {
      guard draft.setError(type.type, in: scalars) else { throw unsupported() }
    } else {
      draft.setError(type.type, inMemoryAt: draft.addPointer())
    }
  }

  // MARK: Results

  /// Notes the functions in a value that doesn't travel as a result.
  private func addResultFunctions(_ type: FormalType, to draft: inout Draft) throws(UnsupportedType) {
    for element in Self.elements(of: type, at: 0) {
      guard case .function(let function, _) = try lowering.lower(element.type) else { continue }
      let type = try FunctionConvention.of(function, isEscaping: true, planner: self)
      draft.addResultFunction(at: element.offset, type)
    }
  }

  private func addResult(_ type: FormalType, isAsync: Bool, to draft: inout Draft) throws(UnsupportedType) {
    try addResultFunctions(type, to: &draft)
    var indirect: [(type: FormalType, offset: Int)] = []
    var direct: [DirectElement] = []
    // What is direct is laid out as a tuple of its own.
    var end = 0
    for element in Self.elements(of: type, at: 0) {
      switch try lowering.lower(element.type) {
      case .addressOnly:
        indirect.append(element)
      case .thinMetatype:
        continue  // it has one value only, which isn't returned
      case .direct, .large, .function:
        let mask = element.type.type.alignment - 1
        let start = (end + mask) & ~mask
        end = start + element.type.type.size
        direct.append(DirectElement(type: element.type, offset: element.offset, tupleOffset: start))
      }
    }

    let scalars = try lowering.scalars(of: direct)
    let isOverflowing = !isAsync && !scalars.exceedsRegisters && scalars.exceedsResultRegisters
    if isOverflowing, !scalars.isLaidOutNaturally {
      throw UnsupportedType(type: type.type, reason: "it is returned in memory of a layout that isn't measured yet")
    }
    draft.resultIsOverflowing = isOverflowing
    let isInMemory = scalars.exceedsRegisters || isOverflowing
    if !isInMemory && scalars.count(where: { $0.kind == US_SCALAR_F80 }) > 1 {
      throw UnsupportedType(type: type.type, reason: "only one 80-bit number can be returned in registers")
    }
    let addressCount = indirect.count + (isInMemory ? 1 : 0)
    // One address alone has a register of its own, unless there are results in registers too.
    let ownRegister = isOverflowing || !isAsync && indirect.count <= 1 && (isInMemory || scalars.isEmpty)
    var addresses: [us_location] = []
    for index in 0..<addressCount {
      addresses.append(index == 0 && ownRegister ? us_location(US_FRAME_INDIRECT_RESULT) : draft.addPointer())
    }

    if let address = addresses.first, !type.isTuple {
      return draft.setResult(inMemoryAt: address)
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
    for (element, address) in zip(indirect, addresses) {
      draft.addResultPart(
        Draft.Part(type: element.type.type, offset: element.offset, address: address, ownership: US_OWNERSHIP_OWNED)
      )
    }
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
  fileprivate var planned: us_ownership {
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

  /// Whether a function that is called differently where its type is known lies in the value, so that the value isn't the
  /// same bytes there.
  fileprivate var containsConvertedFunction: Bool {
    convertedFunction != nil || tupleElements.contains { $0.type.containsConvertedFunction }
  }
}
