internal import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Answers the calls that come in through the static entries: turns frames into `Call`s and outcomes into frames.
enum Dispatcher {
  /// Makes the entries call here. Done before the first witness table is handed out.
  static let install: Void = {
    us_install_receiver(
      us_receiver_functions(
        answer: { frame, plan, payload, result, begun in
          Dispatcher.answer(frame, plan, UnsafeRawPointer(payload), result, begun)
        },
        note: { payload, chunk, record in
          // Invariant: the caller keeps its receiver.
          Unmanaged<Payload>.fromOpaque(payload)._withUnsafeGuaranteedRef { payload in
            payload.receiver.note(chunk.map { Arguments(borrowing: $0, record!) })
          }
        },
        specialise: { frame, plan, payload in
          if plan.pointee.entry_kind == UInt8(US_ENTRY_DUMMY.rawValue) {
            Dispatcher.stop(frame, UnsafeRawPointer(payload))
          }
          return Dispatcher.specialise(frame, plan)
        },
        finish_pending: AsyncFunction(function: finishPending).record,
        end_forward: { frame, pending in Dispatcher.endForward(frame, pending) },
        end_modify: { buffer, _ in ModifyAccess.end(buffer) }
      )
    )
  }()

  /// A Swift async function as the entries need it: the address of its async function pointer record.
  private struct AsyncFunction {
    let function: (UnsafeMutablePointer<us_frame>, UnsafeRawPointer) async -> Void

    var record: UnsafeRawPointer {
      // A function value is the record's address and a context, which a global function doesn't have.
      unsafeBitCast(self, to: (UnsafeRawPointer, UnsafeRawPointer?).self).0
    }
  }

  /// The plan of one call of a generic requirement.
  private static func specialise(
    _ frame: UnsafePointer<us_frame>,
    _ plan: UnsafePointer<us_call_plan>
  ) -> UnsafePointer<us_call_plan> {
    // Invariant: the context of a generic requirement's plan is that requirement, which lives as long as the plan.
    let generic = Unmanaged<PolymorphicRequirement>.fromOpaque(plan.pointee.context.unsafelyUnwrapped)
    do throws(Refusal) {
      return try generic.takeUnretainedValue().plan(of: frame, plan)
    } catch {
      // The double was made before this type was known, and the caller waits for a result that can't be delivered.
      fatalError("A call on \(error.subject) can't be answered: \(error.reason)\n  What to do: \(error.remedy)")
    }
  }

  /// Ends a call of a dummy whose requirements aren't known.
  private static func stop(_ frame: UnsafePointer<us_frame>, _ payload: UnsafeRawPointer) -> Never {
    let payload = Unmanaged<Payload>.fromOpaque(payload).takeUnretainedValue()
    let entry = Int(frame.pointee.entry & ((1 << UInt64(US_RECEIVER_SHIFT)) - 1))
    // Invariant: only dummies have such entries.
    (payload.receiver as! any DummyReceiver).stop(payload.doubleType.nameOfRequirement(entry: entry))
  }

  /// The plan of a call of any entry.
  static func plan(
    of frame: UnsafePointer<us_frame>,
    _ plan: UnsafePointer<us_call_plan>
  ) -> UnsafePointer<us_call_plan> {
    plan.pointee.entry_kind == UInt8(US_ENTRY_GENERIC.rawValue) ? specialise(frame, plan) : plan
  }

