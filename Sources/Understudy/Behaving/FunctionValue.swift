internal import UnderstudyMetadata

/// A function that was passed to a double, which can be called with values whose types show only at run time.
struct FunctionValue: @unchecked Sendable {
  // Sendable: unchecked, since it is the test that decides where the function is called.

  /// The function, which isn't an optional.
  private let function: Any
  let signature: Signature

  /// - Returns: `nil` if the value is no function that can be called, such as an optional that is `nil`.
  init?(_ value: Any) {
    guard let function = (value as? any OptionalShape).map(\.wrapped) ?? value,
      let signature = Signature(TypeMetadata(type(of: function)))
    else { return nil }
    self.function = function
    self.signature = signature
  }

  /// Calls the function, and drops its result.
  ///
  /// - Parameter values: The arguments.
  /// - Throws: What the function throws.
  /// - Precondition: `signature.accepts(values)`.
  func call(_ values: [Any]) throws {
    func returning<R>(_: R.Type) throws { try Application<R>(function: function, values: values)(signature.parameters) }
    try _openExistential(signature.result, do: returning)
  }

  /// The type of such a function, or of an optional one.
  struct Signature {
    let parameters: [Any.Type]
    let result: Any.Type

    /// - Returns: `nil` for what can't be called from anywhere with values alone.
    init?(_ type: TypeMetadata) {
      let wrapped = type.kind == .optional ? NominalMetadata(type)?.genericArguments?.first : nil
      guard let function = FunctionMetadata(wrapped ?? type), function.convention == .swift, !function.isAsync,
        function.thrownError == nil, function.globalActor == nil, !function.isIsolatedAny,
        function.differentiability == .none, function.parameterCount <= 4,
        function.parameters.allSatisfy({ $0.ownership == .default && !$0.isVariadic && !$0.isIsolated })
      else { return nil }
      parameters = function.parameters.map(\.type.type)
      result = function.result.type
    }

    /// Whether the function can be called with some values.
    func accepts(_ values: [Any]) -> Bool {
      guard values.count == parameters.count else { return false }
      return zip(parameters, values).allSatisfy { type, value in
        func accepts<T>(_: T.Type) -> Bool { if case .some = value as? T { true } else { false } }
        return _openExistential(type, do: accepts)
      }
    }
  }
}

/// The call of a function that returns `R`. The language can't spell a function type whose parameters are a list.
private struct Application<R> {
  let function: Any
  let values: [Any]

  private func function<F>(as type: F.Type) -> F {
    func read<T>(_ function: T) -> F {
      // Invariant: `F` differs from `T`, the function's own type, only in `throws` and in marks that don't matter to a call. A
      // function that doesn't throw is called like one that may, and leaves the error register as it was.
      withUnsafePointer(to: function) { UnsafeRawPointer($0).assumingMemoryBound(to: F.self).pointee }
    }
    return _openExistential(function, do: read)
  }

  private func value<T>(_ index: Int) -> T { values[index] as! T }

  func callAsFunction(_ types: [Any.Type]) throws {
    guard let first = types.first else { return _ = try function(as: (() throws -> R).self)() }
    func open<A>(_: A.Type) throws {
      let rest = Array(types.dropFirst())
      if rest.isEmpty { _ = try function(as: ((A) throws -> R).self)(value(0)) } else { try one(A.self, rest) }
    }
    try _openExistential(first, do: open)
  }

  private func one<A>(_: A.Type, _ types: [Any.Type]) throws {
    func open<B>(_: B.Type) throws {
      let rest = Array(types.dropFirst())
      if rest.isEmpty {
        _ = try function(as: ((A, B) throws -> R).self)(value(0), value(1))
      } else {
        try two(A.self, B.self, rest)
      }
    }
    try _openExistential(types[0], do: open)
  }

  private func two<A, B>(_: A.Type, _: B.Type, _ types: [Any.Type]) throws {
    func open<C>(_: C.Type) throws {
      func open<D>(_: D.Type) throws {
        _ = try function(as: ((A, B, C, D) throws -> R).self)(value(0), value(1), value(2), value(3))
      }
      if types.count == 1 {
        _ = try function(as: ((A, B, C) throws -> R).self)(value(0), value(1), value(2))
      } else {
        try _openExistential(types[1], do: open)
      }
    }
    try _openExistential(types[0], do: open)
  }
}
