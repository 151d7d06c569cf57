#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file's bytes, mapped read-only for the life of this object.
package final class MappedFile: @unchecked Sendable {
  // Sendable: the bytes are only read.
  package let path: String
  /// Valid while this object lives.
  package let bytes: UnsafeRawBufferPointer

  /// - Throws: `ELFError` if the file can't be opened or mapped.
  package init(path: String) throws(ELFError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ELFError(path: path, problem: .unreadable(call: "open", code: errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw ELFError(path: path, problem: .unreadable(call: "fstat", code: errno))
    }
    let size = Int(status.st_size)
    // An empty mapping isn't possible, and only regular files have a size.
    guard size > 0, status.st_mode & S_IFMT == S_IFREG else { throw ELFError(path: path, problem: .notELF) }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw ELFError(path: path, problem: .unreadable(call: "mmap", code: errno))
    }
    self.path = path
    bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
  }
}
