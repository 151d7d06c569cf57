import Foundation
import Synchronization
import Testing
import UnderstudyLocks
import UnderstudyModules

@Suite struct ModuleFactsTests {
  private let facts = ModuleFacts(locator: .forThisProcess())

  @Test(arguments: ["Swift", "Synchronization", "Observation", "Testing", "_StringProcessing"])
  func modulesWithLibraryEvolution(module: String) {
    #expect(facts.isResilient(module: module) == .yes)
  }

  @Test(arguments: ["Foundation", "FoundationEssentials", "Dispatch", "XCTest", "__C"])
  func modulesWithout(module: String) {
    #expect(facts.isResilient(module: module) == .no)
  }

  @Test(arguments: [
    ["Int"], ["Array"], ["String"], ["Optional"], ["Result"], ["Character"], ["Duration"], ["Dictionary"],
    ["Dictionary", "Index"], ["String", "Index"], ["Unicode", "Scalar"], ["Set", "Iterator"], ["UnsafeRawPointer"],
  ])
  func frozenTypes(path: [String]) {
    #expect(facts.isFrozen(module: "Swift", path: path) == .yes)
    #expect(facts.hasKnownLayout(module: "Swift", path: path) == .yes)
  }

  @Test(arguments: [
    ["DecodingError"], ["DecodingError", "Context"], ["Mirror"], ["Mirror", "DisplayStyle"], ["EncodingError"],
  ])
  func typesWithHiddenLayout(path: [String]) throws {
    #expect(facts.isFrozen(module: "Swift", path: path) == .no)
    #expect(facts.hasKnownLayout(module: "Swift", path: path) == .no)
  }

  @Test func concurrencyTypesAreFoundThroughTheirImage() throws {
    let image = try SystemModules.image(of: ContinuousClock.self)
    #expect(ModuleLocator.moduleName(ofLibrary: image) == "_Concurrency")
    for path in [["ContinuousClock"], ["ContinuousClock", "Instant"]] {
      #expect(facts.isFrozen(module: "Swift", path: path, image: image) == .no)
      #expect(facts.hasKnownLayout(module: "Swift", path: path, image: image) == .no)
    }
    #expect(facts.isResilient(module: "Swift", image: image) == .yes)
    #expect(facts.isFrozen(module: "Swift", path: ["UnownedJob"], image: image) == .yes)
  }

  @Test func concurrencyTypesAreFoundWithoutAnImage() {
    #expect(facts.isFrozen(module: "Swift", path: ["ContinuousClock", "Instant"]) == .no)
    #expect(facts.isFrozen(module: "Swift", path: ["CheckedContinuation"]) == .no)
    #expect(facts.isFrozen(module: "Swift", path: ["UnsafeContinuation"]) == .yes)
  }

  @Test func typesOfFoundationHaveKnownLayouts() throws {
    let image = try SystemModules.image(of: URL.self)
    #expect(facts.hasKnownLayout(module: "FoundationEssentials", path: ["URL"], image: image) == .yes)
    #expect(facts.isFrozen(module: "FoundationEssentials", path: ["Data"]) == .yes)
    #expect(facts.isFrozen(module: "FoundationEssentials", path: ["URL"]) == .no)
    let kind = try facts.nominal(module: "Foundation", path: ["ByteCountFormatter", "Units"]).get().kind
    #expect(kind == .structure)
  }

  @Test func typesInExtensionsOfForeignTypes() throws {
    // `extension String { public struct Comparator }` and the like live in the module of the extension.
    let nested = try facts.nominal(module: "FoundationEssentials", path: ["String", "Encoding"]).get()
    #expect(nested.kind == .structure)
    #expect(nested.access == .public)
    #expect(nested.isVisibleOutside)
  }

  @Test func kindsAndAccess() throws {
    let swift = { (path: [String]) in try facts.nominal(module: "Swift", path: path).get() }
    #expect(try swift(["Int"]).kind == .structure)
    #expect(try swift(["Optional"]).kind == .enumeration)
    #expect(try swift(["Sequence"]).kind == .protocolType)
    #expect(try swift(["AnyKeyPath"]).kind == .classType)
    let buffer = try swift(["_ContiguousArrayBuffer"])
    #expect(buffer.access == .internal)
    #expect(buffer.isVisibleOutside)
  }

  @Test func whatIsNotThereIsUnknown() {
    guard case .unknown(let reason) = facts.isResilient(module: "NoSuchModule") else {
      Issue.record("an answer about no module")
      return
    }
    #expect(reason.contains("NoSuchModule.swiftmodule"))
    #expect(
      facts.isFrozen(module: "Observation", path: ["NoSuchType"])
        == .unknown(reason: "module Observation has no type NoSuchType")
    )
    #expect(facts.isResilient(module: "../Swift") != .yes)
  }

  @Test func aModuleAnswersToItsOwnNameAndTheOneInMetadata() {
    #expect(facts.isResilient(module: "_Concurrency") == .yes)
    #expect(facts.isFrozen(module: "_Concurrency", path: ["UnsafeContinuation"]) == .yes)
  }

  @Test func answersAreTheSameFromManyThreads() async {
    await withTaskGroup(of: Fact.self) { group in
      for index in 0..<64 {
        group.addTask { [facts] in
          index % 2 == 0
            ? facts.isFrozen(module: "Swift", path: ["Int"]) : facts.isResilient(module: "Synchronization")
        }
      }
      for await fact in group { #expect(fact == .yes) }
    }
  }
}

