internal import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// How functions of a type are called: where the type is known, and where it isn't.
enum FunctionConvention {
  // Invariant: a value is a `us_function_type`, filled before it is there, never changed, never released.
  nonisolated(unsafe) private static let escaping = us_pair_table_create()
  nonisolated(unsafe) private static let nonescaping = us_pair_table_create()

  /// The conventions of a function type, in memory that is never released.
  ///
  /// - Parameter isEscaping: Whether functions of the type may be kept.
  static func of(
    _ type: FormalType,
    isEscaping: Bool,
    planner: CallPlanner
  ) throws(UnsupportedType) -> UnsafePointer<us_function_type> {
    let known = isEscaping ? escaping : nonescaping
    if let found = us_pair_table_get(known, type.type.pointer, type.pattern.pointer) {
      return found.assumingMemoryBound(to: us_function_type.self)
    }
    let made = try make(type, isEscaping: isEscaping, planner: planner)
    // Somebody else may have made the same meanwhile: the first stays.
    if us_pair_table_add(known, type.type.pointer, type.pattern.pointer, made) { return made }
    return us_pair_table_get(known, type.type.pointer, type.pattern.pointer)!
      .assumingMemoryBound(to: us_function_type.self)
  }

  private static func make(
    _ formal: FormalType,
    isEscaping: Bool,
    planner: CallPlanner
  ) throws(UnsupportedType) -> UnsafePointer<us_function_type> {
    let type = formal.type
    func unsupported(_ reason: String) -> UnsupportedType { UnsupportedType(type: type, reason: reason) }
    // Invariant: it is a function and known to be one, as all that have to be converted (`ConvertedFunction`).
    let function = FunctionMetadata(type)!
    let pattern = FunctionMetadata(formal.pattern)!
    if function.differentiability != .none { throw unsupported("differentiable functions aren't passed") }

    var parameters: [CallShape.Parameter] = []
    var types: [TypeMetadata] = []
    var index = 0
    while index < function.parameterCount {
      let parameter = function.parameter(index)
      var formal = FormalType(type: parameter.type, pattern: pattern.parameter(index).type)
      if parameter.isVariadic { formal = FormalType(type: array(of: formal.type), pattern: array(of: formal.pattern)) }
      index += 1
      try checkMoves(formal, in: type)
      types.append(formal.type)
      parameters.append(
        CallShape.Parameter(
          type: formal,
          ownership: try ownership(of: parameter, in: type),
          isNonescaping: FunctionMetadata(parameter.type).map { !$0.isEscaping } ?? false
        )
      )
    }
    let error = errorType(of: function)
    var shape = CallShape(
      parameters: parameters,
      result: FormalType(type: function.result, pattern: pattern.result),
      isAsync: function.isAsync,
      canThrow: error != TypeMetadata(Never.self),
      takesCallersActor: function.isNonisolatedNonsending
    )
    types.append(TypeMetadata(CallersActor.self))
    let offsets = Requirement.layOut(types).offsets
    // The general way knows the type as it is here.
    if shape.canThrow, error != TypeMetadata((any Error).self) { shape.errorType = FormalType(error) }
    let general = try planner.generalPlan(for: shape, offsets: offsets)
    // The natural way knows it as it was declared: whoever may throw anything returns errors in memory.
    shape.errorType = pattern.thrownError.map { FormalType(type: error, pattern: $0) }
    let conventions = us_function_type(
      natural: try planner.plan(for: shape, of: .function, offsets: offsets),
      general: general,
      is_async: function.isAsync,
      carries_isolation: function.isIsolatedAny,
      is_escaping: isEscaping
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

  /// What functions of the type throw; `Never` if they don't.
  private static func errorType(of function: FunctionMetadata) -> TypeMetadata {
    guard function.isThrowing else { return TypeMetadata(Never.self) }
    return function.thrownError ?? TypeMetadata((any Error).self)
  }

  /// What the values of a variadic parameter are passed as.
  private static func array(of element: TypeMetadata) -> TypeMetadata {
    func array<T>(_ type: T.Type) -> TypeMetadata { TypeMetadata([T].self) }
    return _openExistential(element.type, do: array)
  }

  /// A value with functions in it is moved to where they can be converted, while it is borrowed; a tuple is put together
  /// there anyway.
  private static func checkMoves(_ parameter: FormalType, in type: TypeMetadata) throws(UnsupportedType) {
    if parameter.type.isBitwiseTakable || parameter.type.kind == .tuple || !parameter.holdsConvertedFunction {
      return
    }
    throw UnsupportedType(type: type, reason: "it takes an optional that can't be moved by its bytes")
  }
}
