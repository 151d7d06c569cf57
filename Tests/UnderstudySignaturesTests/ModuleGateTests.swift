import Testing
import UnderstudyLocks
import UnderstudyMetadata
import UnderstudyModules

@testable import UnderstudySignatures

/// What keeps a module from being misread.
@Suite("Gates of the module reader")
struct ModuleGateTests {
  private func canary() throws -> (descriptor: ProtocolDescriptor, module: SerializedModule, read: ModuleProtocol) {
    let descriptor = try descriptor(of: (any CanaryProtocol).self)
    let module = try #require(ModuleSignatures.modules(named: "UnderstudySignatures", of: descriptor).found.first)
    return (descriptor, module, try Canary.read(descriptor, in: module))
  }

  @Test("the canary sings")
  func sings() throws {
    let (descriptor, module, read) = try canary()
    #expect(Canary.difference(read) == nil)
    #expect(read.mismatch(with: descriptor) == nil)
    #expect(try Canary.outcome.get() == Canary.Compiler(module.control))
    #expect(try Canary.outcome.get().version.hasPrefix("Swift version "))
  }

  @Test("the canary notices each wrong reading")
  func notices() throws {
    let (_, _, read) = try canary()
    for index in read.slots.indices {
      var wrong = read
      wrong.slots[index] = .associatedType("Wrong")
      #expect(Canary.difference(wrong)?.contains("is read as `associated type Wrong`") == true)
    }
    var changed = read
    let on = try #require(read.slots.firstIndex { $0.record.hasPrefix("method caller") })
    guard case .member(var signature) = read.slots[on] else { return }
    signature.isolation = RequirementSignature.Isolation.none
    changed.slots[on] = .member(signature)
    #expect(
      Canary.difference(changed)
        == "`method caller() async -> yt on its caller` is read as `method caller() async -> yt`"
    )
    changed.slots.removeLast()
    changed.slots[on] = read.slots[on]
    #expect(Canary.difference(changed)?.hasSuffix("is missing") == true)
  }

  @Test("a declaration that doesn't fit the runtime's description is refused")
  func crossCheck() throws {
    let descriptor = try descriptor(of: (any DeclaredMembers).self)
    let read = try ModuleSignatures.read(descriptor)
    #expect(read.mismatch(with: descriptor) == nil)
    var wrong = read
    wrong.slots.removeLast()
    #expect(wrong.mismatch(with: descriptor) == "it has 11 requirements there and 12 here")
    wrong = read
    wrong.slots.swapAt(0, 1)
    #expect(wrong.mismatch(with: descriptor) == "entry 0 isn't for its base Sequence")
    wrong = read
    wrong.slots.swapAt(6, 7)
    #expect(wrong.mismatch(with: descriptor) == "entry 6 isn't for its associated type Items")
    wrong = read
    guard case .member(var signature) = wrong.slots[8] else { return }
    for change in 0..<3 {
      let original = signature
      switch change {
      case 0: signature.isAsync = true
      case 1: signature.isStatic = true
      default: signature.kind = .accessor(.getter, of: .subscript)
      }
      wrong.slots[8] = .member(signature)
      #expect(wrong.mismatch(with: descriptor) == "entry 8 isn't for `\(signature.spelling)`")
      signature = original
    }
  }

  @Test("a record of another layout is refused")
  func layouts() throws {
    let (descriptor, module, _) = try canary()
    // The shape that function declarations have, as their abbreviation spells it, and one bit more for its fourth field.
    let code = try #require(try module.index().recordNames.spellings.firstIndex(of: "FUNC_DECL"))
    var known = BitPattern(code: code)
    for width in [32, 1, 1, 2, 1, 3] { known.appendFixed(width) }
    var other = BitPattern(code: code)
    for width in [32, 1, 1, 3, 1, 3] { other.appendFixed(width) }
    let bytes = try module.bytes.withBytes { (bytes) throws(ModuleError) in Array(bytes) }
    let changed = try #require(known.replaced(by: other, in: bytes))
    let copy = try SerializedModule(ModuleBytes(copying: changed))
    let error = #expect(throws: ModuleError.self) { try Canary.read(descriptor, in: copy) }
    guard case .unknownLayout(record: "FUNC_DECL", found: let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.hasPrefix("F32 F1 F1 F3 F1 F3"))
  }

  @Test("each trouble with a conformer's symbols has its own text")
  func unreadableConformers() throws {
    let descriptor = try descriptor(of: (any DeclaredMethods).self)
    let conformances = SectionRecords.conformances(to: descriptor)
    let troubles: [(ConformerSignatures.Trouble?, reason: String, remedy: String?)] = [
      (
        .unreadable(path: "/tests", "it isn't an ELF file"), "/tests: it isn't an ELF file",
        "Make the file readable to the test."
      ),
      (
        .symbol("$sX", "an empty name"), "the symbol $sX isn't understood: an empty name",
        "Please report this with the requirement's declaration."
      ),
      (.noSymbol, "their witness tables have functions without symbols", nil),
    ]
    for (trouble, reason, remedy) in troubles {
      let failure = ConformerSignatures.unreadable(descriptor, conformances, trouble)
      #expect(failure.reason == "there are MethodsConformer, but \(reason)")
      #expect(failure.remedy == remedy)
    }
  }

  @Test("another compiler's modules are refused")
  func otherCompiler() throws {
    let (_, module, _) = try canary()
    let bytes = try module.bytes.withBytes { (bytes) throws(ModuleError) in Array(bytes) }
    let version = Array("Swift version ".utf8)
    var start = 0
    while !bytes[start...].starts(with: version) { start += 1 }
    var changed = bytes
    changed[start + version.count] ^= 1
    let copy = try SerializedModule(ModuleBytes(copying: changed))
    #expect(try Canary.Compiler(copy.control) != Canary.outcome.get())
  }

  @Test("contradicting sources are refused with both readings")
  func contradiction() throws {
    let descriptor = try descriptor(of: (any DeclaredMethods).self)
    let slots = Array(descriptor.requirements.indices)
    let signatures = try ProtocolSignatures.read(descriptor, slots: slots)
    var others = try ConformerSignatures.read(descriptor, slots: slots)
    #expect(signatures.source == .module("UnderstudySignaturesTests"))
    #expect(signatures.confirmedBy == [others.source])
    #expect(others.source == .conformers(["MethodsConformer"]))
    others.signatures[1].parameters[1].type = .nominal(NominalNode(.structure, swift: "UInt"))
    let error = #expect(throws: SignatureError.self) {
      try ProtocolSignatures.compare(signatures, others, of: descriptor)
    }
    #expect(
      error?.reason == "Two sources disagree about a requirement of DeclaredMethods: its module "
        + "UnderstudySignaturesTests says "
        + "`method labelled(user: SS, _: Si, in: SDySSSiG) async throws -> Sd`, the symbols of MethodsConformer say "
        + "`method labelled(user: SS, _: Su, in: SDySSSiG) async throws -> Sd`."
    )
  }
}

