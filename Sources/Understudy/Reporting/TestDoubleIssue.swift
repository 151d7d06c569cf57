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
    /// The file, where it isn't known by static strings.
    private var dynamicFile: DynamicFile?
    /// The line, counted from 1.
    public let line: Int
    /// The column, counted from 1.
    public let column: Int

    /// A file that isn't known by static strings.
    private final class DynamicFile: Sendable {
      let id: String
      let path: String

      init(id: String, path: String) {
        self.id = id
        self.path = path
      }
    }

    /// The place where everything is reported that happens in a closure, if there is one.
    @TaskLocal package static var given: TestDoubleIssue.SourceLocation?

    /// The place that a user's call names, unless `given` is another.
    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
      if let given = Self.given {
        self = given
        return
      }
      self.init(static: fileID, filePath, line, column)
    }

    private init(static fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
      staticFileID = fileID
      staticFilePath = filePath
      self.line = Int(line)
      self.column = Int(column)
    }

    /// A place known by the strings that another library has of it.
    package init(fileID: String, filePath: String, line: Int, column: Int) {
      self.init(static: "unknown/unknown", "unknown", UInt(max(1, line)), UInt(max(1, column)))
      dynamicFile = DynamicFile(id: fileID, path: filePath)
    }

    /// No place: the running test's own line is as near as one gets.
    static let unknown = SourceLocation(static: "unknown/unknown", "unknown", 1, 1)

    /// The module and the file's name, as in `#fileID`.
    public var fileID: String { dynamicFile?.id ?? staticFileID.description }
    /// The file's path, as in `#filePath`.
    public var filePath: String { dynamicFile?.path ?? staticFilePath.description }

    /// The path and the line.
    public var description: String { "\(filePath):\(line)" }

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
