import Testing
import UnderstudyLocks
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

  /// Reads a protocol from the fixture, and holds it against what this compiler's module says.
  private func compare(_ descriptor: ProtocolDescriptor) throws {
    let expected = try ModuleSignatures.read(descriptor)
    var decoder = try ModuleDecoder(try fixture())
    let id = try #require(try decoder.find(ProtocolPath(descriptor)))
    let read = try decoder.readProtocol(id)
    #expect(read.mismatch(with: descriptor) == nil)
    #expect(read.slots.map(\.record) == expected.slots.map(\.record))
    #expect(read.name == expected.name)
    #expect(read.visibility == expected.visibility)
    #expect(read.module == expected.module)
  }

  @Test(
    "Swift 6.0's modules say what this compiler's do",
    arguments: [
      (any VariantMethods).self, (any VariantStorage).self, (any VariantTypes).self, (any VariantGenerics).self,
      (any VariantMembers).self, (any VariantOnMain).self, (any VariantOnMainToo).self, (any VariantActor).self,
      (any VariantObject).self, (any Fleet.Inner.Deep).self, Fleet.stowed, localVariant(), (any Floating).self,
      (any Loaded).self,
    ] as [Any.Type]
  )
  func swift60(_ type: Any.Type) throws {
    try compare(try descriptor(of: type))
  }

  @Test("a protocol without copies, in Swift 6.0's module")
  func unique() throws {
    // Its existential type isn't one that `Any.Type` takes.
    let found = SectionRecords.protocols(named: "VariantUnique", inModule: "UnderstudySignaturesTests")
    try compare(try #require(found.first))
  }

  @Test("types and names that Swift 6.0 lays out in another way")
  func spelledOut() throws {
    var decoder = try ModuleDecoder(try fixture())
    let id = try #require(try decoder.find(ProtocolPath(try descriptor(of: (any VariantGenerics).self))))
    #expect(
      try decoder.readProtocol(id).slots.map { $0.record.replacing("25UnderstudySignaturesTests", with: "%") } == [
        "conformance of Self.Key to Hashable",
        "associated type Key",
        "method one(_: qd__) -> qd__Sg <ytSHRd__lu>",
        "method alias(_: qd__5first_x6secondt, _: SDy3KeyQzSaySiGG) -> yt <ytlu>",
        "method two(_: qd__, _: qd_0_) -> qd__ <yt7ElementQyd_0_Rsd__SlRd_0_s8Sendable5IndexRpd_0_r0_lu>",
        "method packed(_: qd__qd__Qp) -> qd__qd__Qp_t <ytRvd__SHRd__lu>",
        "method packs(_: qd___qd_0_tqd__Qp) -> yt <ytRvd__Rvd_0_s8SendableRd__qd_0_Rhd__r0_lu>",
        "method some(_: qd__) -> yt <yts8SendableRd__%8FloatingRd__lu>",
        "method superclass(_: qd__) -> Sayqd__G <yt%4HullCRbd__lu>",
        "method object(_: qd__) -> yt <ytRld__Clu>",
        "method unique(_: shared qd__) -> yt <ytRi_d__lu>",
        "method key(_: qd__) -> x <yts12IdentifiableRd__2IDQyd__3KeyRtzlu>",
        "initializer init(_: qd__) -> x <yt%8FloatingRd__lu>",
      ]
    )
  }

  @Test(
    "types are in Swift 6.0's modules what they are in this compiler's",
    arguments: [
      "Hull", "Leak", "Harbour", "VariantMethods", "Hold.Hatch", "Hold.Tag", "Dictionary.Berth", "Fleet.Secret",
      "Fleet.Inner.Deep",
    ]
  )
  func types(_ name: String) throws {
    let path = name.split(separator: ".").map(String.init)
    let own = ModuleSignatures.modules(
      named: "UnderstudySignaturesTests",
      of: try descriptor(of: (any VariantMethods).self)
    )
    let expected = try #require(own.found.first).nominals(at: path)
    #expect(expected.count == 1)
    #expect(try fixture().nominals(at: path) == expected)
  }

  @Test("production refuses other compilers' modules")
  func gate() throws {
    let control = try fixture().control
    #expect(control.formatMinor == 871)
    #expect(control.compiler.hasSuffix("Swift version 6.0.3 (swift-6.0.3-RELEASE)"))
    #expect(try Canary.Compiler(control) != Canary.outcome.get())
  }

  @Test("a damaged module of another compiler is refused or read as something else")
  func damaged() throws {
    let bytes = try fixture().bytes.withBytes { (bytes) throws(ModuleError) in Array(bytes) }
    let protocols = [["VariantMethods"], ["VariantTypes"], ["VariantGenerics"], ["VariantOnMainToo"]]
    #expect(ModuleReader.read(try SerializedModule(ModuleBytes(copying: bytes)), protocols: protocols) == 4)
    var state: UInt64 = 60
    var refused = 0
    for _ in 0..<20 {
      var damaged = bytes
      // What comes first are the names of records, the same in every module.
      for _ in 0..<100 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let place = bytes.count / 2 + Int(state >> 33) % (bytes.count / 2)
        damaged[place] ^= 1 << UInt8(state >> 29 & 7)
      }
      guard let module = try? SerializedModule(ModuleBytes(copying: damaged)) else { continue }
      if ModuleReader.read(module, protocols: protocols) < 4 { refused += 1 }
    }
    #expect(refused > 0)
  }

  @Test("numbers mean what they do in a module's format")
  func numbers() throws {
    let format60 = try ModuleNumbering(format: 871)
    let format61 = try ModuleNumbering(format: 903)
    let format62 = try ModuleNumbering(format: 944)
    #expect(try format60.accessor(7).1 == .modify)
    #expect(try format61.accessor(7).1 == .read2)
    #expect(try format61.accessor(8).1 == .modify)
    #expect(try format62.accessor(9).1 == .modify2)
    #expect(throws: ModuleError.self) { try format60.accessor(8) }
    #expect(try format60.isolation(ofFunction: 3 + 1) == .globalActor(1))
    #expect(try format61.isolation(ofFunction: 3 + 70) == .globalActor(70))
    #expect(try format62.isolation(ofFunction: 3) == .caller)
    #expect(try format62.isolation(ofFunction: 4 + 70) == .globalActor(70))
    #expect(throws: ModuleError.self) { try format60.isolation(ofFunction: 3) }
  }

  @Test("numbers with two meanings are refused")
  func ambiguity() throws {
    let between = try ModuleNumbering(format: 890)
    #expect(try between.accessor(6).1 == .read)
    #expect(throws: ModuleError.self) { try between.accessor(7) }
    #expect(throws: ModuleError.self) { try ModuleNumbering(format: 927).isolation(ofFunction: 4) }
    #expect(try ModuleNumbering(format: 927).isolation(ofFunction: 5) == .globalActor(2))
    #expect(throws: ModuleError.self) { try ModuleNumbering(format: 870) }
  }

  @Test("a layout that meant two things is taken for the one of the module's format")
  func layoutByFormat() throws {
    let fingerprint = "F31 F31 F31 F1 F1 F1 F3 F1 F1 F1 F1 F1"
    func sending(_ format: Int) -> UInt64? {
      let variants = RecordKind.functionParameter.variants
      let variant = variants.first { $0.fingerprint == fingerprint && $0.isUsed(in: format) }
      // The places of the fields as their values.
      return variant?.arranged((0..<12).map { $0 })[11]
    }
    #expect(sending(871) == 11)
    #expect(sending(890) == nil)
    #expect(sending(927) == 10)
    #expect(sending(976) == nil)
  }

  @Test("every variant has as many places as the layout it stands for")
  func places() {
    for kind in RecordKind.allCases {
      for variant in kind.variants {
        let expected = RecordKind.layouts[kind.rawValue]?.fingerprint
        let count = { (text: String) in text.split(separator: " ").prefix { $0 != "A" && $0 != "B" }.count }
        let fields = variant.arranged((0..<count(variant.fingerprint)).map { UInt64($0) })
        if variant.kind == nil, kind != .genericParameterDeclaration {
          #expect(fields.count == expected.map(count), "\(kind)")
        }
      }
    }
  }
}
