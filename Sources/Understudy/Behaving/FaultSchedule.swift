/// Something that makes calls fail now and then.
struct Fault {
  let behaviour: Behaviour
  var schedule: FaultSchedule
}

/// Which calls fail.
struct FaultSchedule {
  private enum Rule {
    /// Every so manieth call.
    case every(Int)
    /// Each call with a probability.
    case probability(Double, RepeatableGenerator)
  }

  private var rule: Rule
  private var count = 0

  /// - Parameter number: At least 1.
  static func every(_ number: Int) -> FaultSchedule {
    FaultSchedule(rule: .every(number))
  }

  static func probability(_ probability: Double, seed: UInt64) -> FaultSchedule {
    FaultSchedule(rule: .probability(probability, RepeatableGenerator(seed: seed)))
  }

  /// Counts a call.
  ///
  /// - Returns: Whether it fails.
  mutating func takesNext() -> Bool {
    count += 1
    switch rule {
    case .every(let number):
      return count % number == 0
    case .probability(let probability, var generator):
      let isTaken = generator.nextFraction() < probability
      rule = .probability(probability, generator)
      return isTaken
    }
  }
}

/// Random numbers that are the same for the same seed, on every machine and in every version of this library.
///
/// The generator is SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct RepeatableGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but not including, 1.
  mutating func nextFraction() -> Double {
    // The 53 bits that a Double keeps.
    Double(next() >> 11) * 0x1p-53
  }
}
