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
    /// Where the methods are that the entries stand in for.
    let methodOffsets: [Int]
    let original: TypeMetadata
  }

  /// By class, and by dummy class.
  private static let known = Guarded<Table<TypeMetadata, Known>>([:])

  /// The dummy class of a class; `nil` if it has too many methods, or wasn't declared in Swift, or if it is one of Foundation's
  /// whose use nobody would hear of: a `URL` hides such an object.
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

    var offsets: [Int] = []
    for method in metadata.virtualMethods where method.isInstance && !method.isInitializer {
      guard offsets.count < Int(US_ENTRY_COUNT) else {
        memory.deallocate()
        return nil
      }
      let entry = us_dummy_entry(UInt32(offsets.count), method.isAsync)
      offsets.append(method.offset)
      (pointer + method.offset).storeBytes(of: entry, as: UnsafeRawPointer.self)
    }
    if offsets.isEmpty, metadata.nominal?.descriptor.context.moduleName?.hasPrefix("Foundation") == true {
      memory.deallocate()
      return nil
    }
    let made = Known(type: TypeMetadata(pointer: UnsafeRawPointer(pointer)), methodOffsets: offsets, original: type)
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
    var name: String?
    var type: TypeMetadata? = known.original
    // An override may be reached by way of a thunk, which has no name of its own.
    while name == nil, let metadata = type.flatMap(ClassMetadata.init), metadata.isSwiftNative,
      known.methodOffsets[index] < metadata.classSize - metadata.classAddressPoint
    {
      let code = metadata.type.pointer.load(fromByteOffset: known.methodOffsets[index], as: UnsafeRawPointer?.self)
      name = code.flatMap { self.name(of: $0) }
      type = metadata.superclass
    }
    return "\(name ?? "a method") of \(known.original.name)"
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
