internal import UnderstudyImages
package import UnderstudyMetadata
internal import UnderstudyModules
internal import UnderstudyTrampolines

/// Tells whether a type's layout is hidden from other modules, from facts: was its module built with library evolution, and
/// is the type `@frozen`.
package enum TypeOpacity {
  // Invariant: a value is the address of one of these two, for the descriptor of a type, or of a module that hides nothing: one
  // that was built without library evolution.
  nonisolated(unsafe) private static let answers = us_pair_table_create()
  nonisolated(unsafe) private static let opaque = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 2))
  nonisolated(unsafe) private static let open = opaque + 1

  /// Whether values of the type travel by address because their layout isn't every caller's to know.
  package static func isOpaque(_ descriptor: TypeDescriptor) throws(TypeLowering.OpacityUnknown) -> Bool {
    if let known = us_pair_table_get(answers, descriptor.pointer, nil) { return known == opaque }
    let answer = try find(descriptor)
    _ = us_pair_table_add(answers, descriptor.pointer, nil, answer ? opaque : open)
    return answer
  }

  private static func find(_ descriptor: TypeDescriptor) throws(TypeLowering.OpacityUnknown) -> Bool {
    let surroundings = us_surroundings_of(descriptor.pointer)
    // Nobody outside their module can name private and local declarations.
    guard !surroundings.is_hidden, let modulePointer = surroundings.module else { return false }
    if us_pair_table_get(answers, modulePointer, nil) != nil { return false }
    let moduleContext = ContextDescriptor(pointer: modulePointer)
    // Most types are of the standard library.
    if moduleContext.isNamed("Swift"), isFrozen(descriptor, Int(surroundings.depth)) { return false }
    guard let module = moduleContext.name else { return false }

    let image = LoadedImages.image(containing: descriptor.pointer)
    if let image { ModuleFacts.shared.addEmbedded(in: image) }
    if ModuleFacts.shared.isResilient(module: module, image: image?.path) == .no {
      _ = us_pair_table_add(answers, moduleContext.pointer, nil, open)
      return false
    }
    let path = path(of: descriptor)
    switch ModuleFacts.shared.hasKnownLayout(module: module, path: path, image: image?.path) {
    case .yes: return false
    case .no: return true
    case .unknown(let reason):
      throw TypeLowering.OpacityUnknown(
        reason: "whether other modules know its layout can't be found out: \(reason)"
      )
    }
  }

  /// Whether a type of the standard library is known to be frozen.
  private static func isFrozen(_ descriptor: TypeDescriptor, _ depth: Int) -> Bool {
    let context = descriptor.context
    guard let name = context.nameBytes else { return false }
    if depth == 1 { return FrozenTypes.contains(name) }
    if depth > 2 { return FrozenTypes.contains(path(of: descriptor)) }
    // An extension stands for the type that it extends.
    guard let parent = context.parent, let outer = (parent.extendedType ?? parent).nameBytes else {
      return false
    }
    return FrozenTypes.contains(name, in: outer)
  }

  /// A type's name after those of the types around it.
  private static func path(of descriptor: TypeDescriptor) -> [String] {
    var names: [String] = []
    var context: ContextDescriptor? = descriptor.context
    while let current = context, current.kind != .module {
      if let name = current.name { names.append(name) }
      // An extension stands for the type that it extends.
      context = current.extendedType ?? current.parent
    }
    var path: [String] = []
    while let name = names.popLast() { path.append(name) }
    return path
  }
}
