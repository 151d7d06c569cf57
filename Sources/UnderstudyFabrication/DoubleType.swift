package import UnderstudyCalls
internal import UnderstudyConvention
internal import UnderstudyImages
internal import UnderstudyLocks
package import UnderstudyMetadata
internal import UnderstudySignatures
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
  /// What the entries' code serves.
  private let witnessSlots: [WitnessSlot]
  /// For each requirement, an entry that serves it.
  let entryIndices: [Int]
  /// The witnesses of the types that spies go on to, by entry.
  private let witnesses = Guarded<Table<TypeMetadata, WitnessList>>([:])
  /// Whether doubles have an executor.
  let isActor: Bool
  /// Classes whose payload is gone.
  private let idleTypes = Guarded<[TypeMetadata]>([])

  /// An associated type that the test gave.
  private struct Binding: Hashable {
    var name: String
    var type: TypeMetadata
  }

  /// What tells one double type from another.
  private struct Key: Hashable {
    var type: TypeMetadata
    /// In the order of the names.
    var binding: [Binding]
    /// What the test says of the requirements.
    var given: [GivenRequirement]?
  }

  private static let cache = Guarded<Table<Key, DoubleType>>([:])

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
    var bindings: [Binding] = []
    for (name, type) in binding { bindings.append(Binding(name: name, type: TypeMetadata(type))) }
    bindings.sort { $0.name < $1.name }
    let key = Key(type: TypeMetadata(type), binding: bindings, given: given)
    if let known = cache.withLock({ $0[key] }) { return known }
    // Made outside the lock: it reads files, and may be slow the first time. Of two made at once the first one stays.
    let made = try DoubleType(key)
    return cache.withLock { cache in
      if let known = cache[key] { return known }
      cache[key] = made
      return made
    }
  }

  /// The double type of a protocol type with the associated types of a value, and the value as something to go on to.
  ///
  /// - Parameter refusesSelf: Whether a requirement is refused that passes `Self` inside of another type. Otherwise it must
  ///   not be called.
  package static func of<P>(
    target: P,
    refusesSelf: Bool = true
  ) throws(Refusal) -> (type: DoubleType, target: Target) {
    let shape = try ExistentialShape(TypeMetadata(P.self))
    return try withUnsafePointer(to: target) { value throws(Refusal) in
      let contents = ExistentialContents(of: value, isClassBound: shape.isClassBound)
      let type = try of(P.self, shape, like: contents.type)
      if refusesSelf { try type.checkSpiable() }
      return (type, Target(object: try ForwardTarget(contents, of: type)))
    }
  }

  /// The double type of a protocol type with the associated types of a value.
  package static func of<P>(like value: P) throws(Refusal) -> DoubleType {
    let shape = try ExistentialShape(TypeMetadata(P.self))
    return try withUnsafePointer(to: value) { value throws(Refusal) in
      try of(P.self, shape, like: ExistentialContents(of: value, isClassBound: shape.isClassBound).type)
    }
  }

  private static func of(
    _ type: Any.Type,
    _ shape: ExistentialShape,
    like conformer: TypeMetadata
  ) throws(Refusal) -> DoubleType {
    let binding = AssociatedTypes.of(conformer, shape, try ProtocolTree(of: shape).protocols)
    return try of(type, binding: binding)
  }

  /// The object behind a spy.
  package struct Target: Sendable {
    fileprivate let object: ForwardTarget
  }

  /// The double type of a protocol type for values that must not be used. If its requirements can't be answered, all that is
  /// known of them is how many there are.
  static func ofDummies(_ type: Any.Type) throws(Refusal) -> DoubleType {
    let type = TypeMetadata(type)
    if let known = unsignedTypes.withLock({ $0[type] }) { return known }
    do throws(Refusal) { return try of(type.type) } catch {}
    let shape = try ExistentialShape(type)
    let tree = try ProtocolTree(ofDummies: shape)
    let associatedTypes = AssociatedTypes(unsigned: shape, protocols: tree.protocols)
    let made = try DoubleType(shape, tree, associatedTypes) { entries, descriptor throws(Refusal) in
      try entries.addUnsigned(descriptor)
    }
    return unsignedTypes.withLock { types in
      if let known = types[type] { return known }
      types[type] = made
      return made
    }
  }

  private static let unsignedTypes = Guarded<Table<TypeMetadata, DoubleType>>([:])

  /// A requirement in words, as far as they are known.
  func nameOfRequirement(entry: Int) -> String {
    let slot = witnessSlots[entry]
    let signature = try? ProtocolSignatures.read(slot.descriptor, slots: [slot.index]).signatures.first
    return signature.map(\.spelling) ?? "a requirement of \(slot.descriptor.name)"
  }

  private convenience init(_ key: Key) throws(Refusal) {
    let shape = try ExistentialShape(key.type)
    let tree = try ProtocolTree(of: shape)
    var binding: Table<String, TypeMetadata> = [:]
    for given in key.binding { binding[given.name] = given.type }
    let associatedTypes = try AssociatedTypes(of: shape, given: binding, protocols: tree.protocols)
    let given = try Self.given(key.given, for: shape)
    try self.init(shape, tree, associatedTypes, given) { entries, descriptor throws(Refusal) in
      try entries.addRequirements(of: descriptor)
    }
  }

  private init(
    _ shape: ExistentialShape,
    _ tree: ProtocolTree,
    _ associatedTypes: AssociatedTypes,
    _ given: (descriptor: ProtocolDescriptor, requirements: [GivenRequirement])? = nil,
    adding add: (inout EntryTable, ProtocolDescriptor) throws(Refusal) -> Void
  ) throws(Refusal) {
    Dispatcher.install
    Self.keepImages(of: tree.protocols, associatedTypes)
    var slab = Slab(capacity: FabricatedClass.slabSize + shape.description.utf8.count + tree.slabSize)
    fabricatedClass = FabricatedClass(named: "Stub<\(shape.description)>", module: "Understudy", in: &slab)
    let describesItself = tree.protocols.contains { $0.name == "CustomStringConvertible" && $0.moduleName == "Swift" }
    sharedType = fabricatedClass.makeType(
      superclass: TypeMetadata(describesItself ? Payload.self : DescribedPayload.self)
    )

    optionalConformer = sharedType.optional

    var entries = EntryTable(
      subject: shape.description,
      conformer: sharedType,
      members: associatedTypes.bound,
      given: given
    )
    for descriptor in tree.protocols {
      try add(&entries, descriptor)
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
    witnessSlots = entries.witnesses
    entryIndices = entries.entryIndices
    hasTypeRequirements = entries.requirements.contains { $0.isStatic || $0.kind == .initializer }
    if hasTypeRequirements { _ = Payload(sharedBy: self, type: sharedType) }
  }

  /// Keeps the images that all of this is about, and with them those that they need: a double type isn't ever forgotten.
  private static func keepImages(of protocols: [ProtocolDescriptor], _ associatedTypes: AssociatedTypes) {
    for descriptor in protocols { LoadedImages.keepImage(containing: descriptor.pointer) }
    for (_, type) in associatedTypes.bound {
      if let nominal = NominalMetadata(type) { LoadedImages.keepImage(containing: nominal.descriptor.pointer) }
    }
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
  ///   - target: What calls can go on to.
  package func makeValue<P>(as type: P.Type, receiver: any CallReceiver, target: Target? = nil) -> P {
    withUnsafeTemporaryAllocation(of: P.self, capacity: 1) { value in
      precondition(MemoryLayout<P>.size == valueSize)
      initializeValue(at: UnsafeMutableRawPointer(value.baseAddress!), receiver: receiver, target: target)
      // Invariant: the words are exactly a value of P that owns the payload.
      return value.baseAddress!.move()
    }
  }

  private var valueSize: Int { ((isClassBound ? 1 : 4) + witnessTables.count) * MemoryLayout<UnsafeRawPointer>.size }

  /// Initializes memory with a new double.
  func initializeValue(at memory: UnsafeMutableRawPointer, receiver: any CallReceiver, target: Target? = nil) {
    let payload = Payload(of: self, receiver: receiver, target: target?.object)
    let reference = UnsafeRawPointer(Unmanaged.passRetained(payload).toOpaque())
    // An existential container (docs/ABI/TypeLayout.rst): the reference and, unless it is class-bound, two more words of
    // the value buffer and the type; then the witness tables.
    let words = memory.bindMemory(to: UnsafeRawPointer?.self, capacity: valueSize / MemoryLayout<UnsafeRawPointer>.size)
    words[0] = reference
    var count = 1
    if !isClassBound {
      words[1] = nil
      words[2] = nil
      words[3] = reference.load(as: UnsafeRawPointer.self)
      count = 4
    }
    for (index, table) in witnessTables.enumerated() { words[count + index] = table }
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

  /// What `Self` is in the types of the requirements.
  var conformer: TypeMetadata { sharedType }
  /// What `Self?` is.
  let optionalConformer: TypeMetadata

  // MARK: Targets

  /// A type's witnesses, by entry. Never released.
  struct WitnessList: @unchecked Sendable {
    // Sendable: filled before it is published, never changed.
    let list: UnsafePointer<us_witness>
  }

  /// The witnesses of a type that conforms to the double's protocols.
  func witnesses(of type: TypeMetadata) throws(Refusal) -> WitnessList {
    if let known = witnesses.withLock({ $0[type] }) { return known }
    var found: [us_witness] = []
    for slot in witnessSlots {
      guard let table = type.witnessTable(for: slot.descriptor) else {
        throw Refusal(
          subject: description,
          reason: "The conformance of \(type.name) to \(slot.descriptor.name) isn't found at run time.",
          remedy: "Please report this as a bug, with the declaration of the conformance."
        )
      }
      // Invariant: a witness table is the conformance, then a word for each requirement (swift/ABI/Metadata.h).
      let words = table.pointer.assumingMemoryBound(to: UnsafeRawPointer.self)
      found.append(us_witness(code: words[1 + slot.index], type: type.pointer, table: table.pointer))
    }
    return witnesses.withLock { witnesses in
      if let earlier = witnesses[type] { return earlier }
      let list = UnsafeMutablePointer<us_witness>.allocate(capacity: max(found.count, 1))
      list.initialize(from: found, count: found.count)
      let made = WitnessList(list: UnsafePointer(list))
      witnesses[type] = made
      return made
    }
  }

  /// Refuses types with requirements that pass `Self` in a way that can't be translated between a spy and its target.
  private func checkSpiable() throws(Refusal) {
    for requirement in requirements {
      let resultIsSelf = requirement.result == conformer || requirement.result == optionalConformer
      let isRefused =
        (!resultIsSelf && requirement.result.mentions(conformer))
        || requirement.parameters.contains { parameter in
          let isOptional = parameter.type == optionalConformer && parameter.ownership != .inout
          return parameter.type != conformer && !isOptional && parameter.type.mentions(conformer)
        }
      guard isRefused else { continue }
      throw Refusal(
        subject: description,
        reason:
          "\(requirement.name) passes Self inside of another type, where a spy can't exchange itself for the real "
          + "object.",
        remedy: "Use Stub<\(description)>() and answer with the real object's results, or write a conformer by hand."
      )
    }
  }
}
