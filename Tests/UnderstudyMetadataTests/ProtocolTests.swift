internal import Testing
internal import UnderstudyMetadata

private protocol First { func first() }
private protocol Second: AnyObject { func second() }

private class Superclass {}

private protocol Everything: First, Equatable, Sendable {
  associatedtype Item: Hashable
  associatedtype Other
  func method() throws
  func asyncMethod() async
  var value: Int { get set }
  var slow: Int { get async throws }
  static func make() -> Int
  init(item: Item)
  subscript(index: Int) -> String { get }
}

private protocol ByInheritance: Second {}
private protocol BySuperclass: Superclass {}

struct ProtocolTests {
  private func descriptor(_ type: Any.Type) throws -> ProtocolDescriptor {
    try #require(ExistentialMetadata(TypeMetadata(type))?.protocols.first)
  }

  @Test func requirements() throws {
    let everything = try descriptor((any Everything).self)
    let requirements = everything.requirements
    #expect(
      requirements.map(\.kind) == [
        .baseProtocol, .baseProtocol, .associatedConformance, .associatedType, .associatedType, .method, .method,
        .getter, .setter, .modifyCoroutine, .getter, .method, .initializer, .getter,
      ]
    )
    #expect(requirements.suffix(9).map(\.isInstance) == [true, true, true, true, true, true, false, false, true])
    #expect(
      requirements.suffix(9).map(\.isAsync) == [false, true, false, false, false, true, false, false, false]
    )
    #expect(requirements.allSatisfy { !$0.isCalleeAllocatedCoroutine })
    #expect(everything.requirementIndex(at: requirements[3].pointer) == 3)
    #expect(everything.requirementIndex(at: requirements[3].pointer + 4) == nil)
    #expect(everything.requirementIndex(at: everything.pointer) == nil)
  }

  @Test func signature() throws {
    let everything = try descriptor((any Everything).self)
    #expect(Set(everything.baseProtocols.map(\.fullName)) == ["UnderstudyMetadataTests.First", "Swift.Equatable"])
    #expect(everything.associatedTypeNames == ["Item", "Other"])
    #expect(everything.superclassBound == nil)
    // The order of the base protocols is that of the entries.
    let table = try #require(TypeMetadata(Int.self).witnessTable(for: try hashable()))
    let base = try hashable().baseProtocols[0]
    #expect(table.entry(0).map(WitnessTable.init(pointer:))?.conformance.protocol == base)
  }

  private func hashable() throws -> ProtocolDescriptor { try descriptor((any Hashable).self) }

  @Test func names() throws {
    #expect(try hashable().fullName == "Swift.Hashable")
    #expect(try hashable().moduleName == "Swift")
    #expect(try descriptor((any First).self).fullName == "UnderstudyMetadataTests.First")
  }

  @Test func classConstraint() throws {
    #expect(try !descriptor((any First).self).isClassConstrained)
    #expect(try descriptor((any Second).self).isClassConstrained)
    #expect(try descriptor((any ByInheritance).self).isClassConstrained)
    let bySuperclass = try descriptor((any BySuperclass).self)
    #expect(bySuperclass.isClassConstrained)
    #expect(bySuperclass.superclassBound?.resolve() == TypeMetadata(Superclass.self))
  }

  @Test func flags() throws {
    #expect(try hashable().isResilient)
    #expect(try !descriptor((any First).self).isResilient)
  }

  @Test func associatedTypes() throws {
    let sequence = try descriptor((any Sequence).self)
    let array = TypeMetadata([Int8].self)
    let table = try #require(array.witnessTable(for: sequence))
    let requirements = sequence.requirements
    var found: [String: TypeMetadata] = [:]
    for (name, index) in zip(
      sequence.associatedTypeNames,
      requirements.indices.filter { requirements[$0].kind == .associatedType }
    ) {
      found[name] = array.associatedType(index, of: sequence, in: table)
    }
    #expect(
      found == ["Element": TypeMetadata(Int8.self), "Iterator": TypeMetadata(IndexingIterator<[Int8]>.self)]
    )
    #expect(array.witnessTable(for: try descriptor((any First).self)) == nil)
  }
}
