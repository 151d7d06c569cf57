import Foundation
import Testing
import UnderstudyImages
import UnderstudyLocks
import UnderstudyMetadata

@testable import UnderstudySignatures

/// Every protocol of the libraries that come with Swift is read, and held against the symbols of its method descriptors.
@Suite("Protocols of the toolchain's libraries")
struct SystemProtocolTests {
  private struct Count: Equatable {
    var protocols = 0
    var members = 0
    var compared = 0
  }

  /// The descriptors that an image lists in the section of protocols: relative pointers, the low bit for indirect ones.
  private func protocols(of image: LoadedImage) throws -> [ProtocolDescriptor] {
    guard let section = try image.section(named: "swift5_protocols") else { return [] }
    return (0..<section.count / 4).map { index in
      let place = section.baseAddress! + index * 4
      let distance = Int(place.load(as: Int32.self))
      let target = place + (distance & ~1)
      return ProtocolDescriptor(pointer: distance & 1 == 0 ? target : target.load(as: UnsafeRawPointer.self))
    }
  }

  private func read(library: String) throws -> Count {
    let image = try #require(LoadedImages.all.first { $0.path.hasSuffix("/" + library) })
    var count = Count()
    for descriptor in try protocols(of: image) {
      let read: ModuleProtocol
      do {
        read = try ModuleSignatures.read(descriptor)
      } catch {
        Issue.record("\(descriptor.fullName): \(error.reason)")
        continue
      }
      count.protocols += 1
      let symbols = try image.symbolNames(at: descriptor.requirements.map(\.pointer)) ?? [:]
      for (index, slot) in read.slots.enumerated() {
        guard case .member(let signature) = slot else { continue }
        count.members += 1
        let readings = (symbols[descriptor.requirement(index).pointer] ?? []).compactMap {
          try? RequirementSignature(methodDescriptor: $0)
        }
        guard !readings.isEmpty else { continue }
        count.compared += 1
        let asKnown = readings.map { comparable($0, like: signature) }
        #expect(asKnown.contains(comparable(signature, like: signature)), "\(signature.record)")
      }
    }
    return count
  }

  /// A signature without what method descriptors don't tell.
  private func comparable(_ signature: RequirementSignature, like other: RequirementSignature) -> RequirementSignature {
    var signature = signature
    // Symbols don't tell.
    signature.isRethrowing = false
    signature.isolation = nil
    signature.selfAccess = nil
    signature.hasSendingResult = nil
    if case .accessor = other.kind {
      signature.throwing = nil
      // Whether an accessor is async shows in other symbols only.
      signature.isAsync = other.isAsync
    }
    for index in signature.parameters.indices where other.parameters.indices.contains(index) {
      signature.parameters[index].isSending = false
      if other.parameters[index].ownership == .shared { signature.parameters[index].ownership = .shared }
    }
    return signature
  }

  @Test("the standard library: every member has the entry whose descriptor is named after it")
  func standardLibrary() throws {
    let count = try read(library: "libswiftCore.so")
    #expect(count.protocols > 100)
    #expect(count.members > 500)
    #expect(count.compared == count.members)
  }

  @Test("concurrency")
  func concurrency() throws {
    let count = try read(library: "libswift_Concurrency.so")
    #expect(count.protocols > 10)
    #expect(count.compared == count.members)
  }

  @Test("Foundation", arguments: ["libFoundation.so", "libFoundationEssentials.so"])
  func foundation(_ library: String) throws {
    // These libraries aren't built with method descriptors that have symbols.
    #expect(try read(library: library).members > 50)
  }
}
