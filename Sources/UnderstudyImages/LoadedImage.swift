package import UnderstudyLocks

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An executable or shared library in this process.
package final class LoadedImage: Sendable {
  /// A part of the image's file that is in memory.
  package struct Segment: Hashable, Sendable {
    /// The addresses in this process.
    package let addresses: Range<UInt>
    package let isExecutable: Bool
  }

  /// Where the file is. The main executable is `/proc/self/exe`, which leads to it even where it has been moved.
  package let path: String
  /// What is to be added to an address as linked to get the address in this process.
  package let loadBias: UInt
  package let segments: [Segment]
  /// The address of the program headers in memory: the image's identity while it is loaded.
  package let headers: UInt
  package let headersSize: Int
  private let opened = Guarded<ELFFile?>(nil)
  /// Where the sections that were asked for are; an address of 0 stands for one that the image doesn't have.
  private let places = Guarded<Table<String, (address: UInt, size: Int)>>([:])

  package init(path: String, loadBias: UInt, segments: [Segment], headers: UInt, headersSize: Int) {
    self.path = path
    self.loadBias = loadBias
    self.segments = segments
    self.headers = headers
    self.headersSize = headersSize
  }

  /// Whether the image is the process's own executable.
  package var isMainExecutable: Bool { path == Self.mainExecutablePath }

  static let mainExecutablePath = "/proc/self/exe"

  /// The path of the file itself, without links; `path` where it can't be told.
  package var resolvedPath: String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package func contains(_ address: UnsafeRawPointer) -> Bool {
    contains(UInt(bitPattern: address), size: 1)
  }

  /// Whether all of some bytes lie in one segment.
  private func contains(_ address: UInt, size: UInt) -> Bool {
    var index = 0
    while index < segments.count {
      let addresses = segments[index].addresses
      if addresses.contains(address) { return size <= addresses.upperBound - address }
      index += 1
    }
    return false
  }

  /// The image's file, opened at first use.
  ///
  /// - Throws: `ELFError` if it can't be read or isn't the one that was loaded.
  package func file() throws(ELFError) -> ELFFile {
    if let file = opened.withLock({ $0 }) { return file }
    // The kernel's own image has a name but no file.
    guard path.utf8.contains(UInt8(ascii: "/")) else { throw ELFError(path: path, problem: .noFile) }
    let file = try ELFFile(path: path)
    // A file that was built anew since has other contents than the process. Program headers hold every segment's
    // address and size, and the loader leaves them as they are in the file.
    let stored = file.programHeaderBytes
    guard stored.count == headersSize, let start = stored.baseAddress,
      let loaded = UnsafeRawPointer(bitPattern: headers),
      memcmp(start, loaded, headersSize) == 0
    else { throw ELFError(path: path, problem: .replaced) }
    return opened.withLock { stored in
      if let other = stored { return other }
      stored = file
      return file
    }
  }

  /// A section's bytes: in memory if it is loaded, else in memory that belongs to this image object.
  ///
  /// - Returns: `nil` if there is no section of that name.
  /// - Throws: `ELFError` if the file can't be read or the section lies outside it.
  package func section(named name: String) throws(ELFError) -> UnsafeRawBufferPointer? {
    if let place = places.withLock({ $0[name] }) {
      if place.address == 0, place.size == 0 { return nil }
      return UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: place.address), count: place.size)
    }
    let section = try findSection(named: name)
    let place = (address: UInt(bitPattern: section?.baseAddress), size: section?.count ?? 0)
    // An empty section has no address either, and isn't worth remembering.
    if section == nil || place.size > 0 { places.withLock { $0[name] = place } }
    return section
  }

  private func findSection(named name: String) throws(ELFError) -> UnsafeRawBufferPointer? {
    let file = try file()
    guard let section = file.section(named: name) else { return nil }
    guard section.isAllocated else { return try file.contents(of: section) }
    let start = UInt(section.address) &+ loadBias
    let size = UInt(section.size)
    guard size > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard contains(start, size: size) else { throw file.error(.outOfBounds("section \(name)")) }
    return UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: start), count: Int(size))
  }

  /// The names of the symbols at each of some addresses in this process.
  ///
  /// - Returns: For each address its names in the order of the table; no entry for an address without symbol. `nil` if
  ///   the file has no symbols at all.
  /// - Throws: `ELFError` if the file can't be read or is damaged.
  package func symbolNames(at addresses: [UnsafeRawPointer]) throws(ELFError) -> Table<UnsafeRawPointer, [String]>? {
    guard let table = try file().symbolTable() else { return nil }
    let linked = try table.names(at: addresses.map { UInt64(UInt(bitPattern: $0) &- loadBias) })
    var result: Table<UnsafeRawPointer, [String]> = [:]
    for (address, names) in linked {
      result[self.address(address)] = names
    }
    return result
  }

  /// Looks for one symbol at each of some addresses in this process that is of use, beginning where they are likeliest to be.
  ///
  /// - Parameter isUseful: Is asked about one symbol at an address after the other until it says so.
  /// - Returns: `false` if the file has no symbols at all.
  /// - Throws: `ELFError` if the file can't be read or is damaged; then what was seen may be wrong.
  package func search(
    _ addresses: [UnsafeRawPointer],
    isUseful: (UnsafeRawPointer, Symbol) -> Bool
  ) throws(ELFError) -> Bool {
    guard let table = try file().symbolTable() else { return false }
    try table.search(addresses.map { UInt64(UInt(bitPattern: $0) &- loadBias) }) { isUseful(address($0.address), $0) }
    return true
  }

  /// The symbols at an address in this process.
  ///
  /// - Throws: `ELFError` if the file can't be read or is damaged.
  package func symbols(at address: UnsafeRawPointer) throws(ELFError) -> [Symbol] {
    guard let table = try file().symbolTable() else { return [] }
    return try table.symbols(at: UInt64(UInt(bitPattern: address) &- loadBias))
  }

  /// The address in this process of an address as linked.
  package func address(_ linked: UInt64) -> UnsafeRawPointer {
    // Invariant: linked addresses come from symbols of this image and aren't its load address negated.
    UnsafeRawPointer(bitPattern: UInt(linked) &+ loadBias) ?? UnsafeRawPointer(bitPattern: 1)!
  }
}
