/// Why a type can't be doubled.
package struct Refusal: Error {
  package var subject: String
  package var reason: String
  package var remedy: String

  package init(subject: String, reason: String, remedy: String) {
    self.subject = subject
    self.reason = reason
    self.remedy = remedy
  }

  package var description: String { "\(subject): \(reason) \(remedy)" }
}
