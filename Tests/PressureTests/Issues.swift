import Understudy

/// The messages of the failures that happen in a closure.
func issues(_ body: () throws -> Void) rethrows -> [String] {
  var messages: [String] = []
  try TestDoubles.withIssueHandler({ messages.append($0.message) }, body)
  return messages
}
