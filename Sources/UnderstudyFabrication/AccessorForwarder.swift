internal import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Calls a getter or setter of the object behind a spy, for an in-place access: no such call has come in that could go on.
struct AccessorForwarder {
  private let payload: Payload
  private let target: ForwardTarget
  /// The kind of receiver, as entries have it.
  private let kind: UInt64
  /// What came in with the access for a generic subscript's own parameters.
  private let genericArguments: [UnsafeMutableRawPointer?]

  /// - Parameters:
  ///   - frame: That of the access.
  ///   - plan: That of the access.
  init(
    payload: Payload,
    target: ForwardTarget,
    frame: UnsafePointer<us_frame>,
    plan: UnsafePointer<us_call_plan>
  ) {
    self.payload = payload
    self.target = target
    kind = frame.pointee.entry >> UInt64(US_RECEIVER_SHIFT)
    genericArguments = (0..<Int(plan.pointee.generic_argument_count)).map {
      us_address_at(frame, plan.pointee.generic_arguments![$0])
    }
  }

  /// Makes the call.
  ///
  /// - Parameter result: Uninitialized memory for the result.
  func forward(
    _ arguments: Arguments,
    result: UnsafeMutableRawPointer,
    _ end: @escaping (borrowing Call, Outcome) -> Void
  ) {
    let entry = payload.doubleType.entryIndices[arguments.requirement.index]
    let template = payload.doubleType.plans + entry
    let stack = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(template.pointee.stack_size) + 1)
    defer { stack.deallocate() }
    var frame = us_frame()
    frame.entry = UInt64(entry) | kind << UInt64(US_RECEIVER_SHIFT)
    frame.stack = stack
    for (index, word) in genericArguments.enumerated() {
      us_set_address_at(&frame, template.pointee.generic_arguments![index], word)
    }
    let plan = Dispatcher.plan(of: &frame, template)

    // What the accessor consumes, or takes functions from, is a copy; the arguments stay as they are.
    let parameters = arguments.requirement.parameters
    var copies: [(index: Int, memory: UnsafeMutableRawPointer)] = []
    var values: [UnsafeMutablePointer<UInt8>] = []
    for (index, parameter) in parameters.enumerated() {
      var value = UnsafeMutableRawPointer(mutating: arguments.address(of: index))
      if parameter.ownership == .owned || plan.pointee.convertsParameter(index) {
        value = .allocate(byteCount: max(parameter.type.size, 1), alignment: parameter.type.alignment)
        copies.append((index, value))
        parameter.type.copy(from: arguments.address(of: index), to: value)
        us_convert_variable(plan, UInt32(index), value.assumingMemoryBound(to: UInt8.self), false)
      }
      values.append(value.assumingMemoryBound(to: UInt8.self))
    }
    defer {
      for (index, memory) in copies {
        if parameters[index].ownership != .owned { parameters[index].type.destroy(memory) }
        memory.deallocate()
      }
    }
    let bytes = result.assumingMemoryBound(to: UInt8.self)
    // Where results go is said again by the call that goes on.
    us_write_arguments(&frame, plan, values, stack, bytes, bytes, bytes)
    let call = ForwardedCall(
      arguments,
      of: payload,
      target: target,
      plan: plan,
      inoutAddresses: [],
      result: result,
      end: end
    )
    us_invoke(call.begin(&frame))
    if call.finish() != nil {
      preconditionFailure("a property that can be changed in place has accessors that don't throw")
    }
  }
}

extension us_call_plan {
  /// Whether there are functions in a parameter.
  fileprivate func convertsParameter(_ index: Int) -> Bool {
    UnsafeBufferPointer(start: argument_conversions, count: Int(argument_conversion_count))
      .contains { Int($0.parameter) == index }
  }
}
