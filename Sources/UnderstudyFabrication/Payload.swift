package import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// The object behind a double's value. Its class is a fabricated subclass of this one, so that each doubled type has a
/// type of its own.
///
/// It isn't `Hashable`: a double of a protocol that is has a conformance of its own, and with two the runtime warns that
/// it takes either. Other doubles are told apart as the objects they are.
///
/// The entries find `plans` at the layout of `us_payload`: it has to stay the first stored property.
package class Payload: @unchecked Sendable {
  // Sendable: nothing here changes once the object is made.

  final let plans: UnsafePointer<us_call_plan>
  /// Answers the calls.
  package final let receiver: any CallReceiver
  /// The type this is a double of.
  package final let doubleType: DoubleType
  /// Whether the object's class is its own and goes back to the doubled type at the end.
  private final let borrowsType: Bool

  /// What calls can go on to, if this is a spy.
  final let target: ForwardTarget?

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
