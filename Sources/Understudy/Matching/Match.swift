internal import UnderstudyFabrication
internal import UnderstudyImages
internal import UnderstudyMetadata

/// Stands for arguments in the closures of `when` and `verify`.
///
/// Each function returns some value of the right type, so that the call compiles and can be made. Only the closure's
/// call uses it: outside of such a closure a matcher is a mistake, and reported.
public enum Match {
  /// Accepts every argument.
  ///
  /// ```swift
  /// stub.when { $0.price(of: Match.any()) }.thenReturn(7)
  /// stub.when { $0.log(Match.any(String.self)) }.thenDoNothing()   // any String passed as `Any`
  /// ```
  ///
  /// - Parameter type: The type of the arguments, where it doesn't follow from the parameter, or where only some of the
  ///   parameter's values are meant.
  public static func any<T>(_ type: T.Type = T.self) -> T {
    placeholder(for: AnyValue(valueType: TypeMetadata(T.self)))
  }

  /// Accepts every function, in the place of a parameter whose function doesn't escape.
  ///
  /// Such a function can't be a value of a generic type, so that the other `any` can't stand for it.
  @_disfavoredOverload
  public static func any<each A, Result>() -> @Sendable (repeat each A) -> Result {
    // All function types are alike to a matcher that accepts everything.
    let stand: () -> Void = {}
    _ = record(.any, returning: stand)
    // It converts to functions of every other kind.
    return { (_: repeat each A) in
      Reporter.stop("Match.any() stands for a function, and was called.", at: .unknown)
    }
  }

  /// Accepts every function that takes a function which doesn't escape, such as `((Int) -> Int) -> Int`.
  @_disfavoredOverload
  public static func any<each A, Inner, Result>() -> @Sendable ((repeat each A) -> Inner) -> Result {
    let stand: () -> Void = {}
    _ = record(.any, returning: stand)
    return { (_: (repeat each A) -> Inner) in
      Reporter.stop("Match.any() stands for a function, and was called.", at: .unknown)
    }
  }

  /// Accepts arguments that are equal to a value.
  ///
  /// ```swift
  /// stub.when { $0.signIn(user: Match.equal("blob"), password: Match.any()) }.thenReturn("session")
  /// ```
  ///
  /// - Parameter value: The value to compare with.
  public static func equal<T: Equatable>(_ value: T) -> T {
    record(.equal(value), returning: value)
  }

  /// Accepts arguments that satisfy a predicate.
  ///
  /// ```swift
  /// stub.when { $0.price(of: Match.matching(description: "short") { $0.count < 4 }) }.thenReturn(1)
  /// ```
  ///
  /// - Parameters:
  ///   - description: What the predicate asks for, as in messages.
  ///   - predicate: Tells whether an argument is accepted. It may run several times for a call, on any thread that
  ///     calls the double, and may capture variables of the test.
  public static func matching<T>(description: String, where predicate: @escaping (T) -> Bool) -> T {
    matcher(
      Matcher(
        "matching(description: \(ArgumentDescription.of(description)))",
        miss: ArgumentDescription.brief("isn't \(description)"),
        hit: ArgumentDescription.brief("is \(description)"),
        accepts: predicate
      )
    )
  }

  /// Accepts arguments that satisfy a predicate.
  ///
  /// - Parameter predicate: Tells whether an argument is accepted. It may run several times for a call, on any thread
  ///   that calls the double, and may capture variables of the test.
  public static func matching<T>(_ predicate: @escaping (T) -> Bool) -> T {
    matcher(
      Matcher("matching { … }", miss: "isn't accepted by { … }", hit: "is accepted by { … }", accepts: predicate)
    )
  }
}

// MARK: - How a matcher gets to its call

extension Match {
  /// Leaves a matcher for the call that is being recorded, and returns a placeholder to pass.
  static func matcher<T>(_ matcher: Matcher<T>) -> T { placeholder(for: matcher) }

  private static func placeholder<T>(for matcher: some AnyMatcher) -> T {
    // `withUnsafeTemporaryAllocation` looks up the metadata of a `Result` each time, which takes longer than this.
    let address = UnsafeMutablePointer<T>.allocate(capacity: 1)
    defer { address.deallocate() }
    guard Placeholder.initialize(TypeMetadata(T.self), at: address) else {
      Reporter.stop(
        "\(matcher.expression) has nothing to pass: \(T.self) has no values.",
        at: .unknown
      )
    }
    note(matcher, returned: address)
    return address.move()
  }

  /// Leaves a matcher for the call that is being recorded, and returns a real value to pass.
  static func record<T>(_ matcher: Matcher<T>, returning value: T) -> T {
    withUnsafePointer(to: value) { note(matcher, returned: $0) }
    return value
  }

  /// Leaves the matcher of a closure for the call that is being recorded.
  static func note(_ matcher: some AnyMatcher) {
    note(matcher, bytes: [])
  }

  private static func note<T>(_ matcher: some AnyMatcher, returned address: UnsafePointer<T>) {
    note(matcher, bytes: [UInt8](UnsafeRawBufferPointer(start: address, count: MemoryLayout<T>.size)))
  }

  private static func note(_ matcher: some AnyMatcher, bytes: [UInt8]) {
    guard let collector = Collector.current else {
      let caller = CallStack.innermostUserFunction.map { ", in \($0)" } ?? ""
      Reporter.reportStray(
        "\(matcher.expression) was called outside of the closure of when or verify\(caller): it stands for nothing. "
          + "Write it inside the call: stub.when { $0.method(\(matcher.expression)) }."
      )
      return
    }
    collector.add(Collector.RecordedMatcher(matcher: matcher, bytes: bytes))
  }
}
