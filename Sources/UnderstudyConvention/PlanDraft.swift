internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// A plan in the making: scalars are numbered as they are added, and placed when all are known.
struct Draft {
  /// Whether a part is the metatype of a struct or enum, which doesn't travel as it lies in memory (`us_metatype`).
  enum Metatype: UInt8 {
    case none
    /// It doesn't travel at all.
    case thin
    /// One that may be `nil`: whether it is travels, as a byte.
    case optional
  }

  /// A value, or an element of a tuple, that travels on its own.
  struct Part {
    var type: TypeMetadata
    var offset: Int
    /// The parameter it belongs to, and where it lies in that.
    var parameter = 0
    var parameterOffset = 0
    var isWhole = false
    var moves: Range<Int> = 0..<0
    /// The scalar, or the frame's own place, that holds the address of an indirect part.
    var address: us_location?
    var addressOffset = 0
    /// What is there is a list of addresses, of which this one is the part's.
    var packElement: Int?
    var ownership: us_ownership
    var metatype = Metatype.none
    /// A function whose context isn't counted.
    var isNonescaping = false
    var isInResultMemory = false
  }

  /// The kinds of the call's scalars (`us_scalar`) in the order they travel.
  private var scalars: [UInt8] = []
  private var moves: [us_move] = []
  private var argumentParts: [Part] = []
  private var resultParts: [Part] = []
  /// Result moves have final places: libffi isn't asked about Swift's results.
  private var resultMoves: [us_move] = []
  private var resultAddress: us_location?
  private var argumentConversions: [us_conversion] = []
  private var resultConversions: [us_conversion] = []
  /// What of the result travels in registers, or would if there were enough.
  private var directResult: (scalars: [Scalar], elements: [DirectElement]) = ([], [])
  private var genericArguments: [us_location] = []
  /// Where a witness method's last two arguments are.
  private var conformer: (type: us_location, table: us_location)?
  private var error: (type: TypeMetadata, moves: [us_move], address: us_location?)?
  private var resultMemory: (address: us_location, size: Int)?
  /// Whether the caller's actor is passed on, as one parameter more.
  var passesCallersActor = false
  /// Whether the result is a pack, which goes to memory of the caller's even if it is empty.
  var hasResultPack = false
  let shape: CallShape

  /// Marks places that libffi hasn't told yet: what is above this is the scalar's number.
  private static let unplaced: us_location = 0x4000_0000

  init(shape: CallShape) {
    self.shape = shape
  }

  // MARK: Arguments

  /// Adds a scalar that is an address, or a word nobody reads.
  mutating func addPointer() -> us_location {
    addScalar(US_SCALAR_I64)
  }

  private mutating func addScalar(_ kind: us_scalar) -> us_location {
    scalars.append(UInt8(kind.rawValue))
    return Self.unplaced + us_location(scalars.count - 1)
  }

  /// Adds a word of generic arguments.
  mutating func addGenericArgument() {
    genericArguments.append(addPointer())
  }

  /// Adds what comes last to a witness method: Self's metadata and witness table.
  mutating func addConformer() {
    conformer = (addPointer(), addPointer())
  }

  /// Adds a direct part's scalars and returns its moves.
  mutating func addScalars(_ added: [Scalar], of type: TypeMetadata) -> Range<Int> {
    let first = moves.count
    for scalar in added {
      let place = addScalar(scalar.kind)
      moves.append(
        us_move(
          value_offset: UInt32(scalar.offset),
          location: place,
          // The integer that covers the last bytes may be wider than what is left of the value.
          size: UInt16(min(scalar.size, type.size - scalar.offset)),
          is_single_bit: scalar.isSingleBit ? 1 : 0
        )
      )
    }
    return first..<moves.count
  }

  mutating func addArgument(_ part: Part) {
    argumentParts.append(part)
  }

  /// Notes a function in a parameter whose value lies at `offset` in the block.
  mutating func addArgumentConversion(
    _ function: ConvertedFunction,
    _ type: UnsafePointer<us_function_type>,
    parameter: Int,
    at offset: Int
  ) {
    var conversion = Self.conversion(function, type)
    conversion.parameter = UInt16(parameter)
    conversion.block_offset = UInt32(offset)
    conversion.value_size = UInt32(shape.parameters[parameter].type.type.size)
    conversion.ownership = UInt8(shape.parameters[parameter].ownership.planned.rawValue)
    argumentConversions.append(conversion)
  }

  private static func conversion(
    _ function: ConvertedFunction,
    _ type: UnsafePointer<us_function_type>
  ) -> us_conversion {
    let guards = function.optionals.map { us_guard(offset: UInt32($0.offset), payload: $0.payload.pointer) }
    return us_conversion(
      type: type,
      offset: UInt32(function.offset),
      guard_count: UInt32(guards.count),
      guards: keep(guards),
      block_offset: 0,
      value_size: 0,
      parameter: 0,
      ownership: UInt8(US_OWNERSHIP_OWNED.rawValue)
    )
  }

