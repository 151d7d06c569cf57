internal import UnderstudyImages
internal import UnderstudyLocks
package import UnderstudyMetadata
internal import UnderstudyModules

/// Tells whether a type's layout is hidden from other modules, from facts: was its module built with library evolution, and
/// is the type `@frozen`.
package enum TypeOpacity {
  private static let answers = Guarded<Table<TypeDescriptor, Bool>>([:])
  /// The modules that were built without library evolution, which hide nothing.
  private static let openModules = Guarded<[ContextDescriptor]>([])

  /// Whether values of the type travel by address because their layout isn't every caller's to know.
  package static func isOpaque(_ descriptor: TypeDescriptor) throws(TypeLowering.OpacityUnknown) -> Bool {
    if let known = answers.withLock({ $0[descriptor] }) { return known }
    let answer = try find(descriptor)
    answers.withLock { $0[descriptor] = answer }
    return answer
  }

  private static func find(_ descriptor: TypeDescriptor) throws(TypeLowering.OpacityUnknown) -> Bool {
    var context: ContextDescriptor? = descriptor.context
    while let current = context, current.kind != .module {
      // Private and local declarations lie in anonymous contexts. Nobody outside their module can name them.
      if current.kind == .anonymous { return false }
      context = current.parent
    }
    if let module = context, openModules.withLock({ $0.contains(module) }) { return false }
    let moduleContext = context

    var path: [String] = []
    context = descriptor.context
    while let current = context, current.kind != .module {
      if let name = current.name { path.insert(name, at: 0) }
      if let extended = current.extendedType {
        path.insert(contentsOf: extended.names, at: 0)
        break
      }
      context = current.parent
    }
    guard let module = descriptor.context.moduleName else { return false }

    let image = LoadedImages.image(containing: descriptor.pointer)
    if let image { ModuleFacts.shared.addEmbedded(in: image) }
    if let moduleContext, ModuleFacts.shared.isResilient(module: module, image: image?.path) == .no {
      openModules.withLock { $0.append(moduleContext) }
      return false
    }
    switch ModuleFacts.shared.hasKnownLayout(module: module, path: path, image: image?.path) {
    case .yes: return false
    case .no: return true
    case .unknown(let reason):
      throw TypeLowering.OpacityUnknown(
        reason: "whether other modules know its layout can't be found out: \(reason)"
      )
    }
  }
}

extension ContextDescriptor {
  /// The type's name after those of the types around it.
  fileprivate var names: [String] {
    (parent.map { $0.kind == .module ? [] : $0.names } ?? []) + (name.map { [$0] } ?? [])
  }
}
