extension EventSource {
  /// Waits until something is true, which is looked at after every event: for a recorder, the begin or end of a call.
  ///
  /// - Parameters:
  ///   - limit: How long to wait.
  ///   - isMet: Tells whether it is true. Never called twice at once.
  /// - Returns: Whether it was true in time.
  func wait(within limit: Duration, until isMet: @escaping @Sendable () -> Bool) async -> Bool {
    if isMet() { return true }
    return await withTaskGroup(of: Bool?.self) { group in
      group.addTask {
        while true {
          let count = self.eventCount
          if isMet() { return true }
          if Task.isCancelled { return false }
          await self.event(after: count)
        }
      }
      group.addTask {
        try? await ContinuousClock().sleep(for: limit.sleepable)
        return nil
      }
      // Whichever comes first ends the other; a call in the last moment still counts.
      var isInTime = false
      for await result in group {
        isInTime = isInTime || result == true
        group.cancelAll()
      }
      return isInTime
    }
  }
}

extension PatternState {
  /// Waits until a number of matching calls have been made, or have ended.
  ///
  /// - Returns: How many there are in the end.
  func wait(for expected: Int, ended: Bool = false, within limit: Duration) async -> Int {
    guard let pattern else { return 0 }
    let counter = CallCounter(self, pattern, ended: ended)
    _ = await recorder.wait(within: limit) { counter.update() >= expected }
    return counter.update()
  }
}

extension Duration {
  /// In which time something didn't happen that the current task waited for, as in messages.
  var asLimit: String { Task.isCancelled ? "before the waiting task was cancelled" : "within \(self)" }

  /// A duration that tasks can sleep for: the runtime stops at those of centuries.
  var sleepable: Duration { Swift.min(self, .seconds(1_000_000_000)) }
}
