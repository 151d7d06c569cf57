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

/// An ELF file's symbols. Nothing is sorted or copied: every look-up is one pass, so ask for many at once.
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
  /// Lies in `file`'s memory.
  private nonisolated(unsafe) let symbols: UnsafePointer<us_elf_symbol>
  /// The names' section: longer than all symbols' entries, and read whole only for look-ups by name.
  private let strings: ELFSection
  private let stringsRange: Range<Int>

  /// Reads the symbol table of a file; `nil` if it has none of that extent.
  ///
  /// - Throws: `ELFError` if the table is damaged.
  init?(_ extent: Extent, of file: ELFFile) throws(ELFError) {
    let kind = extent == .full ? ELFSection.Kind.symbols : ELFSection.Kind.dynamicSymbols
    var index = 0
    while index < file.sectionCount, file.section(index).kind != kind { index += 1 }
    if index == file.sectionCount { return nil }
    let section = file.section(index)
    let what = extent == .full ? "symbol table" : "dynamic symbol table"
    let stride = MemoryLayout<us_elf_symbol>.size
    let contents = try file.contents(of: section)
    guard section.entrySize == UInt64(stride), contents.count % stride == 0, let start = contents.baseAddress,
      UInt(bitPattern: start) % UInt(MemoryLayout<us_elf_symbol>.alignment) == 0
    else { throw file.error(.malformed(what)) }
    guard Int(section.link) < file.sectionCount else { throw file.error(.outOfBounds("strings of the \(what)")) }
    strings = file.section(Int(section.link))
    stringsRange = try file.range(of: strings)
    guard !stringsRange.isEmpty, strings.kind == ELFSection.Kind.strings else {
      throw file.error(.malformed("strings of the \(what)"))
    }
    self.extent = extent
    self.file = file
    count = contents.count / stride
    symbols = start.assumingMemoryBound(to: us_elf_symbol.self)
  }

  /// All names. They end with a zero byte.
  private var names: UnsafeRawBufferPointer? {
    guard let names = try? file.contents(of: strings), names.last == 0 else { return nil }
    return names
  }

  private func symbol(_ index: UInt32) -> Symbol {
    let entry = symbols[Int(index)]
    return Symbol(
      name: file.text(at: Int(entry.name), in: stringsRange),
      address: entry.value,
      size: entry.size,
      isGlobal: entry.info >> 4 != 0
    )
  }

  /// Runs a pass until there is room for all it finds.
  private func matches(_ pass: (UnsafeMutablePointer<us_symbol_match>?, Int) -> Int) -> [us_symbol_match] {
    var capacity = 256
    while true {
      var found = 0
      let result = [us_symbol_match](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        found = pass(buffer.baseAddress, capacity)
        initialized = min(found, capacity)
      }
      if found <= capacity { return result }
      capacity = found
    }
  }

  /// Addresses in order, each once.
  private static func sorted(_ addresses: [UInt64]) -> [UInt64] {
    var result: [UInt64] = []
    for address in addresses.sorted() where address != result.last { result.append(address) }
    return result
  }

  /// The names of the symbols at each of some addresses; several symbols may share one.
  ///
  /// - Parameter addresses: Addresses as linked, without the load bias, in any order.
  /// - Returns: For each address its names in the order of the table; no entry for an address without symbol.
  package func names(at addresses: [UInt64]) -> Table<UInt64, [String]> {
    let wanted = Self.sorted(addresses)
    let found = matches { us_symbols_at_addresses(symbols, count, wanted, wanted.count, $0, $1) }
    var result: Table<UInt64, [String]> = [:]
    for match in found {
      result[wanted[Int(match.wanted)], default: []].append(symbol(match.symbol).name)
    }
    return result
  }

  /// The symbols at an address, as linked.
  func symbols(at address: UInt64) -> [Symbol] {
    let found = matches { us_symbols_at_addresses(symbols, count, [address], 1, $0, $1) }
    return found.map { symbol($0.symbol) }
  }

  /// The function that each of some addresses lies in.
  ///
  /// - Parameter addresses: Addresses as linked, without the load bias, in any order.
  package func functions(at addresses: [UInt64]) -> [UInt64: Symbol] {
    let wanted = Self.sorted(addresses)
    var found = Array(repeating: UInt32.max, count: wanted.count)
    us_functions_at_addresses(symbols, count, wanted, wanted.count, &found)
    var result: [UInt64: Symbol] = [:]
    for (address, index) in zip(wanted, found) where index != .max { result[address] = symbol(index) }
    return result
  }

  /// The defined symbols with each of some names; local symbols may share one.
  package func symbols(named names: [String]) -> [String: [Symbol]] {
    guard let texts = self.names, let base = texts.baseAddress?.assumingMemoryBound(to: CChar.self) else { return [:] }
    // The C strings live until the closure of `withCStrings` returns.
    let found = withCStrings(names) { pointers, lengths in
      matches {
        us_symbols_named(symbols, count, base, texts.count, pointers, lengths, names.count, $0, $1)
      }
    }
    var result: [String: [Symbol]] = [:]
    for match in found {
      result[names[Int(match.wanted)], default: []].append(symbol(match.symbol))
    }
    return result
  }

  /// The defined symbols whose name begins and ends in given ways, either of which may be empty.
  package func symbols(prefix: String, suffix: String) -> [Symbol] {
    guard let texts = names, let base = texts.baseAddress?.assumingMemoryBound(to: CChar.self) else { return [] }
    return matches {
      us_symbols_matching(
        symbols,
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
    }.map { symbol($0.symbol) }
  }
}

/// Calls `body` with the names as C strings and their lengths.
private func withCStrings<Result>(
  _ names: [String],
  _ body: (UnsafePointer<UnsafePointer<CChar>>, UnsafePointer<Int>) -> Result
) -> Result {
  var bytes: [CChar] = []
  var starts: [Int] = []
  var lengths: [Int] = []
  for name in names {
    starts.append(bytes.count)
    lengths.append(name.utf8.count)
    for byte in name.utf8 { bytes.append(CChar(bitPattern: byte)) }
    bytes.append(0)
  }
  return bytes.withUnsafeBufferPointer { buffer in
    // Without names there are no bytes, and C gets a valid address that it doesn't read.
    var pointers = starts.map { buffer.baseAddress! + $0 }
    if pointers.isEmpty {
      return withUnsafePointer(to: 0 as CChar) {
        pointers.append($0)
        return body(pointers, [0])
      }
    }
    return body(pointers, lengths)
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
