internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Makes values of any type that can be copied and destroyed, without running any code of the user's.
///
/// Numbers are zero, strings and collections empty, enums a case without payload if there is one. What refers to something
/// comes from `references`.
struct ValueSynthesis: Sendable {
  let references: any SynthesizedReferences

  /// Initializes memory with a value.
  ///
  /// - Parameter outer: The enums that this is a part of an indirect payload of.
  /// - Returns: Whether it did: a type without values, or without a description at run time, has no placeholder.
  func initialize(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer, in outer: [TypeMetadata] = []) -> Bool {
    if type.isOfStandardModule, NeutralValue.initialize(type, at: memory) { return true }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: type.size)
    switch type.kind {
    case .struct:
      return initializeStruct(type, at: memory, outer)
    case .enum, .optional:
      return initializeEnum(type, at: memory, outer)
    case .class:
      return Self.store(references.object(of: type), at: memory)
    case .tuple:
      return initializeTuple(type, at: memory, outer)
    case .existential, .extendedExistential:
      return references.initializeExistential(type, at: memory)
    case .metatype:
      return Self.store(MetatypeMetadata(type)?.instanceType.pointer, at: memory)
    case .existentialMetatype:
      Placeholder.fill(from: 1, in: type, at: memory)
      return Self.store(TypeMetadata(PlaceholderObject.self).pointer, at: memory)
    case .function:
      return references.initializeFunction(type, at: memory)
    case .fixedArray:
      return initializeArray(type, at: memory, outer)
    case .opaque:
      return true  // a builtin type: all zeros
    default:
      return false
    }
  }

  static func store(_ word: UnsafeRawPointer?, at memory: UnsafeMutableRawPointer) -> Bool {
    memory.storeBytes(of: word, as: UnsafeRawPointer?.self)
    return word != nil
  }

  // MARK: Aggregates

  private func initializeStruct(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer, _ outer: [TypeMetadata])
    -> Bool
  {
    guard let fields = StructMetadata(type)?.fields else {
      // Imported from C, where zeros are a value of every struct.
      return NominalMetadata(type)?.descriptor.context.moduleName == "__C"
    }
    var done: [(TypeMetadata, Int)] = []
    for field in fields {
      // Everything that isn't a type of its own (builtins, weak and unowned references) may be zero.
      guard case .type(let fieldType) = field.type else { continue }
      guard initialize(fieldType, at: memory + field.offset, in: outer) else { return undo(done, at: memory) }
      done.append((fieldType, field.offset))
    }
    return true
  }

  private func initializeTuple(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer, _ outer: [TypeMetadata])
    -> Bool
  {
    guard let tuple = TupleMetadata(type) else { return false }
    var done: [(TypeMetadata, Int)] = []
    for element in tuple.elements {
      guard initialize(element.type, at: memory + element.offset, in: outer) else { return undo(done, at: memory) }
      done.append((element.type, element.offset))
    }
    return true
  }

  private func initializeArray(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer, _ outer: [TypeMetadata])
    -> Bool
  {
    guard let array = FixedArrayMetadata(type) else { return false }
    let element = array.elementType
    for index in 0..<max(array.count, 0) {
      guard initialize(element, at: memory + index * element.stride, in: outer) else {
        return undo((0..<index).map { (element, $0 * element.stride) }, at: memory)
      }
    }
    return true
  }

  /// Destroys the parts of a value that could not be completed.
  private func undo(_ parts: [(TypeMetadata, Int)], at memory: UnsafeMutableRawPointer) -> Bool {
    for (type, offset) in parts { type.destroy(memory + offset) }
    return false
  }

  // MARK: Enums

  private func initializeEnum(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer, _ outer: [TypeMetadata]) -> Bool
  {
    guard let metadata = EnumMetadata(type) else { return false }
    if metadata.emptyCaseCount > 0 {
      // The first case without payload; its tag follows those of the cases with one.
      // One of C has none, and is a number.
      if metadata.hasTags { us_enum_inject_tag(memory, UInt32(metadata.payloadCaseCount), type.pointer) }
      return true
    }
    for (tag, item) in (metadata.cases ?? []).enumerated() {
      guard initializePayload(item, of: type, at: memory, outer) else { continue }
      us_enum_inject_tag(memory, UInt32(tag), type.pointer)
      return true
    }
    return false
  }

  private func initializePayload(
    _ item: EnumMetadata.Case,
    of type: TypeMetadata,
    at memory: UnsafeMutableRawPointer,
    _ outer: [TypeMetadata]
  ) -> Bool {
    guard case .type(let payload)? = item.payload else {
      // A builtin or reference payload may be zero; unknown ones can't be made.
      if case .unresolved? = item.payload { return false }
      return true
    }
    guard item.isIndirect else { return initialize(payload, at: memory, in: outer) }
    // A payload that holds a value of the enum itself is never needed: that value would do. Types may also grow for ever.
    guard !outer.contains(type), outer.count < 64 else { return false }
    let value = UnsafeMutableRawPointer.allocate(byteCount: max(payload.size, 1), alignment: payload.alignment)
    defer { value.deallocate() }
    guard initialize(payload, at: value, in: outer + [type]) else { return false }
    var place: UnsafeMutableRawPointer?
    let box = us_make_box(payload.pointer, &place)
    payload.take(from: value, to: place.unsafelyUnwrapped)
    return Self.store(UnsafeRawPointer(box), at: memory)
  }
}

/// What synthesized values refer to.
protocol SynthesizedReferences: Sendable {
  /// An object of a class, which the caller owns; `nil` if there is none.
  func object(of type: TypeMetadata) -> UnsafeRawPointer?
  /// Initializes memory with a function of a type.
  func initializeFunction(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool
  /// Initializes memory with a value of a protocol type.
  func initializeExistential(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool
}

extension TypeMetadata {
  /// Whether the type comes with the toolchain, so that making a value runs no code of the user's.
  fileprivate var isOfStandardModule: Bool {
    guard let module = NominalMetadata(self)?.descriptor.context.moduleName else { return false }
    return module == "Swift" || module == "FoundationEssentials"
  }
}
