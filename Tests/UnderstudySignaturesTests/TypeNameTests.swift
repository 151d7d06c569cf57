import Dispatch
import Foundation
import Testing
import UnderstudySignatures

@Suite("Types by their mangled names")
struct TypeNameTests {
  typealias Composition = any (CustomStringConvertible & Hashable).Type

  /// Pairs of a type and how the source spells it.
  static let types: [(type: Any.Type, spelling: String)] = [
    (Int.self, "Int"),
    (Void.self, "()"),
    (Substring.Index.self, "String.Index"),
    ([String: Int]?.self, "[String: Int]?"),
    (Int??.self, "Int??"),
    ([Set<Character>].self, "[Set<Character>]"),
    (Result<Data, any Error>.self, "Result<Data, any Error>"),
    ((Int, x: String).self, "(Int, x: String)"),
    ((() -> Void).self, "() -> Void"),
    ((() -> Void)?.self, "(() -> Void)?"),
    (((Int, inout String) async throws -> Void).self, "(Int, inout String) async throws -> Void"),
    (((Int) throws(SampleError) -> Bool).self, "(Int) throws(SampleError) -> Bool"),
    ((@Sendable (Int...) -> Void).self, "@Sendable (Int...) -> Void"),
    ((@MainActor (String) -> Void).self, "@MainActor @Sendable (String) -> Void"),
    ((@isolated(any) () -> Void).self, "@isolated(any) () -> Void"),
    (((@escaping (Int) -> Void) -> Void).self, "(@escaping (Int) -> Void) -> Void"),
    ((((Int) -> Void) -> Void).self, "((Int) -> Void) -> Void"),
    ((@convention(c) (Int32) -> Void).self, "@convention(c) (Int32) -> Void"),
    ((((Int, Int)) -> Void).self, "((Int, Int)) -> Void"),
    (Any.self, "Any"),
    (AnyObject.self, "AnyObject"),
    ((any Error).self, "any Error"),
    ((any CustomStringConvertible & Hashable).self, "any CustomStringConvertible & Hashable"),
    ((any SampleBase & Hashable).self, "any SampleBase & Hashable"),
    ((any AnyObject & Hashable).self, "any AnyObject & Hashable"),
    (Int.Type.self, "Int.Type"),
    ((any Error.Type).self, "any Error.Type"),
    ((any Error).Type.self, "(any Error).Type"),
    (Composition.self, "any (CustomStringConvertible & Hashable).Type"),
    ((any SampleBase & Hashable)?.self, "(any SampleBase & Hashable)?"),
    (SampleConformer.self, "SampleConformer"),
    (SampleOuter<Int>.Inner<String>.self, "SampleOuter<Int>.Inner<String>"),
    (SampleOuter<Int>.Plain.self, "SampleOuter<Int>.Plain"),
    (SampleOuter<Int>.Constrained<Bool>.self, "SampleOuter<Int>.Constrained<Bool>"),
    ([Int].SampleSlice.self, "Array<Int>.SampleSlice"),
    (SampleLöwe.self, "SampleLöwe"),
    (Task<Int, Never>.self, "Task<Int, Never>"),
    (CheckedContinuation<Void, any Error>.self, "CheckedContinuation<(), any Error>"),
    (SIMD4<Float>.self, "SIMD4<Float>"),
    (SampleVariadic<Int, String>.self, "SampleVariadic<Pack{Int, String}>"),
    (SampleVariadic<Bool>.Inner<Int>.self, "SampleVariadic<Pack{Bool}>.Inner<Int>"),
    (SampleSized<3>.self, "SampleSized<3>"),
    (SampleComparables<FileHandle>.self, "SampleComparables<FileHandle>"),
    ([Int: Bool].SamplePair<String>.Deep.self, "Dictionary<Int, Bool>.SamplePair<String>.Deep"),
    (InlineArray<3, Int>.self, "InlineArray<3, Int>"),
    (Notification.Name.self, "NSNotification.Name"),
    (DispatchQueue.self, "DispatchQueue"),
    (UnsafePointer<CChar>?.self, "UnsafePointer<Int8>?"),
    (timespec.self, "timespec"),
  ]

  @Test("the runtime finds what is remangled, and it prints like its source", arguments: types.indices)
  func roundTrip(_ index: Int) throws {
    let (type, spelling) = Self.types[index]
    let name = try #require(_mangledTypeName(type))
    let node = try TypeNode(mangledName: name)
    #expect(node.spelling == spelling)
    #expect(!node.isDependent)
    let remangled = try node.runtimeName()
    let found = try #require(_typeByName(remangled), "\(remangled) from \(name)")
    #expect(ObjectIdentifier(found) == ObjectIdentifier(type))
    #expect(try TypeNode(mangledName: node.canonicalName()) == node)
  }

