import Foundation
import Testing

/// What people see when a double fails their test: in both test libraries the test fails, at the test's own line, with
/// the whole message.
@Suite(.enabled(if: !ChildProcess.isCurrent)) struct FailureReportTests {
  private let verification = [
    "verify failed: expected exactly 1 call of charge(7, to: \"4242\"), got 0.",
    "  2 calls were made to any Till:",
    "    1. charge(5, to: \"4242\")   ✗ argument 1: 5 is not equal to 7   ✓ to",
    "    2. charge(7, to: \"1881\")   ✓ argument 1   ✗ to: \"1881\" is not equal to \"4242\"",
  ]
  private let unstubbed = [
    "no behaviour for charge(5, to: \"4242\") of any Till: it returned 0.",
    "  Write: stub.when { $0.charge(Match.any(), to: Match.any()) }.thenReturn(…)",
  ]

  @Test func `A failing verification fails a test of Swift Testing`() throws {
    try expectIssue(verification, inTest: "verification", atLineMarked: "fails: Swift Testing")
  }

  @Test func `A failure on another task fails a test of Swift Testing`() throws {
    try expectIssue(unstubbed, inTest: "detachedCall", atLineMarked: "fails: Swift Testing, detached")
  }

  @Test func `A failure on a task of no test is reported once`() throws {
    try expectIssue([unstubbed[0]], inTest: "detachedCall", of: "FailingTraitTests", atLineMarked: "fails: of no test")
  }

  @Test func `A failure where XCTest runs no test case is printed`() throws {
    let child = try ChildProcess(arguments: ["UnderstudyChildProcessTests.FailingOutsideXCTests/testNothing"])
    let line = try #require(try failingFile.line(endingWith: "fails: XCTest, between tests"))
    let lines = verification.joined(separator: "\n") + "\n"
    #expect(child.output.contains("/Failing.swift:\(line): error: \(lines)"), "\(child.output)")
  }

  @Test func `A failing verification fails an XCTest`() throws {
    try expectFailure(verification, inTest: "testVerification", atLineMarked: "fails: XCTest")
  }

  @Test func `A failure on another task fails an XCTest`() throws {
    try expectFailure(unstubbed, inTest: "testDetachedCall", atLineMarked: "fails: XCTest, detached")
  }

  private let unused = [
    "unused registration: charge(lessThan(0), to: equal(\"x\")) of any Till served no call. "
      + "Remove it, or find out why the call wasn't made."
  ]
  private let unverified = [
    "unverified calls: 1 call of any Till was not verified:",
    "    1. charge(5, to: \"4242\")",
  ]

  @Test func `An unused registration fails a test of Swift Testing at its own line`() throws {
    try expectIssue(
      unused,
      inTest: "unusedRegistration",
      of: "FailingTraitTests",
      atLineMarked: "fails: unused registration"
    )
  }

  @Test func `A call that nobody verified fails a strict test of Swift Testing`() throws {
    try expectIssue(unverified, inTest: "unverified", of: "FailingTraitTests", atLineMarked: "fails: unverified")
  }

  @Test func `An unused registration fails an XCTest at its own line`() throws {
    try expectFailure(
      unused,
      inTest: "testUnusedRegistration",
      of: "FailingDoublesTestCase",
      atLineMarked: "fails: XCTest, unused"
    )
  }

  @Test func `A call that nobody verified fails a strict XCTest`() throws {
    try expectFailure(
      unverified,
      inTest: "testUnverified",
      of: "StrictDoublesTestCase",
      atLineMarked: "fails: XCTest, unverified"
    )
  }

  @Test func `An XCTest that throws isn't checked`() throws {
    let child = try ChildProcess(arguments: ["UnderstudyChildProcessTests.FailingDoublesTestCase/testThatThrows"])
    #expect(child.status != 0)
    #expect(child.output.contains("Expected()"))
    #expect(!child.output.contains("unused registration"))
  }

  @Test(arguments: [("diagram", 2), ("unverified", 1), ("knownIssue", 0), ("unusedRegistration", 0)])
  func `A test that fails after calls gets a diagram`(name: String, calls: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "understudy-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let child = try ChildProcess(
      arguments: [
        "--testing-library", "swift-testing", "--attachments-path", folder.path, "--filter",
        "FailingTraitTests/\(name)",
      ]
    )
    #expect((child.status == 0) == (name == "knownIssue"))
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.map(\.lastPathComponent) == (calls > 0 ? ["Test doubles.mmd"] : []), "\(child.output)")
    guard let file = files.first else { return }
    let diagram = """
      sequenceDiagram
        participant code as Code under test
        participant d1 as any Till
        code->>d1: charge(5, to: "4242")
        d1-->>code: returned 1

      """
    let second = """
        code->>d1: charge(7, to: "1881")
        d1-->>code: returned 1

      """
    #expect(try String(contentsOf: file, encoding: .utf8) == (calls == 1 ? diagram : diagram + second))
  }

  // MARK: What each library prints

  private func expectIssue(
    _ message: [String],
    inTest name: String,
    of suite: String = "FailingTests",
    atLineMarked mark: String
  ) throws {
    let child = try ChildProcess(arguments: ["--testing-library", "swift-testing", "--filter", "\(suite)/\(name)"])
    let line = try #require(try failingFile.line(endingWith: mark))
    let lines = child.output.split(separator: "\n").map(String.init)
    #expect(child.status != 0)
    let issues = lines.indices.filter { lines[$0].contains("recorded an issue at") }
    try #require(issues.count == 1, "\(child.output)")
    #expect(lines[issues[0]].contains("at Failing.swift:\(line):"))
    let text = lines[(issues[0] + 1)...].prefix(message.count)
    #expect(text.map { String($0.drop { $0 == "↳" || $0 == " " }) } == message.map { String($0.drop { $0 == " " }) })
  }

  private func expectFailure(
    _ message: [String],
    inTest name: String,
    of suite: String = "FailingXCTests",
    atLineMarked mark: String
  ) throws {
    let child = try ChildProcess(arguments: ["UnderstudyChildProcessTests.\(suite)/\(name)"])
    let line = try #require(try failingFile.line(endingWith: mark))
    #expect(child.status != 0)
    let start = "\(failingFile.path):\(line): error: \(suite).\(name) : failed - "
    #expect(child.output.components(separatedBy: ": error: ").count == 2, "\(child.output)")
    #expect(child.output.contains(start + message.joined(separator: "\n") + "\n"), "\(child.output)")
  }

  /// The source of the failing tests, to find their lines in.
  private let failingFile = SourceFile(named: "Failing.swift")

  private struct SourceFile {
    let path: String

    init(named name: String, beside file: String = #filePath) {
      path = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(name).path
    }

    func line(endingWith mark: String) throws -> Int? {
      let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
      return lines.firstIndex { $0.hasSuffix("// \(mark)") }.map { $0 + 1 }
    }
  }
}
