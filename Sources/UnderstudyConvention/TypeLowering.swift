internal import UnderstudyLocks
package import UnderstudyMetadata
internal import UnderstudyTrampolines

/// How values of a type travel.
package enum Lowering: Sendable {
  /// As scalars; none for an empty type.
  case direct(Scalars)
  /// By address: the value can't be taken apart, or its layout isn't every caller's to know.
  case addressOnly
  /// By address, because there are too many scalars.
  case large
  /// Not at all: the metatype of a struct or enum has one value only.
  case thinMetatype
  /// As a byte: whether it is `nil` is all there is to know of an optional metatype of a struct or enum.
  case optionalThinMetatype
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

  private let memory: LoweringMemory

  package init(isOpaque: @escaping Opacity) {
    memory = LoweringMemory(isOpaque: isOpaque)
  }

  /// Lowers a parameter's, result's or tuple element's type.
  package func lower(_ formal: FormalType) throws(UnsupportedType) -> Lowering {
    if let lowering = memory.lowering(of: formal) { return lowering }
    let lowering = try newLowering(formal)
    memory.remember(lowering, of: formal)
    return lowering
  }

  private func newLowering(_ formal: FormalType) throws(UnsupportedType) -> Lowering {
    let type = formal.type
    if !type.isCopyable {
      throw UnsupportedType(type: type, reason: "they can't be copied, so a double can't keep them")
    }
    if formal.isThinMetatype { return .thinMetatype }
    if formal.isOptionalThinMetatype { return .optionalThinMetatype }
    var exploder = Exploder(memory: memory)
    try exploder.add(formal, at: 0)
    if exploder.isAddressOnly { return .addressOnly }
    let scalars = Scalars(of: exploder.aggregate)
    if scalars.exceedRegisters { return .large }
    try check(scalars, of: type)
    return .direct(scalars)
  }

  /// The scalars of values that travel together, as a tuple of them would.
  ///
  /// - Precondition: None of the types is address-only.
  func scalars(of elements: us_list) throws(UnsupportedType) -> Scalars {
    let count = Int(elements.count)
    guard count > 0, let elements = elements.elements?.assumingMemoryBound(to: us_element.self) else {
      return Scalars()
    }
    if count == 1, elements[0].tuple_offset == 0, case .direct(let scalars) = try lower(elements[0].formal) {
      return scalars
    }
    var exploder = Exploder(memory: memory)
    var index = 0
    while index < count {
      let formal = elements[index].formal
      let offset = elements[index].tuple_offset
      index += 1
      if formal.isOptionalThinMetatype {
        exploder.aggregate.addBytes(from: offset, to: offset + 1)
      } else {
        try exploder.add(formal, at: offset)
      }
    }
    let scalars = Scalars(of: exploder.aggregate)
    if !scalars.exceedRegisters { try check(scalars, of: elements[0].formal.type) }
    return scalars
  }

  /// Refuses what the compiler itself gets wrong: Swift 6.3 reads from a wrong address where small integers that share a
  /// word with a half before them are merged into an integer that covers the half.
  private func check(_ scalars: Scalars, of type: TypeMetadata) throws(UnsupportedType) {
    if scalars.overlap {
      throw UnsupportedType(
        type: type,
        reason: "the compiler itself passes a Float16 wrongly when several small integers follow it in the same word"
      )
    }
  }
}

extension us_element {
  var formal: FormalType { FormalType(type: TypeMetadata(pointer: type), pattern: TypeMetadata(pointer: pattern)) }
}

/// The elements of a tuple, as a declaration sees them.
struct TupleElements {
  private let tuple, pattern: TupleMetadata

  /// `nil` for other types.
  init?(_ formal: FormalType) {
    guard let tuple = TupleMetadata(formal.type), let pattern = TupleMetadata(formal.pattern) else { return nil }
    self.tuple = tuple
    self.pattern = pattern
  }

  var count: Int { tuple.count }

  func type(_ index: Int) -> FormalType {
    FormalType(type: tuple.elementType(index), pattern: pattern.elementType(index))
  }

  func offset(_ index: Int) -> Int { tuple.elementOffset(index) }
}

extension FormalType {
  /// Whether the declaration knows that this is the metatype of a type that nothing inherits from, so that it has one value.
  var isThinMetatype: Bool {
    guard pattern.kind == .metatype, let metatype = MetatypeMetadata(pattern) else { return false }
    return metatype.hasOneValue && metatype.instanceType != OpaqueStandIn.type
  }

  /// Whether the declaration knows that this is an optional one of those.
  var isOptionalThinMetatype: Bool {
    guard type.kind == .optional, pattern.kind == .optional else { return false }
    return FormalType(type: type.unwrapped, pattern: pattern.unwrapped).isThinMetatype
  }

  /// How much room a value takes among those that travel together.
  var travellingSize: Int { isOptionalThinMetatype ? 1 : type.size }
  var travellingAlignment: Int { isOptionalThinMetatype ? 1 : type.alignment }
}

extension TypeMetadata {
  /// What an optional type is an optional of; other types themselves.
  var unwrapped: TypeMetadata { wrappedType ?? self }
}
