internal import UnderstudyLocks
package import UnderstudyMetadata
internal import UnderstudyTrampolines

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Makes values that are never looked at.
///
/// While a test says which call it means, `Match.any()` has to return some argument and the call some result. These are
/// they. No initializer of the user's runs for them, and no `deinit`.
package struct Placeholder: SynthesizedReferences {
  private static let synthesis = ValueSynthesis(references: Placeholder())

  /// Initializes memory with a value.
  ///
  /// - Returns: Whether it did: a type without values, or without a description at run time, has no placeholder.
  package static func initialize(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    synthesis.initialize(type, at: memory)
  }

  // MARK: Mistakes

  private static let story = Guarded<(@Sendable () -> String?)?>(nil)

  /// Says who knows where a placeholder is used, before that stops the process.
  package static func whenUsed(tell: @escaping @Sendable () -> String?) {
    story.withLock { $0 = tell }
    us_tell_placeholder_story { Placeholder.story.withLock { $0 }?().flatMap { strdup($0 + "\n") } }
  }

  // MARK: References

  /// One object of each class, zeroed, which lives for ever.
  private static let objects = Guarded<Table<TypeMetadata, ImmortalObject>>([:])

  private struct ImmortalObject: @unchecked Sendable {
    // Sendable: never changed, never released.
    let address: UnsafeRawPointer
  }

  func object(of type: TypeMetadata) -> UnsafeRawPointer? {
    if let known = Self.objects.withLock({ $0[type] }) { return known.address }
    guard let metadata = ClassMetadata(type), metadata.isSwiftNative else { return nil }
    let made = us_make_immortal_object(type.pointer, metadata.instanceSize, metadata.instanceAlignmentMask + 1)
    let object = ImmortalObject(address: UnsafeRawPointer(made))
    return Self.objects.withLock { objects in
      if let known = objects[type] { return known }
      objects[type] = object
      return object
    }.address
  }

  func initializeFunction(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    guard let function = FunctionMetadata(type) else { return false }
    let code = function.isAsync ? us_placeholder_async_function() : us_placeholder_function()
    return ValueSynthesis.store(code, at: memory)
  }

  // MARK: Existentials

  func initializeExistential(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    if let existential = ExistentialMetadata(type) {
      if existential.isError {
        memory.initializeMemory(as: (any Error).self, to: PlaceholderError())
        return true
      }
      if let superclass = existential.superclass {
        Self.fill(from: 1, in: type, at: memory)
        return ValueSynthesis.store(object(of: superclass), at: memory)
      }
    }
    let isClassConstrained =
      ExistentialMetadata(type)?.isClassConstrained ?? ExtendedExistentialMetadata(type)?.isClassConstrained ?? false
    if isClassConstrained {
      Self.fill(from: 1, in: type, at: memory)
      return ValueSynthesis.store(object(of: TypeMetadata(PlaceholderObject.self)), at: memory)
    }
    // The value is `()`, which fills no part of the buffer.
    Self.fill(from: 4, in: type, at: memory)
    return ValueSynthesis.store(TypeMetadata(Void.self).pointer, at: memory + 3 * MemoryLayout<UnsafeRawPointer>.size)
  }

  /// Fills the words of a value from one on with witness tables that must not be used.
  static func fill(from first: Int, in type: TypeMetadata, at memory: UnsafeMutableRawPointer) {
    let word = MemoryLayout<UnsafeRawPointer>.size
    for index in first..<max(first, type.size / word) {
      (memory + index * word).storeBytes(of: us_placeholder_witness_table(), as: UnsafeRawPointer.self)
    }
  }
}

/// What stands for an object of an unknown class.
final class PlaceholderObject {}

private struct PlaceholderError: Error {}
