internal import UnderstudyCalls
internal import UnderstudyMetadata

/// Answers a double's calls as the current script says.
final class ScriptReceiver: CallReceiver {
  func receive(_ call: borrowing Call) -> Outcome {
    let script = Script.current
    let requirement = call.requirement
    let kind: CallKind =
      switch requirement.kind {
      case .method, .initializer: .method
      case .getter: .getter
      case .setter: .setter
      case .subscriptGetter: .subscriptGetter
      case .subscriptSetter: .subscriptSetter
      }
    script.enter(requirement.baseName, kind)
    if call.arguments.count != script.argumentCount {
      script.complain("\(call.arguments.count) arguments arrived, not \(script.argumentCount)")
    }
    Self.compareArguments(call, script)
    guard requirement.isAsync, script.suspends else { return Self.end(call, script) }
    return .pending { call in
      await Task.yield()
      Self.compareArguments(call, script)
      return Self.end(call, script)
    }
  }

  private static func compareArguments(_ call: borrowing Call, _ script: Script) {
    for (index, parameter) in call.requirement.parameters.enumerated() {
      script.got(index, at: call.arguments.address(of: index), type: parameter.type.type)
    }
  }

  private static func end(_ call: borrowing Call, _ script: Script) -> Outcome {
    for index in 0..<min(call.arguments.count, script.argumentCount) where script.isInout(index) {
      guard let address = call.inoutAddress(of: index) else {
        script.complain("argument \(index) is inout, but the caller's variable isn't known")
        continue
      }
      let kind = call.requirement.parameters[index].type.type
      script.got(index, at: UnsafeRawPointer(address), type: kind)
      script.change(index, at: address)
    }
    if let error = script.errorToThrow() { return .threw(error) }
    script.initializeResult(call.resultAddress, type: call.requirement.result.type)
    return .returned
  }
}

/// Has all calls of a double go on to its target.
final class PassingOn: CallReceiver {
  func receive(_ call: borrowing Call) -> Outcome { .forwarded { _, _ in } }
}
