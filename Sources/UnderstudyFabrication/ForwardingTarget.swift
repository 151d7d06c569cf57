internal import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// What an entry stands for in the witness tables of other conformers.
struct ForwardedEntry: Sendable {
  var slot: EntryTable.Slot
  /// What the self register holds: one of `US_RECEIVER_`.
  var receiver: Int32
  /// Whether calls pass or return values of `Self`, which isn't the same type for the target.
  var mentionsSelf: Bool
}

/// The value that a double passes its calls on to, as they came: the registers and the stack stay as they are, but for the
/// receiver, and for Self's metadata and witness table behind the arguments.
final class ForwardingTarget: CallReceiver, @unchecked Sendable {
  // Sendable: all but the value is settled when the object is made, and who changes the value has to see to it that
  // nobody else uses the double meanwhile, as with the value itself.

  /// What one entry calls.
  private struct Callee {
    /// The code, or an async function pointer record.
    var code: UnsafeRawPointer
    var table: WitnessTable
    var receiver: Int32
  }

  private let type: TypeMetadata
  /// The value.
  private let storage: UnsafeMutableRawPointer
  /// By the index of the entry; `nil` for those that can't be passed on.
  private let callees: [Callee?]

  /// - Parameter isClassBound: Whether values of `P` are references, with witness tables behind them.
  init<P>(_ target: P, isClassBound: Bool, entries: [ForwardedEntry]) {
    let (type, storage) = withUnsafeBytes(of: target) { container in
      let value = Self.value(in: container.baseAddress!, isClassBound: isClassBound)
      let storage = UnsafeMutableRawPointer.allocate(
        byteCount: max(value.type.size, 1),
        alignment: value.type.alignment
      )
      value.type.copy(from: value.address, to: storage)
      return (value.type, storage)
    }
    (self.type, self.storage) = (type, storage)
    callees = entries.map { entry in
      guard !entry.mentionsSelf, let table = type.witnessTable(for: entry.slot.descriptor),
        let code = table.entry(entry.slot.index)
      else { return nil }
      return Callee(code: code, table: table, receiver: entry.receiver)
    }
  }

  /// What an existential container holds (docs/ABI/TypeLayout.rst): its type, and where.
  private static func value(
    in container: UnsafeRawPointer,
    isClassBound: Bool
  ) -> (type: TypeMetadata, address: UnsafeRawPointer) {
    let first = container.load(as: UnsafeRawPointer.self)
    // An object's first word is its class.
    if isClassBound { return (TypeMetadata(pointer: first.load(as: UnsafeRawPointer.self)), container) }
    let wordSize = MemoryLayout<UnsafeRawPointer>.size
    let type = TypeMetadata(pointer: container.load(fromByteOffset: 3 * wordSize, as: UnsafeRawPointer.self))
    if type.isStoredInline { return (type, container) }
    // A box: the value lies behind the object's header, as it is aligned.
    let mask = type.alignment - 1
    return (type, first + ((2 * wordSize + mask) & ~mask))
  }

  deinit {
    type.destroy(storage)
    storage.deallocate()
  }

  /// Directs a copy of a call's frame to the value.
  func direct(_ frame: UnsafeMutablePointer<us_frame>, _ plan: UnsafePointer<us_call_plan>, entry: Int) {
    guard let callee = callees[entry] else {
      fatalError("a call that mentions Self can't be passed on to a \(type.name) as it came")
    }
    let isConsumed = plan.pointee.consumes_self != 0
    switch callee.receiver {
    case US_RECEIVER_OBJECT:
      // Invariant: conformers of a class-bound protocol are classes, whose values are references.
      let object = storage.load(as: UnsafeMutableRawPointer.self)
      if isConsumed { _ = Unmanaged<AnyObject>.fromOpaque(object).retain() }
      frame.pointee.`self` = object
    case US_RECEIVER_TYPE:
      frame.pointee.`self` = UnsafeMutableRawPointer(mutating: type.pointer)
    default:
      frame.pointee.`self` = storage
      if isConsumed {
        // The callee takes the value out of memory that is freed when the call has ended.
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(type.size, 1), alignment: type.alignment)
        type.copy(from: storage, to: copy)
        frame.pointee.`self` = copy
        frame.pointee.pending = copy
      }
    }
    frame.pointee.entry = UInt64(UInt(bitPattern: callee.code))
    us_put_address(frame, plan.pointee.self_type, type.pointer)
    us_put_address(frame, plan.pointee.self_table, callee.table.pointer)
  }

  func receive(_ call: borrowing Call) -> Outcome {
    fatalError("a double that passes its calls on answers none itself")
  }
}

extension DoubleType {
  /// The plans of doubles that only pass calls on, in memory that is never released.
  static func forwardingPlans(
    _ plans: UnsafePointer<us_call_plan>,
    count: Int
  ) -> UnsafePointer<us_call_plan> {
    let memory = UnsafeMutablePointer<us_call_plan>.allocate(capacity: max(count, 1))
    memory.initialize(from: plans, count: count)
    for index in 0..<count { memory[index].entry_kind = UInt8(US_ENTRY_FORWARD.rawValue) }
    return UnsafePointer(memory)
  }
}
