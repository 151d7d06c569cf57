internal import UnderstudyLocks
import Testing
import UnderstudyMetadata
import UnderstudySignatures

@testable import UnderstudyFabrication
@testable import UnderstudyMetadata

private protocol Sample {
  func load()
}

/// What is refused because the sources of facts say what they never should, put together by hand.
@Suite struct InnerRefusalTests {
  private let descriptor = ExistentialMetadata(TypeMetadata((any Sample).self))!.protocols[0]
  private let owner = NominalNode(.protocol, in: .module("Nowhere"), name: .plain("Sample"))
  private var table: EntryTable {
    EntryTable(subject: "any Sample", conformer: TypeMetadata(Int.self), members: [:])
  }

  // MARK: Signatures

  /// The refusal of a requirement.
  private func refusal(of signature: RequirementSignature) -> String? {
    var environment = TypeEnvironment()
    environment.parameters[.conformer] = FormalType(TypeMetadata(Int.self))
    let factory = RequirementFactory(subject: "any Sample", signature: signature, environment: environment)
    do {
      _ = try factory.make(index: 0)
      return nil
    } catch {
      return error.description
    }
  }

  private func refusal(taking type: TypeNode, _ ownership: RequirementSignature.Ownership = .default) -> String? {
    refusal(
      of: RequirementSignature(
        kind: .method,
        baseName: "put",
        parameters: [RequirementSignature.Parameter(type: type, ownership: ownership)],
        owner: owner
      )
    )
  }

  private func text(_ requirement: String, _ reason: String) -> String {
    """
    Can't make a double of any Sample: Its requirement `\(requirement)` isn't supported: \(reason)
      What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
    """
  }

