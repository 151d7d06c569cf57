internal import UnderstudyCalls
internal import UnderstudyFabrication
internal import UnderstudyMetadata

// MARK: - Later

extension CallPattern {
  /// Makes calls of an `async` requirement return a value after some time.
  ///
  /// ```swift
  /// let clock = ManualClock()
  /// await stub.when { await $0.refresh() }.thenReturn(7, after: .seconds(1), clock: clock)
  /// ```
  ///
  /// If the waiting task is cancelled, the call throws a `CancellationError` at once where it may, and otherwise returns
  /// the value at once.
  ///
  /// - Parameters:
  ///   - value: The result.
  ///   - delay: How long a call takes.
  ///   - clock: The clock that measures it; a ``ManualClock`` goes on when the test says so.
  @discardableResult
  public func thenReturn(
    _ value: R,
    after delay: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    guard let writer = resultWriter(for: "thenReturn") else { return self }
    return suspending("thenReturn(_:after:)") { call, recorder in
      if let error = await call.requirement.wait(delay, on: clock) { return .threw(error) }
      return writer.finish(call, value, recorder)
    }
  }

  /// Makes calls of an `async` requirement throw an error after some time.
  ///
  /// If the waiting task is cancelled, the call throws at once: a `CancellationError` where it may.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - delay: How long a call takes.
  ///   - clock: The clock that measures it; a ``ManualClock`` goes on when the test says so.
  @discardableResult
  public func thenThrow(
    _ error: any Error,
    after delay: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    guard canThrow(error, in: "thenThrow") else { return self }
    return suspending("thenThrow(_:after:)") { call, recorder in
      if let error = await call.requirement.wait(delay, on: clock) { return .threw(error) }
      return recorder.end(call, throwing: error, in: "thenThrow")
    }
  }

  /// Makes calls of an `async` requirement wait for ever, even when their task is cancelled.
  ///
  /// A task that waits so never ends: whoever awaits it waits for ever as well, and it keeps its memory and the double as
  /// long as the process runs. ``thenAwaitCancellation()`` and ``thenSuspend(times:)`` are for tests that go on.
  @discardableResult
  public func thenNeverReturn() -> Self {
    suspending("thenNeverReturn") { _, _ in
      // Unsafe only in that nobody complains about never being resumed.
      await withUnsafeContinuation { (_: UnsafeContinuation<Outcome, Never>) in }
    }
  }

  /// Makes calls of an `async` requirement wait until their task is cancelled.
  ///
  /// Then they throw a `CancellationError` where they may, and otherwise return a neutral value, without a failure.
  ///
  /// ```swift
  /// await stub.when { try await $0.load(id: Match.any()) }.thenAwaitCancellation()
  /// let task = Task { try await service.load(id: 1) }
  /// task.cancel()
  /// ```
  @discardableResult
  public func thenAwaitCancellation() -> Self {
    guard let requirement = state.pattern?.requirement else { return self }
    guard requirement.cancellation != nil || requirement.result.hasNeutralValue else {
      state.report(
        "\(CallText.signature(of: requirement)) can't throw CancellationError, and there is no neutral "
          + "\(requirement.result.type) that it could return. Use thenSuspend() or thenNeverReturn().",
        in: "thenAwaitCancellation"
      )
      return self
    }
    return suspending("thenAwaitCancellation") { call, recorder in
      await Signal().event(after: 0)
      let requirement = call.requirement
      if let error = requirement.cancellation { return .threw(error) }
      if NeutralValue.initialize(requirement.result, at: call.resultAddress) { return .returned }
      // Only where the pattern is for all types.
      return recorder.reporter.endWithoutBehaviour(call) {
        "thenAwaitCancellation: the task of \(CallText.signature(of: requirement)) was cancelled: \($0)"
      }
    }
  }

  /// Adds a behaviour that may suspend the caller, if the requirement is `async`.
  private func suspending(
    _ function: String,
    _ body: @escaping (borrowing Call, Recorder) async -> Outcome
  ) -> Self {
    canSuspend(in: function) ? adding { _, _, recorder in .pending { call in await body(call, recorder) } } : self
  }

  /// Whether calls may suspend the caller; reports it if they may not.
  func canSuspend(in function: String) -> Bool {
    guard let requirement = state.pattern?.requirement else { return false }
    if requirement.isAsync { return true }
    state.report("\(CallText.signature(of: requirement)) isn't async, so its calls can't wait.", in: function)
    return false
  }
}

extension Requirement {
  /// Waits for some time.
  ///
  /// - Returns: The error that a call ends with at once, if the task is cancelled and the call may throw.
  fileprivate func wait(_ delay: Duration, on clock: any Clock<Duration>) async -> (any Error)? {
    do {
      try await clock.sleep(for: delay.sleepable)
      return nil
    } catch {
      return cancellation
    }
  }
}

extension TypeMetadata {
  /// Whether there is a neutral value of the type.
  fileprivate var hasNeutralValue: Bool {
    withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { buffer in
      let memory = buffer.baseAddress!
      guard NeutralValue.initialize(self, at: memory) else { return false }
      destroy(memory)
      return true
    }
  }
}
