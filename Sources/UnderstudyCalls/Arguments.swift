internal import Synchronization
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// The arguments of one call, copied, with what came of it, and released with this object.
///
/// For an `inout` parameter it holds the value as it was when the call came in. A call that is remembered is one allocation: the
/// values lie behind the object's own fields.
package final class Arguments: @unchecked Sendable {
  // Sendable: the arguments are never changed after the block has been filled. What came of the call is written once, by
  // whoever ends the call, before `progress` says so.

  package let requirement: Requirement
  /// When the call was made, in the terms of whoever logs it; written once, before others look at it.
  package var beginning: UInt64 = 0
  /// `Progress` in the lower bits, the end above them.
  private let progress = Atomic<UInt64>(0)

  /// Where the values may begin, unless they have to be aligned more strictly.
  private static let fieldsSize = 40

  /// Never called: objects are made by `make`, with room for their values.
  private init(_ requirement: Requirement) {
    self.requirement = requirement
  }

  /// Makes a block whose every value is initialized by `fill`.
  ///
  /// - Parameter fill: Gets the address of the block and must initialize the value of every parameter, at
  ///   `requirement.argumentOffsets`.
  package static func make(
    of requirement: Requirement,
    fill: (UnsafeMutableRawPointer) -> Void
  ) -> Arguments {
    let alignment = max(requirement.argumentsAlignment, 16)
    let object = us_allocate_object(
      TypeMetadata(Arguments.self).pointer,
      requirement.argumentsStart + requirement.argumentsSize,
      alignment - 1
    )
    // Invariant: the fields lie behind the object's header of two words, in the order of their declarations.
    (object + 16).initializeMemory(as: Requirement.self, to: requirement)
    (object + 24).initializeMemory(as: UInt64.self, repeating: 0, count: 2)
    fill(object + requirement.argumentsStart)
    return Unmanaged<Arguments>.fromOpaque(object).takeRetainedValue()
  }

  /// Where the values of a block begin in the object.
  static func start(alignment: Int) -> Int { (fieldsSize + alignment - 1) & ~(alignment - 1) }

  deinit {
    switch kept {
    case .nothing: break
    case .result: if !requirement.result.isTrivial { requirement.result.destroy(outcome) }
    case .error: outcome.assumingMemoryBound(to: (any Error).self).deinitialize(count: 1)
    }
    let storage = storage
    for index in requirement.ownedArguments {
      requirement.parameters[index].type.destroy(storage + requirement.argumentOffsets[index])
    }
  }

  private var storage: UnsafeMutableRawPointer {
    Unmanaged.passUnretained(self).toOpaque() + requirement.argumentsStart
  }

  private var outcome: UnsafeMutableRawPointer { storage + requirement.outcomeOffset }

  /// The address of the block.
  package var baseAddress: UnsafeRawPointer { UnsafeRawPointer(storage) }

  package var count: Int { requirement.parameters.count }

  /// The address of an argument; valid while this object lives.
  package func address(of index: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(storage + requirement.argumentOffsets[index])
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
  /// What lies at the requirement's `outcomeOffset`.
  package enum Kept: UInt8, Sendable {
    case nothing
    case result
    case error
  }

  /// How far a call has come. Marks are left for whoever logs it.
  private enum Progress {
    static let kept: UInt64 = 0b11
    static let marks: UInt64 = 0b1111 << 2
    static let verified: UInt64 = 1 << 6
    static let endShift: UInt64 = 8
  }

  /// What came of the call, once it has ended.
  package var kept: Kept { Kept(rawValue: UInt8(progress.load(ordering: .acquiring) & Progress.kept)) ?? .nothing }

  /// When the call ended, in the terms of whoever logs it; 0 while it lasts.
  package var end: UInt64 { progress.load(ordering: .acquiring) >> Progress.endShift }

  /// What whoever logs the call has noted about its end: a number below 16.
  package var mark: UInt8 { UInt8((progress.load(ordering: .relaxed) & Progress.marks) >> 2) }

  /// Whether whoever logs the call has marked it as accounted for.
  package var isVerified: Bool { progress.load(ordering: .relaxed) & Progress.verified != 0 }

  /// Marks the call as accounted for.
  package func markVerified() {
    progress.bitwiseOr(Progress.verified, ordering: .relaxed)
  }

  /// Keeps a copy of the call's result. Done at most once, and not beside the other `finish`.
  ///
  /// - Parameters:
  ///   - address: The result, of the requirement's result type.
  ///   - end: The time, below 2 to the power of 56.
  ///   - mark: A number below 16 to remember.
  package func finish(result address: UnsafeRawPointer, at end: UInt64, mark: UInt8) {
    requirement.result.copy(from: address, to: outcome)
    finish(.result, at: end, mark)
  }

  /// Keeps the error that the call ended with. Done at most once, and not beside the other `finish`.
  ///
  /// - Precondition: The requirement can throw.
  package func finish(error: any Error, at end: UInt64, mark: UInt8) {
    outcome.initializeMemory(as: (any Error).self, to: error)
    finish(.error, at: end, mark)
  }

  private func finish(_ kept: Kept, at end: UInt64, _ mark: UInt8) {
    progress.bitwiseOr(
      UInt64(kept.rawValue) | UInt64(mark) << 2 | end << Progress.endShift,
      ordering: .releasing
    )
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
