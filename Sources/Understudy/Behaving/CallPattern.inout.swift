internal import UnderstudyCalls
internal import UnderstudyMetadata

// A handler that takes arguments `inout` changes the caller's variables. The compiler (6.3.1) lets a closure with `inout`
// parameters pass for one with a parameter pack, and then gives it copies; so each arrangement has its own overload here,
// which wins over the pack, and `HandlerShape.losesWrites` refuses those that have none.

// MARK: - Handlers that write back

extension CallPattern {
  /// Makes calls run a closure that changes the caller's `inout` argument.
  ///
  /// ```swift
  /// stub.when { $0.increment(&counter) }.then { (counter: inout Int) in counter += 1 }
  /// ```
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A>(_ handler: @escaping (inout A) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self], places: [0])) { call, _ in
      try handler(&call.place(0, of: A.self).pointee)
    }
  }

  /// Makes calls run a closure that changes the first of two arguments in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (inout A, B) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self, B.self], places: [0])) { call, _ in
      try handler(&call.place(0, of: A.self).pointee, call.arguments.value(at: 1, as: B.self))
    }
  }

  /// Makes calls run a closure that changes the second of two arguments in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (A, inout B) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self, B.self], places: [1])) { call, _ in
      try handler(call.arguments.value(at: 0, as: A.self), &call.place(1, of: B.self).pointee)
    }
  }

  /// Makes calls run a closure that changes two arguments in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (inout A, inout B) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self, B.self], places: [0, 1])) { call, _ in
      try handler(&call.place(0, of: A.self).pointee, &call.place(1, of: B.self).pointee)
    }
  }

  /// Makes calls run a closure that changes the first of three arguments in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A, B, C>(_ handler: @escaping (inout A, B, C) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self, B.self, C.self], places: [0])) { call, _ in
      try handler(
        &call.place(0, of: A.self).pointee,
        call.arguments.value(at: 1, as: B.self),
        call.arguments.value(at: 2, as: C.self)
      )
    }
  }

  /// Makes calls run a closure that changes the second of three arguments in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A, B, C>(_ handler: @escaping (A, inout B, C) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self, B.self, C.self], places: [1])) { call, _ in
      try handler(
        call.arguments.value(at: 0, as: A.self),
        &call.place(1, of: B.self).pointee,
        call.arguments.value(at: 2, as: C.self)
      )
    }
  }

  /// Makes calls run a closure that changes the third of three arguments in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A, B, C>(_ handler: @escaping (A, B, inout C) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self, B.self, C.self], places: [2])) { call, _ in
      try handler(
        call.arguments.value(at: 0, as: A.self),
        call.arguments.value(at: 1, as: B.self),
        &call.place(2, of: C.self).pointee
      )
    }
  }
}

// MARK: - Asynchronous handlers that write back

extension CallPattern {
  /// Makes calls of an `async` requirement run a closure that changes the first argument in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A>(_ handler: @escaping (inout A) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self], places: [0])) { call, _ in
      try await handler(&call.place(0, of: A.self).pointee)
    }
  }

  /// Makes calls of an `async` requirement run a closure that changes the first of two arguments in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (inout A, B) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self, B.self], places: [0])) { call, _ in
      try await handler(&call.place(0, of: A.self).pointee, call.arguments.value(at: 1, as: B.self))
    }
  }

  /// Makes calls of an `async` requirement run a closure that changes the second of two arguments in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (A, inout B) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self, B.self], places: [1])) { call, _ in
      try await handler(call.arguments.value(at: 0, as: A.self), &call.place(1, of: B.self).pointee)
    }
  }

  /// Makes calls of an `async` requirement run a closure that changes two arguments in place.
  ///
  /// - Parameter handler: Computes the result, and changes the arguments that it takes `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (inout A, inout B) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self, B.self], places: [0, 1])) { call, _ in
      try await handler(&call.place(0, of: A.self).pointee, &call.place(1, of: B.self).pointee)
    }
  }
}
