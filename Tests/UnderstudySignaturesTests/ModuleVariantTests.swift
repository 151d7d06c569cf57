import Testing
import UnderstudyMetadata
import UnderstudyModules

@testable import UnderstudySignatures

/// Modules of other compilers than this one. Users' are refused; here that gate is left out.
@Suite("Layouts of other compilers")
struct ModuleVariantTests {
  /// What Swift 6.0.3 made of `VariantProtocols.swift`.
  private func fixture() throws -> SerializedModule {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return try SerializedModule(file: folder + "/Fixtures/swift-6.0.3.swiftmodule")
  }

  private func read(_ type: Any.Type, in module: SerializedModule) throws -> ModuleProtocol {
    let descriptor = try descriptor(of: type)
    var decoder = try ModuleDecoder(module)
    let id = try #require(try decoder.find(ProtocolPath(descriptor)))
    let read = try decoder.readProtocol(id)
    #expect(read.mismatch(with: descriptor) == nil)
    return read
  }

  @Test(
    "Swift 6.0's modules say what this compiler's do",
    arguments: [
      (any VariantMethods).self, (any VariantStorage).self, (any VariantTypes).self, (any VariantGenerics).self,
      (any VariantMembers).self, (any VariantOnMain).self, (any VariantActor).self, (any VariantObject).self,
      (any VariantUnique & ~Copyable).self, (any Fleet.Inner.Deep).self, Fleet.hidden, localVariant(),
      (any Floating).self, (any Loaded).self,
    ] as [Any.Type]
  )
  func swift60(_ type: Any.Type) throws {
    let expected = try ModuleSignatures.read(try descriptor(of: type))
    let read = try read(type, in: try fixture())
    #expect(read.slots.map(\.record) == expected.slots.map(\.record))
    #expect(read.name == expected.name)
    #expect(read.visibility == expected.visibility)
    #expect(read.module == expected.module)
  }

  @Test("production refuses them")
  func gate() throws {
    let control = try fixture().control
    #expect(control.formatMinor == 871)
    #expect(control.compiler.hasSuffix("Swift version 6.0.3 (swift-6.0.3-RELEASE)"))
    #expect(try Canary.Compiler(control) != Canary.outcome.get())
  }
}
