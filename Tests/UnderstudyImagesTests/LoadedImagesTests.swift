import UnderstudyLocks
internal import Foundation
internal import Testing
internal import UnderstudyImages

private final class Marker {}

private var markerAddress: UnsafeRawPointer { unsafeBitCast(Marker.self as Any.Type, to: UnsafeRawPointer.self) }

private var ownImage: LoadedImage {
  get throws { try #require(LoadedImages.image(containing: markerAddress)) }
}

@Suite(.serialized) struct LoadedImagesTests {
  @Test func listsImages() throws {
    let images = LoadedImages.all
    #expect(images.first?.isMainExecutable == true)
    #expect(images.filter(\.isMainExecutable).count == 1)
    #expect(images.first?.resolvedPath == (CommandLine.arguments[0] as NSString).resolvingSymlinksInPath)
    #expect(images.contains { $0.path.hasSuffix("/libswiftCore.so") })
    #expect(images.allSatisfy { !$0.segments.isEmpty })
    // The list is kept while nothing is opened or closed.
    #expect(zip(images, LoadedImages.all).allSatisfy { $0 === $1 })
  }

  @Test func findsImageOfAddress() throws {
    let own = try ownImage
    #expect(own.contains(markerAddress))
    let core = try #require(
      LoadedImages.image(containing: unsafeBitCast(Int.self as Any.Type, to: UnsafeRawPointer.self))
    )
    #expect(core.path.hasSuffix("/libswiftCore.so"))
    #expect(!core.contains(markerAddress))
    let heap = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    defer { heap.deallocate() }
    #expect(LoadedImages.image(containing: heap) == nil)
  }

  @Test func sectionsInMemoryAndInFile() throws {
    let own = try ownImage
    let types = try #require(try own.section(named: "swift5_type_metadata"))
    #expect(own.contains(try #require(types.baseAddress)))
    #expect(types.count > 0 && types.count % 4 == 0)
    #expect(try own.section(named: "no such section") == nil)
    #if DEBUG
      // Not loaded, so taken from the file. A serialized module begins with this signature.
      let modules = try #require(try own.section(named: ".swift_ast"))
      #expect(!own.contains(try #require(modules.baseAddress)))
      #expect(modules.prefix(4).elementsEqual([0xE2, 0x9C, 0xA8, 0x0E]))
    #endif
    #expect(LoadedImages.sections(named: "swift5_protocol_conformances").count > 2)
  }

  @Test func symbolsAtAddresses() throws {
    let own = try ownImage
    let file = try own.file()
    let table = try #require(try file.symbolTable())
    #expect(table.extent == .full)
    // Three spots with symbols, two without, in no order.
    let metadata = markerAddress
    let names = try #require(try own.symbolNames(at: [metadata + 1, metadata, metadata - 1, metadata]))
    #expect(names.map(\.key) == [metadata])
    #expect(names[metadata]?.contains { $0.hasSuffix("CN") && $0.contains("Marker") } == true)
    #expect(try table.names(at: []).isEmpty)
    // Addresses that have their lower half in common with a symbol's.
    let linked = UInt64(UInt(bitPattern: metadata)) &- UInt64(own.loadBias)
    #expect(try table.names(at: [linked ^ 1 << 40]).isEmpty)
    #expect(try table.names(at: [linked, linked ^ 1 << 40]).map(\.key) == [linked])
  }

  @Test func symbolsThatAreSearched() throws {
    let table = try #require(try ownImage.file().symbolTable())
    let symbols = table.symbols(prefix: "$s", suffix: "WP")
    #expect(symbols.count > 10)
    // From all over the table.
    for address in stride(from: 0, to: symbols.count, by: symbols.count / 10).map({ symbols[$0].address }) {
      let names = try table.names(at: [address])[address] ?? []
      var found: [String] = []
      try table.search([address]) {
        found.append($0.name)
        return true
      }
      #expect(found.count == 1 && names.contains(found[0]))
    }
    let addresses = Set(symbols.prefix(100).map(\.address)).union([1])
    var useful: Set<UInt64> = []
    try table.search(Array(addresses)) {
      // Nobody is asked about an address again.
      #expect(useful.insert($0.address).inserted)
      return true
    }
    #expect(useful == addresses.subtracting([1]))
    var all: [UInt64: Set<String>] = [:]
    try table.search(Array(addresses)) {
      all[$0.address, default: []].insert($0.name)
      return false
    }
    let names = try table.names(at: Array(addresses))
    #expect(all.count == names.count)
    for (address, names) in names { #expect(all[address] == Set(names)) }
  }

  @Test func symbolsByName() throws {
    let own = try ownImage
    let table = try #require(try own.file().symbolTable())
    let metadataName = try #require(
      try own.symbolNames(at: [markerAddress])?[markerAddress]?.first { $0.hasSuffix("CN") }
    )
    let found = table.symbols(prefix: metadataName, suffix: metadataName)
    #expect(found.map { own.address($0.address) } == [markerAddress])
    #expect(table.symbols(prefix: "nothing has this name", suffix: "").isEmpty)
    let stem = String(metadataName.dropLast(2))
    let related = table.symbols(prefix: stem, suffix: "")
    #expect(related.contains { $0.name == metadataName })
    #expect(related.contains { $0.name == stem + "CMn" })
    #expect(related.allSatisfy { $0.name.hasPrefix(stem) })
    #expect(table.symbols(prefix: stem, suffix: "CN").map(\.name) == [metadataName])
    let all = table.symbols(prefix: "", suffix: "CMn")
    #expect(all.count > 256 || all.contains { $0.name == stem + "CMn" })
  }

  @Test func strippedFile() throws {
    // Toolchain libraries may or may not be stripped; whichever, the table says so and has the exported symbols.
    let core = try #require(LoadedImages.all.first { $0.path.hasSuffix("/libswiftCore.so") })
    let table = try #require(try core.file().symbolTable())
    #expect(table.symbols(prefix: "swift_retain", suffix: "swift_retain").count == 1)
    #expect(table.extent == (try core.file().section(named: ".symtab") == nil ? .dynamic : .full))
  }

  @Test func kernelImageHasNoFile() throws {
    guard let kernel = LoadedImages.all.first(where: { !$0.path.contains("/") }) else { return }
    let error = #expect(throws: ELFError.self) { try kernel.file() }
    #expect(error?.problem == .noFile)
  }

  @Test func imagesComeAndGo() throws {
    let core = try #require(LoadedImages.all.first { $0.path.hasSuffix("/libswiftCore.so") })
    let folder = (core.path as NSString).deletingLastPathComponent
    let candidates = ["libswiftRemoteMirror.so", "lib_InternalSwiftStaticMirror.so", "libswift_Differentiation.so"]
    let name = try #require(
      candidates.first { candidate in !LoadedImages.all.contains { $0.path.hasSuffix("/" + candidate) } }
    )
    let handle = try #require(dlopen(folder + "/" + name, RTLD_NOW | RTLD_LOCAL))
    let opened = try #require(LoadedImages.all.first { $0.path.hasSuffix("/" + name) })
    #expect(try opened.file().sectionCount > 0)
    // What was there before is still the same object.
    #expect(LoadedImages.all.contains { $0 === core })
    dlclose(handle)
    let isStillLoaded = dlopen(folder + "/" + name, RTLD_NOW | RTLD_NOLOAD) != nil
    #expect(LoadedImages.all.contains { $0.path.hasSuffix("/" + name) } == isStillLoaded)
  }

  @Test func replacedFileIsRefused() throws {
    // The right path with another file's contents.
    let images = LoadedImages.all.filter { $0.path.contains("/") }
    let other = LoadedImage(
      path: images[1].path,
      loadBias: images[0].loadBias,
      segments: images[0].segments,
      headers: images[0].headers,
      headersSize: images[0].headersSize
    )
    let error = #expect(throws: ELFError.self) { try other.file() }
    #expect(error?.problem == .replaced)
  }
}
