package import UnderstudyTrampolines

/// A piece of a value that travels by itself: in a register, or in a stack slot of its own.
package typealias Scalar = us_placed_scalar

extension Scalar {
  /// A scalar of which all bits are defined when it arrives.
  init(kind: us_scalar, offset: Int) { self.init(offset: offset, kind: kind, is_single_bit: false) }

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

/// The scalars of a value, in order. They lie in C's memory: the runtime needs some time to make the type of an array of them.
package struct Scalars: @unchecked Sendable {
  // Sendable: the aggregate isn't changed any more.

  /// What the memory belongs to.
  private let aggregate: Aggregate?
  let first: UnsafePointer<Scalar>?
  let count: Int

  init() {
    aggregate = nil
    first = nil
    count = 0
  }

  /// Forms the scalars of a value whose pieces are all known.
  init(of aggregate: Aggregate) {
    self.aggregate = aggregate
    (first, count) = aggregate.formScalars()
  }

  /// Whether a value of these scalars travels by its address instead.
  var exceedRegisters: Bool { us_exceed_registers(first, count) }

  /// Whether a sync call can't return them in registers.
  var exceedResultRegisters: Bool { us_exceed_result_registers(first, count) }

  /// Whether they are bytes of each other.
  var overlap: Bool { us_overlap(first, count) }

  /// Whether others travel in the same places, and all their bytes with these: some integers are wider.
  func carry(_ others: Scalars) -> Bool { us_carry(first, count, others.first, others.count) }

  /// How many of them are of a kind.
  func count(of kind: us_scalar) -> Int {
    var found = 0
    var index = 0
    while index < count {
      // Invariant: there are as many as `count` says.
      if first.unsafelyUnwrapped[index].kind.rawValue == kind.rawValue { found += 1 }
      index += 1
    }
    return found
  }

  /// Whether some travel as floats or vectors do.
  var haveFloats: Bool {
    var index = 0
    while index < count {
      if us_scalar_is_float(first.unsafelyUnwrapped[index].kind) { return true }
      index += 1
    }
    return false
  }
}
