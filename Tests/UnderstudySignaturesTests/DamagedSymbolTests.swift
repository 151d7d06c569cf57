import Testing
import UnderstudySignatures

@Suite("Damaged symbols")
struct DamagedSymbolTests {
  /// A generator with a fixed seed (SplitMix64), so that a failure can be repeated.
  struct Random {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((word ^ (word >> 31)) % UInt64(bound))
    }
  }

  static let symbols = WitnessSymbols.samples.map(\.symbol) + LibrarySymbols.getters

  /// Reads a symbol and does everything with the result; what matters is that each step ends.
  /// - Returns: whether the symbol could be read.
  private func exercise(_ symbol: String) -> Bool {
    guard let node = try? SymbolNode(symbol) else { return false }
    switch node.form {
    case .witnessThunk(let conformance, let entity):
      _ = try? conformance.type.canonicalName()
      _ = entity.type?.spelling
      _ = (try? RequirementSignature(witnessThunk: symbol))?.spelling
    case .entity(let entity), .methodDescriptor(let entity), .dispatchThunk(let entity):
      _ = try? entity.type?.runtimeName()
      _ = entity.type?.spelling
    case .metadata(let type, _):
      _ = try? type.canonicalName()
      _ = type.spelling
    case .conformance(let conformance, _): _ = try? conformance.type.canonicalName()
    case .protocolDescriptor(let nominal): _ = try? TypeNode.nominal(nominal).canonicalName()
    }
    return true
  }

  @Test("truncated ones")
  func truncations() {
    for symbol in Self.symbols {
      for length in 0..<symbol.utf8.count {
        _ = exercise(String(decoding: symbol.utf8.prefix(length), as: UTF8.self))
      }
      #expect(exercise(symbol))
    }
  }

  @Test("ones with changed bytes")
  func changedBytes() {
    var random = Random(state: 42)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$".utf8)
    var refused = 0
    for round in 0..<6000 {
      var bytes = Array(Self.symbols[round % Self.symbols.count].utf8)
      for _ in 0...random.below(3) {
        let position = 2 + random.below(bytes.count - 2)
        switch random.below(4) {
        case 0: bytes[position] = UInt8(random.below(256))
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(alphabet[random.below(alphabet.count)], at: position)
        default: bytes[position] = alphabet[random.below(alphabet.count)]
        }
      }
      if !exercise(String(decoding: bytes, as: UTF8.self)) { refused += 1 }
    }
    #expect(refused > 3000)
  }

  @Test(
    "ones that would grow without end",
    arguments: [
      ("doubling", "$sSiSg" + doubling + "D"),
      ("nesting", "$sSi" + String(repeating: "Sg", count: 5000) + "D"),
      ("metatypes", "$sSi" + String(repeating: "m", count: 60000) + "D"),
      ("repetition", "$s" + String(repeating: "S2048i", count: 10000) + "D"),
      (
        "words",
        "$s300" + String(repeating: "a", count: 300)
          + String(repeating: "0" + String(repeating: "a", count: 200) + "A0", count: 200)
      ),
      ("length", "$s" + String(repeating: "1a", count: 100_000)),
    ]
  )
  func bombs(_ name: String, _ symbol: String) {
    let error = #expect(throws: DemanglingError.self) { try SymbolNode(symbol) }
    #expect(error?.reason == .tooComplex, "\(name)")
  }

  /// Pairs of two equal halves, each an optional that the next pair refers to twice.
  static let doubling = (0..<20).map { "_A\(Unicode.Scalar(UInt8(0x41 + $0)))tSg" }.joined()

  @Test(
    "numbers out of range",
    arguments: [
      "$s99999999999999999999a", "$s4294967297aV", "$sA99999999999_", "$s0A", "$s00", "$s009999a", "$sA", "$sA0A",
      "$s1MSSQ", "$sR", "$sRi9_", "$sq99999999999_", "$sr99999999999_l", "$s005zzzzzV", "$s0010JJJJJJJJJJV",
    ]
  )
  func numbers(_ symbol: String) {
    #expect(throws: DemanglingError.self) { try SymbolNode(symbol) }
  }

  @Test("the error says where and why")
  func message() {
    #expect(throws: DemanglingError(.unsupported("Qr"), name: "$s4Main1fQryF", offset: 11)) {
      try SymbolNode("$s4Main1fQryF")
    }
    #expect(
      DemanglingError(.truncated, name: "$s4Ma", offset: 3).description
        == "the symbol ends early (at byte 3 of '$s4Ma')"
    )
  }
}
