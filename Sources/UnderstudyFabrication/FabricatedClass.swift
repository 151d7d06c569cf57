internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Makes classes at run time: subclasses of `Payload` that differ in their identity and name.
///
/// Layouts: `swift/ABI/Metadata.h`, class metadata and class context descriptors, on a platform without Objective-C.
struct FabricatedClass {
  /// The size of a class descriptor without anything that its flags would announce.
  private static let descriptorSize = 44
  static let slabSize = 256

  /// The class's descriptor: its identity for the runtime's conformance lookup.
  let descriptor: UnsafeRawPointer

  /// Writes the descriptor of a class named `name` in a module named `module`.
  init(named name: String, module: String, in slab: inout Slab) {
    // A module: flags, no parent, name.
    let context = slab.take(12, alignment: 4)
    context.storeBytes(of: 0 | Flag.isUnique, as: UInt32.self)
    (context + 8).storeRelative(to: slab.text(module))

    let descriptor = slab.take(Self.descriptorSize, alignment: 4)
    descriptor.storeBytes(of: Flag.class | Flag.isUnique, as: UInt32.self)
    (descriptor + 4).storeRelative(to: context)
    (descriptor + 8).storeRelative(to: slab.text(name))
    // No access function, fields or superclass; bounds are those of the template, in words.
    let template = ClassMetadata(TypeMetadata(Payload.self))!
    let word = MemoryLayout<UnsafeRawPointer>.size
    (descriptor + 24).storeBytes(of: UInt32(template.classAddressPoint / word), as: UInt32.self)
    (descriptor + 28).storeBytes(
      of: UInt32((template.classSize - template.classAddressPoint) / word),
      as: UInt32.self
    )
    self.descriptor = UnsafeRawPointer(descriptor)
  }

  private enum Flag {
    /// `ContextDescriptorKind::Class`.
    static let `class`: UInt32 = 16
    static let isUnique: UInt32 = 0x40
  }

  /// Makes one class with this descriptor. Its metadata is never released.
  ///
  /// - Parameter superclass: `Payload` or `DescribedPayload`, or another class with this descriptor.
  func makeType(superclass: TypeMetadata) -> TypeMetadata {
    let template = TypeMetadata(Payload.self)
    let metadata = ClassMetadata(template)!
    let size = metadata.classSize
    // One word more: the payload that type requirements are called on.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size + MemoryLayout<UnsafeRawPointer>.size, alignment: 16)
    memory.copyMemory(from: template.pointer - metadata.classAddressPoint, byteCount: size)
    (memory + size).storeBytes(of: nil, as: UnsafeRawPointer?.self)

    let record = (memory + metadata.classAddressPoint).assumingMemoryBound(to: us_class_metadata.self)
    record.pointee.superclass = superclass.pointer
    record.pointee.description = descriptor
    return TypeMetadata(pointer: UnsafeRawPointer(record))
  }
}
