package import UnderstudyMetadata
internal import UnderstudyTrampolines

/// How values of a type travel.
package enum Lowering: Hashable, Sendable {
  /// As scalars; none for an empty type.
  case direct([Scalar])
  /// By address: the value can't be taken apart, or its layout isn't every caller's to know.
  case addressOnly
  /// By address, because there are too many scalars.
  case large
  /// Not at all: the metatype of a struct or enum has one value only.
  case thinMetatype

  package var isIndirect: Bool { self == .addressOnly || self == .large }
}

/// Why a type's values can't be passed exactly.
package struct UnsupportedType: Error, Hashable {
  package let type: TypeMetadata
  /// Completes the sentence "Values of type `T` can't be passed: …".
  package let reason: String
}

/// Lowers types to scalars, as the compiler's IR generation does (`TypeInfo::addToAggLowering`, `lib/IRGen`).
package struct TypeLowering: Sendable {
  /// Says whether the layout of a type is hidden from other modules.
  package typealias Opacity = @Sendable (TypeDescriptor) throws(OpacityUnknown) -> Bool

  /// The facts that tell whether a type is opaque weren't found.
  package struct OpacityUnknown: Error {
    package let reason: String
    package init(reason: String) { self.reason = reason }
  }

  private let isOpaque: Opacity

  package init(isOpaque: @escaping Opacity) {
    self.isOpaque = isOpaque
  }

  /// Lowers a parameter's, result's or tuple element's type.
  package func lower(_ formal: FormalType) throws(UnsupportedType) -> Lowering {
    let type = formal.type
    if !type.isCopyable {
      throw UnsupportedType(type: type, reason: "they can't be copied, so a double can't keep them")
    }
    if let metatype = MetatypeMetadata(formal.pattern), !metatype.isExistential {
      if metatype.instanceType == OpaqueStandIn.type {
        return .direct([Scalar(kind: US_SCALAR_I64, offset: 0)])
      }
      if metatype.instanceType.kind != .class { return .thinMetatype }
    }
    var exploder = Exploder(isOpaque: isOpaque)
    try exploder.add(formal, at: 0)
    if exploder.isAddressOnly { return .addressOnly }
    let scalars = exploder.aggregate.scalars()
    if scalars.exceedsRegisters { return .large }
    try check(scalars, of: type)
    return .direct(scalars)
  }

  /// The scalars of values that travel together, as a tuple of them would.
  ///
  /// - Precondition: None of the types is address-only.
  func scalars(of elements: [DirectElement]) throws(UnsupportedType) -> [Scalar] {
    var exploder = Exploder(isOpaque: isOpaque)
    for element in elements { try exploder.add(element.type, at: element.tupleOffset) }
    let scalars = exploder.aggregate.scalars()
    if !scalars.exceedsRegisters, let first = elements.first { try check(scalars, of: first.type.type) }
    return scalars
  }

  /// Refuses what the compiler itself gets wrong: Swift 6.3 reads from a wrong address where small integers that share a
  /// word with a half before them are merged into an integer that covers the half.
  private func check(_ scalars: [Scalar], of type: TypeMetadata) throws(UnsupportedType) {
    var end = 0
    for scalar in scalars {
      if scalar.offset < end {
        throw UnsupportedType(
          type: type,
          reason: "the compiler itself passes a Float16 wrongly when several small integers follow it in the same word"
        )
      }
      end = scalar.offset + scalar.size
    }
  }
}

/// Takes one value's type apart.
private struct Exploder {
  let isOpaque: TypeLowering.Opacity
  var aggregate = Aggregate()
  var isAddressOnly = false

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
    case .struct:
      try addStruct(formal, at: offset)
    case .enum, .optional:
      try addEnum(formal, at: offset)
    case .tuple:
      for element in formal.tupleElements { try add(element.type, at: offset + element.offset) }
    case .existential:
      try addExistential(type, at: offset)
    case .extendedExistential:
      guard let existential = ExtendedExistentialMetadata(type) else { return }
      if existential.isClassConstrained {
        addWords(type.size / MemoryLayout<Int>.size, at: offset)
      } else {
        isAddressOnly = true
      }
    case .existentialMetatype:
      addWords(type.size / MemoryLayout<Int>.size, at: offset)
    case .metatype:
      guard let metatype = MetatypeMetadata(formal.pattern),
        metatype.instanceType.kind == .class || metatype.instanceType == OpaqueStandIn.type
      else {
        throw unsupported(type, "the metatype of a struct or enum inside another value isn't measured yet")
      }
      addWords(1, at: offset)
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

