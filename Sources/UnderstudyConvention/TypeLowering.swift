internal import UnderstudyLocks
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
  /// As a byte: whether it is `nil` is all there is to know of an optional metatype of a struct or enum.
  case optionalThinMetatype

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
    let scalars = exploder.aggregate.scalars()
    if scalars.exceedsRegisters { return .large }
    try check(scalars, of: type)
    return .direct(scalars)
  }

  /// The scalars of values that travel together, as a tuple of them would.
  ///
  /// - Precondition: None of the types is address-only.
  func scalars(of elements: [DirectElement]) throws(UnsupportedType) -> [Scalar] {
    if elements.count == 1, elements[0].tupleOffset == 0, case .direct(let scalars) = try lower(elements[0].type) {
      return scalars
    }
    var exploder = Exploder(memory: memory)
    for element in elements {
      if element.type.isOptionalThinMetatype {
        exploder.aggregate.addBytes(from: element.tupleOffset, to: element.tupleOffset + 1)
      } else {
        try exploder.add(element.type, at: element.tupleOffset)
      }
    }
    let scalars = exploder.aggregate.scalars()
    if !scalars.exceedsRegisters, let first = elements.first { try check(scalars, of: first.type.type) }
    return scalars
  }

  /// Refuses what the compiler itself gets wrong: Swift 6.3 reads from a wrong address where small integers that share a
  /// word with a half before them are merged into an integer that covers the half.
  private func check(_ scalars: [Scalar], of type: TypeMetadata) throws(UnsupportedType) {
    var end = 0
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
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

/// An element of a tuple, and where it lies.
struct TupleElement {
  var type: FormalType
  var offset: Int
}

extension FormalType {
  /// The elements of a tuple and where they lie; none for other types.
  var tupleElements: [TupleElement] {
    var elements: [TupleElement] = []
    guard let tuple = TupleMetadata(type), let pattern = TupleMetadata(pattern) else { return elements }
    var index = 0
    while index < tuple.count {
      elements.append(
        TupleElement(
          type: FormalType(type: tuple.elementType(index), pattern: pattern.elementType(index)),
          offset: tuple.elementOffset(index)
        )
      )
      index += 1
    }
    return elements
  }

  /// Whether the declaration knows that this is the metatype of a type that nothing inherits from, so that it has one value.
  var isThinMetatype: Bool {
    guard let metatype = MetatypeMetadata(pattern) else { return false }
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
  var unwrapped: TypeMetadata {
    kind == .optional ? NominalMetadata(self)?.genericArguments?.first ?? self : self
  }
}
