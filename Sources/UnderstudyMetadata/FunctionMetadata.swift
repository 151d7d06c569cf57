/// The metadata of a function type. Layout: `swift/ABI/Metadata.h` (`TargetFunctionTypeMetadata`).
package struct FunctionMetadata: Hashable, Sendable {
  package let type: TypeMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .function else { return nil }
    self.type = type
  }

  /// Values: `FunctionMetadataConvention`.
  package enum Convention: UInt8, Sendable {
    case swift = 0
    case block = 1
    case thin = 2
    case c = 3
    /// The value that this library doesn't know.
    case unknown = 255
  }

  /// Values: `FunctionMetadataDifferentiabilityKind`.
  package enum Differentiability: Int, Sendable {
    case none = 0
    case forward = 1
    case reverse = 2
    case normal = 3
    case linear = 4
    /// The value that this library doesn't know.
    case unknown = 255
  }

  /// Values: `ParameterOwnership`.
  package enum Ownership: UInt8, Sendable {
    case `default` = 0
    case `inout` = 1
    case shared = 2
    case owned = 3
    /// The value that this library doesn't know.
    case unknown = 127
  }

  package struct Parameter: Hashable, Sendable {
    package let type: TypeMetadata
    /// `ParameterTypeFlags`.
    package let flags: UInt32

    package var ownership: Ownership { Ownership(rawValue: UInt8(flags & 0x7F)) ?? .unknown }
    package var isVariadic: Bool { flags & 0x80 != 0 }
    package var isAutoclosure: Bool { flags & 0x100 != 0 }
    package var isIsolated: Bool { flags & 0x400 != 0 }
    package var isSending: Bool { flags & 0x800 != 0 }
  }

  private enum Flag {
    static let `throws` = 0x0100_0000
    static let hasParameterFlags = 0x0200_0000
    static let isEscaping = 0x0400_0000
    static let isDifferentiable = 0x0800_0000
    static let hasGlobalActor = 0x1000_0000
    static let isAsync = 0x2000_0000
    static let isSendable = 0x4000_0000
    static let hasExtendedFlags = 0x8000_0000
  }

  private static let firstParameterWord = 3

  private var flags: Int { type.word(1).load(as: Int.self) }

  package var convention: Convention {
    Convention(rawValue: UInt8(truncatingIfNeeded: flags >> 16)) ?? .unknown
  }

  package var isThrowing: Bool { flags & Flag.throws != 0 }
  package var isEscaping: Bool { flags & Flag.isEscaping != 0 }
  package var isAsync: Bool { flags & Flag.isAsync != 0 }
  package var isSendable: Bool { flags & Flag.isSendable != 0 }

  package var result: TypeMetadata { TypeMetadata.completed(type.word(2).load(as: UnsafeRawPointer.self)) }

  package var parameterCount: Int { flags & 0xFFFF }

  package func parameter(_ index: Int) -> Parameter {
    let pointer = type.word(Self.firstParameterWord + index).load(as: UnsafeRawPointer.self)
    var parameterFlags: UInt32 = 0
    if flags & Flag.hasParameterFlags != 0 {
      parameterFlags = type.word(Self.firstParameterWord + parameterCount)
        .load(fromByteOffset: index * 4, as: UInt32.self)
    }
    return Parameter(type: TypeMetadata.completed(pointer), flags: parameterFlags)
  }

  package var parameters: [Parameter] { (0..<parameterCount).map(parameter) }

  // What follows the parameters, each part only where a flag says so: parameter flags (32 bits each),
  // differentiability, global actor, extended flags (32 bits), thrown error. Words are aligned.

  private var differentiabilityWord: Int {
    let words = flags & Flag.hasParameterFlags != 0 ? (parameterCount + 1) / 2 : 0
    return Self.firstParameterWord + parameterCount + words
  }

  private var globalActorWord: Int { differentiabilityWord + (flags & Flag.isDifferentiable != 0 ? 1 : 0) }

  private var extendedFlagsWord: Int { globalActorWord + (flags & Flag.hasGlobalActor != 0 ? 1 : 0) }

  package var differentiability: Differentiability {
    guard flags & Flag.isDifferentiable != 0 else { return .none }
    return Differentiability(rawValue: type.word(differentiabilityWord).load(as: Int.self)) ?? .unknown
  }

  /// The `X` in `@X () -> Void`.
  package var globalActor: TypeMetadata? {
    guard flags & Flag.hasGlobalActor != 0 else { return nil }
    return TypeMetadata.completed(type.word(globalActorWord).load(as: UnsafeRawPointer.self))
  }

  private var extendedFlags: UInt32 {
    flags & Flag.hasExtendedFlags != 0 ? type.word(extendedFlagsWord).load(as: UInt32.self) : 0
  }

  /// The `E` in `throws(E)`; `nil` for `throws` alone.
  package var thrownError: TypeMetadata? {
    guard extendedFlags & 1 != 0 else { return nil }
    return TypeMetadata.completed(type.word(extendedFlagsWord + 1).load(as: UnsafeRawPointer.self))
  }

  /// `@isolated(any)`.
  package var isIsolatedAny: Bool { extendedFlags & 0xE == 2 }

  /// `nonisolated(nonsending)`: an async function that also gets its caller's actor.
  package var isNonisolatedNonsending: Bool { extendedFlags & 0xE == 4 }

  package var hasSendingResult: Bool { extendedFlags & 0x10 != 0 }
}
