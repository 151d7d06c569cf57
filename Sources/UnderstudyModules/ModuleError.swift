#if canImport(Glibc)
  internal import Glibc
#endif

/// Why a serialized module could not be read.
package enum ModuleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes don't begin like a serialized module.
  case notAModule
  /// The container breaks its own rules at a bit offset.
  case damaged(String, bit: Int)
  /// A record's layout is not one this reader knows.
  case unknownLayout(record: String, found: String)
  /// A block or record that must be there is not.
  case missing(String)
  /// The module says something that this reader has no words for.
  case unsupported(String)
  /// A file could not be opened or read, or has changed since.
  case unreadable(path: String, errno: Int32)

  package var description: String {
    switch self {
    case .notAModule: "not a serialized Swift module"
    case .damaged(let what, let bit): "damaged module: \(what) at bit \(bit)"
    case .unknownLayout(let record, let found): "unknown layout of \(record): \(found)"
    case .missing(let what): "the module has no \(what)"
    case .unsupported(let what): "\(what) can't be read from a module"
    case .unreadable(let path, ESTALE): "\(path) has changed since it was opened"
    case .unreadable(let path, let code): "can't read \(path) (errno \(code))"
    }
  }
}
