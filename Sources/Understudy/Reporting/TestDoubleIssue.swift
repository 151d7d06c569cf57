/// One failure found by a test double: an unmet expectation, an unstubbed call, or a mistake in a registration.
public struct TestDoubleIssue: Sendable, CustomStringConvertible {
  /// The whole explanation. It may have several lines.
  public let message: String
  /// The place in the test that the failure belongs to.
  public let sourceLocation: SourceLocation

  /// The place and the message, in the form compilers use.
  public var description: String { "\(sourceLocation): error: \(message)" }

  /// A place in a source file.
  public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    // Static strings, since XCTest takes nothing else, and because keeping one allocates nothing.
    let staticFileID: StaticString
    let staticFilePath: StaticString
    /// The line, counted from 1.
    public let line: Int
    /// The column, counted from 1.
    public let column: Int

    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
      staticFileID = fileID
      staticFilePath = filePath
      self.line = Int(line)
      self.column = Int(column)
    }

    /// No place: the running test's own line is as near as one gets.
    static let unknown = SourceLocation("unknown/unknown", "unknown", 1, 1)

    /// The module and the file's name, as in `#fileID`.
    public var fileID: String { staticFileID.description }
    /// The file's path, as in `#filePath`.
    public var filePath: String { staticFilePath.description }

    /// The path and the line.
    public var description: String { "\(staticFilePath):\(line)" }

    /// The file's name and the line, for use inside a message.
    var short: String {
      let path = fileID
      guard let slash = path.lastIndex(of: "/") else { return "\(path):\(line)" }
      return "\(path[path.index(after: slash)...]):\(line)"
    }

    public static func == (left: Self, right: Self) -> Bool {
      left.line == right.line && left.column == right.column && left.fileID == right.fileID
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(line)
      hasher.combine(column)
    }
  }
}

typealias SourceLocation = TestDoubleIssue.SourceLocation
