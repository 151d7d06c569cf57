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
    defer { us_unlock_log(log) }
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
    us_record_enter_log(arguments.record, us_take_times(1))
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

    /// Exchanges the registrations of a requirement.
    ///
    /// - Returns: Those before, to be released outside of the lock.
    package func setAnswers(_ list: AnswerList?, ofRequirement index: Int) -> AnswerList? {
      let part = log.part(index)
      let before = part.pointee.answers.map { Unmanaged<AnswerList>.fromOpaque($0).takeRetainedValue() }
      part.pointee.answers = list.map {
        Unmanaged.passRetained($0).toOpaque().assumingMemoryBound(to: us_answer_list.self)
      }
      return before
    }

    /// Empties the log.
    ///
    /// - Returns: What keeps the calls and registrations alive, to be released outside of the lock.
    package func reset() -> (calls: [LoggedCalls], answers: [AnswerList]) {
      var calls: [LoggedCalls] = []
      var answers: [AnswerList] = []
      for index in log.indices {
        let part = log.part(index)
        calls.append(LoggedCalls(part.pointee))
        for position in 0..<Int(part.pointee.chunk_count) {
          // Invariant: the log owned a reference, and so do the calls that are returned.
          Unmanaged<CallChunk>.fromOpaque(part.pointee.chunks![position]).release()
        }
        part.pointee.chunk_count = 0
        part.pointee.generation += 1
        if let list = setAnswers(nil, ofRequirement: index) { answers.append(list) }
      }
      return (calls, answers)
    }

    /// Takes calls of a requirement out of the log.
    ///
    /// - Parameter beginnings: When the calls were made, by which they are known.
    /// - Returns: What is left of them, to be released outside of the lock.
    package func remove(_ beginnings: Set<UInt64>, ofRequirement index: Int) -> RemovedCalls {
      let part = log.part(index)
      part.pointee.generation += 1
      var removed = RemovedCalls()
      for position in 0..<Int(part.pointee.chunk_count) {
        removed.take(beginnings, from: part.pointee.chunks![position])
      }
      return removed
    }
  }
}

/// Calls that were taken out of a log whose neighbours were not.
package struct RemovedCalls {
  /// Those that nobody knows of. Others go away with the last of their chunk that somebody knows.
  private var unknown: [Arguments] = []

  fileprivate mutating func take(_ beginnings: Set<UInt64>, from chunk: UnsafeMutablePointer<us_chunk>) {
    // Invariant: under the log's lock, and with its reference the only one, nobody comes to know of a call.
    let isKnown = !swift_isUniquelyReferenced_nonNull_native(chunk)
    for position in 0..<chunk.pointee.count {
      let record = us_record_at(chunk, position)
      guard beginnings.contains(us_record_beginning(record)) else { continue }
      us_record_leave_log(record)
      if !isKnown { unknown.append(Arguments(borrowing: chunk, record)) }
    }
  }

  /// Lets go of the values, outside of the lock.
  package func release() {
    for call in unknown { call.destroy() }
  }
}