  @Test func `An async requirement of which only symbols are known`() {
    #expect(
      refusal(of: RequirementSignature(kind: .method, baseName: "load", isAsync: true, owner: owner))
        == text(
          "load() async",
          "its module can't be read, and the symbols of a conformer don't tell whether the caller's actor is passed along."
        )
    )
  }

  @Test func `A parameter pack that is passed inout`() {
    let pack = TypeNode.parameter(depth: 1, index: 0)
    #expect(
      refusal(taking: .packExpansion(pattern: pack, count: pack), .inout)
        == text("put(_: inout repeat each T)", "parameter packs that are passed `inout` aren't known.")
    )
  }

  @Test func `A coroutine of another kind`() {
    #expect(
      refusal(of: RequirementSignature(kind: .accessor(.modify2, of: .property), baseName: "name", owner: owner))
        == text("name", "it is accessed through a coroutine of a kind that isn't known.")
    )
  }

  @Test func `Generic parameters that nobody speaks of`() {
    let unknown = TypeNode.parameter(depth: 3, index: 0)
    #expect(
      refusal(taking: unknown)
        == text("put(_: T_3)", "T_3 can't be looked up at run time: what T_3 stands for isn't known.")
    )
    #expect(
      refusal(taking: .packExpansion(pattern: unknown, count: unknown))
        == text("put(_: repeat each T_3)", "T_3 can't be looked up at run time: what T_3 stands for isn't known.")
    )
  }

  private let conformer = TypeNode.parameter(depth: 0, index: 0)

  @Test func `Types with too many arguments`() {
    let array = NominalNode(.structure, swift: "Array")
    #expect(
      refusal(taking: .bound(array, arguments: [[conformer, conformer]], retroactive: []))
        == text(
          "put(_: Array<Self, Self>)",
          "Array<Self, Self> can't be looked up at run time: Array has another number of generic parameters."
        )
    )
  }

  @Test func `Functions of another kind`() {
    let function = FunctionTypeNode(.cFunction, parameters: [TupleElementNode(type: conformer)], result: .void)
    #expect(
      refusal(taking: .function(function))
        == text(
          "put(_: @convention(c) (Self) -> Void)",
          "@convention(c) (Self) -> Void can't be looked up at run time: functions of this kind with generic parameters "
            + "aren't formed yet."
        )
    )
  }

  @Test func `Types that no image declares`() {
    #expect(
      refusal(taking: .nominal(NominalNode(.structure, in: .module("Nowhere"), name: .plain("Thing"))))
        == text("put(_: Thing)", "the type Thing isn't found in this process.")
    )
  }

  @Test func `Existentials that require more than equal types`() {
    let holder = NominalNode(.protocol, swift: "Sequence")
    let type = TypeNode.constrainedExistential(
      .existential(ExistentialNode(protocols: [holder])),
      [
        GenericRequirementNode(
          .member(of: .constrainedSelf, name: "Element", protocol: nil),
          .conformance(NominalNode(.protocol, swift: "Hashable"))
        )
      ]
    )
    #expect(
      refusal(taking: type)
        == text(
          "put(_: any Sequence<_>)",
          "any Sequence<_> can't be looked up at run time: it requires more than that associated types of its own are certain "
            + "types."
        )
    )
  }

  // MARK: Protocols

  @Test func `Sources that disagree`() {
    let signature = RequirementSignature(kind: .method, baseName: "load", isAsync: true, owner: owner)
    #expect(
      throws: Refusal(
        subject: "any Sample",
        reason: "Two sources disagree about a requirement of Sample: one says `load() async`, the protocol's own "
          + "description says method, on an instance, not async.",
        remedy: "Rebuild everything from scratch; if that doesn't help, please report this."
      )
    ) { try table.check(signature, against: descriptor.requirement(0), in: descriptor) }
  }

  @Test func `A property that is only changed in place`() {
    let signature = RequirementSignature(
      kind: .accessor(.modify, of: .property),
      baseName: "count",
      result: .nominal(NominalNode(.structure, swift: "Int")),
      owner: owner
    )
    #expect(
      throws: Refusal(
        subject: "any Sample",
        reason: "Its requirement `count -> Int` isn't supported: it can be changed in place, but has no getter and "
          + "setter of its type.",
        remedy: "Write a conformer by hand, or put a protocol without this requirement in front of it."
      )
    ) { try table.modifyPlan(of: signature, in: descriptor) }
  }

  @Test func `A requirement of another kind`() {
    #expect(
      table.refusal(of: .unknown, in: descriptor)
        == Refusal(
          subject: "any Sample",
          reason: "Sample has a requirement of a kind that this library doesn't know.",
          remedy: "Write a conformer by hand, and please report this."
        )
    )
  }

  @Test func `A protocol that doesn't say what it inherits from`() {
    // A protocol with one requirement, of the kind that stands for an inherited protocol, and no requirement signature
    // (`TargetProtocolDescriptor` in `swift/ABI/Metadata.h`).
    var record = HandmadeRecord()
    record.set(UInt32(3 | 1 << 16), at: 0)
    record.setReference(to: "Heir", at: 8)
    record.set(UInt32(1), at: 16)
    #expect(
      throws: Refusal(
        subject: "any Heir",
        reason: "The protocols that Heir inherits from can't be told apart from its other requirements.",
        remedy: "Please report this as a bug, with the protocol's declaration."
      )
    ) { try ProtocolTree.check(ProtocolDescriptor(pointer: record.pointer), subject: "any Heir") }
  }

  // MARK: Associated types

  @Test func `Demands that aren't understood`() throws {
    let shape = try ExistentialShape(TypeMetadata((any Sample).self))
    let types = try AssociatedTypes(of: shape, given: [:], protocols: [])
    #expect(
      throws: Refusal(
        subject: "any Sample",
        reason: "What Sample demands of its associated types isn't understood.",
        remedy: "Please report this with the protocol's declaration."
      )
    ) { try types.table(for: nil, of: descriptor) }
  }

  @Test func `Existentials that bind associated types in another way`() {
    // A signature of one parameter, of which it says that its `Items` is `Int` (`swift/ABI/GenericContext.h`).
    var record = HandmadeRecord()
    record.set(UInt16(1), at: 0)
    record.set(UInt16(1), at: 2)
    record.set(UInt32(1), at: 8)
    record.setReference(to: "5ItemsQyd__", at: 12)
    record.setReference(to: "Si", at: 16)
    let signature = GenericSignature(header: record.pointer, parameters: nil, requirements: record.pointer + 8)
    #expect(
      throws: Refusal(
        subject: "any Shelf<Int>",
        reason: "It binds associated types in a way that isn't understood (Si).",
        remedy: "Bind primary associated types only, each to a type of its own."
      )
    ) { try ExistentialShape.boundTypes(signature, [TypeMetadata(Int.self)], "any Shelf<Int>") }
  }

  // MARK: Spies

  @Test func `A target that doesn't conform`() throws {
    let type = try DoubleType.of((any Sample).self)
    #expect(
      throws: Refusal(
        subject: "any Sample",
        reason: "The conformance of Int to Sample isn't found at run time.",
        remedy: "Please report this as a bug, with the declaration of the conformance."
      )
    ) { try type.witnesses(of: TypeMetadata(Int.self)) }
  }
}
