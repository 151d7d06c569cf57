internal import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// A call that goes on to the object behind a spy, as it came in: only the receiver, `Self` and the place of the result are
/// exchanged.
final class ForwardedCall {
  private let arguments: Arguments
  let plan: UnsafePointer<us_call_plan>
  let payload: Payload
  private let target: ForwardTarget
  private let inoutAddresses: [UnsafeMutableRawPointer?]
  private let end: (borrowing Call, Outcome) -> Void
  /// Where the double's result goes.
  let result: UnsafeMutableRawPointer
  /// Where the target's result goes, if that is of another type: its own, where the requirement says `Self`.
  private var targetResult: UnsafeMutableRawPointer?
  private let memory: UnsafeMutableRawPointer
  /// Memory that lasts as long as the call, and holds nothing when it has ended.
  private var rooms: [UnsafeMutableRawPointer] = []
  /// Those of them that hold a value of the target's type as long as the call lasts.
  private var borrowed: [UnsafeMutableRawPointer] = []
  private var call: UnsafeMutablePointer<us_forwarded_call>?

  /// - Parameters:
  ///   - result: Uninitialized memory for the double's result; `nil` to have some until the call has ended.
  ///   - end: Hears how the call ended.
  init(
    _ arguments: Arguments,
    of payload: Payload,
    target: ForwardTarget,
    plan: UnsafePointer<us_call_plan>,
    inoutAddresses: [UnsafeMutableRawPointer?],
    result: UnsafeMutableRawPointer?,
    end: @escaping (borrowing Call, Outcome) -> Void
  ) {
    self.arguments = arguments
    self.payload = payload
    self.target = target
    self.plan = plan
    self.inoutAddresses = inoutAddresses
    if let result {
      self.result = result
    } else {
      let type = arguments.requirement.result
      self.result = .allocate(byteCount: max(type.size, 1), alignment: type.alignment)
      rooms.append(self.result)
    }
    self.end = end
    memory = .allocate(byteCount: us_forwarded_call_size(plan), alignment: 16)
  }

  deinit {
    for room in rooms { room.deallocate() }
    memory.deallocate()
  }

  private var requirement: Requirement { arguments.requirement }
  private var conformer: TypeMetadata { payload.doubleType.conformer }

  // MARK: The way there

  /// Fills the frame of the call of the target.
  ///
  /// - Parameter frame: What came in. It owns the owned arguments, which go on to the target.
  func begin(_ frame: UnsafePointer<us_frame>) -> UnsafeMutablePointer<us_frame> {
    let entry = frame.pointee.entry
    let kind = entry >> UInt64(US_RECEIVER_SHIFT)
    let index = Int(entry & ((1 << UInt64(US_RECEIVER_SHIFT)) - 1))
    let call = us_begin_forward(
      memory,
      frame,
      plan,
      target.witness(ofEntry: index),
      receiver(kind),
      (resultOfTarget() ?? result).assumingMemoryBound(to: UInt8.self)
    )
    self.call = call
    let out = UnsafeMutableRawPointer(call).assumingMemoryBound(to: us_frame.self)
    exchangeSelf(in: out)
    convertVariables(toGeneral: false)
    return out
  }

  /// What the witness expects in the self register.
  private func receiver(_ kind: UInt64) -> UnsafeMutableRawPointer {
    guard plan.pointee.consumes_self != 0 else { return target.receiver(kind) }
    // It takes a value over: one of its own.
    let room = room(for: target.type)
    target.type.copy(from: target.address, to: room)
    return kind == UInt64(US_RECEIVER_OBJECT) ? room.load(as: UnsafeMutableRawPointer.self) : room
  }

  private func room(for type: TypeMetadata) -> UnsafeMutableRawPointer {
    let room = UnsafeMutableRawPointer.allocate(byteCount: max(type.size, 1), alignment: type.alignment)
    rooms.append(room)
    return room
  }

  /// Memory for a result whose type depends on `Self`, where it travels through memory.
  private func resultOfTarget() -> UnsafeMutableRawPointer? {
    guard plan.pointee.result_mode == UInt8(US_RESULT_ADDRESS.rawValue) else { return nil }
    if requirement.result == conformer {
      targetResult = room(for: target.type)
    } else if requirement.result == payload.doubleType.optionalConformer {
      targetResult = room(for: target.type.optional)
    }
    return targetResult
  }

  /// Puts targets where doubles were passed as `Self`, or as `Self?`.
  private func exchangeSelf(in out: UnsafeMutablePointer<us_frame>) {
    let optional = payload.doubleType.optionalConformer.pointer
    let parts = UnsafeBufferPointer(start: plan.pointee.argument_parts, count: Int(plan.pointee.argument_part_count))
    for part in parts where part.type == conformer.pointer || part.type == optional {
      let isOptional = part.type == optional
      let isOwned = part.ownership == UInt8(US_OWNERSHIP_OWNED.rawValue)
      let location = part.is_indirect != 0 ? part.address : plan.pointee.moves![Int(part.first_move)].location
      // Invariant: the address of a reference to a double, or that reference. One that is missing is null.
      let word = us_address_at(out, location)
      guard let object = part.is_indirect != 0 ? word!.load(as: UnsafeRawPointer?.self) : UnsafeRawPointer(word) else {
        if part.is_indirect != 0 { us_set_address_at(out, location, optionalTarget(nil)) }
        continue
      }
      let other = target(of: object)
      if part.is_indirect == 0 {
        us_set_address_at(out, location, other.object)
        if isOwned { _ = Unmanaged<AnyObject>.fromOpaque(other.object).retain() }
      } else if isOptional {
        let room = optionalTarget(other)
        us_set_address_at(out, location, room)
        if !isOwned { borrowed.append(room) }
      } else if isOwned {
        let room = room(for: other.type)
        other.type.copy(from: other.address, to: room)
        us_set_address_at(out, location, room)
      } else {
        us_set_address_at(out, location, other.address)
      }
      // The double itself was handed over, and doesn't go on.
      if isOwned { Unmanaged<Payload>.fromOpaque(object).release() }
    }
  }

