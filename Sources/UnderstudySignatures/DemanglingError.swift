/// Why a mangled name couldn't be read, or a tree couldn't be spelled.
package struct DemanglingError: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// The text doesn't start like a Swift symbol.
    case notSwift
    /// The text ends in the middle of a construct.
    case truncated
    /// An operator didn't find the operands it needs.
    case malformed
    /// The operator is no part of what this library reads.
    case unsupported(String)
    /// The tree would be larger or deeper than any real symbol's.
    case tooComplex
    /// The symbol is sound but of another kind than was asked for.
    case unexpectedKind(String)
    /// The tree has no mangling.
    case unspeakable(String)
  }

  package var reason: Reason
  /// The mangled name; empty where a tree is being spelled.
  package var name: String
  /// How many bytes of the name had been read.
  package var offset: Int

  package init(_ reason: Reason, name: String = "", offset: Int = 0) {
    self.reason = reason
    self.name = name
    self.offset = offset
  }

  package var description: String {
    let what =
      switch reason {
      case .notSwift: "not a Swift symbol"
      case .truncated: "the symbol ends early"
      case .malformed: "the symbol is malformed"
      case .unsupported(let construct): "unsupported construct '\(construct)'"
      case .tooComplex: "the symbol is too complex"
      case .unexpectedKind(let kind): "the symbol isn't \(kind)"
      case .unspeakable(let construct): "\(construct) can't be mangled"
      }
    return name.isEmpty ? what : "\(what) (at byte \(offset) of '\(name)')"
  }
}
