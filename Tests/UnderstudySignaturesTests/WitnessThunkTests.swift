import Testing
import UnderstudySignatures

@Suite("Signatures from symbols")
struct WitnessThunkTests {
  static let module = "UnderstudySignaturesTests"

  static func swift(_ name: String) -> TypeNode { .nominal(NominalNode(.structure, swift: name)) }

  static let owner = NominalNode(.protocol, in: .module(module), name: .plain("SampleProtocol"))
  static let conformer = TypeNode.nominal(NominalNode(.class, in: .module(module), name: .plain("SampleConformer")))
  static let error = TypeNode.nominal(NominalNode(.enumeration, in: .module(module), name: .plain("SampleError")))
  static let item = TypeNode.member(of: .parameter(depth: 0, index: 0), name: "Item", protocol: nil)
  static let int = swift("Int")
  static let string = swift("String")
  static let double = swift("Double")

  private static func requirement(
    _ kind: RequirementSignature.Kind,
    isStatic: Bool = false,
    _ name: String,
    _ parameters: [RequirementSignature.Parameter] = [],
    _ result: TypeNode = .void,
    isAsync: Bool = false,
    throwing: FunctionTypeNode.Throwing? = .never,
    generics: GenericSignatureNode? = nil
  ) -> RequirementSignature {
    RequirementSignature(
      kind: kind,
      isStatic: isStatic,
      baseName: name,
      parameters: parameters,
      result: result,
      isAsync: isAsync,
      throwing: throwing,
      generics: generics,
      owner: owner,
      conformingType: conformer
    )
  }

  private static let own = TypeNode.parameter(depth: 0, index: 0)
  private static let dictionary = TypeNode.bound(
    NominalNode(.structure, swift: "Dictionary"),
    arguments: [[string, int]],
    retroactive: []
  )

  static let expected: [RequirementSignature] = [
    requirement(.method, "plain"),
    requirement(
      .method,
      "labelled",
      [.init(label: "user", type: string), .init(type: int), .init(label: "in", type: dictionary)],
      item,
      isAsync: true,
      throwing: .anyError
    ),
    requirement(
      .method,
      "conventions",
      [
        .init(type: int, ownership: .inout), .init(label: "b", type: string, ownership: .owned),
        .init(label: "rest", type: .array(double), isVariadic: true),
      ]
    ),
    requirement(
      .method,
      "closures",
      [
        .init(
          type: .function(
            FunctionTypeNode(parameters: [.init(type: int)], result: .void, isAsync: true, isSendable: true)
          )
        ),
        .init(
          label: "test",
          type: .function(FunctionTypeNode(.autoclosure, parameters: [], result: swift("Bool")))
        ),
      ]
    ),
    requirement(.method, "typed", [], own, throwing: .typed(error)),
    requirement(
      .method,
      "generic",
      [.init(type: .parameter(depth: 1, index: 0))],
      .optional(.parameter(depth: 1, index: 0)),
      generics: GenericSignatureNode(
        parameterCounts: [1],
        requirements: [
          .init(.parameter(depth: 1, index: 0), .conformance(NominalNode(.protocol, swift: "Hashable")))
        ]
      )
    ),
    requirement(.method, isStatic: true, "shared", [.init(type: swift("Bool"))], int, isAsync: true),
    requirement(.method, isStatic: true, "+", [.init(type: own), .init(type: own)], own),
    requirement(.initializer, "init", [.init(label: "count", type: int)], own),
    requirement(.initializer, "init", [.init(label: "name", type: string)], .optional(own)),
    requirement(.accessor(.getter, of: .property), "name", [], string, throwing: nil),
    requirement(.accessor(.setter, of: .property), "name", [.init(type: string)]),
    requirement(.accessor(.modify, of: .property), "name", [], string),
    requirement(.accessor(.getter, of: .property), "remote", [], int, isAsync: true, throwing: nil),
    requirement(.accessor(.getter, of: .property), isStatic: true, "total", [], int, throwing: nil),
    requirement(
      .accessor(.getter, of: .subscript),
      "subscript",
      [.init(type: int), .init(label: "column", type: int)],
      double,
      throwing: nil
    ),
    requirement(
      .accessor(.setter, of: .subscript),
      "subscript",
      [.init(type: double), .init(type: int), .init(label: "column", type: int)]
    ),
    requirement(
      .accessor(.modify, of: .subscript),
      "subscript",
      [.init(type: int), .init(label: "column", type: int)],
      double
    ),
  ]

