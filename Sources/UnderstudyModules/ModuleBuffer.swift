internal import UnderstudyImages
internal import UnderstudyTrampolines

/// The bytes of a module, some of which may still have to be read from its file. Valid while its `ModuleBytes` lives.
package struct ModuleBuffer: @unchecked Sendable {
  // Sendable: the memory is only ever read, but for pieces that are filled in once, before anybody is told of them.
  private let bytes: UnsafeRawBufferPointer
  /// The file, and where in it the bytes begin; `nil` where they are in memory.
  private let file: OpaquePointer?
  private let offset: Int

  init(_ bytes: UnsafeRawBufferPointer, in file: PagedFile?) {
    self.bytes = bytes
    self.file = file?.handle
    offset = file.flatMap { file in bytes.baseAddress.map { $0 - file.bytes.baseAddress! } } ?? 0
  }

  package var count: Int { bytes.count }

  var baseAddress: UnsafeRawPointer? { bytes.baseAddress }

  /// How many bytes from a position on are in memory; reads more of the file if need be.
  ///
  /// - Precondition: `0 <= position < count`.
  func load(at position: Int) -> Int {
    guard let file else { return count - position }
    return min(us_paged_file_load_piece(file, offset + position), count - position)
  }

  package subscript(position: Int) -> UInt8 {
    if let file { _ = us_paged_file_load(file, offset + position, offset + position + 1) }
    return bytes[position]
  }

  /// Some of the bytes, all in memory.
  package subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    if let file { _ = us_paged_file_load(file, offset + range.lowerBound, offset + range.upperBound) }
    return UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  func loadUnaligned<T: BitwiseCopyable>(fromByteOffset position: Int, as type: T.Type) -> T {
    if let file { _ = us_paged_file_load(file, offset + position, offset + position + MemoryLayout<T>.size) }
    return bytes.loadUnaligned(fromByteOffset: position, as: type)
  }
}
