/// Why no double can be made: what was asked for, what stands in the way, and what to do instead.
package struct Refusal: Error, Hashable, CustomStringConvertible {
  /// The type that was asked for, as in `any AuthService`.
  package var subject: String
  /// What isn't supported, and why, in whole sentences.
  package var reason: String
  /// What the reader can do about it, in whole sentences.
  package var remedy: String

  package init(subject: String, reason: String, remedy: String) {
    self.subject = subject
    self.reason = reason
    self.remedy = remedy
  }

  package var description: String {
    "Can't make a double of \(subject): \(reason)\n  What to do: \(remedy)"
  }
}
