package import UnderstudyImages
internal import UnderstudyLocks
internal import UnderstudyTrampolines

/// Bytes that never change while this object lives: a file or a section of one, read piece by piece, or a copy.
package final class ModuleBytes: @unchecked Sendable {
  // Safe to share: the memory is only ever read, and it is valid until deinit (copy) or as long as `owner` or `file` lives.
  private let storage: UnsafeRawBufferPointer
  private let file: PagedFile?
  private let isCopy: Bool
  private let owner: (any Sendable)?

  /// Opens a file.
  package convenience init(file path: String) throws(ModuleError) {
    do throws(ELFError) {
      let file = try PagedFile(path: path)
      self.init(file, 0..<file.count)
    } catch {
      guard case .unreadable(_, let code) = error.problem else { throw .notAModule }
      throw .unreadable(path: path, errno: code)
    }
  }

  /// A part of a file, such as the `.swift_ast` section of an image.
  package init(_ file: PagedFile, _ range: Range<Int>) {
    storage = UnsafeRawBufferPointer(rebasing: file.bytes[range])
    self.file = file
    isCopy = false
    owner = nil
  }

  /// A part of other bytes.
  init(_ range: Range<Int>, of other: ModuleBytes) {
    let part = UnsafeRawBufferPointer(rebasing: other.storage[range])
    file = other.file
    isCopy = other.file == nil
    storage = other.file == nil ? Self.copy(part) : part
    owner = nil
  }

  /// Uses memory somebody else owns.
  ///
  /// - Parameter owner: Kept alive as long as these bytes; the memory must stay valid while it lives.
  package init(borrowing bytes: UnsafeRawBufferPointer, ownedBy owner: any Sendable) {
    storage = bytes
    file = nil
    isCopy = false
    self.owner = owner
  }

  /// Copies bytes.
  package init(copying bytes: [UInt8]) {
    storage = bytes.withUnsafeBytes(Self.copy)
    file = nil
    isCopy = true
    owner = nil
  }

  private static func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  deinit {
    if isCopy { storage.deallocate() }
  }

  package var count: Int { storage.count }

  /// The bytes, valid as long as this object lives; whoever keeps them keeps the object too.
  package var contents: ModuleBuffer { ModuleBuffer(storage, in: file) }

  /// Reads something, and makes sure that all that was read was there: what can't be read looks like zeros meanwhile.
  package func reading<Value>(_ body: () throws(ModuleError) -> Value) throws(ModuleError) -> Value {
    file?.hold()
    let result = Attempt(catching: body)
    file?.release()
    // If something went wrong, it followed from that.
    try check()
    return try result.get()
  }

  private func check() throws(ModuleError) {
    if let file, let code = file.failure { throw .unreadable(path: file.path, errno: code) }
  }

  /// Lends all the bytes for the length of a call.
  package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws(ModuleError) -> Value) throws(ModuleError)
    -> Value
  {
    defer { withExtendedLifetime(self) {} }
    _ = contents[0..<count]
    try check()
    return try body(storage)
  }
}
