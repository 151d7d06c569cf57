#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// A plan in the making: scalars are numbered as they are added, and placed when all are known.
///
/// What is added is written as the plan will have it, in C's lists: those of Swift are slow where they aren't optimised.
final class Draft {
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

  // Invariant: what the elements of each list are. The plan takes over the memory of all but the first two.
  /// The kinds of the call's scalars (`us_scalar`, in a byte) in the order they travel.
  private var scalars = us_list()
  /// Result moves have final places: libffi isn't asked about Swift's results.
  private var resultMoves = us_list()
  private var errorMoves = us_list()
  private var moves = us_list()
  private var argumentParts = us_list()
  private var resultParts = us_list()
  private var genericArguments = us_list()
  private var argumentConversions = us_list()
  private var resultConversions = us_list()
  private var isFinished = false

  private var resultAddress: us_location?
  /// What of the result travels in registers, or would if there were enough.
  private var directScalars: [Scalar] = []
  private var directElements: [DirectElement] = []
  /// Where a witness method's last two arguments are.
  private var selfType: us_location = 0
  private var selfTable: us_location = 0
  private var errorType: TypeMetadata?
  private var errorAddress: us_location?
  private var resultMemory: us_location?
  private var resultMemorySize = 0
  private var resultIsX87 = false
  private var blockSize = MemoryLayout<Int>.size
  private var blockAlignment = MemoryLayout<Int>.alignment
  /// Whether any part of the result goes to memory of the caller's.
  private(set) var hasIndirectResults = false
  /// Whether the caller's actor is passed on, as one parameter more.
  var passesCallersActor = false
  let shape: CallShape

  init(shape: CallShape) {
    self.shape = shape
  }

  deinit {
    free(scalars.elements)
    free(resultMoves.elements)
    free(errorMoves.elements)
    if isFinished { return }
    free(moves.elements)
    free(argumentParts.elements)
    free(resultParts.elements)
    free(genericArguments.elements)
    free(argumentConversions.elements)
    free(resultConversions.elements)
  }

  // MARK: Arguments

  /// Adds a scalar that is an address, or a word nobody reads.
  func addPointer() -> us_location {
    addScalar(US_SCALAR_I64)
  }

  private func addScalar(_ kind: us_scalar) -> us_location {
    us_list_add(&scalars, 1).storeBytes(of: UInt8(truncatingIfNeeded: kind.rawValue), as: UInt8.self)
    return us_location(US_LOCATION_UNPLACED) + us_location(scalars.count - 1)
  }

  /// Adds a word of generic arguments.
  func addGenericArgument() {
    us_list_add(&genericArguments, MemoryLayout<us_location>.stride)
      .storeBytes(of: addPointer(), as: us_location.self)
  }

  /// Adds what comes last to a witness method: Self's metadata and witness table.
  func addConformer() {
    selfType = addPointer()
    selfTable = addPointer()
  }

  /// Adds a direct part's scalars and returns its moves.
  func addScalars(_ added: [Scalar], of type: TypeMetadata) -> Range<Int> {
    let first = Int(moves.count)
    var index = 0
    while index < added.count {
      let scalar = added[index]
      Self.add(scalar, of: type, at: addScalar(scalar.kind), to: &moves, isSingleBit: scalar.isSingleBit)
      index += 1
    }
    return first..<first + index
  }

  private static func add(
    _ scalar: Scalar,
    of type: TypeMetadata,
    at location: us_location,
    to moves: inout us_list,
    isSingleBit: Bool = false
  ) {
    let move = newMove(in: &moves)
    move.pointee.value_offset = UInt32(truncatingIfNeeded: scalar.offset)
    move.pointee.location = location
    // The integer that covers the last bytes may be wider than what is left of the value.
    let (size, rest) = (scalar.size, type.size - scalar.offset)
    move.pointee.size = UInt16(truncatingIfNeeded: size < rest ? size : rest)
    move.pointee.is_single_bit = isSingleBit ? 1 : 0
  }

  private static func newMove(in moves: inout us_list) -> UnsafeMutablePointer<us_move> {
    us_list_add(&moves, MemoryLayout<us_move>.stride).assumingMemoryBound(to: us_move.self)
  }

  func addArgument(_ part: Part) {
    Self.add(part, to: &argumentParts)
    let end = part.offset + part.type.size
    if end > blockSize { blockSize = end }
    let alignment = part.type.alignment
    if alignment > blockAlignment { blockAlignment = alignment }
  }

