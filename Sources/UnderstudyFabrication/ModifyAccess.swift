internal import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// A property or subscript that can be changed in place: its getter and setter.
final class ModifiableProperty: Sendable {
  let getter: Requirement
  let setter: Requirement

  init(getter: Requirement, setter: Requirement) {
    self.getter = getter
    self.setter = setter
  }
}

/// An in-place access under way: the value that the getter gave, to be handed to the setter when the access ends.
///
/// The coroutine convention (`lib/IRGen/GenCoro.cpp`): the caller passes a buffer of four words, gets back a continuation
/// and the address of the value, and calls the continuation with the buffer when it is done.
final class ModifyAccess {
  private let property: ModifiableProperty
  private let payload: Payload
  private let indices: Arguments
  private let value: UnsafeMutableRawPointer
  /// Knows of functions in the value, which the caller sees as the property's type says.
  private let plan: UnsafePointer<us_call_plan>
  /// How to go on to the object behind a spy.
  private let forwarder: AccessorForwarder?

  private init(
    _ property: ModifiableProperty,
    of payload: Payload,
    indices: Arguments,
    frame: UnsafePointer<us_frame>,
    plan: UnsafePointer<us_call_plan>
  ) {
    self.property = property
    forwarder = payload.target.map { AccessorForwarder(payload: payload, target: $0, frame: frame, plan: plan) }
    self.plan = plan
    self.payload = payload
    self.indices = indices
    let type = property.getter.result
    value = .allocate(byteCount: max(type.size, 1), alignment: type.alignment)
  }

  deinit {
    value.deallocate()
  }

  /// Gets the value, and leaves the access in the caller's buffer.
  static func begin(
    _ property: ModifiableProperty,
    frame: UnsafeMutablePointer<us_frame>,
    plan: UnsafePointer<us_call_plan>,
    payload: Payload
  ) {
    let indices = Arguments.make(of: property.getter) { block in
      us_read_arguments(frame, plan, block.assumingMemoryBound(to: UInt8.self))
    }
    let access = ModifyAccess(property, of: payload, indices: indices, frame: frame, plan: plan)
    access.call(indices)
    us_convert_result(plan, access.value.assumingMemoryBound(to: UInt8.self), false)
    // Invariant: the first register holds the address of the caller's buffer, which outlives the access.
    let buffer = UnsafeMutableRawPointer(bitPattern: UInt(frame.pointee.gpr.0)).unsafelyUnwrapped
    buffer.storeBytes(of: Unmanaged.passRetained(access).toOpaque(), as: UnsafeMutableRawPointer.self)
    frame.pointee.result_gpr.0 = UInt64(UInt(bitPattern: us_modify_continuation()))
    frame.pointee.result_gpr.1 = UInt64(UInt(bitPattern: access.value))
  }

  /// Hands the changed value to the setter. Done also when the access was left by an error, as Swift's own accessors do.
  static func end(_ buffer: UnsafeMutableRawPointer) {
    // Invariant: `begin` left a retained access there.
    let access = Unmanaged<ModifyAccess>.fromOpaque(buffer.load(as: UnsafeRawPointer.self)).takeRetainedValue()
    us_convert_result(access.plan, access.value.assumingMemoryBound(to: UInt8.self), true)
    let setter = access.property.setter
    let arguments = Arguments.make(of: setter) { block in
      setter.parameters[0].type.take(from: access.value, to: block + setter.argumentOffsets[0])
      for index in access.indices.requirement.parameters.indices {
        setter.parameters[index + 1].type.copy(
          from: access.indices.address(of: index),
          to: block + setter.argumentOffsets[index + 1]
        )
      }
    }
    access.call(arguments)
  }

  /// Calls the getter or the setter.
  private func call(_ arguments: Arguments) {
    switch payload.receiver.receive(Call(arguments: arguments, result: value)) {
    case .returned: break
    case .forwarded(let end): forwarder!.forward(arguments, result: value, end)
    case .threw, .pending:
      preconditionFailure("a property that can be changed in place has accessors that return at once")
    }
  }
}
