internal import UnderstudyTrampolines

/// The calls of one requirement that were in a log at one time, in order. It keeps them.
package struct LoggedCalls: @unchecked Sendable {
  // Sendable: chunks only grow at their end, which isn't looked at here.
  private let chunks: ContiguousArray<CallChunk>
  private let lastCount: UInt32
  private let generation: Int

  /// Under the log's lock.
  init(_ part: us_requirement_log) {
    var chunks = ContiguousArray<CallChunk>()
    chunks.reserveCapacity(Int(part.chunk_count))
    var position = 0
    while position < Int(part.chunk_count) {
      chunks.append(Unmanaged<CallChunk>.fromOpaque(part.chunks![position]).takeUnretainedValue())
      position += 1
    }
    self.chunks = chunks
    lastCount = chunks.last?.chunk.pointee.count ?? 0
    generation = Int(part.generation)
  }

  private func withCursor<R>(from position: CallPosition = .start, _ body: (inout us_call_cursor) -> R) -> R {
    chunks.withUnsafeBufferPointer { buffer in
      // Invariant: a reference is the address of its object.
      let pointers = UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: UnsafeMutablePointer<us_chunk>.self)
      var cursor = us_call_cursor(
        chunks: pointers,
        chunk_count: UInt32(buffer.count),
        last_count: lastCount,
        chunk: position.chunk,
        record: position.record
      )
      return body(&cursor)
    }
  }

  /// All of them.
  package var calls: [Arguments] {
    var calls: [Arguments] = []
    withCursor { cursor in
      var chunk: UnsafeMutablePointer<us_chunk>?
      while let record = us_next_call(&cursor, &chunk) { calls.append(Arguments(borrowing: chunk!, record)) }
    }
    return calls
  }

  /// Those from a position on, up to the first whose arguments aren't there yet.
  package func calls(from position: CallPosition) -> (calls: [Arguments], end: CallPosition) {
    var calls: [Arguments] = []
    let start = position.generation == generation ? position : .start
    let end = withCursor(from: start) { cursor in
      var chunk: UnsafeMutablePointer<us_chunk>?
      while let record = us_next_whole_call(&cursor, &chunk) { calls.append(Arguments(borrowing: chunk!, record)) }
      return CallPosition(chunk: cursor.chunk, record: cursor.record, generation: generation)
    }
    return (calls, end)
  }

  /// Counts those that a filter accepts, and marks them as accounted for. Runs users' code.
  ///
  /// - Parameter route: By whom they have to be answered, if that matters.
  package func verify(_ filter: CallFilter, _ route: Arguments.Route?) -> Int {
    withCursor { cursor in
      Int(us_verify_calls(cursor, filter.filter, route.map { Int32($0.rawValue) } ?? -1))
    }
  }
}

/// How far someone has read the calls of a requirement.
package struct CallPosition {
  fileprivate let chunk: UInt32
  fileprivate let record: UInt32
  /// That of the requirement at the time.
  package let generation: Int

  /// Before the first call.
  package static let start = CallPosition(chunk: 0, record: 0, generation: 0)
}
