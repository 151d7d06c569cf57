package import UnderstudyCalls
package import UnderstudyMetadata
package import UnderstudyTrampolines

/// The shape of a call: what travels, in which direction.
package struct CallShape {
  package var parameters: [Requirement.Parameter]
  package var result: TypeMetadata
  package var isAsync: Bool
  package var entryKind: us_entry_kind

  package init(
    parameters: [Requirement.Parameter],
    result: TypeMetadata,
    isAsync: Bool,
    entryKind: us_entry_kind = US_ENTRY_CALL
  ) {
    self.parameters = parameters
    self.result = result
    self.isAsync = isAsync
    self.entryKind = entryKind
  }
}

/// Makes the plan of a call: lowers its types and asks libffi where each scalar lives.
///
/// The order of a witness method's arguments (`SignatureExpansion` in `lib/IRGen/GenCall.cpp`): addresses for indirect
/// results, the formal parameters with tuples taken apart, then Self's metadata and witness table. Self travels in a
/// register of its own, as does the address of a sync call's only indirect result.
package struct CallPlanner {
  private let lowering: TypeLowering

  package init(lowering: TypeLowering) {
    self.lowering = lowering
  }

  /// Makes a plan, in memory that is never released: a doubled type keeps its plans as long as the process lives.
  ///
  /// - Parameter offsets: Where each parameter lies in the block of arguments.
  package func plan(for shape: CallShape, argumentOffsets offsets: [Int]) throws(UnsupportedType) -> us_call_plan {
    var draft = Draft(shape: shape)
    if shape.entryKind == US_ENTRY_MODIFY {
      _ = draft.addPointer()  // the caller's buffer
    } else {
      try addResult(shape.result, isAsync: shape.isAsync, to: &draft)
    }
    for (parameter, offset) in zip(shape.parameters, offsets) {
      try addParameter(parameter, at: offset, to: &draft)
    }
    // Self's metadata and witness table.
    _ = draft.addPointer()
    _ = draft.addPointer()
    guard let plan = draft.finish() else {
      throw UnsupportedType(type: shape.result, reason: "libffi couldn't tell where the arguments of the call live")
    }
    return plan
  }

  // MARK: Parameters

  private func addParameter(
    _ parameter: Requirement.Parameter,
    at offset: Int,
    to draft: inout Draft
  ) throws(UnsupportedType) {
    if parameter.ownership == .inout {
      // The caller's variable; its type must still be one that can be copied, destroyed and named.
      _ = try lowering.lower(parameter.type)
      let address = draft.addPointer()
      return draft.addArgument(
        Draft.Part(type: parameter.type, offset: offset, address: address, ownership: US_OWNERSHIP_INOUT)
      )
    }
    let ownership = parameter.ownership == .owned ? US_OWNERSHIP_OWNED : US_OWNERSHIP_GUARANTEED
    for element in Self.elements(of: parameter.type, at: offset) {
      var part = Draft.Part(type: element.type, offset: element.offset, ownership: ownership)
      switch try lowering.lower(element.type) {
      case .direct(let scalars):
        part.moves = draft.addScalars(scalars, of: element.type)
      case .addressOnly, .large:
        part.address = draft.addPointer()
      case .thinMetatype:
        part.isThinMetatype = true
      }
      draft.addArgument(part)
    }
  }

  /// The parts of a value that travel on their own: a tuple's elements, all the way down, or the value itself.
  private static func elements(of type: TypeMetadata, at offset: Int) -> [(type: TypeMetadata, offset: Int)] {
    guard let tuple = TupleMetadata(type) else { return [(type, offset)] }
    return tuple.elements.flatMap { elements(of: $0.type, at: offset + $0.offset) }
  }

  // MARK: Results

  private func addResult(_ type: TypeMetadata, isAsync: Bool, to draft: inout Draft) throws(UnsupportedType) {
    var indirect: [(type: TypeMetadata, offset: Int)] = []
    var direct: [DirectElement] = []
    // All that can be taken apart is laid out as a tuple of its own, which is in memory as a whole if it is too large.
    var end = 0
    for element in Self.elements(of: type, at: 0) {
      switch try lowering.lower(element.type) {
      case .addressOnly:
        indirect.append(element)
      case .thinMetatype:
        throw UnsupportedType(
          type: element.type,
          reason: "a metatype of a struct or enum has one value only and is never returned; a double has nothing to say"
        )
      case .direct, .large:
        let mask = element.type.alignment - 1
        let start = (end + mask) & ~mask
        end = start + element.type.size
        direct.append(DirectElement(type: element.type, offset: element.offset, tupleOffset: start))
      }
    }

    let scalars = try lowering.scalars(of: direct)
    let isInMemory = scalars.exceedsRegisters
    if isAsync, !isInMemory, scalars.contains(where: { $0.kind == US_SCALAR_F80 }) {
      throw UnsupportedType(type: type, reason: "an async call hands an 80-bit float over on the stack, which isn't measured yet")
    }
    let addressCount = indirect.count + (isInMemory ? 1 : 0)
    // One address alone has a register of its own, unless there are results in registers too.
    let ownRegister = !isAsync && indirect.count <= 1 && (isInMemory || scalars.isEmpty)
    var addresses: [us_location] = []
    for index in 0..<addressCount {
      addresses.append(index == 0 && ownRegister ? us_location(US_FRAME_INDIRECT_RESULT) : draft.addPointer())
    }

    if let address = addresses.first, TupleMetadata(type) == nil {
      return draft.setResult(inMemoryAt: address)
    }
    if isInMemory {
      let address = addresses.removeFirst()
      for element in direct {
        draft.addResultPart(
          Draft.Part(
            type: element.type,
            offset: element.offset,
            address: address,
            addressOffset: element.tupleOffset,
            ownership: US_OWNERSHIP_OWNED
          )
        )
      }
    } else {
      draft.setResult(in: scalars, elements: direct)
    }
    for (element, address) in zip(indirect, addresses) {
      draft.addResultPart(
        Draft.Part(type: element.type, offset: element.offset, address: address, ownership: US_OWNERSHIP_OWNED)
      )
    }
  }
}

/// An element of a result that travels in registers.
struct DirectElement {
  var type: TypeMetadata
  /// Where it lies in the result.
  var offset: Int
  /// Where it lies in the tuple of the elements that travel in registers.
  var tupleOffset: Int
}