  // MARK: Results

  mutating func setResult(inMemoryAt address: us_location) {
    resultAddress = address
  }

  mutating func addResultPart(_ part: Part) {
    resultParts.append(part)
  }

  /// Whether any part of the result goes to memory of the caller's.
  var hasIndirectResults: Bool {
    resultAddress != nil || resultParts.contains { $0.address != nil } || hasResultPack
  }

  /// Lays an error beside the result, where nothing goes to memory of the caller's by itself.
  ///
  /// - Returns: Whether it did: not where an async call would have to return more than the frame has room for.
  mutating func setError(_ type: TypeMetadata, in scalars: [Scalar]) -> Bool {
    let returned = ReturnedScalars(result: directResult.scalars, error: scalars, isAsync: shape.isAsync)
    guard let returned else { return false }
    setResult(directResult.scalars, directResult.elements, at: returned)
    let moves = zip(scalars, returned.errorLocations).map { scalar, location in
      us_move(
        value_offset: UInt32(scalar.offset),
        location: location,
        size: UInt16(min(scalar.size, type.size - scalar.offset)),
        is_single_bit: 0
      )
    }
    error = (type, moves, nil)
    return true
  }

  mutating func setError(_ type: TypeMetadata, inMemoryAt address: us_location) {
    error = (type, [], address)
  }

  /// Sets where the direct results go that travel in memory together.
  mutating func setResultMemory(at address: us_location, size: Int) {
    resultMemory = (address, size)
  }

  /// Notes a function in the result.
  mutating func addResultConversion(_ function: ConvertedFunction, _ type: UnsafePointer<us_function_type>) {
    resultConversions.append(Self.conversion(function, type))
  }

  /// Lays direct results into the result registers, or into memory of the caller's if there aren't enough.
  ///
  /// - Precondition: They don't exceed the registers.
  mutating func setResult(in scalars: [Scalar], elements: [DirectElement]) {
    // Invariant: four words at most have registers in async calls too.
    let returned = ReturnedScalars(result: scalars, isAsync: shape.isAsync)!
    directResult = (scalars, elements)
    setResult(scalars, elements, at: returned)
  }

  private mutating func setResult(_ scalars: [Scalar], _ elements: [DirectElement], at returned: ReturnedScalars) {
    resultMoves = []
    if let size = returned.memorySize { setResultMemory(at: us_location(US_FRAME_INDIRECT_RESULT), size: size) }
    var index = 0
    while index < scalars.count {
      let (scalar, location) = (scalars[index], returned.resultLocations[index])
      index += 1
      // A scalar may cover bytes of several elements, which lie elsewhere in the result.
      for element in elements {
        let begin = max(scalar.offset, element.tupleOffset)
        let end = min(scalar.offset + scalar.size, element.tupleOffset + element.type.travellingSize)
        guard begin < end else { continue }
        resultMoves.append(
          us_move(
            value_offset: UInt32(element.offset + begin - element.tupleOffset),
            location: location + us_location(begin - scalar.offset),
            size: UInt16(end - begin),
            is_single_bit: 0
          )
        )
      }
    }
  }

  // MARK: The plan

  /// What libffi has told until now: the calls of many requirements are alike.
  private static let found = Guarded<Table<[UInt8], (locations: [us_location], stackSize: Int)>>([:])

  /// Where the scalars of a call live.
  private static func find(_ kinds: [UInt8]) -> (locations: [us_location], stackSize: Int)? {
    if let known = found.withLock({ $0[kinds] }) { return known }
    var locations = [us_location](repeating: 0, count: kinds.count)
    var stackSize = 0
    guard us_find_locations(kinds, kinds.count, &locations, &stackSize) else { return nil }
    found.withLock { [locations] in $0[kinds] = (locations, stackSize) }
    return (locations, stackSize)
  }

