import Testing
import UnderstudyMetadata
import UnderstudyModules

@testable import UnderstudySignatures

/// Damaged modules are refused or read as something else, never a crash or a hang.
@Suite("Protocols of damaged modules")
struct DamagedModuleReadingTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static let names = [
    ["DeclaredMethods"], ["DeclaredStorage"], ["DeclaredTypes"], ["DeclaredGenerics"], ["DeclaredMembers"],
    ["DeclaredIsolation"], ["Nesting", "Inner", "Deep"], ["Nesting", "Hidden"],
  ]

  private static let module: Result<SerializedModule, any Error> = Result {
    let descriptor = try descriptor(of: (any DeclaredMethods).self)
    return try #require(ModuleSignatures.modules(named: "UnderstudySignaturesTests", of: descriptor).found.first)
  }

  /// Reads the protocols that the other tests read; how many could be.
  private func read(_ module: SerializedModule) -> Int {
    guard var decoder = try? ModuleDecoder(module) else { return 0 }
    var count = 0
    for names in Self.names {
      let path = ProtocolPath(names: names, isHidden: names.last == "Hidden", nominal: { nil })
      guard let id = try? decoder.find(path), (try? decoder.readProtocol(id)) != nil else { continue }
      count += 1
    }
    return count
  }

  /// A module in memory that the test may change under its reader.
  private final class Damageable {
    let memory: UnsafeMutableRawBufferPointer
    let module: SerializedModule

    init(_ original: SerializedModule) throws {
      let bytes = try original.bytes.withBytes { (bytes) throws(ModuleError) in Array(bytes) }
      memory = .allocate(byteCount: bytes.count, alignment: 8)
      memory.copyBytes(from: bytes)
      module = try SerializedModule(ModuleBytes(borrowing: UnsafeRawBufferPointer(memory), ownedBy: 0))
      _ = try module.index()
    }

    deinit { memory.deallocate() }
  }

  @Test("flipped bits among declarations", arguments: 0..<4 as Range<UInt64>)
  func declarations(seed: UInt64) throws {
    // The index stays as it was read: what is damaged is what it leads to.
    let damageable = try Damageable(try Self.module.get())
    #expect(read(damageable.module) == Self.names.count)
    var generator = Generator(state: seed &+ 5)
    var refused = 0
    var rounds = 0
    // How much of the module is read depends on what other tests declare.
    while rounds < 60 || (refused <= 5 && rounds < 600) {
      rounds += 1
      // Damage within a few kilobytes is near something that is read.
      let start = Int.random(in: 0..<damageable.memory.count - 4096, using: &generator)
      var flips: [(place: Int, mask: UInt8)] = []
      for _ in 0..<40 {
        let place = start + Int.random(in: 0..<4096, using: &generator)
        flips.append((place, UInt8(1) << UInt8.random(in: 0..<8, using: &generator)))
      }
      for flip in flips { damageable.memory[flip.place] ^= flip.mask }
      if read(damageable.module) < Self.names.count { refused += 1 }
      for flip in flips { damageable.memory[flip.place] ^= flip.mask }
    }
    #expect(refused > 5)
    #expect(read(damageable.module) == Self.names.count)
  }

  @Test("flipped bits anywhere")
  func anywhere() throws {
    let bytes = try Self.module.get().bytes.withBytes { (bytes) throws(ModuleError) in Array(bytes) }
    var generator = Generator(state: 99)
    for _ in 0..<20 {
      var damaged = bytes
      for _ in 0..<200 {
        damaged[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      guard let module = try? SerializedModule(ModuleBytes(copying: damaged)) else { continue }
      _ = read(module)
    }
  }
}
