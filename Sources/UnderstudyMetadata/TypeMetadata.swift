internal import UnderstudyTrampolines

/// A type's metadata record: the runtime's description of one concrete type.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetMetadata`). The record of a type lives as long as the process.
package struct TypeMetadata: Hashable, @unchecked Sendable {
  /// The record's address point. The value witness table lies one word before it.
  package let pointer: UnsafeRawPointer

  package init(_ type: any (~Copyable & ~Escapable).Type) {
    // A metatype existential without witness tables is one word: the address of the metadata.
    pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  package init(pointer: UnsafeRawPointer) {
    self.pointer = pointer
  }

  /// A type that the record of a function type, a metatype or a protocol type names, which may not be finished yet.
  package static func completed(_ pointer: UnsafeRawPointer) -> TypeMetadata {
    TypeMetadata(pointer: us_completed_type(pointer))
  }

  /// The type itself.
  package var type: Any.Type {
    unsafeBitCast(pointer, to: Any.Type.self)
  }
}

// MARK: - Values of the type

extension TypeMetadata {
  private var witnesses: UnsafePointer<us_value_witness_table> { us_value_witnesses(pointer) }

  /// The size of a value in bytes, without tail padding.
  package var size: Int { witnesses.pointee.size }

  /// The distance in bytes between values in an array.
  package var stride: Int { witnesses.pointee.stride }

  /// The alignment of a value in bytes.
  package var alignment: Int {
    Int(witnesses.pointee.flags & UInt32(US_VALUE_WITNESS_ALIGNMENT_MASK)) + 1
  }

  /// The raw flags of the value witness table.
  package var valueFlags: UInt32 { witnesses.pointee.flags }

  /// Whether copying is a memory copy and destroying does nothing.
  package var isTrivial: Bool { valueFlags & UInt32(US_VALUE_WITNESS_IS_NON_POD) == 0 }

  /// Whether a value can be moved by copying its bytes.
  package var isBitwiseTakable: Bool {
    valueFlags & UInt32(US_VALUE_WITNESS_IS_NON_BITWISE_TAKABLE) == 0
  }

  /// Whether a value lies in the three words that an existential container has for it.
  package var isStoredInline: Bool { valueFlags & UInt32(US_VALUE_WITNESS_IS_NON_INLINE) == 0 }

  /// Whether values can be copied at all.
  package var isCopyable: Bool { valueFlags & UInt32(US_VALUE_WITNESS_IS_NON_COPYABLE) == 0 }

  /// Initializes `destination` with a copy of the value at `source`.
  package func copy(from source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer) {
    us_value_copy(destination, source, pointer)
  }

  /// Initializes `destination` with the value at `source`, which is uninitialized afterwards.
  package func take(from source: UnsafeMutableRawPointer, to destination: UnsafeMutableRawPointer) {
    us_value_take(destination, source, pointer)
  }

  /// Ends the life of the value at `object`.
  package func destroy(_ object: UnsafeMutableRawPointer) {
    us_value_destroy(object, pointer)
  }
}
