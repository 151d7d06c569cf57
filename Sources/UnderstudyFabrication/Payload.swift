package import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// The object behind a double's value. Its class is a fabricated subclass of this one, so that each doubled type has a
/// type of its own.
///
/// It isn't `Hashable`: a double of a protocol that is has a conformance of its own, and with two the runtime warns that
/// it takes either. Other doubles are told apart as the objects they are.
///
/// The entries find `plans` and what follows at the layout of `us_payload`: they have to stay the first stored properties.
package class Payload: @unchecked Sendable {
  // Sendable: nothing here changes once the object is made.

  final let plans: UnsafePointer<us_call_plan>
  /// The receiver's log.
  private final let log: UnsafeMutablePointer<us_log>?
  /// The target, for C.
  private final let targetInC: UnsafeMutablePointer<us_forward_target>?
  /// Whether what calls go on with stays in the frame.
  final let forwards: Bool
  /// Answers the calls.
  package final let receiver: any CallReceiver
  /// The type this is a double of.
  package final let doubleType: DoubleType
  /// Whether the object's class is its own and goes back to the doubled type at the end.
  private final let borrowsType: Bool

  /// What calls can go on to, if this is a spy.
  final let target: ForwardTarget?

  /// Whether what calls go on to is known only from their arguments.
  final var isShared: Bool { receiver is SharedReceiver }

  /// The object that a call goes on to.
  final func target(of arguments: Arguments) -> ForwardTarget? {
    if let target { return target }
    for (index, parameter) in arguments.requirement.parameters.enumerated()
    where parameter.type == doubleType.conformer && isShared {
      // Invariant: `Self` is a reference to a payload.
      return unsafeDowncast(arguments.address(of: index).load(as: AnyObject.self), to: Payload.self).target
    }
    return nil
  }

  /// The actor whose executor the double runs on, if it is asked for one.
  private final let actor: StandInActor?

  /// The executor of a double whose protocol inherits from `Actor`.
  final var executor: UnownedSerialExecutor {
    // Invariant: only doubles of such protocols are asked.
    actor!.unownedExecutor
  }

  init(of doubleType: DoubleType, receiver: any CallReceiver, target: ForwardTarget? = nil) {
    self.target = target
    plans = doubleType.plans
    log = receiver.log?.log
    targetInC = target?.target
    forwards = target != nil
    self.receiver = receiver
    self.doubleType = doubleType
    borrowsType = doubleType.hasTypeRequirements
    actor = doubleType.isActor ? StandInActor() : nil
    let type = doubleType.takeType()
    // Invariant: the fabricated class is a copy of this class's metadata, with the same instance layout and destructor.
    let object = Unmanaged.passUnretained(self).toOpaque()
    object.storeBytes(of: type.pointer, as: UnsafeRawPointer.self)
    if borrowsType {
      us_payload_slot(type.pointer).pointee = object.assumingMemoryBound(to: us_payload.self)
    }
  }

  /// Makes the object that requirements of a type are called on where the caller knows only the type that all doubles share, as
  /// for the elements of a `[Self]`. It is never released.
  init(sharedBy doubleType: DoubleType, type: TypeMetadata) {
    plans = doubleType.plans
    log = nil
    targetInC = nil
    forwards = true
    target = nil
    receiver = SharedReceiver(type: type, description: doubleType.description)
    self.doubleType = doubleType
    borrowsType = false
    actor = nil
    // Invariant: as above. The reference that is given away here is never taken back.
    let object = Unmanaged.passRetained(self).toOpaque()
    object.storeBytes(of: type.pointer, as: UnsafeRawPointer.self)
    us_payload_slot(type.pointer).pointee = object.assumingMemoryBound(to: us_payload.self)
  }

  deinit {
    guard borrowsType else { return }
    let object = Unmanaged.passUnretained(self).toOpaque()
    let type = TypeMetadata(pointer: object.load(as: UnsafeRawPointer.self))
    us_payload_slot(type.pointer).pointee = nil
    doubleType.returnType(type)
  }

  package final var description: String { "\(target == nil ? "Stub" : "Spy")<\(doubleType.description)>" }
}

/// The superclass of doubles whose protocol says nothing about a description.
///
/// A fabricated class may not conform to what its superclass conforms to: the runtime warns of it, and takes either one.
final class DescribedPayload: Payload, CustomStringConvertible, @unchecked Sendable {}

/// Answers the calls that are made on the type that all doubles of a protocol share.
private final class SharedReceiver: CallReceiver {
  private let type: TypeMetadata
  private let description: String

  init(type: TypeMetadata, description: String) {
    self.type = type
    self.description = description
  }

  /// Hands a call over to the double among its arguments: `one == other`.
  func receive(_ call: borrowing Call) -> Outcome {
    for (index, parameter) in call.requirement.parameters.enumerated() where parameter.type == type {
      // Invariant: `Self` is a reference to a payload.
      let double = call.arguments.address(of: index).load(as: AnyObject.self)
      return unsafeDowncast(double, to: Payload.self).receiver.receive(call)
    }
    if call.answerByDefault() { return .returned }
    fatalError(
      "\(call.requirement.baseName) of \(description) was called on the type of its doubles, which belongs to none of them."
        + "\n  What to do: Call it on the type of a double: type(of: double)."
    )
  }
}
