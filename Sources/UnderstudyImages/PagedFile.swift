internal import UnderstudyTrampolines

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file's bytes, read piece by piece as they are asked for.
///
/// Nothing that happens to the file afterwards brings the process down: a file that was changed, or is gone, can't be read
/// further, and that is all.
package final class PagedFile: @unchecked Sendable {
  // Sendable: the C functions may be called from all threads.
  package let path: String
  private let file: OpaquePointer

  /// - Throws: `ELFError` if there is no such file.
  package init(path: String) throws(ELFError) {
    guard let file = us_paged_file_open(path) else {
      // Only regular files have a size.
      throw ELFError(path: path, problem: errno == EINVAL ? .notELF : .unreadable(call: "open", code: errno))
    }
    self.path = path
    self.file = file
  }

  deinit { us_paged_file_close(file) }

  package var count: Int { us_paged_file_size(file) }

  /// All of the file, with zeros where nothing has been loaded. Valid while this object lives.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: us_paged_file_bytes(file), count: count)
  }

  /// Reads a part of the file, unless it is there already.
  ///
  /// - Returns: Whether it could be read.
  package func load(_ range: Range<Int>) -> Bool {
    us_paged_file_load(file, range.lowerBound, range.upperBound)
  }

  /// Reads a part of the file into other memory, and keeps none of it.
  ///
  /// - Returns: Whether it could be read.
  func copy(_ range: Range<Int>, to memory: UnsafeMutableRawPointer) -> Bool {
    us_paged_file_copy(file, range.lowerBound, range.upperBound, memory)
  }

  /// Leaves the file open between reads until `release` has been called as often. Without, each read opens it.
  package func hold() { us_paged_file_hold(file) }

  package func release() { us_paged_file_release(file) }

  /// The error number of the first part that couldn't be read: `ESTALE` if the file has changed.
  package var failure: Int32? {
    let failure = us_paged_file_failure(file)
    return failure == 0 ? nil : failure
  }

  /// The file as the C functions know it. Valid while this object lives.
  package var handle: OpaquePointer { file }
}
