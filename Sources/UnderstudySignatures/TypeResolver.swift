internal import UnderstudyImages
internal import UnderstudyLocks
package import UnderstudyMetadata

/// Finds the types that trees spell.
package enum TypeResolver {
  /// Why there is no type.
  package enum Failure: Error, Hashable {
    /// The tree can't be spelled for the runtime.
    case unspeakable(String)
    /// The runtime doesn't know the type.
    case unknown
  }

  /// The type of a tree without generic parameters.
  ///
  /// Private and local types, which the runtime doesn't find by name, are found through the type records of the loaded
  /// images and told apart by the symbols of their descriptors.
  package static func type(_ node: TypeNode) throws(Failure) -> TypeMetadata {
    guard case .nominal(let nominal) = node else { return try spelled(node) }
    if let known = nominals.withLock({ $0[nominal] }) { return known }
    let type: TypeMetadata
    if let declared = declared(nominal) { type = declared } else { type = try spelled(node) }
    nominals.withLock { $0[nominal] = type }
    return type
  }

  private static let nominals = Guarded<Table<NominalNode, TypeMetadata>>([:])

  /// The type of a declaration that isn't generic; `nil` if it isn't found that way.
  private static func declared(_ nominal: NominalNode) -> TypeMetadata? {
    guard nominal.isFoundByDescriptor, let pointer = Declarations.descriptor(of: nominal) else { return nil }
    let descriptor = TypeDescriptor(pointer: pointer)
    return descriptor.context.isGeneric ? nil : descriptor.metadata()
  }

  /// The type that the runtime finds by its mangling.
  private static func spelled(_ node: TypeNode) throws(Failure) -> TypeMetadata {
    var remangler = Remangler(for: .runtime) { (nominal) throws(DemanglingError) -> UnsafeRawPointer? in
      nominal.isFoundByDescriptor ? Declarations.descriptor(of: nominal) : nil
    }
    do throws(DemanglingError) {
      try remangler.type(node)
    } catch {
      throw .unspeakable(error.description)
    }
    let name = NameMemory(remangler.output, references: remangler.references)
    defer { name.release() }
    guard let type = name.mangled.resolve() else { throw .unknown }
    return type
  }
}

extension TypeResolver {
  /// Why the runtime doesn't know a type, as a sentence without its full stop.
  package static func whyUnknown(_ node: TypeNode) -> String {
    if node.mentionsBlock {
      return "blocks (`@convention(block)`) can't be passed: where there is no Objective-C, the runtime can't copy them"
    }
    for nominal in node.nominals {
      if Declarations.isNoncopyable(nominal) {
        return "values of type \(node.spelling) can't be passed: they can't be copied, so a double can't keep them"
      }
      if nominal.module == "__C", Declarations.descriptor(of: nominal) == nil {
        return "no code in this process describes the C type \(nominal.name.text): it would if a test mentioned "
          + "\(nominal.name.text).self"
      }
    }
    return "the type \(node.spelling) isn't found in this process"
  }

  /// The descriptor of a protocol; `nil` if no loaded image declares it.
  package static func protocolDescriptor(of nominal: NominalNode) -> ProtocolDescriptor? {
    Declarations.descriptor(of: nominal).map(ProtocolDescriptor.init(pointer:))
  }
}

/// A mangled name in memory of its own.
private struct NameMemory {
  let mangled: MangledName
  private let memory: UnsafeMutableRawPointer
  private let hasReferences: Bool

  init(_ bytes: [UInt8], references: [(position: Int, descriptor: UnsafeRawPointer)]) {
    let word = MemoryLayout<UnsafeRawPointer>.size
    let cells = references.count * word
    memory = UnsafeMutableRawPointer.allocate(byteCount: cells + bytes.count + 1, alignment: word)
    let text = memory + cells
    text.copyMemory(from: bytes, byteCount: bytes.count)
    (text + bytes.count).storeBytes(of: 0, as: UInt8.self)
    for (index, reference) in references.enumerated() {
      let cell = memory + index * word
      cell.storeBytes(of: reference.descriptor, as: UnsafeRawPointer.self)
      let place = text + reference.position
      place.storeBytes(of: Int32(cell - place), as: Int32.self)
    }
    mangled = MangledName(UnsafeRawPointer(text))
    hasReferences = !references.isEmpty
  }

  /// Ends the use of the name. One with references stays for ever: the runtime may keep the addresses of its parts.
  func release() {
    if !hasReferences { memory.deallocate() }
  }
}

extension NominalNode {
  /// Whether the declaration is to be found through the lists of the images: the runtime can't find it by its name, or would look at
  /// every type of every image. It knows those with short names, and how declarations from C are listed.
  fileprivate var isFoundByDescriptor: Bool {
    if isHidden { return true }
    switch kind {
    case .structure, .class, .enumeration: return isOnlyNested && StandardTypes.code(of: self) == nil
    default: return false
    }
  }

  /// Whether there are only types around the declaration, and it isn't from C.
  private var isOnlyNested: Bool {
    switch context {
    case .module(let module): module != "__C" && module != "__C_Synthesized"
    case .nominal(let outer): outer.isOnlyNested
    case .extension, .entity: false
    }
  }

  /// Whether the runtime can't find the declaration by its name: it, or what it lies in, is private or local.
  var isHidden: Bool {
    switch name {
    case .file, .local: return true
    default: break
    }
    switch context {
    case .module: return false
    case .nominal(let outer): return outer.isHidden
    case .extension(let extended, _, _): return extended.isHidden
    case .entity: return true
    }
  }
}