  private static func add(_ part: Part, to parts: inout us_list) {
    let new = us_list_add(&parts, MemoryLayout<us_part>.stride).assumingMemoryBound(to: us_part.self)
    new.pointee.type = part.type.pointer
    new.pointee.offset = UInt32(truncatingIfNeeded: part.offset)
    new.pointee.first_move = UInt32(truncatingIfNeeded: part.moves.lowerBound)
    new.pointee.move_count = UInt32(truncatingIfNeeded: part.moves.upperBound - part.moves.lowerBound)
    if let address = part.address {
      new.pointee.address = address
      new.pointee.is_indirect = 1
    }
    new.pointee.address_offset = UInt32(truncatingIfNeeded: part.addressOffset)
    if let element = part.packElement { new.pointee.pack_position = UInt32(truncatingIfNeeded: element + 1) }
    new.pointee.ownership = UInt8(truncatingIfNeeded: part.ownership.rawValue)
    new.pointee.is_trivial = part.isNonescaping || part.type.isTrivial ? 1 : 0
    new.pointee.metatype = part.metatype.rawValue
    new.pointee.is_whole = part.isWhole ? 1 : 0
    new.pointee.is_in_result_memory = part.isInResultMemory ? 1 : 0
    new.pointee.parameter = UInt16(truncatingIfNeeded: part.parameter)
    new.pointee.parameter_offset = UInt32(truncatingIfNeeded: part.parameterOffset)
  }

  /// Notes a function in a parameter whose value lies at `offset` in the block.
  func addArgumentConversion(
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
    Self.add(conversion, to: &argumentConversions)
  }

  private static func add(_ conversion: us_conversion, to conversions: inout us_list) {
    us_list_add(&conversions, MemoryLayout<us_conversion>.stride)
      .initializeMemory(as: us_conversion.self, to: conversion)
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

  func setResult(inMemoryAt address: us_location) {
    resultAddress = address
    hasIndirectResults = true
  }

  func addResultPart(_ part: Part) {
    if part.address != nil { hasIndirectResults = true }
    Self.add(part, to: &resultParts)
  }

  /// Notes that the result is a pack, which goes to memory of the caller's even if it is empty.
  func setResultPack() { hasIndirectResults = true }

  /// Lays an error beside the result, where nothing goes to memory of the caller's by itself.
  ///
  /// - Returns: Whether it did: not where an async call would have to return more than the frame has room for.
  func setError(_ type: TypeMetadata, in scalars: [Scalar]) -> Bool {
    guard let returned = ReturnedScalars(result: directScalars, error: scalars, isAsync: shape.isAsync) else {
      return false
    }
    setResult(directScalars, directElements, at: returned)
    var index = 0
    while index < scalars.count {
      Self.add(scalars[index], of: type, at: returned.errorLocations[index], to: &errorMoves)
      index += 1
    }
    errorType = type
    return true
  }

  func setError(_ type: TypeMetadata, inMemoryAt address: us_location) {
    errorType = type
    errorAddress = address
  }

  /// Sets where the direct results go that travel in memory together.
  func setResultMemory(at address: us_location, size: Int) {
    resultMemory = address
    resultMemorySize = size
  }

  /// Notes a function in the result.
  func addResultConversion(_ function: ConvertedFunction, _ type: UnsafePointer<us_function_type>) {
    Self.add(Self.conversion(function, type), to: &resultConversions)
  }

  /// Lays direct results into the result registers, or into memory of the caller's if there aren't enough.
  ///
  /// - Precondition: They don't exceed the registers.
  func setResult(in scalars: [Scalar], elements: [DirectElement]) {
    // Invariant: four words at most have registers in async calls too.
    let returned = ReturnedScalars(result: scalars, isAsync: shape.isAsync)!
    directScalars = scalars
    directElements = elements
    setResult(scalars, elements, at: returned)
  }

  private func setResult(_ scalars: [Scalar], _ elements: [DirectElement], at returned: ReturnedScalars) {
    resultMoves.count = 0
    if let size = returned.memorySize { setResultMemory(at: us_location(US_FRAME_INDIRECT_RESULT), size: size) }
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let location = returned.resultLocations[index]
      index += 1
      if location == us_location(US_FRAME_RESULT_X87) { resultIsX87 = true }
      // A scalar may cover bytes of several elements, which lie elsewhere in the result.
      var other = 0
      while other < elements.count {
        let element = elements[other]
        other += 1
        let (scalarEnd, elementEnd) = (scalar.offset + scalar.size, element.tupleOffset + element.type.travellingSize)
        let begin = scalar.offset > element.tupleOffset ? scalar.offset : element.tupleOffset
        let end = scalarEnd < elementEnd ? scalarEnd : elementEnd
        guard begin < end else { continue }
        let move = Self.newMove(in: &resultMoves)
        move.pointee.value_offset = UInt32(truncatingIfNeeded: element.offset + begin - element.tupleOffset)
        move.pointee.location = location + us_location(truncatingIfNeeded: begin - scalar.offset)
        move.pointee.size = UInt16(truncatingIfNeeded: end - begin)
      }
    }
  }

