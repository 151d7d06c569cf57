/// One requirement of a protocol: one entry of its witness tables.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetProtocolRequirement`); flags: `ProtocolRequirementFlags`.
package struct ProtocolRequirement: Hashable, @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  package let pointer: UnsafeRawPointer

  static let size = 8

  package enum Kind: UInt8, Sendable {
    case baseProtocol = 0
    case method = 1
    case initializer = 2
    case getter = 3
    case setter = 4
    case readCoroutine = 5
    case modifyCoroutine = 6
    case associatedType = 7
    case associatedConformance = 8
    /// The value that this library doesn't know.
    case unknown = 15
  }

  private var flags: UInt32 { pointer.load(as: UInt32.self) }

  package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: flags & 0x0F)) ?? .unknown }

  /// Whether the requirement is called on a value; false for static members and initializers.
  package var isInstance: Bool { flags & 0x10 != 0 }

  package var isCoroutine: Bool { kind == .readCoroutine || kind == .modifyCoroutine }

  /// Whether the entry is an async function pointer record.
  package var isAsync: Bool { flags & 0x20 != 0 && !isCoroutine }

  /// Whether the entry is a coroutine of the newer form (`yielding borrow`, `yielding mutate`), which allocates its own
  /// frame. These reuse the bit that marks other kinds as async.
  package var isCalleeAllocatedCoroutine: Bool { flags & 0x20 != 0 && isCoroutine }
}
