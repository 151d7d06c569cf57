internal import Synchronization
internal import Understudy

/// Runs checks and counts them.
final class Checklist {
  private var passed = 0
  private var failed = 0
  private let only: String?

  /// - Parameter only: Part of the names of those that are to run; `nil` for all.
  init(only: String?) { self.only = only }

  var isPassed: Bool { failed == 0 }
  var sums: String { "\(passed) passed, \(failed) failed" }

  /// Runs a check. It fails if it throws, if an expectation isn't met, or if it leaves tokens behind.
  func check(_ name: String, _ body: () async throws -> Void) async {
    if let only, !name.contains(only) { return }
    let live = Token.live
    Complaints.take { _ in }
    do {
      try await TestDoubles.withIssueHandler({ complain("\($0)") }, body)
    } catch {
      complain("it threw \(error)")
    }
    if Token.live != live { complain("\(Token.live - live) tokens are left") }
    Complaints.take { complaints in
      if complaints.isEmpty {
        passed += 1
      } else {
        failed += 1
        print("FAILED: \(name)")
        for complaint in complaints { print("  \(complaint)") }
      }
    }
  }
}

/// What is wrong with the check under way.
private enum Complaints {
  private static let list = Mutex<[String]>([])

  static func add(_ complaint: String) { list.withLock { $0.append(complaint) } }

  static func take(_ body: ([String]) -> Void) {
    let taken = list.withLock { list in
      defer { list = [] }
      return list
    }
    body(taken)
  }
}

func complain(_ text: String, file: String = #fileID, line: Int = #line) {
  Complaints.add("\(file):\(line): \(text)")
}

/// Complains unless a condition holds.
func expect(_ condition: Bool, _ what: @autoclosure () -> String = "", file: String = #fileID, line: Int = #line) {
  if !condition { complain("not as expected \(what())", file: file, line: line) }
}

/// Complains unless two values are equal.
func expect<T: Equatable>(_ found: T, is expected: T, file: String = #fileID, line: Int = #line) {
  if found != expected { complain("\(found), not \(expected)", file: file, line: line) }
}

/// Complains unless an error of a kind is thrown.
func expectError<E: Error & Equatable>(
  _ expected: E,
  file: String = #fileID,
  line: Int = #line,
  _ body: () async throws -> Void
) async {
  do {
    try await body()
    complain("nothing was thrown, but \(expected) should have been", file: file, line: line)
  } catch {
    expect(error as? E == expected, "\(error), not \(expected)", file: file, line: line)
  }
}
