/// Why an image's file can't be read.
package struct ELFError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Problem: Hashable, Sendable {
    /// A system call failed.
    case unreadable(call: String, code: Int32)
    /// The image has no file: it is the kernel's.
    case noFile
    case notELF
    /// Not 64 bits wide, or not little-endian, or of another version.
    case unsupported(String)
    /// A part lies outside the file or the part around it.
    case outOfBounds(String)
    /// A part has a size it can't have.
    case malformed(String)
    /// The file isn't the one the process was loaded from.
    case replaced
  }

  package let path: String
  package let problem: Problem

  package var description: String {
    let reason =
      switch problem {
      case .unreadable(let call, let code): "\(call) failed with error \(code)"
      case .noFile: "the image has no file"
      case .notELF: "not an ELF file"
      case .unsupported(let what): "unsupported \(what)"
      case .outOfBounds(let what): "\(what) outside the file"
      case .malformed(let what): "\(what) malformed"
      case .replaced: "the file has changed since it was loaded"
      }
    return "\(path): \(reason)"
  }
}