  @Test("types of the standard library and Foundation", arguments: LibrarySymbols.types + LibrarySymbols.getters)
  func library(_ symbol: String) throws {
    let node: TypeNode
    switch try SymbolNode(symbol).form {
    case .metadata(let type, _): node = type
    case .entity(let entity): node = try #require(entity.type)
    default:
      Issue.record("\(symbol) is no type")
      return
    }
    let remangled = try node.runtimeName()
    let found = try #require(_typeByName(remangled), "\(remangled) from \(symbol)")
    let name = try #require(_mangledTypeName(found))
    #expect(try TypeNode(mangledName: name).runtimeName() == remangled)
    #expect(try TypeNode(mangledName: node.canonicalName()) == node)
  }

  @Test("protocols without a witness table are left out for the runtime only")
  func markerProtocols() throws {
    let node = try TypeNode(mangledName: "s8Sendable_SHp")
    #expect(node.spelling == "any Sendable & Hashable")
    #expect(try node.canonicalName() == "s8Sendable_SHp")
    #expect(try node.runtimeName() == "SH_p")
    #expect(try TypeNode(mangledName: "s8Sendable_Xl").runtimeName() == "yXl")
    #expect(try TypeNode(mangledName: "s8Sendable_p").runtimeName() == "yp")
  }

  @Test("the runtime can't be asked for constrained existentials")
  func constrainedExistentials() throws {
    let type = (any SampleAssociated<[String]>)?.self
    let node = try TypeNode(mangledName: #require(_mangledTypeName(type)))
    #expect(node.spelling == "(any SampleAssociated<[String]>)?")
    #expect(try TypeNode(mangledName: node.canonicalName()) == node)
    #expect(throws: DemanglingError(.unspeakable("a constrained existential, for the runtime,"))) {
      try node.runtimeName()
    }
  }

  @Test("local types of one name are told apart by where they are declared")
  func localTypes() throws {
    let names = try OwnSymbols.all.filter {
      $0.contains("UnderstudySignaturesTests") && $0.contains("LocalType") && $0.hasSuffix("VMa")
    }.map { symbol in
      guard case .metadata(.nominal(let nominal), _) = try SymbolNode(symbol).form else { return "" }
      return try TypeNode.nominal(nominal).canonicalName()
    }
    #expect(
      Set(names) == [
        "25UnderstudySignaturesTests14firstLocalTypeypXpyF5LocalL_V",
        "25UnderstudySignaturesTests15secondLocalTypeypXpyF5LocalL_V",
      ]
    )
  }

  @Test("substitutions and words are expanded")
  func expansion() throws {
    let node = try TypeNode(mangledName: "4Main9LiveThingV_ACAA0bC5OtherVt")
    #expect(try node.canonicalName() == "4Main9LiveThingV_4Main9LiveThingV4Main14LiveThingOtherVt")
  }

  @Test("what has no mangling is refused")
  func unspeakable() {
    let odd = ExistentialNode(protocols: [NominalNode(.structure, swift: "Int")])
    #expect(throws: DemanglingError(.unspeakable("'Int' in place of a protocol"))) {
      try TypeNode.existential(odd).canonicalName()
    }
    let nameless = NominalNode(.structure, in: .module("M"), name: .plain(""))
    #expect(throws: DemanglingError(.unspeakable("an empty name"))) { try TypeNode.nominal(nameless).canonicalName() }
  }

  @Test(
    "types that only a generic context can resolve",
    arguments: [
      ("x", "Self"), ("qd__", "T"), ("qd_0_", "U"), ("7ElementQz", "Self.Element"),
      ("5Inner_7ElementQZ", "Self.Inner.Element"), ("7ElementSTQyd__", "T.Element"), ("xSgz", "inout Self?"),
      ("xxQp_t", "(repeat each Self)"), ("Say7ElementQzGXDXMT", "Self.Type"),
    ]
  )
  func dependentTypes(_ name: String, _ spelling: String) throws {
    let node = try TypeNode(mangledName: name)
    #expect(node.spelling == spelling)
    #expect(node.isDependent)
    #expect(try node.canonicalName() == name)
  }

  @Test(
    "identifiers beyond ASCII",
    arguments: [
      "vergüenza", "größe", "日本語", "😀", "a b", "raw-name", "1st", "_ü", "é", "«»", "`x y`",
    ]
  )
  func identifiers(_ text: String) throws {
    let nominal = NominalNode(.structure, in: .module("M"), name: .plain(text))
    let name = try TypeNode.nominal(nominal).canonicalName()
    #expect(name.utf8.allSatisfy { $0 < 0x80 })
    #expect(try TypeNode(mangledName: name) == .nominal(nominal))
  }

  @Test("the encoding of the ABI document's examples")
  func punycode() throws {
    let nominal = NominalNode(.structure, in: .module("M"), name: .plain("vergüenza"))
    #expect(try TypeNode.nominal(nominal).canonicalName() == "1M0012vergenza_JFaV")
    let symbol = try SymbolNode("$s1M007p_qcaDcoiyS2i_SitF")
    guard case .entity(let entity) = symbol.form else {
      Issue.record("\(symbol) is no entity")
      return
    }
    #expect(entity.name == .operator("«+»", .infix))
  }
}
