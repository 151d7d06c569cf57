internal import UnderstudyCalls

// Handlers that write back to the caller's `inout` arguments.
//
// The compiler (6.3) takes a closure with an `inout` parameter for `(repeat each A) -> R` too, and hands it copies: a
// pack can't tell `inout` from other parameters. So each shape that writes back is spelled out, with no pack in it, and
// `HandlerShape` refuses the handlers that would change a copy.

extension CallPattern {
  /// Makes calls run a closure that changes its argument.
  ///
  /// ```swift
  /// stub.when { $0.increment(&counter) }.then { (counter: inout Int) in counter += 1 }
  /// ```
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A>(_ handler: @escaping (inout A) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self], places: [0])) { call, _ in
      try handler(&call.place(0, of: A.self).pointee)
    }
  }

  /// Makes calls run a closure that changes the first of two arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (inout A, B) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self, B.self], places: [0])) { call, _ in
      try handler(&call.place(0, of: A.self).pointee, call.arguments.value(at: 1, as: B.self))
    }
  }

  /// Makes calls run a closure that changes the first of three arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
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

  /// Makes calls run a closure that changes the second of two arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (A, inout B) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self, B.self], places: [1])) { call, _ in
      try handler(call.arguments.value(at: 0, as: A.self), &call.place(1, of: B.self).pointee)
    }
  }

  /// Makes calls run a closure that changes the second of three arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
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

  /// Makes calls run a closure that changes the third argument.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
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

  /// Makes calls run a closure that changes two arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (inout A, inout B) throws -> R) -> Self {
    handling("then", HandlerShape(types: [A.self, B.self], places: [0, 1])) { call, _ in
      try handler(&call.place(0, of: A.self).pointee, &call.place(1, of: B.self).pointee)
    }
  }

  /// Makes calls run an asynchronous closure that changes its argument.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A>(_ handler: @escaping (inout A) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self], places: [0])) { call, _ in
      try await handler(&call.place(0, of: A.self).pointee)
    }
  }

  /// Makes calls run an asynchronous closure that changes the first of two arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (inout A, B) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self, B.self], places: [0])) { call, _ in
      try await handler(&call.place(0, of: A.self).pointee, call.arguments.value(at: 1, as: B.self))
    }
  }

  /// Makes calls run an asynchronous closure that changes the first of three arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A, B, C>(_ handler: @escaping (inout A, B, C) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self, B.self, C.self], places: [0])) { call, _ in
      try await handler(
        &call.place(0, of: A.self).pointee,
        call.arguments.value(at: 1, as: B.self),
        call.arguments.value(at: 2, as: C.self)
      )
    }
  }

  /// Makes calls run an asynchronous closure that changes the second of two arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (A, inout B) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self, B.self], places: [1])) { call, _ in
      try await handler(call.arguments.value(at: 0, as: A.self), &call.place(1, of: B.self).pointee)
    }
  }

  /// Makes calls run an asynchronous closure that changes the second of three arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A, B, C>(_ handler: @escaping (A, inout B, C) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self, B.self, C.self], places: [1])) { call, _ in
      try await handler(
        call.arguments.value(at: 0, as: A.self),
        &call.place(1, of: B.self).pointee,
        call.arguments.value(at: 2, as: C.self)
      )
    }
  }

  /// Makes calls run an asynchronous closure that changes the third argument.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A, B, C>(_ handler: @escaping (A, B, inout C) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self, B.self, C.self], places: [2])) { call, _ in
      try await handler(
        call.arguments.value(at: 0, as: A.self),
        call.arguments.value(at: 1, as: B.self),
        &call.place(2, of: C.self).pointee
      )
    }
  }

  /// Makes calls run an asynchronous closure that changes two arguments.
  ///
  /// - Parameter handler: Computes the result, and changes what it gets as `inout`.
  @discardableResult
  public func then<A, B>(_ handler: @escaping (inout A, inout B) async throws -> R) -> Self {
    handlingAsync("then", HandlerShape(types: [A.self, B.self], places: [0, 1])) { call, _ in
      try await handler(&call.place(0, of: A.self).pointee, &call.place(1, of: B.self).pointee)
    }
  }
}
