#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import UnderstudyTrampolines

/// The description of a declaration context: a module, an extension, a type, a protocol or a function body.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetContextDescriptor` and those derived from it).
package struct ContextDescriptor: Hashable, @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  package let pointer: UnsafeRawPointer

  package init(pointer: UnsafeRawPointer) {
    self.pointer = pointer
  }

  /// What the context is. Values: `ContextDescriptorKind`.
  package enum Kind: UInt8, Sendable {
    case module = 0
    case `extension` = 1
    case anonymous = 2
    case `protocol` = 3
    case opaqueType = 4
    case `class` = 16
    case `struct` = 17
    case `enum` = 18
    /// The value that this library doesn't know.
    case unknown = 31
  }

  private enum Offset {
    static let parent = 4
    static let name = 8
  }

  package var flags: UInt32 { pointer.assumingMemoryBound(to: UInt32.self).pointee }

  package var kind: Kind {
    let value = UInt8(truncatingIfNeeded: flags & 0x1F)
    // The most common ones, without going through all others.
    if value == 17 { return .struct }
    if value == 18 { return .enum }
    if value == 16 { return .class }
    if value == 0 { return .module }
    return Kind(rawValue: value) ?? .unknown
  }

  package var isGeneric: Bool { flags & 0x80 != 0 }

  /// Whether the declaration lists protocols that the language would otherwise have it conform to: `~Copyable`, `~Escapable`.
  var hasInverses: Bool { flags & 0x20 != 0 }

  /// The upper half of the flags, whose meaning depends on the kind.
  package var kindSpecificFlags: UInt16 { UInt16(truncatingIfNeeded: flags >> 16) }

  package var isType: Bool {
    switch kind {
    case .class, .struct, .enum: true
    default: false
    }
  }

  /// The context around this one.
  package var parent: ContextDescriptor? {
    guard let parent = RelativePointer.indirectable(at: pointer + Offset.parent) else { return nil }
    return ContextDescriptor(pointer: parent)
  }

  /// The address of the zero-terminated name of a module, type or protocol; other contexts have none.
  package var nameBytes: UnsafePointer<CChar>? { us_context_name(pointer) }

  /// The name of a module, type or protocol; other contexts have none.
  package var name: String? { nameBytes.map { String(cString: $0) } }

  /// Whether a module, type or protocol has a name: quicker than to compare `name`.
  package func isNamed(_ name: StaticString) -> Bool {
    guard let bytes = nameBytes else { return false }
    return strcmp(bytes, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }

  /// Whether the declaration, or one around it, is private or local: those lie in anonymous contexts.
  package var isHidden: Bool {
    us_surroundings_of(pointer).is_hidden
  }

  /// The module the context belongs to.
  package var module: ContextDescriptor? {
    guard let module = us_surroundings_of(pointer).module else { return nil }
    return ContextDescriptor(pointer: module)
  }

  package var moduleName: String? { module?.name }

  /// The names of all named contexts from the module inwards, joined by dots.
  ///
  /// An extension counts as the type it extends, and bodies of functions don't show; so local and private declarations
  /// of one name share this text.
  package var fullName: String {
    var text = ""
    var next: ContextDescriptor? = self
    while let context = next {
      if let name = context.name {
        text = text.isEmpty ? name : name + "." + text
      } else if let extended = context.extendedType {
        return text.isEmpty ? extended.fullName : extended.fullName + "." + text
      }
      next = context.parent
    }
    return text
  }

  /// The nominal type or protocol that an extension context extends, where it is known by descriptor.
  package var extendedType: ContextDescriptor? {
    guard kind == .extension, let start = RelativePointer.direct(at: pointer + Offset.name) else { return nil }
    let name = MangledName(start)
    // The standard library's types have short names of their own, without a reference.
    return name.referencedContext ?? name.resolve().flatMap(NominalMetadata.init)?.descriptor.context
  }
}

extension MangledName {
  /// The context descriptor that the name's leading symbolic reference leads to.
  ///
  /// Control bytes 1 and 2 are direct and indirect references to a context descriptor (`docs/ABI/Mangling.rst`).
  fileprivate var referencedContext: ContextDescriptor? {
    guard length >= 5 else { return nil }
    let address = start + 1
    // The reference isn't aligned.
    let target = address + Int(address.loadUnaligned(as: Int32.self))
    switch self[0] {
    case 1: return ContextDescriptor(pointer: target)
    case 2: return ContextDescriptor(pointer: target.loadUnaligned(as: UnsafeRawPointer.self))
    default: return nil
    }
  }
}
