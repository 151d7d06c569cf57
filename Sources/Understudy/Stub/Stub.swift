internal import UnderstudyCalls
internal import UnderstudyFabrication

/// A test double of a protocol, made at run time: it answers calls as told, and remembers them.
///
/// ```swift
/// let auth = try Stub<any AuthService>()
/// await auth.when { try await $0.signIn(user: Match.equal("blob"), password: Match.any()) }
///   .thenReturn("session-42")
/// let service: any AuthService = auth()
/// ```
///
/// A stub and its double can be used from any number of threads and tasks at once. The double keeps working when the
/// stub is gone. A handler that captures the stub or its double keeps both alive until ``reset()``.
public final class Stub<P>: TestDouble<P>, @unchecked Sendable {
  /// Makes a stub.
  ///
  /// ```swift
  /// let bound = try Stub<any Repository<User>>()
  /// let free = try Stub<any Parser>(binding: ["Output": Int.self])
  /// ```
  ///
  /// - Parameters:
  ///   - binding: The protocol's associated types by name. Needed only where neither `P` binds them nor all conformers agree.
  ///   - requirements: The protocol's own requirements. Needed only where nothing in the process tells them.
  ///   - policy: What calls get that no registration takes; `nil` for the policy of `TestDoubles.withPolicy`, or else a
  ///     strict one.
  ///   - fileID: The file that failures which belong to no other line are reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that such failures are reported at.
  ///   - column: The column of the same place.
  /// - Throws: If the type can't be doubled; the error says why, and what to do.
  public init(
    binding: [String: Any.Type] = [:],
    requirements: [StubRequirement<P>]? = nil,
    policy: DefaultPolicy? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(StubError) {
    let double: DoubleType
    do throws(Refusal) {
      double = try DoubleType.of(P.self, binding: binding, given: requirements?.map(\.given))
    } catch {
      throw StubError(error)
    }
    super.init(double, policy: policy, at: SourceLocation(fileID, filePath, line, column))
  }
}

// MARK: - In one expression

extension Stub {
  /// Makes a double and tells it how to behave, in one expression.
  ///
  /// ```swift
  /// let clock: any Clock = try Stub.make { $0.when { $0.now }.thenReturn(0) }
  /// ```
  ///
  /// - Parameters:
  ///   - policy: What calls get that no registration takes; `nil` for the policy in force.
  ///   - fileID: The file that failures which belong to no other line are reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that such failures are reported at.
  ///   - column: The column of the same place.
  ///   - configure: Gets the stub.
  /// - Returns: The double.
  /// - Throws: A ``StubError`` if the type can't be doubled, or what the closure throws.
  public static func make(
    policy: DefaultPolicy? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ configure: (Stub<P>) throws -> Void = { _ in }
  ) throws -> sending P {
    let stub = try Stub(policy: policy, fileID: fileID, filePath: filePath, line: line, column: column)
    try configure(stub)
    return stub()
  }

  /// Makes a double and tells it how to behave, in one asynchronous expression.
  ///
  /// - Parameters:
  ///   - policy: What calls get that no registration takes; `nil` for the policy in force.
  ///   - fileID: The file that failures which belong to no other line are reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that such failures are reported at.
  ///   - column: The column of the same place.
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - configure: Gets the stub.
  /// - Returns: The double.
  /// - Throws: A ``StubError`` if the type can't be doubled, or what the closure throws.
  @_disfavoredOverload
  public static func make(
    policy: DefaultPolicy? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ configure: (Stub<P>) async throws -> Void
  ) async throws -> sending P {
    let stub = try Stub(policy: policy, fileID: fileID, filePath: filePath, line: line, column: column)
    try await configure(stub)
    return stub()
  }

  /// Makes a double and tells it how to behave, in one expression that can't throw.
  ///
  /// For places that can't say `try`, such as the default value of a property. If the type can't be doubled, the
  /// process stops with the explanation.
  ///
  /// - Parameters:
  ///   - policy: What calls get that no registration takes; `nil` for the policy in force.
  ///   - fileID: The file that failures which belong to no other line are reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that such failures are reported at.
  ///   - column: The column of the same place.
  ///   - configure: Gets the stub.
  /// - Returns: The double.
  public static func makeOrStop(
    policy: DefaultPolicy? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ configure: (Stub<P>) -> Void = { _ in }
  ) -> sending P {
    do throws(StubError) {
      let stub = try Stub(policy: policy, fileID: fileID, filePath: filePath, line: line, column: column)
      configure(stub)
      return stub()
    } catch {
      Reporter.stop(error.description, at: SourceLocation(fileID, filePath, line, column))
    }
  }
}
