internal import UnderstudyLocks
internal import UnderstudyCalls
internal import UnderstudyConvention
internal import UnderstudyMetadata
internal import UnderstudySignatures
internal import UnderstudyTrampolines

/// The entries of one doubled type in the making: for every requirement that is called, its plan and its static entry.
struct EntryTable {
  /// The type that a double is asked of.
  let subject: String
  /// The requirements that the recorder sees. They are fewer than the entries: it never sees a `modify` accessor.
  private(set) var requirements: [Requirement] = []
  private var plans: [us_call_plan] = []
  /// Which requirement of which protocol each entry serves.
  private(set) var witnesses: [WitnessSlot] = []
  /// For each requirement that the recorder sees, an entry that serves it.
  private(set) var entryIndices: [Int] = []
  private var entries: Table<WitnessSlot, UnsafeRawPointer> = [:]
  /// The accessors that are generic, with the indices of their requirements.
  private var genericAccessors: Table<AccessorKey, (index: Int, factory: RequirementFactory)> = [:]
  private let planner = Self.sharedPlanner
  /// It remembers types, whichever protocol mentions them.
  private static let sharedPlanner = CallPlanner(lowering: TypeLowering(isOpaque: TypeOpacity.isOpaque))
  /// The getters and setters of all protocols until now. One that restates an inherited property as settable has no getter
  /// of its own.
  private var accessors: Table<AccessorKey, [Requirement]> = [:]
  /// The requirements that calls can't tell apart if another protocol has the same: one conformer's member serves both.
  private var members: Table<MemberKey, Requirement> = [:]

  /// What `Self` is, and the associated types.
  private var environment: TypeEnvironment
  /// What the test says of the requirements of one of the protocols.
  private let given: (descriptor: ProtocolDescriptor, requirements: [GivenRequirement])?
  /// What every entry is, for people to read.
  private(set) var explanation: [RequirementExplanation] = []

  /// - Parameters:
  ///   - conformer: The fabricated type.
  ///   - members: The associated types by name.
  ///   - given: What the test says of the requirements of one of the protocols.
  init(
    subject: String,
    conformer: TypeMetadata,
    members: Table<String, TypeMetadata>,
    given: (descriptor: ProtocolDescriptor, requirements: [GivenRequirement])? = nil
  ) {
    self.subject = subject
    self.given = given
    var environment = TypeEnvironment()
    environment.parameters[.conformer] = FormalType(type: conformer, pattern: OpaqueStandIn.type)
    environment.members = members
    self.environment = environment
  }

  /// The static entry that serves a requirement.
  func entry(of descriptor: ProtocolDescriptor, slot: Int) -> UnsafeRawPointer? {
    entries[WitnessSlot(descriptor: descriptor, index: slot)]
  }

  /// The plans, in memory that is never released.
  func keepPlans() -> UnsafePointer<us_call_plan> {
    let memory = UnsafeMutablePointer<us_call_plan>.allocate(capacity: max(plans.count, 1))
    memory.initialize(from: plans, count: plans.count)
    return UnsafePointer(memory)
  }

  // MARK: Requirements

  /// Adds all that can be called on a protocol, without what it inherits.
  mutating func addRequirements(of descriptor: ProtocolDescriptor) throws(Refusal) {
    environment.conformances[.conformer] = [descriptor]
    let slots = descriptor.requirements
    for slot in slots {
      if let refusal = refusal(of: slot.kind, in: descriptor) { throw refusal }
    }
    let callable = slots.indices.filter { slots[$0].kind.isCallable }
    if callable.isEmpty { return }
    guard plans.count + callable.count <= Int(US_ENTRY_COUNT) else { throw tooMany() }

    let reading = try signatures(of: descriptor, slots: callable)
    for (slot, signature) in zip(callable, reading.signatures) {
      try check(signature, against: slots[slot], in: descriptor)
      let index = plans.count
      if case .accessor(.modify, _) = signature.kind {
        plans.append(try modifyPlan(of: signature, in: descriptor))
      } else {
        let made = try requirement(signature, of: descriptor)
        plans.append(made.plan)
        if made.requirement.index == requirements.count {
          requirements.append(made.requirement)
          entryIndices.append(index)
        }
        if let key = AccessorKey(signature) { accessors[key, default: []].append(made.requirement) }
      }
      add(WitnessSlot(descriptor: descriptor, index: slot), slots[slot], entry: index)
      explanation.append(
        RequirementExplanation(
          descriptor: descriptor,
          slot: slot,
          signature: signature,
          reading: reading,
          plan: plans[index]
        )
      )
    }
  }

