extension TestDoubles {
  /// Runs a closure as a test of its own: when it ends, every registration made on its doubles must have served a call.
  ///
  /// It is what the traits of `UnderstudyTesting` do for a whole test. If the closure throws, nothing is checked.
  ///
  /// ```swift
  /// try TestDoubles.withChecks {
  ///   let shop = try Stub<any Shop>()
  ///   shop.when { $0.price(of: "apple") }.thenReturn(1)  // reported here, if nobody asks
  ///   …
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - strict: Whether every call must have been verified as well, every queue of answers used up, and every suspended call
  ///     resumed.
  ///   - body: The closure to run. Doubles made in it belong to it, and to no scope around it.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public static func withChecks<R>(strict: Bool = false, _ body: () throws -> R) rethrows -> R {
    let scope = TestScope(isStrict: strict)
    defer { scope.end() }
    return try TestScope.$current.withValue(scope) {
      let result = try body()
      scope.check()
      return result
    }
  }

  /// Runs an asynchronous closure as a test of its own: when it ends, every registration made on its doubles must have served a
  /// call.
  ///
  /// - Parameters:
  ///   - strict: Whether every call must have been verified as well, every queue of answers used up, and every suspended call
  ///     resumed.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - body: The closure to run.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @_disfavoredOverload
  public static func withChecks<R>(
    strict: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    let scope = TestScope(isStrict: strict)
    defer { scope.end() }
    return try await TestScope.$current.withValue(
      scope,
      operation: {
        let result = try await body()
        scope.check()
        return result
      },
      isolation: isolation
    )
  }
}
