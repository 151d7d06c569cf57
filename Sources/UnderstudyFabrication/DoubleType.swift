package import UnderstudyCalls
internal import UnderstudyConvention
internal import UnderstudyLocks
package import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Everything that doubles of one protocol type share: its requirements, their plans, the fabricated class and the witness
/// tables. Made once per type and kept as long as the process lives.
package final class DoubleType: @unchecked Sendable {
  // Sendable: all but `idleTypes`, which has a lock, is settled when the object is made.

  /// The type as it is written: `any AuthService`.
  package let description: String
  /// All requirements that can be called, inherited ones included; a requirement's `index` is its position here.
  package let requirements: [Requirement]
  /// Whether values refer to the payload directly, as those of class-bound protocols do.
  private let isClassBound: Bool
  private let entryExplanations: [RequirementExplanation]
  /// The witness tables that a value carries, in the order of the type's protocols.
  private let witnessTables: [UnsafeRawPointer]
  /// The plans of the entries that the witness tables point to.
  let plans: UnsafePointer<us_call_plan>
  private let fabricatedClass: FabricatedClass
  /// Whether calls are made on the type itself, so that each payload needs a class of its own.
  let hasTypeRequirements: Bool
  private let sharedType: TypeMetadata
  /// Whether doubles have an executor.
  let isActor: Bool
  /// Classes whose payload is gone.
  private let idleTypes = Guarded<[TypeMetadata]>([])

  /// What tells one double type from another.
  private struct Key: Hashable {
    var type: TypeMetadata
    /// The associated types that the test gave.
    var binding: [String: TypeMetadata]
    /// What the test says of the requirements.
    var given: [GivenRequirement]?
  }

  private static let cache = Guarded<[Key: DoubleType]>([:])

  /// The double type of a protocol type.
  ///
  /// - Parameters:
  ///   - binding: Associated types by name, where neither the type nor its conformers settle them.
  ///   - given: What the test says of the requirements, where nothing else may tell.
  /// - Throws: A `Refusal` that says what isn't supported.
  package static func of(
    _ type: Any.Type,
    binding: [String: Any.Type] = [:],
    given: [GivenRequirement]? = nil
  ) throws(Refusal) -> DoubleType {
    let key = Key(type: TypeMetadata(type), binding: binding.mapValues { TypeMetadata($0) }, given: given)
    if let known = cache.withLock({ $0[key] }) { return known }
    // Made outside the lock: it reads files, and may be slow the first time. Of two made at once the first one stays.
    let made = try DoubleType(key)
    return cache.withLock { cache in
      if let known = cache[key] { return known }
      cache[key] = made
      return made
    }
  }

  private init(_ key: Key) throws(Refusal) {
    Dispatcher.install
    let shape = try ExistentialShape(key.type)
    let tree = try ProtocolTree(of: shape)
    let associatedTypes = try AssociatedTypes(of: shape, given: key.binding, protocols: tree.protocols)
    var slab = Slab(capacity: FabricatedClass.slabSize + shape.description.utf8.count + tree.slabSize)
    fabricatedClass = FabricatedClass(named: "Stub<\(shape.description)>", module: "Understudy", in: &slab)
    let describesItself = tree.protocols.contains { $0.name == "CustomStringConvertible" && $0.moduleName == "Swift" }
    sharedType = fabricatedClass.makeType(
      superclass: TypeMetadata(describesItself ? Payload.self : DescribedPayload.self)
    )

    var entries = EntryTable(
      subject: shape.description,
      conformer: sharedType,
      members: associatedTypes.members(of: tree.protocols),
      memberConformances: associatedTypes.conformances(demandedBy: tree.protocols),
      given: try Self.given(key.given, for: shape)
    )
    for descriptor in tree.protocols {
      try entries.addRequirements(of: descriptor)
    }
    witnessTables = try tree.makeWitnessTables(
      of: fabricatedClass,
      entries: entries,
      associatedTypes: associatedTypes,
      in: &slab
    )
    description = shape.description
    isClassBound = shape.isClassBound
    requirements = entries.requirements
    entryExplanations = entries.explanation
    isActor = tree.protocols.contains { $0.name == "Actor" && $0.moduleName == "Swift" }
    plans = entries.keepPlans()
    hasTypeRequirements = entries.requirements.contains { $0.isStatic || $0.kind == .initializer }
  }

  /// The protocol that the test speaks of.
  private static func given(
    _ requirements: [GivenRequirement]?,
    for shape: ExistentialShape
  ) throws(Refusal) -> (descriptor: ProtocolDescriptor, requirements: [GivenRequirement])? {
    guard let requirements else { return nil }
    guard shape.protocols.count == 1 else {
      throw Refusal(
        subject: shape.description,
        reason: "Requirements were given for it, and it doesn't say of which of its protocols they are.",
        remedy: "Declare a protocol that inherits from those, and has no requirements of its own; or leave them out."
      )
    }
    return (shape.protocols[0], requirements)
  }

  /// The table of all entries, with where their signatures were read and how their calls travel.
  package var explanation: String { RequirementExplanation.text(of: entryExplanations, subject: description) }

  // MARK: Values

  /// Makes a new double.
  ///
  /// - Parameters:
  ///   - type: The type this is the double type of.
  ///   - receiver: Answers the calls; the value and its copies own it.
  package func makeValue<P>(as type: P.Type, receiver: any CallReceiver) -> P {
    let payload = Payload(of: self, receiver: receiver)
    let reference = UnsafeRawPointer(Unmanaged.passRetained(payload).toOpaque())
    // An existential container (docs/ABI/TypeLayout.rst): the reference and, unless it is class-bound, two more words of
    // the value buffer and the type; then the witness tables.
    var words: [UnsafeRawPointer?] = [reference]
    if !isClassBound {
      let type = reference.load(as: UnsafeRawPointer.self)
      words += [nil, nil, type]
    }
    words += witnessTables
    precondition(MemoryLayout<P>.size == words.count * MemoryLayout<UnsafeRawPointer>.size)
    // Invariant: the words are exactly a value of P that owns the reference.
    return words.withUnsafeMutableBytes {
      UnsafeMutableRawPointer($0.baseAddress!).assumingMemoryBound(to: P.self).move()
    }
  }

  // MARK: Types

  /// A class for a new payload.
  func takeType() -> TypeMetadata {
    guard hasTypeRequirements else { return sharedType }
    return idleTypes.withLock { $0.popLast() } ?? fabricatedClass.makeType(superclass: sharedType)
  }

  /// Takes back the class of a payload that is gone.
  func returnType(_ type: TypeMetadata) {
    idleTypes.withLock { $0.append(type) }
  }
}