  /// Asks libffi where the scalars live and writes the plan into memory of its own.
  ///
  /// - Returns: `nil` if libffi couldn't tell.
  func finish() -> us_call_plan? {
    guard let (locations, stackSize) = Self.find(scalars) else { return nil }
    func place(_ location: us_location) -> us_location {
      location >= Self.unplaced ? locations[Int(location - Self.unplaced)] : location
    }

    var plan = us_call_plan()
    let errorMoves = error?.moves ?? []
    let moveCount = moves.count + resultMoves.count + errorMoves.count
    if moveCount > 0 {
      let placed = UnsafeMutablePointer<us_move>.allocate(capacity: moveCount)
      placed.initialize(from: moves, count: moves.count)
      (placed + moves.count).initialize(from: resultMoves, count: resultMoves.count)
      (placed + moves.count + resultMoves.count).initialize(from: errorMoves, count: errorMoves.count)
      var index = 0
      while index < moveCount {
        placed[index].location = place(placed[index].location)
        index += 1
      }
      plan.moves = UnsafePointer(placed)
    }
    plan.first_result_move = UInt32(moves.count)
    plan.result_move_count = UInt32(resultMoves.count)

    func keep(_ parts: [Part]) -> UnsafePointer<us_part>? {
      if parts.isEmpty { return nil }
      let kept = UnsafeMutablePointer<us_part>.allocate(capacity: parts.count)
      var index = 0
      while index < parts.count {
        let part = parts[index]
        (kept + index).initialize(
          to: us_part(
            type: part.type.pointer,
            offset: UInt32(part.offset),
            first_move: UInt32(part.moves.lowerBound),
            move_count: UInt32(part.moves.count),
            address: part.address.map(place) ?? 0,
            address_offset: UInt32(part.addressOffset),
            pack_position: part.packElement.map { UInt32($0 + 1) } ?? 0,
            is_indirect: part.address == nil ? 0 : 1,
            ownership: UInt8(part.ownership.rawValue),
            is_trivial: part.type.isTrivial || part.isNonescaping ? 1 : 0,
            metatype: part.metatype.rawValue,
            is_whole: part.isWhole ? 1 : 0,
            is_in_result_memory: part.isInResultMemory ? 1 : 0,
            parameter: UInt16(part.parameter),
            parameter_offset: UInt32(part.parameterOffset)
          )
        )
        index += 1
      }
      return UnsafePointer(kept)
    }
    plan.argument_parts = keep(argumentParts)
    plan.argument_part_count = UInt32(argumentParts.count)
    plan.result_parts = keep(resultParts)
    plan.result_part_count = UInt32(resultParts.count)
    plan.result_is_x87 = resultMoves.contains { $0.location == us_location(US_FRAME_RESULT_X87) } ? 1 : 0

    plan.entry_kind = UInt8(shape.entryKind.rawValue)
    if let resultAddress {
      plan.result_mode = UInt8(US_RESULT_ADDRESS.rawValue)
      plan.result_address = place(resultAddress)
    } else {
      plan.result_mode = UInt8(US_RESULT_PARTS.rawValue)
    }
    plan.result_size = UInt32(shape.result.type.size)
    plan.result_alignment = UInt32(shape.result.type.alignment)
    if let resultMemory {
      plan.result_memory = place(resultMemory.address)
      plan.result_memory_size = UInt32(resultMemory.size)
    }
    if let error {
      plan.error_type = error.type.pointer
      plan.first_error_move = UInt32(moves.count + resultMoves.count)
      plan.error_move_count = UInt32(error.moves.count)
      plan.is_error_indirect = error.address == nil ? 0 : 1
      plan.error_address = error.address.map(place) ?? 0
    }
    plan.generic_arguments = Self.keep(genericArguments.map(place))
    plan.generic_argument_count = UInt32(genericArguments.count)
    if let conformer {
      plan.self_type = place(conformer.type)
      plan.self_table = place(conformer.table)
    }
    plan.argument_conversions = Self.keep(argumentConversions)
    plan.argument_conversion_count = UInt32(argumentConversions.count)
    plan.result_conversions = Self.keep(resultConversions)
    plan.result_conversion_count = UInt32(resultConversions.count)
    plan.can_throw = shape.canThrow ? 1 : 0
    plan.consumes_self = shape.consumesSelf ? 1 : 0
    plan.parameter_count = UInt32(shape.parameters.count + (passesCallersActor ? 1 : 0))
    var block = MemoryLayout<Int>.size
    var blockAlignment = MemoryLayout<Int>.alignment
    var index = 0
    while index < argumentParts.count {
      let type = argumentParts[index].type
      block = max(block, argumentParts[index].offset + type.size)
      blockAlignment = max(blockAlignment, type.alignment)
      index += 1
    }
    plan.block_size = UInt32(block)
    plan.block_alignment = UInt32(blockAlignment)
    plan.stack_size = UInt32(stackSize)
    plan.stack_pop = shape.isAsync ? UInt32(us_async_stack_pop(stackSize)) : 0
    return plan
  }

  private static func keep<T>(_ values: [T]) -> UnsafePointer<T>? {
    guard !values.isEmpty else { return nil }
    let memory = UnsafeMutablePointer<T>.allocate(capacity: values.count)
    memory.initialize(from: values, count: values.count)
    return UnsafePointer(memory)
  }
}
