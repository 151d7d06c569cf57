import Testing
import UnderstudyMetadata

@testable import UnderstudySignatures

@Suite("Protocols in types")
struct NestedProtocolTests {
  @Test(
    "conformers say the same of what they require, and of what inherits from what",
    arguments: [(any DeclaredSuppression).self, (any DeclaredInheritance).self] as [Any.Type]
  )
  func conformers(_ type: Any.Type) throws {
    let descriptor = try descriptor(of: type)
    let signatures = try ModuleSignatures.read(descriptor).slots.map(\.record)
    let others = try ConformerSignatures.read(descriptor, slots: Array(descriptor.requirements.indices)).signatures
    #expect(signatures.count == others.count)
    // Symbols don't tell of `borrowing`.
    for (signature, other) in zip(signatures, others) {
      #expect(signature.replacing("shared ", with: "") == other.record)
    }
  }

  @Test("only heirs of an actor protocol run on their actor")
  func actors() throws {
    func member(_ type: Any.Type) throws -> String? {
      try ModuleSignatures.read(try descriptor(of: type)).slots.last?.record
    }
    #expect(try member((any DeclaredCar).self) == "method go() -> yt on its actor")
    #expect(try member((any DeclaredTrain).self) == "method go() -> yt")
    #expect(try member((any DeclaredText).self) == "method go() -> yt on its actor")
  }

  @Test("primary associated types of a protocol in another module's type")
  func primaryAssociatedTypes() throws {
    let symbol = try SymbolNode("$sSS25UnderstudySignaturesTestsE3BoxMp")
    guard case .protocolDescriptor(let box) = symbol.form else {
      Issue.record("\(symbol) is no protocol")
      return
    }
    #expect(try ModuleSignatures.primaryAssociatedTypes(of: box) == ["Content", "Lid"])
    #expect(Declarations.protocols(box).map(\.fullName) == ["Swift.String.Box"])
    #expect(DeclaredKinds.kind(of: NominalNode(.other, in: box.context, name: box.name)) == .protocol)
  }
}
