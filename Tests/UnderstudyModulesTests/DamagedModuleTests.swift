import Testing
import UnderstudyModules

/// Damaged modules must be refused or answered, never crash or hang.
@Suite struct DamagedModuleTests {
  /// A small generator, so that a failing seed can be run again.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static let module = "Observation"
  private static let paths = [["ObservationRegistrar"], ["ObservationRegistrar", "Context"], ["Nothing"]]

  private func original() throws -> [UInt8] {
    let file = try ModuleBytes(file: try SystemModules.serialized(Self.module))
    return try file.withBytes { (bytes) throws(ModuleError) in Array(bytes) }
  }

  /// Asks everything of a module; whether it came to an answer.
  private func isReadable(_ bytes: [UInt8]) -> Bool {
    do {
      let module = try SerializedModule(ModuleBytes(copying: bytes))
      for path in Self.paths { _ = try module.nominals(at: path) }
      return true
    } catch {
      return false
    }
  }

  @Test func theOriginal() throws {
    #expect(isReadable(try original()))
  }

  @Test func truncations() throws {
    let bytes = try original()
    var generator = Generator(state: 1)
    var lengths = Array(0..<64)
    for _ in 0..<600 { lengths.append(Int.random(in: 0..<bytes.count, using: &generator)) }
    for length in lengths { #expect(!isReadable(Array(bytes[..<length])), "\(length)") }
  }

  @Test(arguments: 0..<4 as Range<UInt64>) func flippedBits(seed: UInt64) throws {
    let bytes = try original()
    var generator = Generator(state: seed &+ 17)
    // Flips in the names, the control block and the index change what is read; those elsewhere mostly don't.
    let regions = [0..<64, 0..<15_400, bytes.count * 3 / 4..<bytes.count, 0..<bytes.count]
    var refused = 0
    for round in 0..<400 {
      var damaged = bytes
      for _ in 0..<(1 + round % 4) {
        let place = Int.random(in: regions[round % regions.count], using: &generator)
        damaged[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      }
      if !isReadable(damaged) { refused += 1 }
    }
    #expect(refused > 0)
  }

  @Test func overwrittenWords() throws {
    let bytes = try original()
    var generator = Generator(state: 99)
    for _ in 0..<400 {
      var damaged = bytes
      let place = Int.random(in: 4..<bytes.count - 4, using: &generator) & ~3
      let word: UInt32 = [0, 0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000].randomElement(using: &generator)!
      for index in 0..<4 { damaged[place + index] = UInt8(truncatingIfNeeded: word >> UInt32(index * 8)) }
      _ = isReadable(damaged)
    }
  }

  @Test func noise() {
    var generator = Generator(state: 7)
    for _ in 0..<500 {
      var bytes: [UInt8] = [0xE2, 0x9C, 0xA8, 0x0E]
      for _ in 0..<Int.random(in: 0..<300, using: &generator) {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
      #expect(!isReadable(bytes))
      #expect((try? SerializedModule.modules(inSection: ModuleBytes(copying: bytes + [1]))) == nil || bytes.count < 8)
    }
  }

  @Test func damagedText() throws {
    let file = try ModuleBytes(file: try SystemModules.interface(Self.module))
    let bytes = try file.withBytes { (bytes) throws(ModuleError) in Array(bytes) }
    var generator = Generator(state: 5)
    for _ in 0..<200 {
      var damaged = bytes
      for _ in 0..<3 {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        damaged[place] = Array("{}()\"\\/*#@`".utf8).randomElement(using: &generator)!
      }
      _ = try? TextualInterface(ModuleBytes(copying: damaged))
    }
  }
}
