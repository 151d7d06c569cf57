internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// A number of calls of one requirement, in one piece of memory: see `us_chunk`, which has the layout of these objects.
final class CallChunk: @unchecked Sendable {
  // Sendable: the records that are handed out are written once, or atomically.
  // The fields are C's: see `us_chunk`.
  private let requirement: Requirement
  private let layout: UnsafePointer<us_record_layout>
  private let capacity: UInt32
  private let count: UInt32

  /// Never called: objects are made by `us_make_chunk`, with room for their records.
  private init(_ requirement: Requirement, _ layout: UnsafePointer<us_record_layout>) {
    self.requirement = requirement
    self.layout = layout
    capacity = 0
    count = 0
  }

  /// Tells C what a chunk is an object of. Done before the first requirement is made.
  static let install: Void = us_set_chunk_type(TypeMetadata(CallChunk.self).pointer)

  deinit {
    us_destroy_records(chunk)
  }

  var chunk: UnsafeMutablePointer<us_chunk> {
    // Invariant: the fields are those of `us_chunk`, behind the words that every object begins with.
    Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: us_chunk.self)
  }

  /// Takes over a reference.
  static func taking(_ chunk: UnsafeMutablePointer<us_chunk>) -> CallChunk {
    Unmanaged<CallChunk>.fromOpaque(chunk).takeRetainedValue()
  }
}
