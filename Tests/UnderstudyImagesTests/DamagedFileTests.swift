internal import UnderstudyLocks
internal import Foundation
internal import Testing
internal import UnderstudyImages

/// A copy of a file's bytes that ends where no memory is, so that reading past the end stops the tests.
private final class GuardedBytes {
  private let start: UnsafeMutableRawPointer
  private let mappedSize: Int
  private let capacity: Int

  init(capacity: Int) throws {
    let page = Int(getpagesize())
    self.capacity = (capacity + page - 1) / page * page
    mappedSize = self.capacity + page
    let start = try #require(
      mmap(nil, mappedSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    )
    try #require(start != MAP_FAILED)
    try #require(mprotect(start + self.capacity, page, PROT_NONE) == 0)
    self.start = start
  }

  deinit { munmap(start, mappedSize) }

  func fill(with bytes: Data.SubSequence) -> UnsafeMutableRawBufferPointer {
    let place = UnsafeMutableRawBufferPointer(start: start + capacity - bytes.count, count: bytes.count)
    bytes.copyBytes(to: place)
    return place
  }
}

/// Reads all there is to read.
private func readEverything(_ bytes: UnsafeRawBufferPointer) throws -> Int {
  let file = try ELFFile(bytes: bytes, path: "damaged")
  var sum = 0
  for index in 0..<file.sectionCount {
    let section = file.section(index)
    sum += file.name(of: section)?.utf8.count ?? 0
    if let contents = try? file.contents(of: section), let last = contents.last { sum += Int(last) }
  }
  _ = file.section(named: ".symtab")
  _ = file.section(named: "x")
  _ = try? file.optimization()
  _ = try? file.optimization(at: 0x1000)
  if let table = try file.symbolTable() {
    sum += try table.names(at: [0, 0x1000, 1 << 63]).count
    try table.search([0, 0x1000, 1 << 63]) {
      sum += $0.name.utf8.count
      return false
    }
    sum += table.symbols(prefix: "_", suffix: "e").count
  }
  return sum
}

struct DamagedFileTests {
  /// The smallest file among the loaded images that has a symbol table.
  private static let sample: Data? = {
    LoadedImages.all.compactMap { image -> Data? in
      guard image.path.hasPrefix("/"), (try? image.file().symbolTable()) != nil else { return nil }
      return try? Data(contentsOf: URL(fileURLWithPath: image.path))
    }.min { $0.count < $1.count }
  }()

  private let sample: Data
  private let memory: GuardedBytes

  init() throws {
    sample = try #require(Self.sample)
    memory = try GuardedBytes(capacity: sample.count)
  }

  @Test func undamagedFileIsRead() throws {
    #expect(try readEverything(UnsafeRawBufferPointer(memory.fill(with: sample[...]))) > 0)
  }

  @Test func truncatedFileThrows() throws {
    for length in Array(0...80) + Array(stride(from: 81, to: sample.count, by: max(1, sample.count / 150))) {
      let bytes = UnsafeRawBufferPointer(memory.fill(with: sample.prefix(length)))
      // The section headers are at the end of the file, so every truncation is noticed.
      #expect(throws: ELFError.self, "\(length) bytes") { try readEverything(bytes) }
    }
  }

  @Test func flippedBytesNeverCrash() throws {
    let bytes = memory.fill(with: sample[...])
    let headers = Int(bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self))
    let count = Int(bytes.loadUnaligned(fromByteOffset: 60, as: UInt16.self))
    var threw = 0
    for offset in Array(0..<64) + Array(headers..<headers + count * 64) {
      let original = bytes[offset]
      for value in [original ^ 0x80, original ^ 0x01, 0xFF, 0x00] where value != original {
        bytes[offset] = value
        do { _ = try readEverything(UnsafeRawBufferPointer(bytes)) } catch is ELFError { threw += 1 }
      }
      bytes[offset] = original
    }
    #expect(threw > 100)
  }

  @Test func flippedSymbolsNeverCrash() throws {
    let bytes = memory.fill(with: sample[...])
    let file = try ELFFile(bytes: UnsafeRawBufferPointer(bytes), path: "damaged")
    let section = try #require(file.section(named: ".dynsym"))
    let start = Int(section.fileOffset)
    let before = try #require(try file.symbolTable()).symbols(prefix: "", suffix: "").count
    for offset in start..<start + min(Int(section.size), 24 * 20) {
      let original = bytes[offset]
      bytes[offset] = 0xFF
      _ = try? readEverything(UnsafeRawBufferPointer(bytes))
      bytes[offset] = original
    }
    #expect(try #require(try file.symbolTable()).symbols(prefix: "", suffix: "").count == before)
  }

  /// A file that may be changed, large enough for more than one piece.
  private func copyOfLibrary() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(component: "understudy-\(UUID())").path
    let library = try #require(LoadedImages.all.first { $0.path.hasSuffix("/libswiftCore.so") })
    try FileManager.default.copyItem(atPath: library.path, toPath: path)
    return path
  }

  @Test func aFileThatChangesIsRefused() throws {
    let path = try copyOfLibrary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try ELFFile(path: path)
    let first = try file.contents(of: file.section(1))
    #expect(truncate(path, 100) == 0)
    // What has been read is still there; what hasn't can't be had any more.
    #expect(try file.contents(of: file.section(1)).elementsEqual(first))
    #expect(file.section(named: ".dynsym") != nil)
    let error = #expect(throws: ELFError.self) {
      for index in 0..<file.sectionCount { _ = try file.contents(of: file.section(index)) }
    }
    #expect(error?.problem == .replaced)
  }

  @Test func symbolsOfAFileThatChangesAreRefused() throws {
    let path = try copyOfLibrary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try ELFFile(path: path)
    let table = try #require(try file.symbolTable())
    // As long as it was, but another one.
    #expect(utimes(path, [timeval(), timeval()]) == 0)
    let error = #expect(throws: ELFError.self) { try table.names(at: [0x1000]) }
    #expect(error?.problem == .replaced)
  }

  @Test func aSearchInAFileThatChangesIsRefused() throws {
    let path = try copyOfLibrary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    func search(_ isUseful: (Symbol) -> Bool) throws -> ELFError? {
      let table = try #require(try ELFFile(path: path).symbolTable())
      // An address that has a symbol, and one that has none, so that the search goes on.
      let address = try #require(
        try ELFFile(path: path).symbolTable()?.symbols(prefix: "$sSS", suffix: "Mn").first?.address
      )
      do { try table.search([address, 1], isUseful: isUseful) } catch { return error }
      return nil
    }
    var found = 0
    #expect(
      try search { _ in
        found += 1
        return true
      } == nil
    )
    #expect(found == 1)
    // It changes while symbols are looked at.
    let error = try search { _ in utimes(path, [timeval(), timeval()]) != 0 }
    #expect(error?.problem == .replaced)
  }

  @Test func otherFilesAreRefused() throws {
    func problem(_ path: String) -> ELFError.Problem? {
      do { _ = try ELFFile(path: path) } catch { return error.problem }
      return nil
    }
    #expect(problem("/proc/self/maps") == .notELF)
    #expect(problem("/dev/null") == .notELF)
    #expect(problem("/") == .notELF)
    #expect(problem("/no/such/file") == .unreadable(call: "open", code: ENOENT))
    #expect(problem("/etc/passwd") == .notELF)
    let bytes = memory.fill(with: sample[...])
    bytes[4] = 1
    let error = #expect(throws: ELFError.self) { try ELFFile(bytes: UnsafeRawBufferPointer(bytes), path: "x") }
    #expect(error?.description == "x: unsupported word size")
  }
}