  /// Adds all that can be called on a protocol, without knowing more of it than that.
  mutating func addUnsigned(_ descriptor: ProtocolDescriptor) throws(Refusal) {
    let slots = descriptor.requirements
    for slot in slots.indices where slots[slot].kind.isCallable {
      let index = plans.count
      guard index < Int(US_ENTRY_COUNT) else { throw tooMany() }
      var plan = us_call_plan()
      plan.entry_kind = UInt8(US_ENTRY_DUMMY.rawValue)
      plan.result_alignment = 1
      plans.append(plan)
      add(WitnessSlot(descriptor: descriptor, index: slot), slots[slot], entry: index)
    }
  }

  /// Notes what an entry serves.
  private mutating func add(_ slot: WitnessSlot, _ requirement: ProtocolRequirement, entry index: Int) {
    let receiver =
      requirement.isInstance
      ? (slot.descriptor.isClassConstrained ? US_RECEIVER_OBJECT : US_RECEIVER_VALUE) : US_RECEIVER_TYPE
    witnesses.append(slot)
    entries[slot] =
      requirement.isAsync
      ? us_async_entry(UInt32(index), UInt32(receiver)) : us_sync_entry(UInt32(index), UInt32(receiver))
  }

  private func tooMany() -> Refusal {
    Refusal(
      subject: subject,
      reason: "It has more than \(US_ENTRY_COUNT) requirements, inherited ones included.",
      remedy: "Split the protocol, or double one of the protocols it inherits from."
    )
  }

  private func signatures(
    of descriptor: ProtocolDescriptor,
    slots: [Int]
  ) throws(Refusal) -> SignatureReading {
    do throws(SignatureError) {
      let reading = try ProtocolSignatures.read(
        descriptor,
        slots: slots,
        given: given?.descriptor == descriptor ? given?.requirements : nil
      )
      if let refusal = DirectCalls.refusal(of: descriptor, visibility: reading.visibility) { throw refusal }
      return reading
    } catch {
      throw Refusal(subject: subject, reason: error.reason, remedy: error.remedy)
    }
  }

  func check(
    _ signature: RequirementSignature,
    against slot: ProtocolRequirement,
    in descriptor: ProtocolDescriptor
  ) throws(Refusal) {
    guard signature.fits(slot), signature.owner.name.text == descriptor.name
    else {
      throw Refusal(
        subject: subject,
        reason: "Two sources disagree about a requirement of \(descriptor.name): one says "
          + "`\(signature.spelling)`, the protocol's own description says \(slot.kind), "
          + "\(slot.isInstance ? "on an instance" : "on the type"), \(slot.isAsync ? "async" : "not async").",
        remedy: "Rebuild everything from scratch; if that doesn't help, please report this."
      )
    }
  }

  // MARK: Plans

  private func factory(_ signature: RequirementSignature, of descriptor: ProtocolDescriptor) -> RequirementFactory {
    var environment = environment
    // Each protocol knows for itself whether its conformers are classes.
    environment.parameters[.conformer]?.pattern =
      descriptor.isClassConstrained ? ObjectStandIn.type : OpaqueStandIn.type
    return RequirementFactory(
      subject: subject,
      signature: signature,
      environment: environment,
      defaultAnswer: StandardDefaults.answer(for: signature, of: descriptor),
      isImplicit: descriptor.fullName == "Swift.Actor"
    )
  }

  private mutating func requirement(
    _ signature: RequirementSignature,
    of descriptor: ProtocolDescriptor
  ) throws(Refusal) -> (requirement: Requirement, plan: us_call_plan) {
    let factory = factory(signature, of: descriptor)
    if signature.isGeneric {
      let generic = try PolymorphicRequirement(index: requirements.count, factory: factory, planner: planner)
      if let key = AccessorKey(signature) { genericAccessors[key] = (requirements.count, factory) }
      let template = try generic.template()
      return (template.requirement, template.plan)
    }
    let product = try factory.make(index: requirements.count)
    var plan = try plan(for: product.shape, offsets: product.requirement.argumentOffsets, factory)
    let key = MemberKey(product.requirement)
    let requirement = members[key] ?? product.requirement
    members[key] = requirement
    plan.take(requirement, conformer: environment.parameters[.conformer]!.type)
    return (requirement, plan)
  }

  /// The plan of a `modify` accessor, which is answered by the getter and the setter.
  func modifyPlan(
    of signature: RequirementSignature,
    in descriptor: ProtocolDescriptor
  ) throws(Refusal) -> us_call_plan {
    let factory = factory(signature, of: descriptor)
    if let key = AccessorKey(signature), let getter = genericAccessors[key.of(.getter)],
      let setter = genericAccessors[key.of(.setter)]
    {
      return try PolymorphicRequirement(
        index: getter.index,
        factory: getter.factory,
        setter: setter,
        planner: planner
      ).template().plan
    }
    guard let key = AccessorKey(signature),
      let setter = accessors[key.of(.setter)]?.last,
      let getter = accessors[key.of(.getter)]?.last(where: { $0.result == setter.parameters[0].type })
    else {
      throw factory.unsupported("it can be changed in place, but has no getter and setter of its type.")
    }
    // It is called like a getter of the same protocol.
    var like = signature
    like.kind = .accessor(.getter, of: setter.kind == .setter ? .property : .subscript)
    var shape = try self.factory(like, of: descriptor).make(index: getter.index).shape
    shape.entryKind = US_ENTRY_MODIFY
    var plan = try plan(for: shape, offsets: getter.argumentOffsets, factory)
    plan.context = UnsafeRawPointer(
      Unmanaged.passRetained(ModifiableProperty(getter: getter, setter: setter)).toOpaque()
    )
    return plan
  }

