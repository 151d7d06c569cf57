internal import UnderstudyTrampolines

/// Where the scalars of a direct result are returned, and those of an error beside it.
///
/// A call returns the one or the other, so they share their places: each integer of the error lies in that of the result's
/// integer of the same number, which is as wide as the wider of the two (`combineResultAndTypedErrorType` in
/// `lib/IRGen/GenCall.cpp`). What LLVM has no registers for it returns in memory of the caller's: all of it, laid out as a C
/// struct.
struct ReturnedScalars {
  private(set) var resultLocations: [us_location] = []
  private(set) var errorLocations: [us_location] = []
  /// How much memory is returned, if that is how.
  private(set) var memorySize: Int?

  /// A place, and what shares it.
  private struct Slot {
    var scalar: Scalar
    var size: Int
    var isResult: Bool
    var isError: Bool
  }

  /// How many words have integer registers. On arm64 there are more (`RetCC_AArch64_AAPCS` in `AArch64CallingConvention.td`),
  /// but a result and an error together never have.
  private static let registerCount: Int = {
    #if arch(x86_64)
      4
    #else
      6
    #endif
  }()

  /// - Returns: `nil` where an async call, which returns in the registers of arguments, would need more of them.
  init?(result: [Scalar], error: [Scalar] = [], isAsync: Bool) {
    var slots: [Slot] = []
    slots.reserveCapacity(result.count + error.count)
    var nextError = 0
    var next = 0
    var words = 0
    while next < result.count {
      let scalar = result[next]
      next += 1
      var slot = Slot(scalar: scalar, size: scalar.size, isResult: true, isError: false)
      if !scalar.isFloat, nextError < error.count {
        slot.size = max(slot.size, error[nextError].size)
        slot.isError = true
        nextError += 1
      }
      if !scalar.isFloat { words += Self.words(slot.size) }
      slots.append(slot)
    }
    var scalars = result
    while nextError < error.count {
      let scalar = error[nextError]
      nextError += 1
      if !scalar.isFloat { words += Self.words(scalar.size) }
      slots.append(Slot(scalar: scalar, size: scalar.size, isResult: false, isError: true))
      scalars.append(scalar)
    }

    if words > Self.registerCount || scalars.exceedsResultRegisters {
      if !isAsync {
        placeInMemory(slots)
        return
      }
      if words > Self.registerCount { return nil }
    }
    placeInRegisters(slots, asArguments: isAsync)
  }

  private static func words(_ size: Int) -> Int { (size + MemoryLayout<Int>.size - 1) / MemoryLayout<Int>.size }

  /// - Parameter asArguments: Whether they are arguments of the function that the caller goes on in. On arm64 an argument of two
  ///   words begins at an even register.
  private mutating func placeInRegisters(_ slots: [Slot], asArguments: Bool) {
    var integers = 0
    var floats = 0
    var next = 0
    while next < slots.count {
      let slot = slots[next]
      next += 1
      if slot.scalar.kind == US_SCALAR_F80 {
        place(slot, at: us_location(US_FRAME_RESULT_X87))
      } else if slot.scalar.isFloat {
        place(slot, at: us_location(Int(US_FRAME_RESULT_VEC) + 16 * floats))
        floats += 1
      } else {
        #if arch(arm64) && !canImport(Darwin)
          if asArguments, Self.words(slot.size) == 2 { integers += integers % 2 }
        #endif
        place(slot, at: us_location(Int(US_FRAME_RESULT_GPR) + 8 * integers))
        integers += Self.words(slot.size)
      }
    }
  }

  private mutating func placeInMemory(_ slots: [Slot]) {
    var end = 0
    for slot in slots {
      let start = (end + slot.size - 1) / slot.size * slot.size
      place(slot, at: us_location(US_LOCATION_RETURNED) + us_location(start))
      end = start + slot.size
    }
    memorySize = end
  }

  private mutating func place(_ slot: Slot, at location: us_location) {
    if slot.isResult { resultLocations.append(location) }
    if slot.isError { errorLocations.append(location) }
  }
}