/// Types the embedded module must describe; `OuterOne` marks them for look-ups by name.
public struct OuterOne {
  public struct Inner {}
  enum Choice { case one }
  private struct Hidden {}
}
@frozen public enum FrozenOne { case one }
public final class ClassOne {}
private struct PrivateOne {}

@Suite struct EmbeddedModuleTests {
  /// SwiftPM has the linker embed modules in debug builds only.
  private static let isEmbedding: Bool = {
    #if DEBUG
      true
    #else
      false
    #endif
  }()

  private func facts() throws -> ModuleFacts {
    let image = try SystemModules.image(of: OuterOne.self)
    let facts = ModuleFacts(locator: ModuleLocator(directories: []))
    facts.addEmbedded(section: try ELFSection.bytes(of: ".swift_ast", in: image), image: image)
    return facts
  }

  @Test(.enabled(if: isEmbedding)) func theTestsOwnModule() throws {
    let facts = try facts()
    let module = "UnderstudyModulesTests"
    #expect(facts.isResilient(module: module) == .no)
    #expect(facts.isFrozen(module: module, path: ["OuterOne"]) == .no)
    #expect(facts.isFrozen(module: module, path: ["FrozenOne"]) == .yes)
    #expect(facts.hasKnownLayout(module: module, path: ["OuterOne"]) == .yes)
    #expect(try facts.nominal(module: module, path: ["OuterOne", "Inner"]).get().isVisibleOutside)
    #expect(try facts.nominal(module: module, path: ["OuterOne", "Choice"]).get().kind == .enumeration)
    #expect(try facts.nominal(module: module, path: ["OuterOne", "Hidden"]).get().access == .private)
    #expect(try facts.nominal(module: module, path: ["ClassOne"]).get().kind == .classType)
    #expect(try facts.nominal(module: module, path: ["PrivateOne"]).get().isVisibleOutside == false)
    #expect(facts.isResilient(module: "UnderstudyModules") == .no)
  }

  @Test(.enabled(if: isEmbedding)) func aModuleAddedLaterReplacesAnUnknown() throws {
    let image = try SystemModules.image(of: OuterOne.self)
    let facts = ModuleFacts(locator: ModuleLocator(directories: []))
    let module = "UnderstudyModulesTests"
    #expect(facts.isResilient(module: module) != .no)
    facts.addEmbedded(section: try ELFSection.bytes(of: ".swift_ast", in: image), image: image)
    #expect(facts.isResilient(module: module) == .no)
  }

  @Test func modulesBesideTheExecutable() {
    let facts = ModuleFacts(locator: .forThisProcess())
    #expect(facts.isResilient(module: "UnderstudyModulesTests") == .no)
  }

  @Test func bytesThatAreNoSection() {
    let facts = ModuleFacts(locator: ModuleLocator(directories: []))
    facts.addEmbedded(section: ModuleBytes(copying: [1, 2, 3, 4, 5]), image: "the image")
    guard case .unknown(let reason) = facts.isResilient(module: "M") else {
      Issue.record("an answer from no module")
      return
    }
    #expect(reason.contains("the image: not a serialized Swift module"))
  }
}

@Suite struct ModuleLocatorTests {
  @Test(arguments: [
    ("/usr/lib/swift/linux/libswiftCore.so", "Swift"), ("libswift_Concurrency.so", "_Concurrency"),
    ("a/libFoundation.so", "Foundation"), ("libswiftCores.so", "Cores"), ("libc.so", "c"), ("libswift.so", nil),
    ("lib.so", nil), ("liba.so.6", nil), ("program", nil), ("", nil), ("lib/a", nil),
  ])
  func `A library is named for its module`(path: String, module: String?) {
    #expect(ModuleLocator.moduleName(ofLibrary: path) == module)
  }
}

@Suite struct FrozenTypeTests {
  @Test func `What is taken for frozen is frozen`() throws {
    let module = try SerializedModule(file: try SystemModules.serialized("Swift"))
    for name in FrozenTypes.names {
      let facts = try module.nominals(at: name.split(separator: ".").map(String.init))
      #expect(facts.count == 1 && facts.allSatisfy { !$0.hidesLayout }, "\(name)")
    }
  }

  @Test func `Each of them is found by its name, and by that of the type it is in`() throws {
    for name in FrozenTypes.names {
      let path = name.split(separator: ".").map(String.init)
      #expect(FrozenTypes.contains(path), "\(name)")
      guard path.count > 1 else { continue }
      let outer = path.dropLast().joined(separator: ".")
      #expect(outer.withCString { outer in path.last!.withCString { FrozenTypes.contains($0, in: outer) } }, "\(name)")
    }
  }

  @Test func `Others are looked up`() {
    #expect(!FrozenTypes.contains("Index", in: "Strin") && !FrozenTypes.contains("Index", in: "Strings"))
    #expect(!FrozenTypes.contains(["Mirror"]))
    #expect(!FrozenTypes.contains(["Index"]))
  }
}
