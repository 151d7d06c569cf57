/// Who can see a protocol, as the compiler had it.
package enum ProtocolVisibility: Hashable, Sendable {
  package enum Level: Hashable, Sendable {
    /// Visible inside its module; one that is built for testing counts as visible to everybody.
    case `internal`
    case `private`
  }

  /// Everybody, so that the compiler has to expect conformers it doesn't know.
  case visible
  case hidden(Level)
  case unknown
}
