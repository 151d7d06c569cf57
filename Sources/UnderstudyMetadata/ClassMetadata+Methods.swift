extension ClassMetadata {
  /// A method that is found through the class's metadata, so that subclasses can override it.
  package struct VirtualMethod {
    /// Where its code, or its async function pointer record, is found: in bytes from the metadata's address point.
    package let offset: Int
    package let isInstance: Bool
    package let isAsync: Bool
    package let isInitializer: Bool
  }

  /// The methods of the class and of those it inherits from.
  package var virtualMethods: [VirtualMethod] {
    var methods: [VirtualMethod] = []
    var current: ClassMetadata? = self
    while let metadata = current {
      methods += metadata.nominal?.descriptor.virtualMethods ?? []
      current = metadata.superclass.flatMap { ClassMetadata($0) }
    }
    return methods
  }
}

extension TypeDescriptor {
  /// The methods that a class introduces (swift/ABI/Metadata.h, `TargetVTableDescriptorHeader`, `TargetMethodDescriptor`).
  fileprivate var virtualMethods: [ClassMetadata.VirtualMethod] {
    // ClassFlags::HasVTable of the type context's flags.
    guard kind == .class, context.kindSpecificFlags & (1 << 15) != 0, var header = vtableHeader else { return [] }
    let word = MemoryLayout<UnsafeRawPointer>.size
    var offset = Int(header.load(as: UInt32.self))
    let count = Int(header.load(fromByteOffset: 4, as: UInt32.self))
    if hasResilientSuperclass {
      guard let start = immediateMembersOffset else { return [] }
      offset += start
    }
    header += 8
    return (0..<count).map { index in
      let flags = header.load(fromByteOffset: index * 8, as: UInt32.self)
      return ClassMetadata.VirtualMethod(
        offset: (offset + index) * word,
        isInstance: flags & 0x10 != 0,
        isAsync: flags & 0x40 != 0,
        isInitializer: flags & 0x0F == 1
      )
    }
  }

  /// Where the list of methods begins: behind the parts of the descriptor that only some classes have.
  private var vtableHeader: UnsafeRawPointer? {
    var end = pointer + Self.classSize
    if context.isGeneric {
      guard let signature = context.genericSignature?.end else { return nil }
      end = signature
    }
    if hasResilientSuperclass { end += 4 }
    switch context.kindSpecificFlags & 3 {
    case 0: break
    case 1: end += 12  // TargetSingletonMetadataInitialization
    default: end += 4  // TargetForeignMetadataInitialization
    }
    return end
  }
}