  private static func answer(
    _ frame: UnsafeMutablePointer<us_frame>,
    _ plan: UnsafePointer<us_call_plan>,
    _ payload: UnsafeRawPointer,
    _ result: UnsafeMutablePointer<UInt8>,
    _ begun: UnsafePointer<us_begun_call>?
  ) -> us_outcome {
    // Invariant: the caller keeps its receiver, and so the payload, alive while the call lasts.
    Unmanaged<Payload>.fromOpaque(payload)._withUnsafeGuaranteedRef { payload in
      // Invariant: a plan's context is the object its maker put there, which lives as long as the plan.
      let context = Unmanaged<AnyObject>.fromOpaque(plan.pointee.context.unsafelyUnwrapped)
      if plan.pointee.entry_kind == UInt8(US_ENTRY_MODIFY.rawValue) {
        let property = unsafeDowncast(context.takeUnretainedValue(), to: ModifiableProperty.self)
        ModifyAccess.begin(property, frame: frame, plan: plan, payload: payload)
        return US_OUTCOME_FINISHED
      }
      let requirement = unsafeDowncast(context.takeUnretainedValue(), to: Requirement.self)
      let arguments =
        begun.map { Arguments(taking: $0.pointee) }
        ?? .make(of: requirement) { block in
          let block = block.assumingMemoryBound(to: UInt8.self)
          // What the call goes on with stays in the frame.
          if payload.forwards { us_copy_arguments(frame, plan, block) } else { us_read_arguments(frame, plan, block) }
        }
      let inoutAddresses =
        requirement.hasInoutParameters ? Self.inoutAddresses(frame, plan, arguments) : []
      let call = Call(
        arguments: arguments,
        result: result,
        inoutAddresses: inoutAddresses,
        double: payload,
        search: begun.map { AnswerSearch(taking: $0.pointee) }
      )
      let outcome: Outcome
      if requirement.isImplicit, payload.target != nil {
        outcome = .forwarded { _, _ in }
      } else if requirement.isImplicit, call.answerByDefault() {
        outcome = .returned
      } else {
        outcome = payload.receiver.receive(call)
      }
      if case .forwarded(let end) = outcome {
        guard let target = payload.target(of: arguments) else { preconditionFailure("only calls of a spy can go on") }
        return forward(arguments, of: payload, to: target, frame, plan, inoutAddresses, result, end)
      }
      if payload.forwards { us_drop_arguments(frame, plan) }
      switch outcome {
      case .returned:
        arguments.endFunctions(of: plan, inoutAddresses)
        return US_OUTCOME_RETURNED
      case .threw(let error):
        arguments.endFunctions(of: plan, inoutAddresses)
        frame.setError(error, plan)
        return US_OUTCOME_FINISHED
      case .pending(let finish):
        let pending = PendingCall(
          arguments: arguments,
          plan: plan,
          callersResult: plan.pointee.result_mode == UInt8(US_RESULT_ADDRESS.rawValue)
            ? UnsafeMutableRawPointer(result) : nil,
          inoutAddresses: inoutAddresses,
          double: payload,
          finish: finish
        )
        frame.pointee.pending = Unmanaged.passRetained(pending).toOpaque()
        return US_OUTCOME_PENDING
      case .forwarded: preconditionFailure("was handled above")
      }
    }
  }

  /// Lets a call go on to the object behind a spy.
  private static func forward(
    _ arguments: Arguments,
    of payload: Payload,
    to target: ForwardTarget,
    _ frame: UnsafeMutablePointer<us_frame>,
    _ plan: UnsafePointer<us_call_plan>,
    _ inoutAddresses: [UnsafeMutableRawPointer?],
    _ result: UnsafeMutablePointer<UInt8>,
    _ end: @escaping (borrowing Call, Outcome) -> Void
  ) -> us_outcome {
    let isAsync = arguments.requirement.isAsync
    let needsRoom = isAsync && plan.pointee.result_mode != UInt8(US_RESULT_ADDRESS.rawValue)
    let call = ForwardedCall(
      arguments,
      of: payload,
      target: target,
      plan: plan,
      inoutAddresses: inoutAddresses,
      result: needsRoom ? nil : UnsafeMutableRawPointer(result),
      end: end
    )
    let out = call.begin(frame)
    if isAsync {
      frame.pointee.outgoing = out
      frame.pointee.pending = Unmanaged.passRetained(call).toOpaque()
      return US_OUTCOME_FORWARDED
    }
    us_invoke(out)
    guard let error = call.finish() else { return US_OUTCOME_RETURNED }
    frame.setError(error, plan)
    return US_OUTCOME_FINISHED
  }

  /// Ends an async call that went on to the object behind a spy.
  private static func endForward(_ frame: UnsafeMutablePointer<us_frame>, _ pending: UnsafeMutableRawPointer) {
    // Invariant: `forward` left a retained `ForwardedCall` there.
    let call = Unmanaged<ForwardedCall>.fromOpaque(pending).takeRetainedValue()
    let plan = call.plan
    if let error = call.finish() {
      frame.setError(error, plan)
    } else {
      us_write_result(frame, plan, call.result.assumingMemoryBound(to: UInt8.self))
    }
    // Invariant: the caller's reference was handed over with the call.
    if plan.pointee.consumes_self != 0 { Unmanaged.passUnretained(call.payload).release() }
  }

