internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Takes one value's type apart.
struct Exploder {
  let memory: LoweringMemory
  let aggregate = Aggregate()
  var isAddressOnly = false

  init(memory: LoweringMemory) { self.memory = memory }

  mutating func add(_ formal: FormalType, at offset: Int) throws(UnsupportedType) {
    if isAddressOnly { return }
    if formal.pattern == OpaqueStandIn.type {
      isAddressOnly = true
      return
    }
    // What the declaration knows to be a class is passed as one, whatever it is here.
    let type = formal.type
    switch formal.pattern.kind {
    case .class, .foreignReference, .foreignClass:
      addWords(1, at: offset)
    case .struct, .enum, .optional:
      let pieces = try pieces(of: formal)
      if pieces.isAddressOnly {
        isAddressOnly = true
      } else {
        aggregate.add(contentsOf: pieces.aggregate, at: offset)
      }
    case .tuple:
      try addTuple(formal, at: offset)
    case .existential:
      try addExistential(type, at: offset)
    case .extendedExistential:
      switch ExtendedExistentialMetadata(type)?.storage {
      case .class, .metatype: addWords(type.size / MemoryLayout<Int>.size, at: offset)
      case .opaque: isAddressOnly = true
      default: throw unsupported(type, "it is an existential of a kind that this library doesn't know")
      }
    case .existentialMetatype:
      addWords(type.size / MemoryLayout<Int>.size, at: offset)
    case .metatype:
      // In memory it is the same everywhere, where it isn't spelled out by a declaration (`FieldType.thinMetatype`).
      addWords(1, at: offset)
    case .fixedArray:
      try addArray(formal, at: offset)
    case .function:
      switch FunctionMetadata(type)?.convention {
      case .swift: addWords(2, at: offset)
      case .c: addWords(1, at: offset)
      default: throw unsupported(type, "blocks and thin functions aren't passed")
      }
    default:
      throw unsupported(type, "it is of a kind that this library doesn't know")
    }
  }

  private mutating func addTuple(_ formal: FormalType, at offset: Int) throws(UnsupportedType) {
    guard let elements = TupleElements(formal) else { return }
    var index = 0
    while index < elements.count {
      let element = elements.type(index)
      if element.isThinMetatype {
        throw unsupported(
          formal.type,
          "a tuple with the metatype of a struct or enum inside another value isn't passed yet"
        )
      }
      try add(element, at: offset + elements.offset(index))
      index += 1
    }
  }

  /// What a struct or an enum consists of. The same few types are parts of many.
  private func pieces(of formal: FormalType) throws(UnsupportedType) -> LoweringMemory.Pieces {
    if let known = memory.pieces(of: formal) { return known }
    var inner = Exploder(memory: memory)
    if formal.pattern.kind == .struct {
      try inner.addStruct(formal, at: 0)
    } else {
      try inner.addEnum(formal, at: 0)
    }
    let pieces = LoweringMemory.Pieces(aggregate: inner.aggregate, isAddressOnly: inner.isAddressOnly)
    memory.remember(pieces, of: formal)
    return pieces
  }

  private func unsupported(_ type: TypeMetadata, _ reason: String) -> UnsupportedType {
    UnsupportedType(type: type, reason: reason)
  }

  mutating func addWords(_ count: Int, at offset: Int) {
    var index = 0
    while index < count {
      aggregate.add(US_SCALAR_I64, at: offset + index * MemoryLayout<Int>.size)
      index += 1
    }
  }

  private mutating func addExistential(_ type: TypeMetadata, at offset: Int) throws(UnsupportedType) {
    guard let existential = ExistentialMetadata(type) else { return }
    if existential.isError {
      addWords(1, at: offset)
    } else if existential.isClassConstrained {
      addWords(1 + existential.witnessTableCount, at: offset)
    } else {
      isAddressOnly = true
    }
  }

  /// Whether the type's own declaration hides its layout; if so the whole value is passed by address.
  private mutating func checkOpacity(of type: TypeMetadata) throws(UnsupportedType) -> Bool {
    // Invariant: structs and enums have a descriptor (swift/ABI/Metadata.h, `TargetValueMetadata`).
    let nominal = NominalMetadata(type)!
    if nominal.descriptor.context.isInverted {
      throw unsupported(type, "they can't outlive the call, so a double can't keep them")
    }
    do throws(TypeLowering.OpacityUnknown) {
      if try memory.isOpaque(nominal.descriptor) { isAddressOnly = true }
    } catch {
      throw unsupported(type, error.reason)
    }
    return isAddressOnly
  }

