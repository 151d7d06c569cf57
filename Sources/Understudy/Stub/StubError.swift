internal import UnderstudyFabrication

/// Why a type can't be doubled.
public struct StubError: Error, Sendable, CustomStringConvertible {
  /// The type, and the requirement at fault.
  public let subject: String
  /// What about it isn't supported.
  public let reason: String
  /// What to do instead.
  public let remedy: String
  /// The whole explanation.
  public let description: String

  init(_ refusal: Refusal) {
    subject = refusal.subject
    reason = refusal.reason
    remedy = refusal.remedy
    description = refusal.description
  }
}
