internal import UnderstudyLocks
internal import Foundation
internal import Testing
internal import UnderstudyImages
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

private protocol Greeter {
  func greet(_ name: String) -> String
  var count: Int { get }
}

private struct Polite: Greeter {
  func greet(_ name: String) -> String { "Good day, " + name }
  var count: Int { 1 }
}

private enum Outer {
  final class Nested: Greeter {
    func greet(_ name: String) -> String { name }
    var count: Int { 2 }
  }
}

private struct Boxed<Value>: Greeter {
  var value: Value
  func greet(_ name: String) -> String { name }
  var count: Int { 3 }
}

extension Array: Greeter where Element: Greeter {
  fileprivate func greet(_ name: String) -> String { name }
}

private struct Resilient: Sequence, IteratorProtocol {
  mutating func next() -> Int? { nil }
}

private func protocolDescriptor(_ type: Any.Type) throws -> ProtocolDescriptor {
  try #require(ExistentialMetadata(TypeMetadata(type))?.protocols.first)
}

struct ConformanceTests {
  @Test func findsConformancesOfPrivateAndLocalTypes() throws {
    struct Local: Greeter {
      func greet(_ name: String) -> String { name }
      var count: Int { 4 }
    }
    _ = Local()
    let greeter = try protocolDescriptor((any Greeter).self)
    let records = SectionRecords.conformances(to: greeter)
    #expect(Set(records.map { $0.typeDescriptor?.name }) == ["Polite", "Nested", "Boxed", "Array", "Local"])
    #expect(records.allSatisfy { $0.protocol == greeter })
    let array = try #require(records.first { $0.typeDescriptor?.name == "Array" })
    #expect(array.conditionalRequirementCount == 1)
    #expect(array.typeDescriptor?.moduleName == "Swift")
    let polite = try #require(records.first { $0.typeDescriptor?.name == "Polite" })
    #expect(polite.conditionalRequirementCount == 0 && !polite.isRetroactive && !polite.hasResilientWitnesses)
    #expect(TypeMetadata(Polite.self).witnessTable(for: greeter) == polite.witnessTablePattern)
    #expect(TypeMetadata(Polite.self).witnessTable(for: greeter)?.conformance == polite)
  }

  @Test func findsManyConformancesAcrossImages() throws {
    let records = SectionRecords.conformances(to: try protocolDescriptor((any Hashable).self))
    #expect(records.count > 300)
    #expect(Set(records.map(\.pointer)).count == records.count)
    let modules = Set(records.compactMap { $0.typeDescriptor?.moduleName })
    #expect(modules.isSuperset(of: ["Swift", "Foundation", "Testing"]))
  }

  @Test func namesWitnesses() throws {
    let greeter = try protocolDescriptor((any Greeter).self)
    let table = try #require(TypeMetadata(Polite.self).witnessTable(for: greeter))
    let entries = try (0..<greeter.requirementCount).map { try #require(table.entry($0)) }
    let image = try #require(LoadedImages.image(containing: entries[0]))
    let names = try #require(try image.symbolNames(at: entries))
    let method = try #require(names[entries[0]]?.first { $0.hasSuffix("TW") })
    #expect(method.contains("Polite") && method.contains("5greetyS2SF"))
    let getter = try #require(names[entries[1]]?.first { $0.hasSuffix("TW") })
    #expect(getter.contains("5countSivg"))
  }

  @Test func resilientWitnesses() throws {
    let sequence = try protocolDescriptor((any Sequence).self)
    let record = try #require(
      SectionRecords.conformances(to: sequence).first { $0.typeDescriptor?.name == "Resilient" }
    )
    #expect(record.hasResilientWitnesses)
    let indices = record.resilientWitnesses.compactMap { sequence.requirementIndex(at: $0.requirement) }
    #expect(indices.count == record.resilientWitnesses.count && !indices.isEmpty)
    #expect(Set(indices).count == indices.count)
    let make = record.resilientWitnesses.first {
      sequence.requirement(sequence.requirementIndex(at: $0.requirement)!).kind == .method
    }
    let code = try #require(make?.implementation)
    #expect(LoadedImages.image(containing: code) != nil)
  }

  @Test func findsTypesByName() throws {
    struct Twin {}
    _ = Twin()
    func other() -> Any {
      struct Twin {}
      return Twin()
    }
    _ = other()
    let twins = SectionRecords.types(named: "Twin", inModule: "UnderstudyMetadataTests")
    #expect(twins.count == 2)
    #expect(twins.contains { TypeDescriptor($0)?.metadata() == TypeMetadata(Twin.self) })
    let nested = SectionRecords.types(named: "Nested", inModule: "UnderstudyMetadataTests")
    #expect(nested.map(\.fullName) == ["UnderstudyMetadataTests.Outer.Nested"])
    #expect(SectionRecords.types(named: "Nested", inModule: "Swift").isEmpty)
    #expect(SectionRecords.types(named: "JSONDecoder").map(\.moduleName).contains("FoundationEssentials"))
    #expect(SectionRecords.types(named: "").isEmpty)
  }

  @Test func findsOneTypeByName() throws {
    struct Single {}
    for _ in 0..<2 {
      let found = SectionRecords.type(named: "Single", inModule: "UnderstudyMetadataTests") {
        TypeDescriptor($0)?.metadata() == TypeMetadata(Single.self)
      }
      #expect(found.map { $0 == NominalMetadata(TypeMetadata(Single.self))?.descriptor.context } == true)
      let decoder = SectionRecords.type(named: "JSONDecoder", inModule: "FoundationEssentials") { _ in true }
      #expect(decoder?.fullName == "FoundationEssentials.JSONDecoder")
      #expect(SectionRecords.type(named: "Single", inModule: "UnderstudyMetadataTests") { _ in false } == nil)
      #expect(SectionRecords.type(named: "Single", inModule: "Swift") { _ in true } == nil)
      #expect(SectionRecords.type(named: "", inModule: "Swift") { _ in true } == nil)
    }
  }

  /// What images tell the runtime of their sections, their files tell as well.
  @Test(arguments: [
    ("swift5_protocols", US_SWIFT_PROTOCOLS), ("swift5_protocol_conformances", US_SWIFT_CONFORMANCES),
    ("swift5_type_metadata", US_SWIFT_TYPES),
  ])
  func sectionsAreThoseOfTheFiles(name: String, list: us_swift_list) {
    let files = LoadedImages.sections(named: name).map { UInt(bitPattern: $0.baseAddress) }
    let runtime = SectionRecords.sections(list).map { UInt(bitPattern: $0.baseAddress) }
    #expect(files.sorted() == runtime.sorted())
    #expect(runtime.count > 2)
  }

  @Test func findsProtocolsByName() throws {
    let found = SectionRecords.protocols(named: "Greeter", inModule: "UnderstudyMetadataTests")
    #expect(found == [try protocolDescriptor((any Greeter).self)])
    #expect(SectionRecords.protocols(named: "Hashable").contains(try protocolDescriptor((any Hashable).self)))
  }
}