  private mutating func addStruct(_ formal: FormalType, at offset: Int) throws(UnsupportedType) {
    let type = formal.type
    if try checkOpacity(of: type) { return }
    guard let metadata = StructMetadata(type) else { return }
    if metadata.isImported { return try addImported(metadata, at: offset) }
    // The runtime has no storage of its own for less than two elements. One travels as it would alone; none leave nothing
    // behind, but they travel by address if others would.
    if let array = InlineArrayMetadata(type), array.count < 2, let pattern = InlineArrayMetadata(formal.pattern) {
      let element = FormalType(type: array.elementType, pattern: pattern.elementType)
      if array.count == 1 { return try add(element, at: offset) }
      var none = Exploder(memory: memory)
      try none.add(element, at: 0)
      isAddressOnly = none.isAddressOnly
      return
    }
    if metadata.descriptor.fieldCount == 0, type.size == 0 { return }
    guard let fields = metadata.layout, let patterns = formal.isKnown ? fields : StructMetadata(formal.pattern)?.layout
    else {
      throw unsupported(type, "its stored properties aren't described at run time (no reflection metadata)")
    }
    var index = 0
    while index < fields.count {
      let field = fields.type(index)
      let pattern = formal.isKnown ? field : patterns.type(index)
      try add(field, pattern, of: type, at: offset + fields.offset(index))
      if isAddressOnly { return }
      index += 1
    }
  }

  /// Adds a C struct as clang does (`SwiftAggLowering::addTypedData` of a record): field by field, as Swift's own.
  ///
  /// Bytes that no field is known of may be padding, or a bit-field or another member that Swift doesn't import. Both are
  /// tried. Where they make the same scalars, all that differs is how wide some are, and the wider ones carry whatever is
  /// there: a register or a stack slot has room for them.
  private mutating func addImported(_ metadata: StructMetadata, at offset: Int) throws(UnsupportedType) {
    let type = metadata.nominal.type
    if type.size == 0 { return }
    if Self.exceedsRegisters(type) { return aggregate.addBytes(from: offset, to: offset + type.size) }
    guard let fields = metadata.describedFields, !fields.isEmpty else {
      throw unsupported(type, "nothing but its size is known at run time, as of all unions and bit-fields of C")
    }
    try addImported(fields, of: type, at: offset)
  }

  mutating func addImported(_ fields: [Field], of type: TypeMetadata, at offset: Int) throws(UnsupportedType) {
    var known = Exploder(memory: memory)
    var filled = Exploder(memory: memory)
    var end = 0
    for field in fields {
      guard case .type(let fieldType) = field.type, field.offset >= end else {
        throw unsupported(type, "its field \(field.name) isn't described at run time")
      }
      filled.aggregate.addBytes(from: end, to: field.offset)
      try known.add(FormalType(fieldType), at: field.offset)
      try filled.add(FormalType(fieldType), at: field.offset)
      end = field.offset + fieldType.size
    }
    guard end <= type.size else { throw unsupported(type, "its fields don't lie where Swift says they do") }
    filled.aggregate.addBytes(from: end, to: type.size)
    guard Scalars(of: filled.aggregate).carry(Scalars(of: known.aggregate)) else {
      throw unsupported(type, "it may have bit-fields or other parts of C that aren't described at run time")
    }
    aggregate.add(contentsOf: filled.aggregate, at: offset)
  }

  /// Whether a C type travels by its address whatever is in it: without members that are aligned to more than a word, each word of
  /// it holds a part of some member, and so makes a scalar at least.
  private static func exceedsRegisters(_ type: TypeMetadata) -> Bool {
    let word = MemoryLayout<Int>.size
    return type.alignment <= word && type.size > Aggregate.maximumScalarCount * word
  }

  /// Adds an inline array, which travels as that many fields would.
  private mutating func addArray(_ formal: FormalType, at offset: Int) throws(UnsupportedType) {
    guard let array = FixedArrayMetadata(formal.type), let pattern = FixedArrayMetadata(formal.pattern) else { return }
    let element = FormalType(type: array.elementType, pattern: pattern.elementType)
    var first = Exploder(memory: memory)
    try first.add(element, at: 0)
    if first.isAddressOnly {
      isAddressOnly = true
      return
    }
    // More elements than this exceed the registers, however small they are.
    let count = element.type.size == 0 ? 0 : min(array.count, 64)
    for index in 0..<max(count, 0) { try add(element, at: offset + index * element.type.stride) }
  }

