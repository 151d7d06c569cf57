import Testing
import UnderstudyMetadata

@testable import UnderstudySignatures

@Suite("What types are made of")
struct TypePartTests {
  /// Types that mention a type, each in another way; `%` stands for the type.
  static let forms = [
    "Say%G", "%_Sit", "Si%c", "%Sic", "SiSi%YKc", "SiSi%Ycc", "SiSi%YKXE", "%m", "%Sg", "%z", "4Main1P_%Xc",
    "4Main1P_p%1ARts_XP",
  ]

  @Test("a part is found wherever it is", arguments: forms)
  func parts(_ form: String) throws {
    func node(_ part: String) throws -> TypeNode { try TypeNode(mangledName: form.replacing("%", with: part)) }
    let plain = try node("4Main1CC")
    #expect(plain.nominals.contains { $0.name == .plain("C") })
    #expect(!plain.isDependent && !plain.mentionsBlock)
    #expect(try node("x").isDependent)
    #expect(try node("7ElementQz").isDependent)
    #expect(try node("SiyXB").mentionsBlock)
    #expect(try node("4Main1Q_pSi1ARts_XP").mentionsConstrainedExistential)
    #expect(try node("4Main1Q_p").protocols.contains { $0.name == .plain("Q") })
  }

  @Test("a function that mentions the protocol is no requirement of it that was given")
  func given() throws {
    let descriptor = try descriptor(of: (any String.Ledger).self)
    func signatures(_ type: Any.Type) throws -> [RequirementSignature] {
      let given = GivenRequirement(.method, isStatic: false, name: "post(_:)", type: TypeMetadata(type))
      return try GivenRequirement.signatures(of: [given], for: descriptor, slots: [0])
    }
    #expect(try signatures(((Int) -> Void).self).map(\.spelling) == ["post(_: Int)"])
    #expect(throws: SignatureError.self) { try signatures(((any String.Ledger) -> Void).self) }
    #expect(throws: SignatureError.self) {
      try signatures(((Int) throws(Refused<any String.Ledger>) -> Void).self)
    }
  }
}

extension String { protocol Ledger { func post(_ amount: Int) } }

struct Refused<Value>: Error {}
