internal import UnderstudyCalls
internal import UnderstudyMetadata

// MARK: - Results and errors

extension CallPattern {
  /// Makes calls return a value, or several in turn.
  ///
  /// ```swift
  /// stub.when { $0.price(of: "apple") }.thenReturn(13)
  /// stub.when { $0.nextTicket() }.thenReturn(1, 2, 3)
  /// ```
  ///
  /// - Parameters:
  ///   - first: The result of the first call, and of all if it is the only one.
  ///   - more: The results of the calls that follow; the last one repeats.
  @discardableResult
  public func thenReturn(_ first: R, _ more: R...) -> Self {
    guard let writer = resultWriter(for: "thenReturn") else { return self }
    var pattern = returning(first, writer)
    for value in more { pattern = pattern.returning(value, writer) }
    return pattern
  }

  /// Makes calls return the values of a sequence in turn.
  ///
  /// ```swift
  /// stub.when { $0.nextTicket() }.thenReturn(contentsOf: 1...3)
  /// ```
  ///
  /// - Parameter values: The results, one for each call; the last one repeats. There must be an end to them.
  @discardableResult
  public func thenReturn<S: Sequence<R>>(contentsOf values: S) -> Self {
    guard let writer = resultWriter(for: "thenReturn") else { return self }
    let values = Array(values.prefix(Self.sequenceLimit + 1))
    guard !values.isEmpty, values.count <= Self.sequenceLimit else {
      state.report(
        values.isEmpty
          ? "the sequence is empty, so there is nothing to return."
          : "the sequence has more than \(Self.sequenceLimit) values. Use then { … } to compute them.",
        in: "thenReturn(contentsOf:)"
      )
      return self
    }
    return values.reduce(self) { $0.returning($1, writer) }
  }

  /// The most results that a sequence may give: it could be endless.
  private static var sequenceLimit: Int { 100_000 }

  /// Makes a number of calls return a value.
  ///
  /// When they have been made and no further behaviour follows, calls go on to the next registration that matches.
  ///
  /// - Parameters:
  ///   - value: The result.
  ///   - times: How many calls return it.
  @discardableResult
  public func thenReturn(_ value: R, times: Int) -> Self {
    guard let writer = resultWriter(for: "thenReturn"), hasUse(times, in: "thenReturn") else { return self }
    return returning(value, writer, times: times)
  }

  private func returning(_ value: R, _ writer: ResultWriter<R>, times: Int? = nil) -> Self {
    if writer.isExact { return adding(ConstantBehaviour(value, times: times)) }
    return adding(times: times) { call, _, recorder in writer.finish(call, value, recorder) }
  }

  /// Makes calls throw an error.
  ///
  /// ```swift
  /// stub.when { try $0.load(id: Match.any()) }.thenThrow(LoadError.gone).thenReturn(page)
  /// ```
  ///
  /// - Parameter error: The error.
  @discardableResult
  public func thenThrow(_ error: any Error) -> Self {
    throwing(error, times: nil)
  }

  /// Makes a number of calls throw an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - times: How many calls throw it.
  @discardableResult
  public func thenThrow(_ error: any Error, times: Int) -> Self {
    hasUse(times, in: "thenThrow") ? throwing(error, times: times) : self
  }

  private func throwing(_ error: any Error, times: Int?) -> Self {
    guard canThrow(error, in: "thenThrow") else { return self }
    return adding(times: times) { call, _, recorder in recorder.end(call, throwing: error, in: "thenThrow") }
  }

  /// Whether a number of calls makes sense; reports it if it doesn't.
  func hasUse(_ times: Int, in function: String) -> Bool {
    if times > 0 { return true }
    if state.pattern != nil { state.report("times: \(times) serves no call. Give at least 1.", in: function) }
    return false
  }
}

extension CallPattern where R == Void {
  /// Makes calls return and do nothing else.
  ///
  /// ```swift
  /// stub.when { $0.log(Match.any()) }.thenDoNothing()
  /// ```
  @discardableResult
  public func thenDoNothing() -> Self {
    thenReturn(())
  }
}

// MARK: - Handlers

extension CallPattern {
  /// Makes calls run a closure with their arguments.
  ///
  /// The closure takes the arguments with their types, or the first of them. For a setter the new value comes first,
  /// then a subscript's indices. It runs on the thread of the call, with no lock held, and may call the double.
  /// It is not `@Sendable`, so that it may capture variables of the test: where several threads call the double, what
  /// the closure does must be safe on several threads.
  ///
  /// ```swift
  /// stub.when { $0.greet(name: Match.any(), times: Match.any()) }
  ///   .then { (name: String, times: Int) in "\(name) × \(times)" }
  /// ```
  ///
  /// - Parameter handler: Computes the result; it may throw if the requirement may.
  @discardableResult
  public func then<each A>(_ handler: @escaping (repeat each A) throws -> R) -> Self {
    let shape = HandlerShape(types: types((repeat each A).self, repeat (each A).self))
    return handling("then", shape) { call, _ in
      var arguments = ArgumentReader(call.arguments)
      return try handler(repeat arguments.next((each A).self))
    }
  }

  /// Makes calls of an `async` requirement run an asynchronous closure with their arguments.
  ///
  /// - Parameter handler: Computes the result; it may throw if the requirement may.
  @discardableResult
  public func then<each A>(_ handler: @escaping (repeat each A) async throws -> R) -> Self {
    let shape = HandlerShape(types: types((repeat each A).self, repeat (each A).self))
    return handlingAsync("then", shape) { call, _ in
      var arguments = ArgumentReader(call.arguments)
      return try await handler(repeat arguments.next((each A).self))
    }
  }

  /// Makes calls run a closure that also gets the number of the call, from 1.
  ///
  /// ```swift
  /// stub.when { try $0.load(id: Match.any()) }
  ///   .thenForEachCall { (attempt, id: Int) in
  ///     if attempt < 3 { throw LoadError.busy }
  ///     return "page \(id)"
  ///   }
  /// ```
  ///
  /// - Parameter handler: Computes the result from the call's number and its arguments, or the first of them.
  @discardableResult
  public func thenForEachCall<each A>(_ handler: @escaping (Int, repeat each A) throws -> R) -> Self {
    let shape = HandlerShape(types: types((repeat each A).self, repeat (each A).self), canWrite: false)
    return handling("thenForEachCall", shape) { call, attempt in
      var arguments = ArgumentReader(call.arguments)
      return try handler(attempt, repeat arguments.next((each A).self))
    }
  }

  /// Makes calls of an `async` requirement run an asynchronous closure that also gets the number of the call, from 1.
  ///
  /// - Parameter handler: Computes the result from the call's number and its arguments, or the first of them.
  @discardableResult
  public func thenForEachCall<each A>(_ handler: @escaping (Int, repeat each A) async throws -> R) -> Self {
    let shape = HandlerShape(types: types((repeat each A).self, repeat (each A).self), canWrite: false)
    return handlingAsync("thenForEachCall", shape) { call, attempt in
      var arguments = ArgumentReader(call.arguments)
      return try await handler(attempt, repeat arguments.next((each A).self))
    }
  }
}