  /// The addresses of the caller's variables, by parameter.
  private static func inoutAddresses(
    _ frame: UnsafePointer<us_frame>,
    _ plan: UnsafePointer<us_call_plan>,
    _ arguments: Arguments
  ) -> [UnsafeMutableRawPointer?] {
    let requirement = arguments.requirement
    let parts = UnsafeBufferPointer(start: plan.pointee.argument_parts, count: Int(plan.pointee.argument_part_count))
    var addresses: [UnsafeMutableRawPointer?] = Array(repeating: nil, count: requirement.parameters.count)
    for part in parts where part.ownership == UInt8(US_OWNERSHIP_INOUT.rawValue) {
      guard
        let index = requirement.argumentOffsets.indices.first(where: { index in
          requirement.parameters[index].ownership == .inout && requirement.argumentOffsets[index] == Int(part.offset)
            && addresses[index] == nil
        })
      else { continue }
      if part.metatype != 0 {
        // It has one value: whoever writes it changes nothing.
        addresses[index] = UnsafeMutableRawPointer(mutating: arguments.address(of: index))
        continue
      }
      // The compiler passes no address of a value without size; nobody reads or writes there.
      addresses[index] =
        requirement.parameters[index].type.size == 0
        ? UnsafeMutableRawPointer(bitPattern: requirement.parameters[index].type.alignment)
        : us_address_at(frame, part.address)
    }
    return addresses
  }
}

extension UnsafeMutablePointer<us_frame> {
  /// Ends the call with an error, which the caller then owns.
  fileprivate func setError(_ error: any Error, _ plan: UnsafePointer<us_call_plan>) {
    if let type = plan.pointee.error_type.map(TypeMetadata.init), type != TypeMetadata((any Error).self) {
      func writeTyped<E>(_ type: E.Type) {
        // An object of a subclass is one of the class as well.
        guard let error = error as? E else {
          preconditionFailure("an error of another type than the requirement's was to be thrown")
        }
        write(error, plan)
      }
      _openExistential(type.type, do: writeTyped)
    } else {
      // The error as it is here, in its box.
      write(error as any Error, plan)
    }
  }

  private func write<E>(_ error: E, _ plan: UnsafePointer<us_call_plan>) {
    let value = UnsafeMutablePointer<E>.allocate(capacity: 1)
    value.initialize(to: error)
    // Takes the value over.
    us_write_error(self, plan, UnsafeMutableRawPointer(value).assumingMemoryBound(to: UInt8.self))
    value.deallocate()
  }
}

/// An async call that has suspended.
private final class PendingCall {
  let arguments: Arguments
  let plan: UnsafePointer<us_call_plan>
  /// The caller's memory for the result, if it isn't returned in registers.
  let callersResult: UnsafeMutableRawPointer?
  let inoutAddresses: [UnsafeMutableRawPointer?]
  let double: Payload
  let finish: (borrowing Call) async -> Outcome

  init(
    arguments: Arguments,
    plan: UnsafePointer<us_call_plan>,
    callersResult: UnsafeMutableRawPointer?,
    inoutAddresses: [UnsafeMutableRawPointer?],
    double: Payload,
    finish: @escaping (borrowing Call) async -> Outcome
  ) {
    self.arguments = arguments
    self.plan = plan
    self.callersResult = callersResult
    self.inoutAddresses = inoutAddresses
    self.double = double
    self.finish = finish
  }
}

/// Finishes the pending call whose frame is given. Called by the async entries, in a context of its own.
private func finishPending(_ frame: UnsafeMutablePointer<us_frame>, _ address: UnsafeRawPointer) async {
  // Invariant: `Dispatcher.answer` left a retained `PendingCall` there.
  let pending = Unmanaged<PendingCall>.fromOpaque(address).takeRetainedValue()
  let plan = pending.plan
  let result =
    pending.callersResult
    ?? .allocate(byteCount: Int(plan.pointee.result_size), alignment: Int(plan.pointee.result_alignment))
  defer { if pending.callersResult == nil { result.deallocate() } }

  let call = Call(
    arguments: pending.arguments,
    result: result,
    inoutAddresses: pending.inoutAddresses,
    double: pending.double
  )
  let outcome = await pending.finish(call)
  pending.arguments.endFunctions(of: plan, pending.inoutAddresses)
  switch outcome {
  case .returned:
    us_write_result(frame, plan, result.assumingMemoryBound(to: UInt8.self))
  case .threw(let error):
    frame.setError(error, plan)
  case .pending, .forwarded:
    preconditionFailure("a pending call can't suspend into another one")
  }
  // Invariant: the caller's reference was handed over with the call.
  if plan.pointee.consumes_self != 0 { Unmanaged.passUnretained(pending.double).release() }
}

extension Arguments {
  /// Makes the functions unusable that may not be kept, and those in the caller's variables callable for the caller.
  func endFunctions(
    of plan: UnsafePointer<us_call_plan>,
    _ inoutAddresses: [UnsafeMutableRawPointer?]
  ) {
    guard plan.pointee.argument_conversion_count != 0 else { return }
    us_expire_functions(plan, baseAddress.assumingMemoryBound(to: UInt8.self))
    for (index, address) in inoutAddresses.enumerated() {
      guard let address else { continue }
      us_convert_variable(plan, UInt32(index), address.assumingMemoryBound(to: UInt8.self), false)
    }
  }
}
