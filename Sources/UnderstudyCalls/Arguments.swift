internal import UnderstudyMetadata

/// The arguments of one call, copied, with what came of it, and released with this object.
///
/// For an `inout` parameter it holds the value as it was when the call came in.
package final class Arguments: @unchecked Sendable {
  // Sendable: the arguments are never changed after the block has been filled. What came of the call is written once, by
  // whoever ends the call, who lets others look at it only afterwards.

  package let requirement: Requirement
  /// The values, each at its requirement's offset. All are initialized once `init` has returned.
  private var storage: UnsafeMutableRawPointer
  /// Where the values are, unless they need more room or a greater alignment: a call that is remembered is one allocation.
  private var room: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)

  private static let roomSize = 64
  /// The object's header is two words; the room follows two more, aligned to two words as the object is.
  private static let roomOffset = 32

  /// Makes a block whose every value is initialized by `fill`.
  ///
  /// - Parameter fill: Gets the address of the block and must initialize the value of every parameter, at
  ///   `requirement.argumentOffsets`.
  package init(of requirement: Requirement, fill: (UnsafeMutableRawPointer) -> Void) {
    self.requirement = requirement
    // Anything, until the object is complete.
    storage = UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
    if requirement.argumentsSize <= Self.roomSize, requirement.argumentsAlignment <= 16 {
      // Invariant: stored properties lie in the order of their declarations, and an object doesn't move.
      storage = Unmanaged.passUnretained(self).toOpaque() + Self.roomOffset
    } else {
      storage = .allocate(byteCount: requirement.argumentsSize, alignment: requirement.argumentsAlignment)
    }
    fill(storage)
  }

  /// What lies at the requirement's `outcomeOffset`.
  package enum Kept: UInt8, Sendable {
    case nothing
    case result
    case error
  }
  package private(set) var kept = Kept.nothing

  deinit {
    switch kept {
    case .nothing: break
    case .result: if !requirement.result.isTrivial { requirement.result.destroy(storage + requirement.outcomeOffset) }
    case .error: (storage + requirement.outcomeOffset).assumingMemoryBound(to: (any Error).self).deinitialize(count: 1)
    }
    for index in requirement.ownedArguments {
      requirement.parameters[index].type.destroy(storage + requirement.argumentOffsets[index])
    }
    if storage != Unmanaged.passUnretained(self).toOpaque() + Self.roomOffset { storage.deallocate() }
  }

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

  // MARK: What came of the call

  /// Keeps a copy of the call's result. Done at most once, and not beside `keep(_: any Error)`.
  ///
  /// - Parameter address: The result, of the requirement's result type.
  package func keepResult(at address: UnsafeRawPointer) {
    requirement.result.copy(from: address, to: storage + requirement.outcomeOffset)
    kept = .result
  }

  /// Keeps the error that the call ended with. Done at most once, and not beside `keepResult`.
  ///
  /// - Precondition: The requirement can throw.
  package func keep(_ error: any Error) {
    (storage + requirement.outcomeOffset).initializeMemory(as: (any Error).self, to: error)
    kept = .error
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
    (storage + requirement.outcomeOffset).assumingMemoryBound(to: T.self).pointee
  }

  /// The error.
  package var keptError: (any Error)? {
    kept == .error ? (storage + requirement.outcomeOffset).assumingMemoryBound(to: (any Error).self).pointee : nil
  }
}