  @Test("every requirement of a protocol in this binary")
  func ownBinary() throws {
    let thunks = OwnSymbols.all.filter {
      $0.hasPrefix("$s25UnderstudySignaturesTests15SampleConformerC") && ($0.hasSuffix("TW") || $0.hasSuffix("TWTu"))
    }
    var signatures: Set<RequirementSignature> = []
    for symbol in thunks {
      // The code behind an async function pointer has a symbol too, which for an accessor doesn't tell that it's async.
      if thunks.contains(symbol + "Tu") { continue }
      signatures.insert(try RequirementSignature(witnessThunk: symbol))
    }
    let expected = Set(Self.expected)
    #expect(signatures.subtracting(expected).map(\.spelling) == [])
    #expect(expected.subtracting(signatures).map(\.spelling) == [])
  }

  @Test("spelled like the source", arguments: WitnessSymbols.samples)
  func spelling(_ sample: WitnessSymbols.Sample) throws {
    let signature = try RequirementSignature(witnessThunk: sample.symbol)
    #expect(signature.spelling == sample.spelling)
    #expect(signature.isGeneric == sample.isGeneric)
  }

  @Test("the protocol and the conforming type")
  func owner() throws {
    let signature = try RequirementSignature(
      witnessThunk: "$s4Main4LiveV6Protos11AuthServiceAadEP6signIn4user1nS2S_SitYaKFTW"
    )
    #expect(signature.owner == NominalNode(.protocol, in: .module("Protos"), name: .plain("AuthService")))
    #expect(
      signature.conformingType
        == .nominal(NominalNode(.structure, in: .module("Main"), name: .plain("Live")))
    )
    #expect(signature.spelling == "signIn(user: String, n: Int) async throws -> String")
  }

  @Test("a private protocol keeps its file's discriminator")
  func privateProtocol() throws {
    let symbol = try #require(WitnessSymbols.samples.first { $0.spelling == "h(_: Hidden) -> [Hidden]" }).symbol
    let owner = try RequirementSignature(witnessThunk: symbol).owner
    guard case .file(.plain("PrivP")?, let discriminator) = owner.name else {
      Issue.record("no discriminator in \(owner)")
      return
    }
    #expect(try TypeNode.nominal(owner).canonicalName() == "4TMod5PrivP33\(discriminator)LLP")
  }

  @Test("method descriptors of resilient protocols")
  func methodDescriptors() throws {
    let hash = try RequirementSignature(methodDescriptor: "$sSH4hash4intoys6HasherVz_tFTq")
    #expect(hash.spelling == "hash(into: inout Hasher)")
    #expect(hash.owner == NominalNode(.protocol, swift: "Hashable"))
    let next = try RequirementSignature(methodDescriptor: "$sScI4next7ElementQzSgyYaKFTjTu")
    #expect(next.spelling == "next() async throws -> Self.Element?")
    #expect(next.conformingType == nil)
  }

  @Test("symbols of other kinds are refused")
  func otherKinds() {
    for symbol in ["$s4Main4LiveVMa", "$s4Main4LiveV3runyyF", "$sSH4hash4intoys6HasherVz_tFTq", "main", ""] {
      #expect(throws: DemanglingError.self) { try RequirementSignature(witnessThunk: symbol) }
    }
    #expect(throws: DemanglingError(.unexpectedKind("a method descriptor"), name: "$s4Main4LiveVMa")) {
      try RequirementSignature(methodDescriptor: "$s4Main4LiveVMa")
    }
  }
}
