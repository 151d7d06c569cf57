import Testing
import UnderstudyTrampolines

/// Where libffi puts arguments, found by passing it patterns.
@Suite struct LocationTests {
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test func `Every list of scalars is found, each scalar in a place of its own`() {
    var numbers = Numbers(state: 7)
    for _ in 0..<3000 {
      let scalars = (0..<Int.random(in: 1...14, using: &numbers)).map { _ in
        UInt8.random(in: 0...UInt8(US_SCALAR_V128.rawValue), using: &numbers)
      }
      var locations = [us_location](repeating: -1, count: scalars.count)
      var stackSize = 0
      guard us_find_locations(scalars, scalars.count, &locations, &stackSize) else {
        Issue.record("not found: \(scalars)")
        continue
      }
      var taken: Set<us_location> = []
      for (scalar, location) in zip(scalars, locations) {
        let size = us_location(us_scalar_size(us_scalar(UInt32(scalar))))
        for byte in location..<location + size where !taken.insert(byte).inserted {
          Issue.record("two scalars share a place: \(scalars) at \(locations)")
        }
        let stack = us_location(US_LOCATION_STACK)
        if location >= stack, location + size > stack + us_location(stackSize) {
          Issue.record("beyond the stack arguments: \(scalars) at \(locations)")
        }
      }
    }
  }

  @Test(arguments: [40, 255, 256, 700]) func `More scalars than registers go to the stack`(count: Int) {
    let scalars = [UInt8](repeating: UInt8(US_SCALAR_I64.rawValue), count: count)
    var locations = [us_location](repeating: -1, count: scalars.count)
    var stackSize = 0
    #expect(us_find_locations(scalars, scalars.count, &locations, &stackSize))
    let onStack = locations.filter { $0 >= US_LOCATION_STACK }
    #expect(onStack.count * 8 == stackSize)
    #expect(onStack == onStack.sorted())
  }
}
