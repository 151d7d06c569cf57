package import UnderstudyTrampolines

/// The calls made on a double and the answers registered for them, by requirement, behind one lock.
///
/// The entries take calls down here (`us_log_begin`), so that those with simple answers never leave C.
package final class CallLog: @unchecked Sendable {
  // Sendable: everything that changes is touched under the lock, or atomic.
  package let log: UnsafeMutablePointer<us_log>

  package init(requirementCount: Int) {
    log = us_make_log(UInt32(requirementCount))
  }

  deinit {
    us_destroy_log(log)
  }

  private var indices: Range<Int> { 0..<Int(log.pointee.requirement_count) }

  private func part(_ index: Int) -> UnsafeMutablePointer<us_requirement_log> {
    us_requirement_log_of(log, UInt32(index))
  }

  /// Runs a closure under the lock. It must not run users' code, nor release their values, nor lock again.
  package func withLock<R>(_ body: (Locked) -> R) -> R {
    us_lock_log(log)
    defer {
      us_unlock_log(log)
      us_release_retired(log)
    }
    return body(Locked(log: self))
  }

  /// Makes `isObserved` true from now on.
  package func observe() { us_log_observe(log) }

  /// Whether somebody wants to hear of the calls, even of those that the entries answer.
  package var isObserved: Bool { us_is_observed(log) }

  /// Takes a call down that the entries didn't.
  package func begin(_ arguments: Arguments) -> AnswerSearch {
    us_lock_log(log)
    defer { us_unlock_log(log) }
    let part = part(arguments.requirement.index)
    us_add_chunk(part, arguments.retainedChunk())
    us_record_enter_log(arguments.record, us_take_times(us_now(), 1))
    return AnswerSearch(part.pointee.answers.map { Unmanaged<AnswerList>.fromOpaque($0).takeUnretainedValue() })
  }

  /// Keeps the calls of all doubles away from the entries, as long as a closure runs that may not make them in earnest.
  package static func beginCollecting() { us_count_collectors(1) }
  package static func endCollecting() { us_count_collectors(-1) }

  /// Whether such a closure runs.
  package static var isCollecting: Bool { us_are_calls_collected() }

  /// The calls of a requirement until now, in order.
  package func calls(ofRequirement index: Int) -> LoggedCalls { withLock { $0.calls(ofRequirement: index) } }

  /// The calls of each requirement until now.
  package func allCalls() -> [LoggedCalls] { withLock { locked in indices.map { locked.calls(ofRequirement: $0) } } }

  /// What can be done under the lock.
  package struct Locked {
    fileprivate let log: CallLog

    package func calls(ofRequirement index: Int) -> LoggedCalls {
      LoggedCalls(log.part(index).pointee)
    }

    /// Counts how often calls of a requirement were taken out.
    package func generation(ofRequirement index: Int) -> Int { Int(log.part(index).pointee.generation) }

    /// The registrations of a requirement.
    package func answers(ofRequirement index: Int) -> AnswerList? {
      log.part(index).pointee.answers.map { Unmanaged<AnswerList>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The registrations of all requirements.
    package var answers: [AnswerList] { log.indices.compactMap { answers(ofRequirement: $0) } }

    /// Exchanges the registrations of a requirement. Those before are released outside of the lock.
    package func setAnswers(_ list: AnswerList?, ofRequirement index: Int) {
      let part = log.part(index)
      if let before = part.pointee.answers { us_retire(log.log, before) }
      part.pointee.answers = list.map {
        Unmanaged.passRetained($0).toOpaque().assumingMemoryBound(to: us_answer_list.self)
      }
    }

    /// Empties the log.
    ///
    /// - Returns: The calls, to be released outside of the lock; the registrations are.
    package func reset() -> [LoggedCalls] {
      var calls: [LoggedCalls] = []
      for index in log.indices {
        let part = log.part(index)
        calls.append(LoggedCalls(part.pointee))
        for position in 0..<Int(part.pointee.chunk_count) {
          us_retire(log.log, part.pointee.chunks![position])
        }
        part.pointee.chunk_count = 0
        part.pointee.generation += 1
        setAnswers(nil, ofRequirement: index)
      }
      return calls
    }

    /// Takes calls of a requirement out of the log.
    ///
    /// - Parameter beginnings: When the calls were made, by which they are known.
    /// - Returns: What is left of them, to be released outside of the lock.
    package func remove(_ beginnings: Set<UInt64>, ofRequirement index: Int) -> RemovedCalls {
      let part = log.part(index)
      part.pointee.generation += 1
      var removed = RemovedCalls()
      // Whoever comes now waits for the lock.
      let isInUse = us_is_in_use(log.log)
      var kept: UInt32 = 0
      for position in 0..<Int(part.pointee.chunk_count) {
        let chunk = part.pointee.chunks![position]
        if removed.take(beginnings, from: chunk, inUse: isInUse) {
          us_retire(log.log, chunk)
          continue
        }
        part.pointee.chunks![Int(kept)] = chunk
        kept += 1
      }
      part.pointee.chunk_count = kept
      return removed
    }
  }
}

/// Calls that were taken out of a log whose neighbours were not.
package struct RemovedCalls {
  /// Those that nobody else knows of, of chunks that stay in the log. Others go away with their chunk.
  private var unknown: [Arguments] = []

  /// Takes calls out of a chunk.
  ///
  /// - Parameter inUse: Whether an entry may know calls without a reference.
  /// - Returns: Whether none is left.
  fileprivate mutating func take(
    _ beginnings: Set<UInt64>,
    from chunk: UnsafeMutablePointer<us_chunk>,
    inUse: Bool
  ) -> Bool {
    // Invariant: under the log's lock, and with its reference the only one, nobody comes to know of a call.
    let isKnown = inUse || !swift_isUniquelyReferenced_nonNull_native(chunk)
    var gone: [UnsafeMutablePointer<us_record>] = []
    var isLeft = false
    for position in 0..<chunk.pointee.count {
      let record = us_record_at(chunk, position)
      if beginnings.contains(us_record_beginning(record)) {
        us_record_leave_log(record)
        gone.append(record)
      } else if !us_record_is_removed(record) {
        isLeft = true
      }
    }
    if isLeft, !isKnown { unknown += gone.map { Arguments(borrowing: chunk, $0) } }
    return !isLeft
  }

  /// Lets go of the values, outside of the lock.
  package consuming func release() {
    for call in unknown { call.destroy() }
  }
}
