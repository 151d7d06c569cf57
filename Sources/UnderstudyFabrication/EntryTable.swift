internal import UnderstudyCalls
internal import UnderstudyConvention
internal import UnderstudyMetadata
internal import UnderstudySignatures
internal import UnderstudyTrampolines

/// The entries of one doubled type in the making: for every requirement that is called, its plan and its static entry.
struct EntryTable {
  private struct Slot: Hashable {
    var descriptor: ProtocolDescriptor
    var index: Int
  }

  /// The type that a double is asked of.
  let subject: String
  /// The requirements that the recorder sees, by entry index. A `modify` accessor takes an index too, and repeats the
  /// property's getter there.
  private(set) var requirements: [Requirement] = []
  private var plans: [us_call_plan] = []
  private var entries: [Slot: UnsafeRawPointer] = [:]
  private let planner = CallPlanner(lowering: TypeLowering(isOpaque: TypeOpacity.isOpaque))

  init(subject: String) {
    self.subject = subject
  }

  /// The static entry that serves a requirement.
  func entry(of descriptor: ProtocolDescriptor, slot: Int) -> UnsafeRawPointer? {
    entries[Slot(descriptor: descriptor, index: slot)]
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
    let slots = descriptor.requirements
    for slot in slots {
      if let refusal = refusal(of: slot.kind, in: descriptor) { throw refusal }
    }
    let callable = slots.indices.filter { slots[$0].kind != .baseProtocol }
    if callable.isEmpty { return }
    guard plans.count + callable.count <= Int(US_ENTRY_COUNT) else {
      throw Refusal(
        subject: subject,
        reason: "It has more than \(US_ENTRY_COUNT) requirements, inherited ones included.",
        remedy: "Split the protocol, or double one of the protocols it inherits from."
      )
    }

    let signatures = try signatures(of: descriptor, slots: callable)
    var accessors: [String: Requirement] = [:]
    for (slot, signature) in zip(callable, signatures) {
      try check(signature, against: slots[slot], in: descriptor)
      let receiver =
        slots[slot].isInstance
        ? (descriptor.isClassConstrained ? US_RECEIVER_OBJECT : US_RECEIVER_VALUE) : US_RECEIVER_TYPE
      let index = plans.count
      let plan: us_call_plan
      if case .accessor(.modify, _) = signature.kind {
        plan = try modifyPlan(of: signature, index: index, accessors: accessors)
      } else {
        let requirement = try requirement(signature, index: index)
        plan = try callPlan(of: requirement, signature: signature)
        requirements.append(requirement)
        accessors[Self.accessorKey(signature)] = requirement
      }
      plans.append(plan)
      let isAsync = slots[slot].isAsync
      entries[Slot(descriptor: descriptor, index: slot)] =
        isAsync
        ? us_async_entry(UInt32(index), UInt32(receiver)) : us_sync_entry(UInt32(index), UInt32(receiver))
    }
  }

  private func signatures(
    of descriptor: ProtocolDescriptor,
    slots: [Int]
  ) throws(Refusal) -> [RequirementSignature] {
    do throws(SignatureError) {
      return try ConformerSignatures.read(descriptor, slots: slots)
    } catch {
      throw Refusal(subject: subject, reason: error.reason, remedy: error.remedy)
    }
  }

  private func refusal(of kind: ProtocolRequirement.Kind, in descriptor: ProtocolDescriptor) -> Refusal? {
    switch kind {
    case .associatedTypeAccess, .associatedConformance:
      let names = descriptor.associatedTypeNames.joined(separator: ", ")
      return Refusal(
        subject: subject,
        reason: "\(descriptor.name) has associated types (\(names)), which aren't supported yet.",
        remedy: "Write a conformer by hand, or put a protocol without associated types in front of it."
      )
    case .readCoroutine:
      return Refusal(
        subject: subject,
        reason: "\(descriptor.name) has a property that is read through a coroutine (`@_borrowed`, or a type that can't "
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