  // MARK: The plan

  /// Asks libffi where the scalars live and makes the plan, which takes over the draft's memory.
  ///
  /// - Returns: `nil` if libffi couldn't tell.
  func finish() -> us_call_plan? {
    guard let placement = us_placement_of(&scalars) else { return nil }
    isFinished = true
    var plan = us_call_plan()
    plan.first_result_move = moves.count
    plan.result_move_count = resultMoves.count
    us_list_add_all(&moves, &resultMoves, MemoryLayout<us_move>.stride)
    if let errorType {
      plan.error_type = errorType.pointer
      plan.first_error_move = moves.count
      plan.error_move_count = errorMoves.count
      us_list_add_all(&moves, &errorMoves, MemoryLayout<us_move>.stride)
      if let errorAddress {
        plan.is_error_indirect = 1
        plan.error_address = us_placed(errorAddress, placement)
      }
    }
    us_place_moves(&moves, placement)
    plan.moves = Self.elements(of: moves, us_move.self)
    us_place_parts(&argumentParts, placement)
    plan.argument_parts = Self.elements(of: argumentParts, us_part.self)
    plan.argument_part_count = argumentParts.count
    us_place_parts(&resultParts, placement)
    plan.result_parts = Self.elements(of: resultParts, us_part.self)
    plan.result_part_count = resultParts.count
    plan.result_is_x87 = resultIsX87 ? 1 : 0

    plan.entry_kind = UInt8(shape.entryKind.rawValue)
    if let resultAddress {
      plan.result_mode = UInt8(US_RESULT_ADDRESS.rawValue)
      plan.result_address = us_placed(resultAddress, placement)
    } else {
      plan.result_mode = UInt8(US_RESULT_PARTS.rawValue)
    }
    plan.result_size = UInt32(shape.result.type.size)
    plan.result_alignment = UInt32(shape.result.type.alignment)
    if let resultMemory {
      plan.result_memory = us_placed(resultMemory, placement)
      plan.result_memory_size = UInt32(resultMemorySize)
    }
    us_place_locations(&genericArguments, placement)
    plan.generic_arguments = Self.elements(of: genericArguments, us_location.self)
    plan.generic_argument_count = genericArguments.count
    plan.self_type = us_placed(selfType, placement)
    plan.self_table = us_placed(selfTable, placement)
    plan.argument_conversions = Self.elements(of: argumentConversions, us_conversion.self)
    plan.argument_conversion_count = argumentConversions.count
    plan.result_conversions = Self.elements(of: resultConversions, us_conversion.self)
    plan.result_conversion_count = resultConversions.count
    plan.can_throw = shape.canThrow ? 1 : 0
    plan.consumes_self = shape.consumesSelf ? 1 : 0
    plan.parameter_count = UInt32(shape.parameters.count + (passesCallersActor ? 1 : 0))
    plan.block_size = UInt32(blockSize)
    plan.block_alignment = UInt32(blockAlignment)
    plan.stack_size = UInt32(placement.pointee.stack_size)
    plan.stack_pop = shape.isAsync ? UInt32(us_async_stack_pop(placement.pointee.stack_size)) : 0
    return plan
  }

  private static func elements<T>(of list: us_list, _ type: T.Type) -> UnsafePointer<T>? {
    guard let elements = list.elements else { return nil }
    return UnsafePointer(elements.assumingMemoryBound(to: T.self))
  }

  private static func keep<T>(_ values: [T]) -> UnsafePointer<T>? {
    guard !values.isEmpty else { return nil }
    let memory = UnsafeMutablePointer<T>.allocate(capacity: values.count)
    memory.initialize(from: values, count: values.count)
    return UnsafePointer(memory)
  }
}
