/// A kind of double.
public struct Kind: Sendable {
  public let name: String
  private let body: @Sendable () async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// Makes a double, uses it in all its ways, and drops it.
  ///
  /// - Throws: What went wrong.
  public func useOnce() async throws {
    try await body()
  }

  public static let all = synchronous + asynchronous
  public static let synchronous = stubs + spies + dummies
}

/// Something came out that nobody asked for.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
}

func expect(_ condition: Bool, line: Int = #line, file: StaticString = #fileID) throws {
  if !condition { throw Unexpected(description: "\(file):\(line)") }
}

/// The error that a closure throws.
func thrown<E: Error>(_ type: E.Type, _ body: () throws -> Void) -> E? {
  do {
    try body()
    return nil
  } catch {
    return error as? E
  }
}
