#if canImport(Glibc)
  internal import Glibc
#endif

/// Bytes that never change while this object lives: a mapped file, a section of one, or a copy.
package final class ModuleBytes: @unchecked Sendable {
  // Safe to share: the memory is only ever read, and it is valid until deinit (mapping and copy)
  // or as long as `owner` lives (borrowed).
  private let storage: UnsafeRawBufferPointer
  private let release: Release
  private let owner: (any Sendable)?

  private enum Release { case unmap, deallocate, nothing }

  /// Maps a whole file read-only; pages are read when they are touched.
  package init(file path: String) throws(ModuleError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
    let size = Int(status.st_size)
    guard size > 0 else { throw .notAModule }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw .unreadable(path: path, errno: errno)
    }
    storage = UnsafeRawBufferPointer(start: start, count: size)
    release = .unmap
    owner = nil
  }

  /// Uses memory somebody else owns, such as the `.swift_ast` section of a mapped image.
  ///
  /// - Parameter owner: Kept alive as long as these bytes; the memory must stay valid while it lives.
  package init(borrowing bytes: UnsafeRawBufferPointer, ownedBy owner: any Sendable) {
    storage = bytes
    release = .nothing
    self.owner = owner
  }

  /// Copies bytes.
  package init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    storage = UnsafeRawBufferPointer(copy)
    release = .deallocate
    owner = nil
  }

  deinit {
    switch release {
    case .unmap: munmap(UnsafeMutableRawPointer(mutating: storage.baseAddress), storage.count)
    case .deallocate: storage.deallocate()
    case .nothing: break
    }
  }

  package var count: Int { storage.count }

  /// The bytes, valid as long as this object lives; whoever keeps them keeps the object too.
  package var contents: UnsafeRawBufferPointer { storage }

  /// Lends the bytes for the length of a call.
  package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws(ModuleError) -> Value) throws(ModuleError)
    -> Value
  {
    defer { withExtendedLifetime(self) {} }
    return try body(storage)
  }
}