/// The definition of an abbreviation as bits: LLVM's BitCodeFormat document, "DEFINE_ABBREV".
private struct BitPattern {
  private var bits: [Bool] = []

  init(code: Int) {
    bits.append(true)
    append(code & 0x7F | (code > 0x7F ? 0x80 : 0), width: 8)
    if code > 0x7F { append(code >> 7, width: 8) }
  }

  mutating func appendFixed(_ width: Int) {
    bits.append(false)
    append(1, width: 3)
    // The width in chunks of five bits, of which one says that there is more.
    append(width & 15 | (width > 15 ? 16 : 0), width: 5)
    if width > 15 { append(width >> 4, width: 5) }
  }

  private mutating func append(_ value: Int, width: Int) {
    for bit in 0..<width { bits.append(value >> bit & 1 == 1) }
  }

  /// The bytes with the first occurrence of the pattern replaced by another one of the same length.
  func replaced(by other: BitPattern, in bytes: [UInt8]) -> [UInt8]? {
    for start in 0..<(bytes.count * 8 - bits.count) {
      var index = 0
      while index < bits.count, (bytes[(start + index) >> 3] >> UInt8((start + index) & 7) & 1 == 1) == bits[index] {
        index += 1
      }
      guard index == bits.count else { continue }
      var changed = bytes
      for (index, bit) in other.bits.enumerated() {
        let mask = UInt8(1) << UInt8((start + index) & 7)
        if bit { changed[(start + index) >> 3] |= mask } else { changed[(start + index) >> 3] &= ~mask }
      }
      return changed
    }
    return nil
  }
}
