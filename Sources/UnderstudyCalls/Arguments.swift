internal import UnderstudyMetadata

/// The arguments of one call, copied, and released with this object.
///
/// For an `inout` parameter it holds the value as it was when the call came in.
package final class Arguments: @unchecked Sendable {
  // Sendable: the values are never changed after the block has been filled.

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

  deinit {
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
}
