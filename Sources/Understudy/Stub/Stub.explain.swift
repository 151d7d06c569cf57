internal import UnderstudyFabrication

extension Stub {
  /// What is known of the protocol's requirements: a table for people to read.
  ///
  /// It says for each entry of the witness tables what it is, where that was read, and in which registers its calls travel.
  ///
  /// ```swift
  /// print(try Stub<any AuthService>.explain())
  /// ```
  ///
  /// - Parameters:
  ///   - binding: As for `init`.
  ///   - requirements: As for `init`.
  /// - Throws: If the type can't be doubled; the error says why, and what to do.
  public static func explain(
    binding: [String: Any.Type] = [:],
    requirements: [StubRequirement<P>]? = nil
  ) throws(StubError) -> String {
    do throws(Refusal) {
      return try DoubleType.of(P.self, binding: binding, given: requirements?.map(\.given)).explanation
    } catch {
      throw StubError(error)
    }
  }
}
