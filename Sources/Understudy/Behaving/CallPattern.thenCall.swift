internal import UnderstudyCalls
internal import UnderstudyMetadata

extension CallPattern where R == Void {
  /// Makes calls call the closure that they were passed.
  ///
  /// ```swift
  /// stub.when { $0.load(Match.any(), completion: Match.any()) }.thenCall(with: Data(), nil)
  /// ```
  ///
  /// The closure is the one among the arguments that takes such values; it is called during the call, on its thread. Where an
  /// optional one is `nil`, nothing is called. Closures that are `async`, bound to an actor or that change their arguments
  /// can be called by the handler of ``then(_:)``.
  ///
  /// - Parameter values: What the closure is called with.
  @discardableResult
  public func thenCall(with values: Any?...) -> Self {
    calling(values.map { $0 as Any }, returning: ())
  }
}

extension CallPattern {
  /// Makes calls call the closure that they were passed, and then return a value.
  ///
  /// ```swift
  /// stub.when { $0.fetch(Match.any(), completion: Match.any()) }
  ///   .thenCall(with: Result<Int, any Error>.success(1), returning: token)
  /// ```
  ///
  /// The closure is the one among the arguments that takes such values; it is called during the call, on its thread. Where an
  /// optional one is `nil`, nothing is called.
  ///
  /// - Parameters:
  ///   - values: What the closure is called with.
  ///   - result: The result of the call.
  @discardableResult
  public func thenCall(with values: Any?..., returning result: R) -> Self {
    calling(values.map { $0 as Any }, returning: result)
  }

  private func calling(_ values: [Any], returning result: R) -> Self {
    guard let requirement = state.pattern?.requirement else { return self }
    if state.pattern?.isForAllTypes == true {
      state.report("a closure may take other values in each call. Use then { … } and call it there.", in: "thenCall")
      return self
    }
    let fitting = requirement.parameters.indices.filter { index in
      let parameter = requirement.parameters[index]
      guard parameter.autoclosureResult == nil, parameter.ownership != .inout else { return false }
      return FunctionValue.Signature(parameter.type)?.accepts(values) ?? false
    }
    guard fitting.count == 1 else {
      let types = "(" + values.map(typeName).joined(separator: ", ") + ")"
      let names = fitting.map { CallText.label(ofArgument: $0, in: requirement) }.joined(separator: " and ")
      state.report(
        (fitting.isEmpty
          ? "\(CallText.signature(of: requirement)), which passes \(parameterTypes(of: requirement)), passes no closure "
            + "that can be called with \(types)."
          : "\(CallText.signature(of: requirement)) passes several closures that can be called with \(types): \(names).")
          + " Use then { … } and call it there.",
        in: "thenCall"
      )
      return self
    }
    return handling("thenCall", HandlerShape(types: []), thrower: "the closure passed to") { call, _ in
      if let function = FunctionValue(call.arguments.boxedValue(at: fitting[0])) { try function.call(values) }
      return result
    }
  }
}

/// The type of a value; `nil` for an optional that is.
private func typeName(of value: Any) -> String {
  guard let optional = value as? any OptionalShape else { return "\(type(of: value))" }
  return optional.wrapped.map(typeName) ?? "nil"
}
