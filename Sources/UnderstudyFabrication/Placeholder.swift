internal import Synchronization
internal import UnderstudyLocks
package import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Makes values of any type that can be copied and destroyed, and are never looked at.
///
/// While a test says which call it means, `Match.any()` has to return some argument and the call some result. These are
/// they. No initializer of the user's runs for them, and no `deinit`.
package enum Placeholder {
  /// Initializes memory with a value.
  ///
  /// - Returns: Whether it did: a type without values, or without a description at run time, has no placeholder.
  package static func initialize(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    if type.isOfStandardModule, NeutralValue.initialize(type, at: memory) { return true }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: type.size)
    switch type.kind {
    case .struct:
      return initializeStruct(type, at: memory)
    case .enum, .optional:
      return initializeEnum(type, at: memory)
    case .class:
      return store(object(of: type), at: memory)
    case .tuple:
      return initializeTuple(type, at: memory)
    case .existential, .extendedExistential:
      return initializeExistential(type, at: memory)
    case .metatype:
      return store(MetatypeMetadata(type)?.instanceType.pointer, at: memory)
    case .existentialMetatype:
      fill(from: 1, in: type, at: memory)
      return store(TypeMetadata(PlaceholderObject.self).pointer, at: memory)
    case .function:
      return store(function(of: type), at: memory)
    case .fixedArray:
      return initializeArray(type, at: memory)
    case .opaque:
      return true  // a builtin type: all zeros
    default:
      return false
    }
  }

  private static func store(_ word: UnsafeRawPointer?, at memory: UnsafeMutableRawPointer) -> Bool {
    memory.storeBytes(of: word, as: UnsafeRawPointer?.self)
    return word != nil
  }

  // MARK: Aggregates

  private static func initializeStruct(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    guard let fields = StructMetadata(type)?.fields else {
      // Imported from C, where zeros are a value of every struct.
      return NominalMetadata(type)?.descriptor.context.moduleName == "__C"
    }
    var done: [(TypeMetadata, Int)] = []
    for field in fields {
      // Everything that isn't a type of its own (builtins, weak and unowned references) may be zero.
      guard case .type(let fieldType) = field.type else { continue }
      guard initialize(fieldType, at: memory + field.offset) else { return undo(done, at: memory) }
      done.append((fieldType, field.offset))
    }
    return true
  }

  private static func initializeTuple(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    guard let tuple = TupleMetadata(type) else { return false }
    var done: [(TypeMetadata, Int)] = []
    for element in tuple.elements {
      guard initialize(element.type, at: memory + element.offset) else { return undo(done, at: memory) }
      done.append((element.type, element.offset))
    }
    return true
  }

  private static func initializeArray(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    guard let array = FixedArrayMetadata(type) else { return false }
    let element = array.elementType
    for index in 0..<max(array.count, 0) {
      guard initialize(element, at: memory + index * element.stride) else {
        return undo((0..<index).map { (element, $0 * element.stride) }, at: memory)
      }
    }
    return true
  }

  /// Destroys the parts of a value that could not be completed.
  private static func undo(_ parts: [(TypeMetadata, Int)], at memory: UnsafeMutableRawPointer) -> Bool {
    for (type, offset) in parts { type.destroy(memory + offset) }
    return false
  }

  // MARK: Enums

  private static func initializeEnum(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    guard let metadata = EnumMetadata(type) else { return false }
    if metadata.emptyCaseCount > 0 {
      // The first case without payload; its tag follows those of the cases with one.
      us_enum_inject_tag(memory, UInt32(metadata.payloadCaseCount), type.pointer)
      return true
    }
    for (tag, item) in (metadata.cases ?? []).enumerated() {
      guard initializePayload(item, at: memory) else { continue }
      us_enum_inject_tag(memory, UInt32(tag), type.pointer)
      return true
    }
    return false
  }

  private static func initializePayload(_ item: EnumMetadata.Case, at memory: UnsafeMutableRawPointer) -> Bool {
    guard case .type(let payload)? = item.payload else {
      // A builtin or reference payload may be zero; unknown ones can't be made.
      if case .unresolved? = item.payload { return false }
      return true
    }
    guard item.isIndirect else { return initialize(payload, at: memory) }
    // A payload that holds the enum itself would never end; such an enum has another case.
    guard depth.enter() else { return false }
    defer { depth.leave() }
    let value = UnsafeMutableRawPointer.allocate(byteCount: max(payload.size, 1), alignment: payload.alignment)
    defer { value.deallocate() }
    guard initialize(payload, at: value) else { return false }
    var place: UnsafeMutableRawPointer?
    let box = us_make_box(payload.pointer, &place)
    payload.take(from: value, to: place.unsafelyUnwrapped)
    return store(UnsafeRawPointer(box), at: memory)
  }

  private struct Depth: ~Copyable {
    private let count = Atomic(0)
    func enter() -> Bool {
      if count.add(1, ordering: .relaxed).newValue <= 64 { return true }
      leave()
      return false
    }
    func leave() { count.subtract(1, ordering: .relaxed) }
  }
  private static let depth = Depth()

  // MARK: References

  /// One object of each class, zeroed, which lives for ever.
  private static let objects = Guarded<[TypeMetadata: ImmortalObject]>([:])

  private struct ImmortalObject: @unchecked Sendable {
    // Sendable: never changed, never released.
    let address: UnsafeRawPointer
  }

  private static func object(of type: TypeMetadata) -> UnsafeRawPointer? {
    if let known = objects.withLock({ $0[type] }) { return known.address }
    guard let metadata = ClassMetadata(type), metadata.isSwiftNative else { return nil }
    let made = us_make_immortal_object(type.pointer, metadata.instanceSize, metadata.instanceAlignmentMask + 1)
    guard let made else { return nil }
    let object = ImmortalObject(address: UnsafeRawPointer(made))
    return objects.withLock { objects in
      if let known = objects[type] { return known }
      objects[type] = object
      return object
    }.address
  }

  private static func function(of type: TypeMetadata) -> UnsafeRawPointer? {
    guard let function = FunctionMetadata(type) else { return nil }
    return function.isAsync ? us_placeholder_async_function() : us_placeholder_function()
  }

  // MARK: Existentials

  private static func initializeExistential(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    if let existential = ExistentialMetadata(type) {
      if existential.isError {
        memory.initializeMemory(as: (any Error).self, to: PlaceholderError())
        return true
      }
      if let superclass = existential.superclass {
        fill(from: 1, in: type, at: memory)
        return store(object(of: superclass), at: memory)
      }
    }
    let isClassConstrained =
      ExistentialMetadata(type)?.isClassConstrained ?? ExtendedExistentialMetadata(type)?.isClassConstrained ?? false
    if isClassConstrained {
      fill(from: 1, in: type, at: memory)
      return store(object(of: TypeMetadata(PlaceholderObject.self)), at: memory)
    }
    // The value is `()`, which fills no part of the buffer.
    fill(from: 4, in: type, at: memory)
    return store(TypeMetadata(Void.self).pointer, at: memory + 3 * MemoryLayout<UnsafeRawPointer>.size)
  }

  /// Fills the words of a value from one on with witness tables that must not be used.
  private static func fill(from first: Int, in type: TypeMetadata, at memory: UnsafeMutableRawPointer) {
    let word = MemoryLayout<UnsafeRawPointer>.size
    for index in first..<max(first, type.size / word) {
      (memory + index * word).storeBytes(of: us_placeholder_witness_table(), as: UnsafeRawPointer.self)
    }
  }
}

/// What stands for an object of an unknown class.
private final class PlaceholderObject {}

private struct PlaceholderError: Error {}

extension TypeMetadata {
  /// Whether the type comes with the toolchain, so that making a value runs no code of the user's.
  fileprivate var isOfStandardModule: Bool {
    guard let module = NominalMetadata(self)?.descriptor.context.moduleName else { return false }
    return module == "Swift" || module == "FoundationEssentials"
  }
}
