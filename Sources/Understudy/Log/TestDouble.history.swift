internal import UnderstudyCalls

extension TestDouble {
  /// The calls made until now.
  public var history: CallHistory {
    CallHistory(recorder.timeline, of: recorder)
  }

  /// The calls made until now, as a text for people to read.
  ///
  /// ```swift
  /// print(stub.describeInteractions())
  /// // 2 calls were made to any Shop:
  /// //   1. price(of: "apple")
  /// //   2. close()
  /// ```
  public func describeInteractions() -> String {
    recorder.describeInteractions()
  }

  /// Forgets all calls and all registrations, and lets go of the values they hold.
  ///
  /// The double stays as it is. Patterns kept from before can verify, and start a new chain of behaviours.
  public func reset() {
    recorder.reset()
  }
}
