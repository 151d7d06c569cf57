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

  /// The vectors that travel in a register each, the widest first: those of 16 bytes, and on arm64 of 8 as well
  /// (`isLegalVectorType` in clang's `lib/CodeGen/Targets`).
  static let vectors: [us_scalar] = {
    #if arch(arm64)
      [US_SCALAR_V128, US_SCALAR_V64]
    #else
      [US_SCALAR_V128]
    #endif
  }()
}

extension Array where Element == Scalar {
  /// Whether a sync call can't return them in registers, so that LLVM returns them in memory after all.
  var exceedsResultRegisters: Bool {
    #if arch(x86_64)
      // A half is only returned in one of the first three vector registers (`RetCC_X86Common` in `X86CallingConv.td`).
      var floats = 0
      var index = 0
      while index < count {
        let kind = self[index].kind
        index += 1
        if kind.rawValue < US_SCALAR_F16.rawValue || kind == US_SCALAR_F80 { continue }
        if floats >= 3, kind == US_SCALAR_F16 { return true }
        floats += 1
      }
      return false
    #else
      return false
    #endif
  }
}
