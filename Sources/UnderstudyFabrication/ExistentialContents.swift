internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// What a value of a protocol type holds (docs/ABI/TypeLayout.rst, "Existential containers").
struct ExistentialContents {
  let type: TypeMetadata
  /// The value. Valid as long as the protocol value.
  let address: UnsafeRawPointer

  /// - Parameters:
  ///   - container: A value of a protocol type that isn't that of errors.
  ///   - isClassBound: Whether the container starts with a reference and nothing else.
  init(of container: UnsafeRawPointer, isClassBound: Bool) {
    let word = MemoryLayout<UnsafeRawPointer>.size
    if isClassBound {
      // Invariant: on Linux an object starts with its class's metadata.
      type = TypeMetadata(pointer: container.load(as: UnsafeRawPointer.self).load(as: UnsafeRawPointer.self))
      address = container
      return
    }
    let type = TypeMetadata(pointer: container.load(fromByteOffset: 3 * word, as: UnsafeRawPointer.self))
    self.type = type
    if type.isStoredInline {
      address = container
    } else {
      // A box: an object header of two words, then the value.
      let offset = (2 * word + type.alignment - 1) & ~(type.alignment - 1)
      address = container.load(as: UnsafeRawPointer.self) + offset
    }
  }
}
