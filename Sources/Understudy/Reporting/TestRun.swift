internal import Synchronization
internal import UnderstudyLocks

#if canImport(Testing)
  internal import Testing
#endif
#if canImport(XCTest)
  internal import XCTest
#endif

/// The test library that runs this process, if any does.
enum TestRun {
  /// Whether a test of Swift Testing has been seen on any task. It tells, where the arguments don't, that this is a run
  /// of Swift Testing, for failures on tasks that know of no test.
  private static let sawSwiftTesting = Atomic<Bool>(false)

  static func noticeCurrentTest() {
    #if canImport(Testing)
      if Test.current != nil { sawSwiftTesting.store(true, ordering: .relaxed) }
    #endif
  }

  /// What tells the running test from others; empty in a process that runs none.
  static var currentTest: String {
    #if canImport(Testing)
      if let test = Test.current { return "\(test.id)" }
    #endif
    #if canImport(XCTest)
      if library == .xcTest { return XCTestCases.current }
    #endif
    return ""
  }

  /// Fails the running test, or prints where none runs.
  static func report(_ issue: TestDoubleIssue) {
    var isReported = false
    #if canImport(Testing)
      let test = Test.current
      if test != nil || sawSwiftTesting.load(ordering: .relaxed) || library == .swiftTesting {
        // Without a current test (a detached task) the issue belongs to no test, but still fails the run.
        let known = issue.sourceLocation == .unknown ? test?.sourceLocation : nil
        Issue.record(Comment(rawValue: issue.message), sourceLocation: known ?? issue.sourceLocation.forTesting)
        if test != nil { return }
        isReported = true
      }
    #endif
    #if canImport(XCTest)
      if library == .xcTest, XCTestCases.fail(issue) { isReported = true }
    #endif
    if !isReported { printToStandardError(issue.description) }
  }

  private enum Library {
    case swiftTesting
    case xcTest
    case none
  }

  /// What the process was started for. SwiftPM runs the same test binary once for each library, and says so.
  private static let library: Library = {
    let arguments = CommandLine.arguments
    for (index, argument) in arguments.enumerated() {
      if argument == "--testing-library=swift-testing" { return .swiftTesting }
      if argument == "--testing-library", index + 1 < arguments.count, arguments[index + 1] == "swift-testing" {
        return .swiftTesting
      }
    }
    guard let executable = arguments.first else { return .none }
    return executable.hasSuffix("xctest") || executable.hasSuffix("test-runner") ? .xcTest : .none
  }()
}

#if canImport(XCTest)
  /// Follows which test case runs. XCTest runs one after the other.
  private final class XCTestCases: XCTestObservation, Sendable {
    static var current: String {
      // The observer is there from the first use on, which may be in the middle of a test.
      _ = observer
      return "XCTest"
    }

    private static let observer: XCTestCases = {
      let observer = XCTestCases()
      XCTestObservationCenter.shared.addTestObserver(observer)
      return observer
    }()

    func testCaseDidFinish(_ testCase: XCTestCase) {
      DummyRegistry.forget("XCTest")
    }

    /// The message of a failure that is being reported, until the library has taken it down.
    private static let pending = Guarded<String?>(nil)

    /// Fails the running test case.
    ///
    /// - Returns: Whether one runs: otherwise, as in the `setUp` and `tearDown` of a class, XCTest drops the failure.
    static func fail(_ issue: TestDoubleIssue) -> Bool {
      _ = observer
      let location = issue.sourceLocation
      pending.withLock { $0 = issue.message }
      XCTFail(issue.message, file: location.staticFilePath, line: UInt(location.line))
      return pending.withLock { message in
        defer { message = nil }
        return message != issue.message
      }
    }

    func testCase(_ testCase: XCTestCase, didFailWithDescription description: String, inFile: String?, atLine: Int) {
      Self.pending.withLock { if let message = $0, description.hasSuffix(message) { $0 = nil } }
    }
  }
#endif

#if canImport(Testing)
  extension TestDoubleIssue.SourceLocation {
    fileprivate var forTesting: Testing.SourceLocation {
      Testing.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
#endif
