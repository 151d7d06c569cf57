#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Brings the failures of one stub to whoever should hear of them.
struct Reporter: Sendable {
  /// Where the stub was made.
  let creation: SourceLocation
  /// The handler in force where the stub was made: it serves calls from threads that no task-local value reaches.
  private let handler: IssueHandler?

  init(creation: SourceLocation) {
    self.creation = creation
    handler = TestDoubles.taskHandler
    TestRun.noticeCurrentTest()
  }

  /// Reports a failure.
  ///
  /// - Parameter location: The user's line it belongs to; the stub's creation, if there is no better one.
  func report(_ message: String, at location: SourceLocation? = nil) {
    Reporter.report(message, at: location ?? creation, fallback: handler)
  }

  /// Reports a failure that belongs to no stub.
  static func report(_ message: String, at location: SourceLocation, fallback: IssueHandler? = nil) {
    let origin = ScenarioUse.current.map { "\n  In \($0), applied at \($0.location.short)." } ?? ""
    let issue = TestDoubleIssue(message: message + origin, sourceLocation: location)
    if let handler = TestDoubles.taskHandler ?? fallback ?? TestDoubles.currentHandler {
      // What fails while the handler runs can't be left to it again.
      TestDoubles.$taskHandler.withValue(.testLibrary) { handler.handle(issue) }
    } else {
      TestRun.report(issue)
    }
  }

  /// Reports a failure that belongs to no stub and no known line.
  static func reportStray(_ message: String) {
    report(message, at: .unknown)
  }

  /// Ends the process, since a call can neither return nor throw.
  func stop(_ message: String) -> Never {
    Reporter.stop(message, at: creation)
  }

  /// Ends the process with a message on the standard error.
  static func stop(_ message: String, at location: SourceLocation) -> Never {
    fatalError(message, file: location.staticFilePath, line: UInt(location.line))
  }
}

/// Writes a line to the standard error.
func printToStandardError(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { bytes in
    var written = 0
    while written < bytes.count {
      let count = write(STDERR_FILENO, bytes.baseAddress! + written, bytes.count - written)
      guard count > 0 else { return }
      written += count
    }
  }
}
