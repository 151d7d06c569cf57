internal import UnderstudyImages
internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudySignatures
internal import UnderstudyTrampolines

/// Subclasses made at run time, all of whose methods say that they were called.
///
/// A subclass's metadata is a copy of the class's, with entries of our own in place of the code of its methods. Objects are
/// made without any initializer, and go away without any `deinit`.
enum DummyClass {
  private struct Known: @unchecked Sendable {
    // Sendable: filled before it is published, never changed, never released.
    let type: TypeMetadata
    /// The code that the entries stand in for.
    let methods: [UnsafeRawPointer?]
    let original: TypeMetadata
  }

  /// By class, and by dummy class.
  private static let known = Guarded<Table<TypeMetadata, Known>>([:])

  /// The dummy class of a class; `nil` if it has too many methods, or wasn't declared in Swift.
  static func of(_ type: TypeMetadata) -> TypeMetadata? {
    if let known = known.withLock({ $0[type] }) { return known.type }
    guard let metadata = ClassMetadata(type), metadata.isSwiftNative else { return nil }
    let size = metadata.classSize
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.copyMemory(from: type.pointer - metadata.classAddressPoint, byteCount: size)
    let pointer = memory + metadata.classAddressPoint
    pointer.assumingMemoryBound(to: us_class_metadata.self).pointee.superclass = type.pointer
    // The destructor lies two words before the address point (swift/ABI/Metadata.h, HeapMetadataHeader).
    (pointer - 2 * MemoryLayout<UnsafeRawPointer>.size).storeBytes(of: us_dummy_destructor(), as: UnsafeRawPointer.self)

    var methods: [UnsafeRawPointer?] = []
    for method in metadata.virtualMethods where method.isInstance && !method.isInitializer {
      guard methods.count < Int(US_ENTRY_COUNT) else {
        memory.deallocate()
        return nil
      }
      let slot = pointer + method.offset
      let entry = us_dummy_entry(UInt32(methods.count), method.isAsync)
      methods.append(slot.load(as: UnsafeRawPointer?.self))
      slot.storeBytes(of: entry, as: UnsafeRawPointer.self)
    }
    let made = Known(type: TypeMetadata(pointer: UnsafeRawPointer(pointer)), methods: methods, original: type)
    return known.withLock { known in
      if let earlier = known[type] { return earlier.type }
      known[type] = made
      known[made.type] = made
      return made.type
    }
  }

  /// A method in words, as far as the symbols of the process tell.
  static func nameOfMethod(_ index: Int, of dummy: TypeMetadata) -> String {
    guard let known = known.withLock({ $0[dummy] }) else { return "a method" }
    let name = known.methods[index].flatMap(name(of:)) ?? "a method"
    return "\(name) of \(known.original.name)"
  }

  private static func name(of code: UnsafeRawPointer) -> String? {
    guard let image = LoadedImages.image(containing: code),
      let names = (try? image.symbolNames(at: [code]))?[code]
    else { return nil }
    for name in names {
      guard let node = try? SymbolNode(name), case .entity(let entity) = node.form else { continue }
      return entity.memberName
    }
    return nil
  }
}
