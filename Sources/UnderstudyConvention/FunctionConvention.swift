internal import UnderstudyCalls
internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// How functions of a type are called: where the type is known, and where it isn't.
enum FunctionConvention {
  private struct Key: Hashable {
    var type: FormalType
    var isEscaping: Bool
  }

  private struct Entry: @unchecked Sendable {
    // Sendable: filled before it is published, never changed, never released.
    let type: UnsafePointer<us_function_type>
  }

  private static let known = Guarded<[Key: Entry]>([:])

  /// The conventions of a function type, in memory that is never released.
  ///
  /// - Parameter isEscaping: Whether functions of the type may be kept.
  static func of(
    _ type: FormalType,
    isEscaping: Bool,
    planner: CallPlanner
  ) throws(UnsupportedType) -> UnsafePointer<us_function_type> {
    let key = Key(type: type, isEscaping: isEscaping)
    if let entry = known.withLock({ $0[key] }) { return entry.type }
    let entry = Entry(type: try make(key, planner: planner))
    return known.withLock { known in
      if let entry = known[key] { return entry }
      known[key] = entry
      return entry
    }.type
  }

  private static func make(
    _ key: Key,
    planner: CallPlanner
  ) throws(UnsupportedType) -> UnsafePointer<us_function_type> {
    let type = key.type.type
    func unsupported(_ reason: String) -> UnsupportedType { UnsupportedType(type: type, reason: reason) }
    guard let function = FunctionMetadata(type), let pattern = FunctionMetadata(key.type.pattern) else {
      throw unsupported("it has no description at run time")
    }
    if function.thrownError != nil { throw unsupported("functions that throw a type of their own aren't passed yet") }
    if function.isNonisolatedNonsending || function.isIsolatedAny {
      throw unsupported("functions that carry or take an actor aren't passed yet")
    }
    if function.differentiability != .none { throw unsupported("differentiable functions aren't passed") }

    var parameters: [CallShape.Parameter] = []
    for (index, parameter) in function.parameters.enumerated() {
      if parameter.isIsolated { throw unsupported("functions with an `isolated` parameter aren't passed yet") }
      if parameter.isVariadic { throw unsupported("functions with a variadic parameter aren't passed yet") }
      try checkTuple(parameter.type, in: type)
      parameters.append(
        CallShape.Parameter(
          type: FormalType(type: parameter.type, pattern: pattern.parameter(index).type),
          ownership: try ownership(of: parameter, in: type),
          isNonescaping: FunctionMetadata(parameter.type).map { !$0.isEscaping } ?? false
        )
      )
    }
    let shape = CallShape(
      parameters: parameters,
      result: FormalType(type: function.result, pattern: pattern.result),
      isAsync: function.isAsync,
      canThrow: function.isThrowing
    )
    let offsets = Requirement.layOut(parameters.map(\.type.type)).offsets
    let conventions = us_function_type(
      natural: try planner.plan(for: shape, of: .function, offsets: offsets),
      general: try planner.generalPlan(for: shape, offsets: offsets),
      is_async: function.isAsync,
      is_escaping: key.isEscaping
    )
    let memory = UnsafeMutablePointer<us_function_type>.allocate(capacity: 1)
    memory.initialize(to: conventions)
    return UnsafePointer(memory)
  }

  private static func ownership(
    of parameter: FunctionMetadata.Parameter,
    in type: TypeMetadata
  ) throws(UnsupportedType) -> Requirement.Ownership {
    switch parameter.ownership {
    case .default, .shared: return .guaranteed
    case .owned: return .owned
    case .inout: return .inout
    case .unknown: throw UnsupportedType(type: type, reason: "a parameter's ownership isn't known")
    }
  }

  /// A tuple parameter is put together from its elements' bytes while it is borrowed.
  private static func checkTuple(_ parameter: TypeMetadata, in type: TypeMetadata) throws(UnsupportedType) {
    if TupleMetadata(parameter) != nil, !parameter.isBitwiseTakable {
      throw UnsupportedType(type: type, reason: "it takes a tuple that can't be moved by its bytes")
    }
  }
}
