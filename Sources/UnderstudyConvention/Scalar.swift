package import UnderstudyTrampolines

/// A piece of a value that travels by itself: in a register, or in a stack slot of its own.
package struct Scalar: Hashable, Sendable {
  /// How it travels.
  package var kind: us_scalar
  /// Where its bytes begin in the value.
  package var offset: Int
  /// Whether only the lowest bit is defined when it arrives, as for a Bool alone in its register.
  package var isSingleBit = false

  /// The bytes it spans in the value.
  package var size: Int { Int(us_scalar_size(kind)) }

  package var isFloat: Bool { kind.rawValue >= US_SCALAR_F16.rawValue }
}
