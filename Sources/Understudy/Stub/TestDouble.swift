internal import UnderstudyCalls
internal import UnderstudyFabrication

/// What stubs and spies have in common: the double, its calls, and what is said of them.
public class TestDouble<P>: @unchecked Sendable {
  // Sendable: a double only leads to the recorder, which is safe to use from everywhere.

  /// The double. It owns the recorder, which knows nothing of it.
  private let value: P
  let recorder: Recorder

  /// - Parameters:
  ///   - target: The object behind a spy.
  ///   - policy: What calls get that no registration takes; `nil` for the policy in force.
  ///   - location: Where the double was asked for.
  init(
    _ type: DoubleType,
    target: DoubleType.Target? = nil,
    policy: DefaultPolicy? = nil,
    at location: SourceLocation
  ) {
    recorder = Recorder(
      subject: type.description,
      requirements: type.requirements,
      forwards: target != nil,
      policy: policy,
      reporter: Reporter(creation: location)
    )
    value = type.makeValue(as: P.self, receiver: recorder, target: target)
  }

  /// The double: the same one at each call.
  ///
  /// ```swift
  /// let service: any AuthService = auth()
  /// ```
  public func callAsFunction() -> sending P {
    // A double may be shared: whatever is called on it is safe from any thread.
    nonisolated(unsafe) let value = value
    return value
  }
}
