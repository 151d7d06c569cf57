internal import UnderstudyCalls
internal import UnderstudyFabrication
internal import UnderstudyMetadata

/// What a double does with calls that no registration takes.
///
/// ```swift
/// let images = try Stub<any ImageStore>(policy: .relaxed.returning(URL(filePath: "/")))
/// ```
///
/// A policy is for one stub, or for all that are made within ``TestDoubles/withPolicy(_:_:)``.
public struct DefaultPolicy: @unchecked Sendable {
  // Sendable: unchecked, as the results of a test's calls are.

  let isRelaxed: Bool
  /// The results by type, the latest last.
  private var results: [Result] = []

  private struct Result {
    let type: TypeMetadata
    let initialize: (UnsafeMutableRawPointer) -> Void
  }

  private init(isRelaxed: Bool) {
    self.isRelaxed = isRelaxed
  }

  /// Calls that may throw throw ``UnstubbedCall``; others fail the test and return a neutral value. This is the default.
  public static let strict = DefaultPolicy(isRelaxed: false)

  /// Calls return a neutral value (`()`, `nil`, `0`, `""`, `[]`, `false`), or the double itself where that is their
  /// result, and nothing is reported.
  ///
  /// Calls of other result types end as they do under the strict policy, unless ``returning(_:)`` gives them a result.
  public static let relaxed = DefaultPolicy(isRelaxed: true)

  /// The policy with a result for all calls of a type.
  ///
  /// Such calls return it and nothing is reported, under the strict policy too.
  ///
  /// ```swift
  /// let policy = DefaultPolicy.relaxed.returning(User.guest).returning(logger as any Logger)
  /// ```
  ///
  /// - Parameter value: The result. Its static type is that of the results meant.
  public func returning<T>(_ value: T) -> DefaultPolicy {
    var policy = self
    policy.results.append(
      Result(type: TypeMetadata(T.self)) { $0.initializeMemory(as: T.self, to: value) }
    )
    return policy
  }

  /// Initializes the result of a call.
  ///
  /// - Returns: Whether the policy has one.
  func answer(_ call: borrowing Call) -> Bool {
    let type = call.requirement.result
    for result in results.reversed() where result.type.canRead(type) {
      result.initialize(call.resultAddress)
      return true
    }
    return isRelaxed && (NeutralValue.initialize(type, at: call.resultAddress) || call.returnDouble())
  }
}

extension TestDoubles {
  @TaskLocal static var taskPolicy: DefaultPolicy?

  /// Runs a closure, and gives a policy to every stub made in it that isn't given one of its own.
  ///
  /// ```swift
  /// try TestDoubles.withPolicy(.relaxed) {
  ///   let shop = try Stub<any Shop>()
  ///   #expect(shop().price(of: "apple") == 0)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - body: The closure to run.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public static func withPolicy<R>(_ policy: DefaultPolicy, _ body: () throws -> R) rethrows -> R {
    try $taskPolicy.withValue(policy, operation: body)
  }

  /// Runs an asynchronous closure, and gives a policy to every stub made in it that isn't given one of its own.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - body: The closure to run.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @_disfavoredOverload
  public static func withPolicy<R>(
    _ policy: DefaultPolicy,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    try await $taskPolicy.withValue(policy, operation: body, isolation: isolation)
  }
}
