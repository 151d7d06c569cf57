internal import UnderstudyTrampolines

/// The description of a nominal type's declaration: a struct, an enum or a class.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetTypeContextDescriptor` and the three derived from it).
package struct TypeDescriptor: Hashable, @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  package let pointer: UnsafeRawPointer

  /// - Precondition: The address is that of a struct's, enum's or class's descriptor.
  package init(pointer: UnsafeRawPointer) {
    self.pointer = pointer
  }

  /// A context's descriptor as that of a type; `nil` for other contexts.
  package init?(_ context: ContextDescriptor) {
    guard context.isType else { return nil }
    pointer = context.pointer
  }

  private enum Offset {
    static let accessFunction = 12
    static let fields = 16
    enum Struct {
      static let fieldCount = 20
      static let fieldOffsetVector = 24
    }
    enum Enum {
      static let payloadCaseCount = 20
      static let emptyCaseCount = 24
    }
    enum Class {
      static let negativeSize = 24
      static let positiveSize = 28
      static let immediateMemberCount = 32
      static let fieldCount = 36
    }
  }

  /// The size of a struct's or enum's descriptor without what follows it.
  static let valueTypeSize = 28
  /// The size of a class's descriptor without what follows it.
  static let classSize = 44

  package var context: ContextDescriptor { ContextDescriptor(pointer: pointer) }

  package var kind: ContextDescriptor.Kind { context.kind }

  package var name: String { context.name ?? "" }

  // MARK: Flags (`TypeContextDescriptorFlags`)

  /// Whether a class inherits from a class whose layout is settled only at run time.
  package var hasResilientSuperclass: Bool { kind == .class && context.kindSpecificFlags & (1 << 13) != 0 }

  // MARK: Contents

  /// The stored properties or cases; `nil` where the module was compiled without them.
  package var fields: FieldDescriptor? {
    RelativePointer.direct(at: pointer + Offset.fields).map(FieldDescriptor.init(pointer:))
  }

  /// The number of stored properties of a struct or class, inherited ones excluded.
  package var fieldCount: Int {
    switch kind {
    case .struct: Int((pointer + Offset.Struct.fieldCount).assumingMemoryBound(to: UInt32.self).pointee)
    case .class: Int((pointer + Offset.Class.fieldCount).assumingMemoryBound(to: UInt32.self).pointee)
    default: 0
    }
  }

  /// The number of an enum's cases with a payload. They come first among the fields.
  package var payloadCaseCount: Int {
    guard kind == .enum else { return 0 }
    // The upper byte is where the payload's size lies in the metadata.
    return Int((pointer + Offset.Enum.payloadCaseCount).assumingMemoryBound(to: UInt32.self).pointee & 0xFF_FFFF)
  }

  /// The number of an enum's cases without a payload.
  package var emptyCaseCount: Int {
    guard kind == .enum else { return 0 }
    return Int((pointer + Offset.Enum.emptyCaseCount).assumingMemoryBound(to: UInt32.self).pointee)
  }

  /// Where the field offsets lie in a struct's metadata, in words from the address point; `nil` where there are none.
  package var fieldOffsetVector: Int? {
    guard kind == .struct else { return nil }
    let word = Int((pointer + Offset.Struct.fieldOffsetVector).assumingMemoryBound(to: UInt32.self).pointee)
    return word == 0 ? nil : word
  }

  /// Where a class's own part of its metadata begins, in words from the address point.
  package var immediateMembersOffset: Int? {
    guard kind == .class else { return nil }
    if hasResilientSuperclass {
      // The word is `TargetStoredClassMetadataBounds`, filled in when the first metadata is made; 0 until then.
      guard let bounds = RelativePointer.direct(at: pointer + Offset.Class.negativeSize) else { return nil }
      let bytes = bounds.load(as: Int.self)
      return bytes == 0 ? nil : bytes / MemoryLayout<UnsafeRawPointer>.size
    }
    if context.kindSpecificFlags & (1 << 12) != 0 {
      return -Int((pointer + Offset.Class.negativeSize).assumingMemoryBound(to: UInt32.self).pointee)
    }
    return Int((pointer + Offset.Class.positiveSize).assumingMemoryBound(to: UInt32.self).pointee)
      - Int((pointer + Offset.Class.immediateMemberCount).assumingMemoryBound(to: UInt32.self).pointee)
  }

  /// Where the generic arguments lie in the metadata, in words from the address point; `nil` if the type has none.
  package var genericArgumentsOffset: Int? {
    guard context.isGeneric else { return nil }
    return kind == .class ? immediateMembersOffset : 2
  }

  // MARK: The type itself

  /// The type that the declaration declares.
  ///
  /// - Parameter arguments: The words of the argument vector (`GenericSignature.keyArgumentCount` of them): type
  ///   metadata or integers, then witness tables.
  /// - Returns: `nil` if the number of arguments is wrong or there is no access function.
  package func metadata(arguments: [UnsafeRawPointer?] = []) -> TypeMetadata? {
    guard let accessor = RelativePointer.direct(at: pointer + Offset.accessFunction),
      arguments.count == context.genericSignature?.keyArgumentCount ?? 0
    else { return nil }
    var words = arguments
    // One word more, so that the block has an address even without arguments.
    words.append(nil)
    return words.withUnsafeMutableBufferPointer {
      us_call_metadata_accessor(accessor, $0.baseAddress!, arguments.count).map(TypeMetadata.init(pointer:))
    }
  }
}
