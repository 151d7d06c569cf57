internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// A plan in the making (`us_draft.h`).
///
/// What is added is written as the plan will have it, in C's lists: those of Swift are slow where they aren't optimised, and for each
/// kind of element the runtime makes types when it is first added.
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

  /// What is known by now. Reached by its address, for which the language checks no access.
  let known = us_draft_create()
  let shape: CallShape

  init(shape: CallShape) {
    self.shape = shape
    known.pointee.is_async = shape.isAsync
    known.pointee.plan.entry_kind = UInt8(shape.entryKind.rawValue)
    known.pointee.plan.result_mode = UInt8(US_RESULT_PARTS.rawValue)
    known.pointee.plan.result_size = UInt32(shape.result.type.size)
    known.pointee.plan.result_alignment = UInt32(shape.result.type.alignment)
    known.pointee.plan.can_throw = shape.canThrow ? 1 : 0
    known.pointee.plan.consumes_self = shape.consumesSelf ? 1 : 0
    known.pointee.plan.parameter_count = UInt32(shape.parameters.count)
  }

  deinit { us_draft_destroy(known) }

  // MARK: Arguments

  /// Adds a scalar that is an address, or a word nobody reads.
  func addPointer() -> us_location { us_draft_add_scalar(known, US_SCALAR_I64) }

  /// Adds a word of generic arguments.
  func addGenericArgument() { us_draft_add_generic_argument(known) }

  /// Adds what comes last to a witness method: Self's metadata and witness table.
  func addConformer() {
    known.pointee.plan.self_type = addPointer()
    known.pointee.plan.self_table = addPointer()
  }

  /// Notes that the caller's actor is passed on, as one parameter more.
  func addCallersActor(_ part: Part) {
    known.pointee.plan.parameter_count += 1
    addArgument(part)
  }

  /// Adds a direct part's scalars and returns its moves.
  func addScalars(_ added: Scalars, of type: TypeMetadata) -> Range<Int> {
    let first = Int(us_draft_add_scalars(known, added.first, added.count, type.size))
    return first..<first + added.count
  }

  /// Adds a direct part's only scalar, or a further one, and returns its move.
  func addScalar(_ kind: us_scalar, offset: Int = 0, of type: TypeMetadata) -> Range<Int> {
    var scalar = Scalar(kind: kind, offset: offset)
    let first = Int(us_draft_add_scalars(known, &scalar, 1, type.size))
    return first..<first + 1
  }

  func addArgument(_ part: Part) {
    Self.add(part, to: &known.pointee.argument_parts)
    let end = UInt32(truncatingIfNeeded: part.offset + part.type.size)
    if end > known.pointee.plan.block_size { known.pointee.plan.block_size = end }
    let alignment = UInt32(truncatingIfNeeded: part.type.alignment)
    if alignment > known.pointee.plan.block_alignment { known.pointee.plan.block_alignment = alignment }
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

  // MARK: Results

  /// Whether any part of the result goes to memory of the caller's.
  var hasIndirectResults: Bool { known.pointee.has_indirect_results }

  func setResult(inMemoryAt address: us_location) {
    known.pointee.plan.result_mode = UInt8(US_RESULT_ADDRESS.rawValue)
    known.pointee.plan.result_address = address
    known.pointee.has_indirect_results = true
  }

  func addResultPart(_ part: Part) {
    if part.address != nil { known.pointee.has_indirect_results = true }
    Self.add(part, to: &known.pointee.result_parts)
  }

  /// Notes that the result is a pack, which goes to memory of the caller's even if it is empty.
  func setResultPack() { known.pointee.has_indirect_results = true }

  /// Lays an error beside the result, where nothing goes to memory of the caller's by itself.
  ///
  /// - Precondition: Its scalars are integers, and don't exceed the registers.
  /// - Returns: Whether it did: not where an async call would have to return more than the frame has room for.
  func setError(_ type: TypeMetadata, in scalars: Scalars) -> Bool {
    us_draft_set_error(known, type.pointer, type.size, scalars.first, scalars.count)
  }

  func setError(_ type: TypeMetadata, inMemoryAt address: us_location) {
    known.pointee.plan.error_type = type.pointer
    known.pointee.plan.is_error_indirect = 1
    known.pointee.plan.error_address = address
  }

  /// Sets where the direct results go that travel in memory together.
  func setResultMemory(at address: us_location, size: Int) {
    known.pointee.plan.result_memory = address
    known.pointee.plan.result_memory_size = UInt32(size)
  }

  /// Notes an element of the result that travels in registers.
  func addDirectElement(_ type: FormalType, at offset: Int, tupleOffset: Int, size: Int) {
    Self.add(
      us_element(
        type: type.type.pointer,
        pattern: type.pattern.pointer,
        offset: offset,
        tuple_offset: tupleOffset,
        travelling_size: size
      ),
      to: &known.pointee.direct_elements
    )
  }

  /// Notes an element of the result that has an address of its own.
  func addIndirectElement(_ type: FormalType, at offset: Int) {
    Self.add(
      us_element(
        type: type.type.pointer,
        pattern: type.pattern.pointer,
        offset: offset,
        tuple_offset: 0,
        travelling_size: 0
      ),
      to: &known.pointee.indirect_elements
    )
  }

  private static func add(_ element: us_element, to elements: inout us_list) {
    us_list_add(&elements, MemoryLayout<us_element>.stride).initializeMemory(as: us_element.self, to: element)
  }

  /// Lays direct results into the result registers, or into memory of the caller's if there aren't enough.
  ///
  /// - Precondition: They don't exceed the registers.
  func setResult(in scalars: Scalars) { us_draft_set_result(known, scalars.first, scalars.count) }

  // MARK: The plan

  /// Asks libffi where the scalars live and makes the plan, which takes over the draft's memory.
  ///
  /// - Returns: `nil` if libffi couldn't tell.
  func finish() -> us_call_plan? {
    var plan = us_call_plan()
    return us_draft_finish(known, &plan) ? plan : nil
  }
}