  /// An optional of the target's type.
  private func optionalTarget(_ other: ForwardTarget?) -> UnsafeMutableRawPointer {
    let type = target.type
    let room = room(for: type.optional)
    if let other { type.copy(from: other.address, to: room) }
    // Invariant: an optional is a value with one empty case, and the value lies at its start.
    us_value_witnesses(type.pointer).pointee.store_enum_tag_single_payload(room, other == nil ? 1 : 0, 1, type.pointer)
    return room
  }

  private func target(of double: UnsafeRawPointer) -> ForwardTarget {
    // Invariant: all values of the fabricated type are payloads.
    let payload = Unmanaged<Payload>.fromOpaque(double).takeUnretainedValue()
    guard let other = payload.target, other.type == target.type else {
      fatalError(
        "\(self.payload.description): \(requirement.baseName) was called with \(payload.description), whose real object is of "
          + "another type than \(target.type.name)."
      )
    }
    return other
  }

  /// Functions in the caller's variables were made callable for the log.
  private func convertVariables(toGeneral: Bool) {
    guard plan.pointee.argument_conversion_count != 0 else { return }
    for (index, address) in inoutAddresses.enumerated() {
      guard let address else { continue }
      us_convert_variable(plan, UInt32(index), address.assumingMemoryBound(to: UInt8.self), toGeneral)
    }
  }

  // MARK: The way back

  /// Takes what the target returned or threw, once it has, and tells whoever wants to know.
  ///
  /// - Returns: The error; `nil` if `result` has been initialized.
  func finish() -> (any Error)? {
    for value in borrowed { target.type.destroy(value) }
    convertVariables(toGeneral: true)
    let outcome: Outcome
    if plan.pointee.can_throw != 0, call!.pointee.out.error != nil {
      outcome = .threw(takeError())
    } else {
      takeResult()
      outcome = .returned
    }
    end(Call(arguments: arguments, result: result, inoutAddresses: inoutAddresses, double: payload), outcome)
    arguments.endFunctions(of: plan, inoutAddresses)
    if case .threw(let error) = outcome { return error }
    return nil
  }

  private func takeError() -> any Error {
    let memory = UnsafeMutableRawPointer(call!.pointee.error)
    us_read_error(&call!.pointee.out, plan, call!.pointee.error)
    func take<E>(_ type: E.Type) -> any Error {
      // Invariant: typed errors are of types that conform to Error.
      memory.assumingMemoryBound(to: E.self).move() as! any Error
    }
    guard let type = plan.pointee.error_type.map(TypeMetadata.init), type != TypeMetadata((any Error).self) else {
      return memory.assumingMemoryBound(to: (any Error).self).move()
    }
    return _openExistential(type.type, do: take)
  }

  private func takeResult() {
    if let targetResult {
      storeDouble(requirement.result == conformer ? .some(targetResult) : wrapped(in: targetResult))
      return
    }
    us_read_result(&call!.pointee.out, plan, result.assumingMemoryBound(to: UInt8.self), call!.pointee.result_memory)
    guard requirement.result == conformer || requirement.result == payload.doubleType.optionalConformer else { return }
    // A reference to an object of the target's type, or `nil`.
    let isNil = result.load(as: UnsafeRawPointer?.self) == nil
    storeDouble(isNil ? nil : result)
  }

  /// The value in an optional; `nil` if there is none.
  private func wrapped(in optional: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    // A payload lies at the start of an optional.
    us_value_witnesses(target.type.pointer).pointee.get_enum_tag_single_payload(optional, 1, target.type.pointer) == 0
      ? optional : nil
  }

  /// Makes a double of a value of the target's type, which it takes over, the result.
  private func storeDouble(_ value: UnsafeMutableRawPointer?) {
    guard let value else { return result.storeBytes(of: nil, as: UnsafeRawPointer?.self) }
    let isTarget =
      target.type.kind == .class && value.load(as: UnsafeMutableRawPointer.self) == target.object
    if isTarget {
      target.type.destroy(value)
      result.storeBytes(of: Unmanaged.passRetained(payload).toOpaque(), as: UnsafeMutableRawPointer.self)
    } else {
      let double = Payload(of: payload.doubleType, receiver: payload.receiver, target: target.sibling(taking: value))
      result.storeBytes(of: Unmanaged.passRetained(double).toOpaque(), as: UnsafeMutableRawPointer.self)
    }
  }
}
