/// The answer to a question about a module.
package enum Fact: Sendable, Equatable, CustomStringConvertible {
  case yes
  case no
  /// Not to be had; the reason says what was looked at.
  case unknown(reason: String)

  init(_ value: Bool) { self = value ? .yes : .no }

  package var description: String {
    switch self {
    case .yes: "yes"
    case .no: "no"
    case .unknown(let reason): "unknown: \(reason)"
    }
  }
}
