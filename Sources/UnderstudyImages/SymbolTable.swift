package import UnderstudyLocks
internal import UnderstudyTrampolines

/// A defined symbol.
package struct Symbol: Hashable, Sendable {
  package let name: String
  /// The address for which the symbol was linked; the image's load bias is to be added.
  package let address: UInt64
  /// The size in bytes; 0 where unknown.
  package let size: UInt64
  /// Whether other images could see it, as far as its binding tells (`STB_LOCAL` or not).
  package let isGlobal: Bool
}

/// An ELF file's symbols. Nothing is sorted: a look-up is a pass over the table or a part of it, so ask for many at once.
package struct SymbolTable: Sendable {
  /// Which of the two tables this is.
  package enum Extent: Sendable {
    /// All symbols, local ones too.
    case full
    /// Exported and imported symbols alone: the file has been stripped.
    case dynamic
  }

  package let extent: Extent
  package let count: Int
  private let file: ELFFile
  private let range: Range<Int>
  /// The names' section: longer than all symbols' entries, and read whole only for look-ups by name.
  private let strings: ELFSection
  private let stringsRange: Range<Int>

  static let stride = MemoryLayout<us_elf_symbol>.size

  /// Finds the symbol table of a file; `nil` if it has none of that extent.
  ///
  /// - Throws: `ELFError` if the table is damaged.
  init?(_ extent: Extent, of file: ELFFile) throws(ELFError) {
    let kind = extent == .full ? ELFSection.Kind.symbols : ELFSection.Kind.dynamicSymbols
    var index = 0
    while index < file.sectionCount, file.section(index).kind != kind { index += 1 }
    if index == file.sectionCount { return nil }
    let section = file.section(index)
    let what = extent == .full ? "symbol table" : "dynamic symbol table"
    range = try file.range(of: section)
    guard section.entrySize == UInt64(Self.stride), !range.isEmpty, range.count % Self.stride == 0,
      file.isAligned(range.lowerBound, to: MemoryLayout<us_elf_symbol>.alignment)
    else { throw file.error(.malformed(what)) }
    guard Int(section.link) < file.sectionCount else { throw file.error(.outOfBounds("strings of the \(what)")) }
    strings = file.section(Int(section.link))
    stringsRange = try file.range(of: strings)
    guard !stringsRange.isEmpty, strings.kind == ELFSection.Kind.strings else {
      throw file.error(.malformed("strings of the \(what)"))
    }
    self.extent = extent
    self.file = file
    count = range.count / Self.stride
  }

  /// All entries, in the file's memory; `nil` if they can't be read.
  private var entries: UnsafePointer<us_elf_symbol>? {
    // Invariant: the initializer has made sure that these are aligned and as many as `count` says.
    (try? file.contents(range))?.baseAddress?.assumingMemoryBound(to: us_elf_symbol.self)
  }

  /// All names. They end with a zero byte.
  private var names: UnsafeRawBufferPointer? {
    guard let names = try? file.contents(of: strings), names.last == 0 else { return nil }
    return names
  }

  private func symbol(_ entry: us_elf_symbol) -> Symbol {
    Symbol(
      name: file.text(at: Int(entry.name), in: stringsRange),
      address: entry.value,
      size: entry.size,
      isGlobal: entry.info >> 4 != 0
    )
  }

  /// Runs a pass until there is room for all it finds.
  static func matches<Match>(_ pass: (UnsafeMutablePointer<Match>?, Int) -> Int) -> [Match] {
    var capacity = 256
    while true {
      var found = 0
      let result = [Match](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        found = pass(buffer.baseAddress, capacity)
        initialized = min(found, capacity)
      }
      if found <= capacity { return result }
      capacity = found
    }
  }

  /// Addresses in order, each once.
  private static func sorted<Address: FixedWidthInteger>(_ addresses: [Address]) -> [Address] {
    var result: [Address] = []
    for address in addresses.sorted() where address != result.last { result.append(address) }
    return result
  }

  // MARK: Addresses

  /// Looks for the symbols at each of some addresses, as linked, until it has seen enough of them.
  ///
  /// - Parameters:
  ///   - likeliestFirst: Whether to begin where they are likeliest to be; otherwise they come in the order of the table.
  ///   - isEnough: Whether no other symbol at the same address is wanted.
  private func visitSymbols(
    at addresses: [UInt64],
    likeliestFirst: Bool,
    isEnough: (Symbol) -> Bool
  ) throws(ELFError) {
    if addresses.isEmpty { return }
    let known = file.symbolAddresses(from: range.lowerBound, count: count)
    try file.reading { () throws(ELFError) in
      var missing = addresses
      var wanted = Self.lowerHalves(missing)
      for part in likeliestFirst ? try known.parts(nearest: wanted, in: file) : known.parts {
        for index in try known.positions(of: wanted, inPart: part, of: file) {
          var entry = us_elf_symbol()
          try file.copy(range.lowerBound + index * Self.stride, Self.stride, to: &entry)
          guard us_symbol_has_address(&entry), missing.contains(entry.value), isEnough(symbol(entry)) else { continue }
          missing.removeAll { $0 == entry.value }
          if missing.isEmpty { return }
          wanted = Self.lowerHalves(missing)
        }
      }
    }
  }

  private static func lowerHalves(_ addresses: [UInt64]) -> [UInt32] {
    sorted(addresses.map { UInt32(truncatingIfNeeded: $0) })
  }

  /// The symbols at each of some addresses, as linked, in the order of the table.
  private func symbols(at addresses: [UInt64]) throws(ELFError) -> [Symbol] {
    var symbols: [Symbol] = []
    try visitSymbols(at: addresses, likeliestFirst: false) {
      symbols.append($0)
      return false
    }
    return symbols
  }

  /// Looks for one symbol at each of some addresses that is of use, beginning where they are likeliest to be.
  ///
  /// - Parameters:
  ///   - addresses: Addresses as linked, without the load bias, in any order.
  ///   - isUseful: Is asked about one symbol at an address after the other until it says so.
  /// - Throws: `ELFError` if the file can't be read; then what was seen may be wrong.
  package func search(_ addresses: [UInt64], isUseful: (Symbol) -> Bool) throws(ELFError) {
    try visitSymbols(at: addresses, likeliestFirst: true, isEnough: isUseful)
  }

  /// The names of the symbols at each of some addresses; several symbols may share one.
  ///
  /// - Parameter addresses: Addresses as linked, without the load bias, in any order.
  /// - Returns: For each address its names in the order of the table; no entry for an address without symbol.
  /// - Throws: `ELFError` if the file can't be read.
  package func names(at addresses: [UInt64]) throws(ELFError) -> Table<UInt64, [String]> {
    var result: Table<UInt64, [String]> = [:]
    for symbol in try symbols(at: addresses) { result[symbol.address, default: []].append(symbol.name) }
    return result
  }

  /// The symbols at an address, as linked.
  func symbols(at address: UInt64) throws(ELFError) -> [Symbol] { try symbols(at: [address]) }

  // MARK: Others

  /// The function that each of some addresses lies in.
  ///
  /// - Parameter addresses: Addresses as linked, without the load bias, in any order.
  package func functions(at addresses: [UInt64]) -> [UInt64: Symbol] {
    guard let entries else { return [:] }
    let wanted = Self.sorted(addresses)
    var found = Array(repeating: UInt32.max, count: wanted.count)
    us_functions_at_addresses(entries, count, wanted, wanted.count, &found)
    var result: [UInt64: Symbol] = [:]
    for (address, index) in zip(wanted, found) where index != .max {
      result[address] = symbol(entries[Int(index)])
    }
    return result
  }

  /// The defined symbols whose name begins and ends in given ways, either of which may be empty.
  package func symbols(prefix: String, suffix: String) -> [Symbol] {
    guard let entries, let texts = names, let base = texts.baseAddress?.assumingMemoryBound(to: CChar.self) else {
      return []
    }
    let found: [UInt32] = Self.matches {
      us_symbols_matching(
        entries,
        count,
        base,
        texts.count,
        prefix,
        prefix.utf8.count,
        suffix,
        suffix.utf8.count,
        $0,
        $1
      )
    }
    return found.map { symbol(entries[Int($0)]) }
  }
}

extension ELFFile {
  /// All symbols, or the exported ones if the file has been stripped; `nil` if there are none at all.
  ///
  /// - Throws: `ELFError` if the table is damaged.
  package func symbolTable() throws(ELFError) -> SymbolTable? {
    if let full = try SymbolTable(.full, of: self) { return full }
    return try SymbolTable(.dynamic, of: self)
  }
}
