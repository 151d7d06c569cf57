import Testing
import Understudy

/// The messages of the failures that happen in a closure.
func issues(_ body: () throws -> Void) rethrows -> [String] {
  var messages: [String] = []
  try TestDoubles.withIssueHandler({ messages.append($0.message) }, body)
  return messages
}

/// The lines of the failures that happen in a closure.
func issueLines(_ body: () throws -> Void) rethrows -> [Int] {
  var lines: [Int] = []
  try TestDoubles.withIssueHandler({ lines.append($0.sourceLocation.line) }, body)
  return lines
}

/// The messages of the failures that happen in an asynchronous closure.
func issues(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Void
) async rethrows -> [String] {
  var messages: [String] = []
  try await TestDoubles.withIssueHandler({ messages.append($0.message) }, body)
  return messages
}