  mutating func add(
    _ field: FieldType,
    _ pattern: FieldType,
    of owner: TypeMetadata,
    at offset: Int
  ) throws(UnsupportedType) {
    switch (field, pattern) {
    case (.type(let type), .type(let pattern)):
      try add(FormalType(type: type, pattern: pattern), at: offset)
    case (.thinMetatype, .thinMetatype):
      break
    case (.builtin(let builtin), _):
      try add(builtin, of: owner, at: offset)
    case (.reference(.weak, _), _):
      isAddressOnly = true
    case (.reference(_, let type), .reference(_, let pattern)):
      // On Linux every class uses Swift's own reference counting, so these are as loadable as strong references.
      try add(FormalType(type: type.unwrapped, pattern: pattern.unwrapped), at: offset)
    case (.unresolved(let name), _), (_, .unresolved(let name)):
      throw unsupported(owner, "the type of one of its stored properties isn't known at run time (\(name))")
    default:
      throw unsupported(owner, "its stored properties can't be told apart")
    }
  }

  private mutating func add(
    _ builtin: BuiltinType,
    of owner: TypeMetadata,
    at offset: Int
  ) throws(UnsupportedType) {
    switch builtin.kind {
    case .integer, .float:
      guard let kind = Self.scalar(builtin) else { break }
      if builtin.count > 1 {
        addVector(of: kind, count: builtin.count, at: offset)
      } else {
        aggregate.add(kind, at: offset, isSingleBit: builtin.kind == .integer && builtin.bits == 1)
      }
      return
    case .word, .rawPointer, .nativeObject, .bridgeObject, .unknownObject, .job, .rawUnsafeContinuation:
      return addWords(1, at: offset)
    case .executor:
      return addWords(2, at: offset)
    default:
      break
    }
    throw unsupported(owner, "it holds a value of a compiler's type that this library doesn't know")
  }

  private static func scalar(_ builtin: BuiltinType) -> us_scalar? {
    switch (builtin.kind, builtin.bits) {
    case (.integer, 1), (.integer, 8): US_SCALAR_I8
    case (.integer, 16): US_SCALAR_I16
    case (.integer, 32): US_SCALAR_I32
    case (.integer, 64): US_SCALAR_I64
    case (.integer, 128): US_SCALAR_I128
    case (.float, 16): US_SCALAR_F16
    case (.float, 32): US_SCALAR_F32
    case (.float, 64): US_SCALAR_F64
    case (.float, 80): US_SCALAR_F80
    default: nil
    }
  }

  /// Adds a vector: in the widest pieces that fill a register each and that it consists of, else element by element.
  private mutating func addVector(of kind: us_scalar, count: Int, at offset: Int) {
    let size = Int(us_scalar_size(kind)) * count
    let piece = Scalar.vectors.first { size % Int(us_scalar_size($0)) == 0 } ?? kind
    var start = 0
    while start < size {
      aggregate.add(piece, at: offset + start)
      start += Int(us_scalar_size(piece))
    }
  }

  private mutating func addEnum(_ formal: FormalType, at offset: Int) throws(UnsupportedType) {
    let type = formal.type
    if try checkOpacity(of: type) { return }
    if formal.isOptionalThinMetatype {
      throw unsupported(type, "an optional metatype of a struct or enum inside another value isn't passed yet")
    }
    guard let metadata = EnumMetadata(type) else { return }
    guard let cases = metadata.layout, let patterns = formal.isKnown ? cases : EnumMetadata(formal.pattern)?.layout
    else {
      // Only a tag, whatever the cases are called. Those of C aren't described.
      if metadata.payloadCaseCount == 0 { return aggregate.addBytes(from: offset, to: offset + type.size) }
      throw unsupported(type, "its cases aren't described at run time (compiled without reflection metadata)")
    }
    // Payload and tag travel as bytes; the payloads only matter if one of them can't be taken apart. One without bytes counts as
    // none, and matters as well.
    var index = 0
    while index < cases.count {
      defer { index += 1 }
      guard let payload = cases.payload(index) else { continue }
      if case .thinMetatype = payload {
        throw unsupported(type, "the Swift runtime itself can't read a case with the metatype of a struct or enum")
      }
      guard !cases.isIndirect(index), let pattern = formal.isKnown ? payload : patterns.payload(index) else { continue }
      if cases.count == 1, metadata.payloadCaseCount == 1 {
        return try add(payload, pattern, of: type, at: offset)
      }
      if isAddressOnly { continue }
      var inner = Exploder(memory: memory)
      try inner.add(payload, pattern, of: type, at: 0)
      isAddressOnly = inner.isAddressOnly
    }
    if isAddressOnly { return }
    aggregate.addBytes(from: offset, to: offset + type.size)
  }
}