  private func unsupported(_ type: TypeMetadata, _ reason: String) -> UnsupportedType {
    UnsupportedType(type: type, reason: reason)
  }

  mutating func addWords(_ count: Int, at offset: Int) {
    for index in 0..<count { aggregate.add(US_SCALAR_I64, at: offset + index * MemoryLayout<Int>.size) }
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
    guard let nominal = NominalMetadata(type) else {
      throw unsupported(type, "its declaration has no description at run time")
    }
    if nominal.descriptor.context.isInverted {
      throw unsupported(type, "they can't outlive the call, so a double can't keep them")
    }
    do throws(TypeLowering.OpacityUnknown) {
      if try isOpaque(nominal.descriptor) { isAddressOnly = true }
    } catch {
      throw unsupported(type, error.reason)
    }
    return isAddressOnly
  }

  private mutating func addStruct(_ formal: FormalType, at offset: Int) throws(UnsupportedType) {
    let type = formal.type
    if try checkOpacity(of: type) { return }
    guard let fields = StructMetadata(type)?.fields, let patterns = StructMetadata(formal.pattern)?.fields else {
      throw unsupported(
        type,
        "its fields aren't described at run time (imported from C, or without reflection metadata)"
      )
    }
    if type.size > 0, NominalMetadata(type)?.descriptor.context.moduleName == "__C" {
      throw unsupported(type, "structs imported from C aren't passed yet")
    }
    for (field, pattern) in zip(fields, patterns) {
      try add(field.type, pattern.type, of: type, at: offset + field.offset)
      if isAddressOnly { return }
    }
  }

  private mutating func add(
    _ field: FieldType,
    _ pattern: FieldType,
    of owner: TypeMetadata,
    at offset: Int
  ) throws(UnsupportedType) {
    switch (field, pattern) {
    case (.type(let type), .type(let pattern)):
      if pattern.kind == .fixedArray { throw unsupported(owner, "inline arrays aren't passed yet") }
      try add(FormalType(type: type, pattern: pattern), at: offset)
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

  /// Adds a vector: in pieces of 16 bytes where it has them, else element by element.
  private mutating func addVector(of kind: us_scalar, count: Int, at offset: Int) {
    let element = Int(us_scalar_size(kind))
    let size = element * count
    if size >= 16, size % 16 == 0 {
      for piece in stride(from: 0, to: size, by: 16) { aggregate.add(US_SCALAR_V128, at: offset + piece) }
    } else {
      for index in 0..<count { aggregate.add(kind, at: offset + index * element) }
    }
  }

  private mutating func addEnum(_ formal: FormalType, at offset: Int) throws(UnsupportedType) {
    let type = formal.type
    if try checkOpacity(of: type) { return }
    guard let cases = EnumMetadata(type)?.cases, let patterns = EnumMetadata(formal.pattern)?.cases else {
      throw unsupported(type, "its cases aren't described at run time (compiled without reflection metadata)")
    }
    if cases.count == 1, let payload = cases[0].payload, let pattern = patterns[0].payload, !cases[0].isIndirect {
      return try add(payload, pattern, of: type, at: offset)
    }
    // Payload and tag travel as bytes; the payloads only matter if one of them can't be taken apart.
    for (item, pattern) in zip(cases, patterns) where !item.isIndirect {
      guard let payload = item.payload, let pattern = pattern.payload else { continue }
      var inner = Exploder(isOpaque: isOpaque)
      try inner.add(payload, pattern, of: type, at: 0)
      if inner.isAddressOnly {
        isAddressOnly = true
        return
      }
    }
    aggregate.addBytes(offset..<offset + type.size)
  }
}

extension FormalType {
  /// The elements of a tuple and where they lie; none for other types.
  var tupleElements: [(type: FormalType, offset: Int)] {
    guard let tuple = TupleMetadata(type), let pattern = TupleMetadata(pattern) else { return [] }
    return (0..<tuple.count).map { index in
      (
        FormalType(type: tuple.elementType(index), pattern: pattern.elementType(index)),
        tuple.elementOffset(index)
      )
    }
  }
}

extension TypeMetadata {
  /// What an optional type is an optional of; other types themselves.
  fileprivate var unwrapped: TypeMetadata {
    kind == .optional ? NominalMetadata(self)?.genericArguments?.first ?? self : self
  }
}
