internal import UnderstudyMetadata
package import UnderstudyTrampolines

/// The arguments of one call, copied, with what came of it: a record in a chunk, which it keeps.
///
/// For an `inout` parameter it holds the value as it was when the call came in.
package struct Arguments: @unchecked Sendable {
  // Sendable: the arguments are never changed after the record has been filled. What came of the call is written once, by
  // whoever ends the call, before `progress` says so.

  private let owner: CallChunk
  let record: UnsafeMutablePointer<us_record>

  init(_ owner: CallChunk, _ record: UnsafeMutablePointer<us_record>) {
    self.owner = owner
    self.record = record
  }

  /// A call in a chunk that somebody else keeps as long as this is used.
  package init(borrowing chunk: UnsafeMutablePointer<us_chunk>, _ record: UnsafeMutablePointer<us_record>) {
    owner = Unmanaged<CallChunk>.fromOpaque(chunk).takeUnretainedValue()
    self.record = record
  }

  /// A call that the entries have taken down, whose reference is taken over.
  package init(taking call: us_begun_call) {
    owner = .taking(call.chunk)
    record = call.record
  }

  /// Makes a record of its own whose every argument is initialized by `fill`.
  ///
  /// - Parameter fill: Gets the address of the block and must initialize the value of every parameter, at
  ///   `requirement.argumentOffsets`.
  package static func make(
    of requirement: Requirement,
    fill: (UnsafeMutableRawPointer) -> Void
  ) -> Arguments {
    let chunk = us_make_chunk(requirement.layout, 1)
    chunk.pointee.count = 1
    let record = us_record_at(chunk, 0)
    // Invariant: memory of the layout's size lies at the record, and a record without values is zeros.
    UnsafeMutableRawPointer(record).initializeMemory(as: UInt64.self, repeating: 0, count: 2)
    fill(us_record_block(record, requirement.layout))
    us_record_fill(record)
    return Arguments(.taking(chunk), record)
  }

  var chunk: UnsafeMutablePointer<us_chunk> { owner.chunk }

  /// Keeps the chunk once more, for C.
  func retainedChunk() -> UnsafeMutablePointer<us_chunk> {
    Unmanaged.passRetained(owner).toOpaque().assumingMemoryBound(to: us_chunk.self)
  }

  /// Ends the values' lives before the record's.
  ///
  /// - Precondition: Nobody else knows of the call.
  func destroy() {
    us_destroy_record(record, layout)
    us_record_forget(record)
  }

  private var layout: UnsafePointer<us_record_layout> { chunk.pointee.layout }

  package var requirement: Requirement {
    // Invariant: the chunk keeps its requirement.
    Unmanaged<Requirement>.fromOpaque(chunk.pointee.requirement).takeUnretainedValue()
  }

  /// Tells calls apart while this is kept.
  package var identity: UnsafeRawPointer { UnsafeRawPointer(record) }

  /// When the call was made, in the terms of `us_take_times`; 0 while it is in no log.
  package var beginning: UInt64 { us_record_beginning(record) }

  /// The address of the block.
  package var baseAddress: UnsafeRawPointer { UnsafeRawPointer(us_record_block(record, layout)) }

  package var count: Int { requirement.parameters.count }

  /// The address of an argument; valid while this is kept.
  package func address(of index: Int) -> UnsafeRawPointer {
    baseAddress + requirement.argumentOffsets[index]
  }

  /// An argument as a value of its own static type.
  ///
  /// - Precondition: `type` is exactly the parameter's type.
  package func value<T>(at index: Int, as type: T.Type) -> T {
    address(of: index).assumingMemoryBound(to: T.self).pointee
  }

  /// An argument of any type, boxed.
  package func boxedValue(at index: Int) -> Any {
    func box<T>(_ type: T.Type) -> Any { value(at: index, as: type) }
    return _openExistential(requirement.parameters[index].type.type, do: box)
  }
}

// MARK: - What came of the call

extension Arguments {
  /// What lies at the outcome's place.
  package enum Kept: Sendable {
    case nothing
    case result
    case error
  }

  /// Who answered the call.
  package enum Route: UInt8, Sendable {
    case none
    case answer
    case forwarded
  }

  private var progress: UInt64 { us_record_progress(record) }

  /// What came of the call, once it has ended.
  package var kept: Kept {
    switch progress & UInt64(US_PROGRESS_KEPT.rawValue) {
    case UInt64(US_PROGRESS_RESULT.rawValue): .result
    case UInt64(US_PROGRESS_ERROR.rawValue): .error
    default: .nothing
    }
  }

  /// When the call ended, in the terms of `us_take_times`; 0 while it lasts.
  package var end: UInt64 { progress >> UInt64(US_PROGRESS_END_SHIFT.rawValue) }

  /// Who answered the call, once it has ended.
  package var route: Route {
    let route = (progress & UInt64(US_PROGRESS_ROUTE.rawValue)) >> UInt64(US_PROGRESS_ROUTE_SHIFT.rawValue)
    return Route(rawValue: UInt8(route)) ?? .none
  }

  /// Whether the call has been marked as accounted for.
  package var isVerified: Bool { progress & UInt64(US_PROGRESS_VERIFIED.rawValue) != 0 }

  /// Marks the call as accounted for.
  package func markVerified() { us_record_verify(record) }

  private var outcome: UnsafeMutableRawPointer { UnsafeMutableRawPointer(us_record_outcome(record, layout)) }

  /// Notes that the call has ended, and keeps a copy of its result. Done at most once, and not beside the other `finish`.
  package func finish(result address: UnsafeRawPointer, _ route: Route) {
    requirement.result.copy(from: address, to: outcome)
    finish(US_PROGRESS_RESULT, route)
  }

  /// Notes that the call has ended, and keeps the error. Done at most once, and not beside the other `finish`.
  ///
  /// - Precondition: The requirement can throw.
  package func finish(error: any Error, _ route: Route) {
    outcome.initializeMemory(as: (any Error).self, to: error)
    finish(US_PROGRESS_ERROR, route)
  }

  private func finish(_ kept: us_progress, _ route: Route) {
    let route = UInt64(route.rawValue) << UInt64(US_PROGRESS_ROUTE_SHIFT.rawValue)
    let end = us_take_times(us_now(), 1) << UInt64(US_PROGRESS_END_SHIFT.rawValue)
    us_record_advance(record, UInt64(kept.rawValue) | route | end)
  }

  /// The result, boxed.
  package var keptResult: Any? {
    guard kept == .result else { return nil }
    func box<T>(_ type: T.Type) -> Any { keptResult(as: type) }
    return .some(_openExistential(requirement.result.type, do: box))
  }

  /// The result.
  ///
  /// - Precondition: There is one, and `T` is exactly its type.
  package func keptResult<T>(as type: T.Type) -> T {
    outcome.assumingMemoryBound(to: T.self).pointee
  }

  /// The error.
  package var keptError: (any Error)? {
    kept == .error ? outcome.assumingMemoryBound(to: (any Error).self).pointee : nil
  }
}
