internal import UnderstudyImages
internal import UnderstudyLocks
internal import UnderstudyMetadata

/// Finds the descriptors of declarations in the loaded images.
enum Declarations {
  private struct Found: @unchecked Sendable {
    // Sendable: constant data of an image.
    let descriptor: UnsafeRawPointer
  }

  private static let known = Guarded<Table<NominalNode, Found>>([:])

  /// The descriptor of a type or protocol, generic ones included.
  static func descriptor(of nominal: NominalNode) -> UnsafeRawPointer? {
    if let found = known.withLock({ $0[nominal] }) { return found.descriptor }
    guard let descriptor = search(nominal) else { return nil }
    let found = Found(descriptor: descriptor)
    known.withLock { $0[nominal] = found }
    return descriptor
  }

  /// Looks through the types that images list. Private and local ones may share a name, and are told apart by the symbols of
  /// their descriptors; others by the names of the types around them.
  private static func search(_ nominal: NominalNode) -> UnsafeRawPointer? {
    if nominal.kind == .protocol { return protocols(nominal).first?.pointer }
    let module = nominal.declaringModule
    return SectionRecords.type(named: nominal.name.text, inModule: module) { isMeant($0, by: nominal) }?.pointer
  }

  /// The descriptors of a protocol: one for each image that it is linked into.
  static func protocols(_ nominal: NominalNode) -> [ProtocolDescriptor] {
    SectionRecords.protocols(named: nominal.name.text, inModule: nominal.declaringModule)
      .filter { isMeant($0.context, by: nominal) }
  }

  /// Whether a type is one of those that can't be copied, whatever they are bound to. The runtime finds none of them by name.
  static func isNoncopyable(_ nominal: NominalNode) -> Bool {
    SectionRecords.noncopyableTypes(named: nominal.name.text, inModule: nominal.declaringModule)
      .contains { isMeant($0, by: nominal) }
  }

  private static func isMeant(_ candidate: ContextDescriptor, by nominal: NominalNode) -> Bool {
    nominal.isHidden
      ? declares(candidate.pointer, nominal) : !candidate.isHidden && candidate.isAt(nominal.path, from: nominal.module)
  }

  private static func declares(_ descriptor: UnsafeRawPointer, _ nominal: NominalNode) -> Bool {
    guard let image = LoadedImages.image(containing: descriptor),
      let names = try? image.symbolNames(at: [descriptor])?[descriptor]
    else { return false }
    for name in names {
      switch try? SymbolNode(name).form {
      case .metadata(.nominal(nominal), "Mn"), .protocolDescriptor(nominal): return true
      case .metadata(.bound(nominal, _, _), "Mn"): return true
      default: continue
      }
    }
    return false
  }
}

extension NominalNode {
  /// The declaration's name after those of the types around it.
  var path: [String] {
    switch context {
    case .module, .entity: [name.text]
    case .nominal(let outer), .extension(let outer, _, _): outer.path + [name.text]
    }
  }
}

extension ContextDescriptor {
  func isAt(_ path: [String], from module: String) -> Bool {
    fullName == path.reduce(module) { $0 + "." + $1 }
  }
}
