import Testing
import UnderstudyMetadata
import UnderstudyModules

@testable import UnderstudySignatures

@Suite("Signatures from modules")
struct ModuleSignatureTests {
  private static let own = "25UnderstudySignaturesTests"

  /// A protocol's entries in one line each. `%` stands for this module's name as it is mangled.
  private func records(_ type: Any.Type) throws -> [String] {
    try ModuleSignatures.read(try descriptor(of: type)).slots.map {
      $0.record.replacing(Self.own, with: "%")
    }
  }

  @Test("methods and initializers")
  func methods() throws {
    #expect(
      try records((any DeclaredMethods).self) == [
        "method plain() -> yt",
        "method labelled(user: SS, _: Si, in: SDySSSiG) async throws -> Sd",
        "method ownership(_: inout Si, b: shared SS, c: owned SS, d: owned %7ChassisC, e: shared %7ChassisC) -> yt",
        "method variadic(rest: variadic SaySdG, other: SS) -> yt",
        "method closures(_: escaping ySiYaYbc, now: ySi_SSztKXE, test: autoclosure SbyXK, later: autoclosure escaping SbyKXA, "
          + "main: ySiYb%7TroubleOYKScMYcXE, c: s5Int32Vs5Int32VXC, many: ySid_tXE, optional: ySicSg) -> yt",
        "method typed() throws(%7TroubleO) -> Si",
        "method never() -> yt",
        "method static shared(_: Sb) async -> Si",
        "method static +(_: x, _: x) -> x",
        "method static -(_: x) -> x",
        "initializer init(count: Si) -> x",
        "initializer init(name: SS) async throws -> xSg",
      ]
    )
  }

  @Test("accessors with their effects and their access to the value")
  func storage() throws {
    #expect(
      try records((any DeclaredStorage).self) == [
        "getter of property name() -> SS",
        "setter of property name(_: SS) -> yt mutating",
        "modify of property name() -> SS mutating",
        "getter of property remote() async throws -> Si",
        "getter of property typed() throws(%7TroubleO) -> Si",
        "getter of property changing() -> Si mutating",
        "setter of property changing(_: Si) -> yt",
        "modify of property changing() -> Si mutating",
        "getter of property static total() -> Si",
        "setter of property static total(_: Si) -> yt",
        "modify of property static total() -> Si",
        "read of property lent() -> SS",
        "setter of property lent(_: SS) -> yt mutating",
        "modify of property lent() -> SS mutating",
        "getter of property lines() -> SaySSG",
        "getter of subscript(_: Si, column: Si) -> Sd",
        "setter of subscript(_: Sd, _: Si, column: Si) -> yt mutating",
        "modify of subscript(_: Si, column: Si) -> Sd mutating",
        "getter of subscript(_: SS) async throws(%7TroubleO) -> Si",
        "getter of static subscript(_: Sb) -> Si",
      ]
    )
  }

  @Test("types of every form")
  func types() throws {
    #expect(
      try records((any DeclaredTypes).self) == [
        "method aliases(_: SaySiG, _: SDySSSiG, _: Si1x_SSt, _: SiSg, _: s11InlineArrayVy$2_SiG) -> yt",
        "method nested(_: %5CrateV3LidVySi_SSG, _: SD%E4SlotVySiSS_G, _: %5CrateV%SHRzlE5LabelVySi_G) -> yt",
        "method existentials(_: %7Wheeled_p, _: %7Wheeled_%7ChassisCXc, _: s23CustomStringConvertible_s8Sendable%7Wheeledp, "
          + "_: SH_p, _: yp, _: yXl, _: %7Wheeled_Xl, _: %7Wheeled_pSg) -> yt",
        "method bound(_: %5Boxed_pSi7ContentRts_XP, _: ST_pSS7ElementRts_XP) -> yt",
        "method metatypes(_: Sim, _: %7Wheeled_pXp, _: %7Wheeled_pm, _: ypXp, _: yXlXp) -> yt",
        "method foreign(_: 20FoundationEssentials4DataV, _: 20FoundationEssentials7DecimalV, "
          + "_: 20FoundationEssentials11JSONDecoderC, _: 20FoundationEssentials3URLV%E12ResourceKindO, _: So8timespecV, "
          + "_: 10Foundation11MeasurementVy10Foundation8UnitMassCG) -> yt",
        "method concurrency(_: ScTySis5Error_pG, _: ScSySiG, _: ScM, _: shared %7MutableVySiG) -> yt",
      ]
    )
  }

  @Test("generic parameters")
  func generics() throws {
    #expect(
      try records((any DeclaredGenerics).self) == [
        "method one(_: qd__) -> qd__Sg <ytSHRd__lu>",
        "method two(_: qd__, _: qd_0_) -> qd__ <yt7ElementQyd_0_Rsd__SlRd_0_s8Sendable5IndexRpd_0_r0_lu>",
        "method packed(_: qd__qd__Qp) -> qd__qd__Qp_t <ytRvd__SHRd__lu>",
        "method some(_: qd__) -> yt <yts8SendableRd__%7WheeledRd__lu>",
        "method superclass(_: qd__) -> Sayqd__G <yt%7ChassisCRbd__lu>",
        "method object(_: qd__) -> yt <ytRld__Clu>",
        "method unique(_: shared qd__) -> yt <ytRi_d__lu>",
        "getter of subscript(key: qd__m) throws -> qd__Sg <ytlu>",
        "initializer init(_: qd__) -> x <yt%7WheeledRd__lu>",
      ]
    )
  }

  @Test("what comes before the members: bases, conformances of associated types, associated types")
  func members() throws {
    #expect(
      try records((any DeclaredMembers).self) == [
        "base CustomStringConvertible",
        "base Sequence",
        "base Wheeled",
        "conformance of Self.Element to Comparable",
        "conformance of Self.Item to Hashable",
        "conformance of Self.Items to Collection",
        "associated type Item",
        "associated type Items",
        "method item(at: Si) -> 4ItemQz",
        "method indices(_: 5ItemsQz) -> 5Items_7IndicesQZSg",
        "method all() -> SDy4ItemQz5ItemsQzG",
        "method make() -> x",
      ]
    )
  }

  @Test("where calls run, written and inferred")
  func isolation() throws {
    #expect(
      try records((any DeclaredIsolation).self) == [
        "method caller() async -> yt on its caller",
        "method concurrent() async -> yt",
        "method main() -> yt on ScM",
        "method garage() async throws -> yt on %6GarageC",
        "getter of property parked() -> Si on %6GarageC",
        "setter of property parked(_: Si) -> yt on %6GarageC mutating",
        "modify of property parked() -> Si on %6GarageC mutating",
        "getter of property remote() async -> Si on its caller",
        "method nowhere() -> yt",
        "method isolated(to: isolated %6GarageC) -> yt on its parameter",
        "method maybe(to: isolated ScA_pSg) async -> yt on its parameter",
        "method sending(_: sending owned %7ChassisC) -> sending %7ChassisC",
      ]
    )
    #expect(try records((any DeclaredOnMain).self) == ["method run() -> yt on ScM", "method free() -> yt"])
    #expect(
      try records((any DeclaredActor).self) == [
        "base Actor",
        "method park() async -> yt on its actor",
        "getter of property number() -> Si",
        "method static make() -> x",
      ]
    )
  }

  @Test("what calls do to the value")
  func access() throws {
    #expect(
      try records((any DeclaredAccess).self) == [
        "method change() -> yt mutating",
        "method look() -> yt",
        "method end() -> yt consuming",
        "method oldEnd() -> yt consuming",
        "method borrow() -> yt borrowing",
      ]
    )
    #expect(try records((any DeclaredObject).self) == ["method touch() -> yt"])
  }

  @Test("nested protocols, private ones too")
  func nested() throws {
    #expect(try records((any Nesting.Inner.Deep).self) == ["method deep(_: %7NestingO5InnerO) -> yt"])
    let hidden = try ModuleSignatures.read(try descriptor(of: Nesting.hidden))
    #expect(hidden.slots.count == 1)
    guard case .member(let signature) = hidden.slots[0] else { return }
    #expect(signature.spelling == "hidden(_: Nesting.Secret)")
    #expect(try TypeResolver.type(signature.parameters[0].type).size == 0)
  }

  @Test("private and local protocols of one name are told apart")
  func twins() throws {
    let twins = [firstTwin(), secondTwin(), localTwin(), otherLocalTwin(), otherLocalTwin(0)]
    let spellings = try twins.map { twin in
      let slots = try ModuleSignatures.read(try descriptor(of: twin)).slots
      guard slots.count == 1, case .member(let signature) = slots[0] else { return "" }
      return signature.spelling
    }
    #expect(spellings == ["first()", "second(_: Hidden)", "local(_: Local)", "other()", "overloaded() throws"])
    let owners = try twins.map { try ModuleSignatures.read(try descriptor(of: $0)).name }
    #expect(Set(owners).count == 5)
  }

  @Test(
    "conformers say the same, as far as they know",
    arguments: [
      (any DeclaredMethods).self, (any DeclaredStorage).self, (any DeclaredTypes).self, (any DeclaredGenerics).self,
      (any DeclaredIsolation).self, (any SampleProtocol).self,
    ] as [Any.Type]
  )
  func conformers(_ type: Any.Type) throws {
    let descriptor = try descriptor(of: type)
    let callable = descriptor.requirements.indices.filter { descriptor.requirement($0).kind != .associatedType }
    let signatures = try ProtocolSignatures.read(descriptor, slots: callable).signatures
    let others = try ConformerSignatures.read(descriptor, slots: callable).signatures
    for (signature, other) in zip(signatures, others) {
      #expect(signature.agrees(with: other), "\(signature.record) and \(other.record)")
      // What symbols don't know.
      var known = signature
      known.isolation = nil
      known.selfAccess = nil
      known.hasSendingResult = nil
      if other.throwing == nil { known.throwing = nil }
      known.conformingType = other.conformingType
      for index in known.parameters.indices {
        known.parameters[index].isSending = false
        if known.parameters[index].ownership == .shared, other.parameters[index].ownership == .default {
          known.parameters[index].ownership = .default
        }
      }
      #expect(known == other)
    }
  }

  @Test("the module's file says the same as the one in the binary")
  func file() throws {
    let found = ModuleLocator.forThisProcess().candidates(for: "UnderstudySignaturesTests").found
    let file = try #require(found.first { if case .serialized = $0 { true } else { false } })
    var decoder = try ModuleDecoder(try SerializedModule(file: file.path))
    for type in [(any DeclaredMethods).self, Nesting.hidden, secondTwin(), otherLocalTwin()] as [Any.Type] {
      let descriptor = try descriptor(of: type)
      let id = try #require(try decoder.find(ProtocolPath(descriptor)))
      let expected = try ModuleSignatures.read(descriptor)
      let read = try decoder.readProtocol(id)
      #expect(read.name == expected.name)
      #expect(read.slots.map(\.record) == expected.slots.map(\.record))
    }
  }

  @Test("types resolve")
  func resolution() throws {
    for type in [(any DeclaredMethods).self, (any DeclaredTypes).self, (any DeclaredStorage).self] as [Any.Type] {
      for slot in try ModuleSignatures.read(try descriptor(of: type)).slots {
        guard case .member(let signature) = slot, !["bound", "concurrency"].contains(signature.baseName) else {
          continue
        }
        for node in signature.parameters.map(\.type) + [signature.result] where !node.isDependent {
          var node = node
          if case .function(var function) = node {
            function.convention = function.convention == .cFunction ? .cFunction : .escaping
            node = .function(function)
          }
          #expect(throws: Never.self, "\(node.spelling)") { try TypeResolver.type(node) }
        }
      }
    }
  }
}

/// The descriptor of a protocol by its existential type.
func descriptor(of type: Any.Type) throws -> ProtocolDescriptor {
  try #require(ExistentialMetadata(TypeMetadata(type))?.protocols.first)
}