  private func plan(
    for shape: CallShape,
    offsets: [Int],
    _ factory: RequirementFactory
  ) throws(Refusal) -> us_call_plan {
    do throws(UnsupportedType) {
      return try planner.plan(for: shape, argumentOffsets: offsets)
    } catch {
      throw factory.unsupported(error)
    }
  }

  func refusal(of kind: ProtocolRequirement.Kind, in descriptor: ProtocolDescriptor) -> Refusal? {
    switch kind {
    case .readCoroutine:
      return Refusal(
        subject: subject,
        reason:
          "\(descriptor.name) has a property that is read through a coroutine (`@_borrowed`, or a type that can't "
          + "be copied), which isn't supported yet.",
        remedy: "Write a conformer by hand."
      )
    case .unknown:
      return Refusal(
        subject: subject,
        reason: "\(descriptor.name) has a requirement of a kind that this library doesn't know.",
        remedy: "Write a conformer by hand, and please report this."
      )
    default:
      return nil
    }
  }
}

/// A requirement by its place in a protocol's witness tables.
struct WitnessSlot: Hashable {
  var descriptor: ProtocolDescriptor
  var index: Int
}

/// What the accessors of one property or subscript have in common, and which of them it is.
private struct AccessorKey: Hashable {
  private var baseName: String
  private var isStatic: Bool
  private var indices: [RequirementSignature.Parameter]
  private var accessor: RequirementSignature.Accessor

  /// `nil` for what isn't an accessor.
  init?(_ signature: RequirementSignature) {
    guard case .accessor(let accessor, _) = signature.kind else { return nil }
    baseName = signature.baseName
    isStatic = signature.isStatic
    indices = accessor == .setter ? Array(signature.parameters.dropFirst()) : signature.parameters
    self.accessor = accessor
  }

  /// The same property's or subscript's other accessor.
  func of(_ accessor: RequirementSignature.Accessor) -> AccessorKey {
    var key = self
    key.accessor = accessor
    return key
  }
}

/// What calls of a requirement look like to the one who makes them.
private struct MemberKey: Hashable {
  private struct Parameter: Hashable {
    var label: String?
    var type: TypeMetadata
    var ownership: Requirement.Ownership
    var isVariadic: Bool
    var isNonescaping: Bool
    var autoclosureResult: TypeMetadata?
  }

  private var kind: Requirement.Kind
  private var isStatic: Bool
  private var baseName: String
  private var parameters: [Parameter]
  private var result: TypeMetadata
  private var isAsync: Bool
  private var throwing: Requirement.Throwing

  init(_ requirement: Requirement) {
    kind = requirement.kind
    isStatic = requirement.isStatic
    baseName = requirement.baseName
    parameters = requirement.parameters.map {
      Parameter(
        label: $0.label,
        type: $0.type,
        ownership: $0.ownership,
        isVariadic: $0.isVariadic,
        isNonescaping: $0.isNonescaping,
        autoclosureResult: $0.autoclosureResult
      )
    }
    result = requirement.result
    isAsync = requirement.isAsync
    throwing = requirement.throwing
  }
}

extension ProtocolRequirement.Kind {
  /// Whether the witness is code.
  fileprivate var isCallable: Bool {
    switch self {
    case .baseProtocol, .associatedType, .associatedConformance: false
    default: true
    }
  }
}

extension us_call_plan {
  /// Makes this the plan of a requirement, which then lives as long as the process.
  ///
  /// - Parameter conformer: What `Self` is, if that is known.
  mutating func take(_ requirement: Requirement, conformer: TypeMetadata? = nil) {
    let types = requirement.parameters.map(\.type) + [requirement.result]
    let isPlain =
      argument_conversion_count == 0 && result_conversion_count == 0 && consumes_self == 0
      && (can_throw == 0 || error_type == nil)
    if let conformer, isPlain, !types.contains(where: { $0.mentions(conformer) }) { goes_on_as_is = 1 }
    context = UnsafeRawPointer(Unmanaged.passRetained(requirement).toOpaque())
    // Calls that only the language makes aren't remembered.
    layout = requirement.isImplicit ? nil : requirement.layout
  }
}
