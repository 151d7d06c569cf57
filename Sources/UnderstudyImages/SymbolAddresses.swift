internal import UnderstudyLocks
internal import UnderstudyTrampolines

/// The lower halves of a symbol table's addresses, as far as they have been read: a sixth of the table, most of which is never
/// looked at again.
///
/// To read all of a long table takes most of a millisecond, a third of that for new memory. So it is read in parts, and those first
/// that are likeliest to have what is wanted: linkers keep together what comes from one object file, symbols as well as code.
final class SymbolAddresses: @unchecked Sendable {
  // Sendable: the memory of a part is written once, under the lock, before anybody reads it.

  /// As many symbols as stay in the processor's nearer memory.
  private static let partLength = 2048
  private static let runsPerPart = 2
  /// To read some symbols in a row takes no longer than to read one, and one alone may be far off: a function's name can stand
  /// between those of data.
  private let runLength: Int

  private struct State {
    /// The addresses of some symbols of each part; empty until somebody asks which part is the likeliest.
    var samples: [UInt32] = []
    var isRead: [Bool]
  }

  /// Where in the file the table begins.
  let start: Int
  private let count: Int
  /// Memory that isn't written yet costs nothing.
  private let addresses: UnsafeMutablePointer<UInt32>
  private let state: Guarded<State>

  init(start: Int, count: Int) {
    self.start = start
    self.count = count
    runLength = min(80, count)
    addresses = .allocate(capacity: count)
    let parts = (count + Self.partLength - 1) / Self.partLength
    state = Guarded(State(isRead: Array(repeating: false, count: parts)))
  }

  deinit { addresses.deallocate() }

  /// The numbers of all parts, in the order of the table.
  var parts: [Int] { state.withLock { Array($0.isRead.indices) } }

  /// The numbers of all parts, those first that have a symbol near a wanted one.
  func parts(nearest wanted: [UInt32], in file: ELFFile) throws(ELFError) -> [Int] {
    try state.withLock { (state) throws(ELFError) in
      let parts = state.isRead.count
      if state.samples.isEmpty { state.samples = try samples(parts, in: file) }
      var order: [UInt64] = Array(repeating: 0, count: parts)
      us_parts_by_distance(state.samples, Self.runsPerPart * runLength, parts, wanted, wanted.count, &order)
      return order.map { Int(UInt32(truncatingIfNeeded: $0)) }
    }
  }

  private func samples(_ parts: Int, in file: ELFFile) throws(ELFError) -> [UInt32] {
    let symbols = UnsafeMutablePointer<us_elf_symbol>.allocate(capacity: runLength)
    defer { symbols.deallocate() }
    var samples: [UInt32] = Array(repeating: 0, count: parts * Self.runsPerPart * runLength)
    var run = 0
    while run < parts * Self.runsPerPart {
      let first = min(run * (Self.partLength / Self.runsPerPart), count - runLength)
      try file.copy(start + first * SymbolTable.stride, runLength * SymbolTable.stride, to: symbols)
      // Swift 6.0's lets no errors of a type through.
      samples.withUnsafeMutableBufferPointer {
        us_symbol_addresses(symbols, runLength, $0.baseAddress! + run * runLength)
      }
      run += 1
    }
    return samples
  }

  /// The symbols of a part whose addresses' lower halves are among some, by their positions in the table.
  ///
  /// - Parameter wanted: Sorted, each once.
  func positions(of wanted: [UInt32], inPart part: Int, of file: ELFFile) throws(ELFError) -> [Int] {
    let first = part * Self.partLength
    let length = min(Self.partLength, count - first)
    try state.withLock { (state) throws(ELFError) in
      if state.isRead[part] { return }
      try read(first, length, from: file)
      state.isRead[part] = true
    }
    let found: [UInt32] = SymbolTable.matches {
      us_addresses_among(addresses + first, length, wanted, wanted.count, $0, $1)
    }
    return found.map { first + Int($0) }
  }

  private func read(_ first: Int, _ length: Int, from file: ELFFile) throws(ELFError) {
    let symbols = UnsafeMutablePointer<us_elf_symbol>.allocate(capacity: length)
    defer { symbols.deallocate() }
    try file.copy(start + first * SymbolTable.stride, length * SymbolTable.stride, to: symbols)
    us_symbol_addresses(symbols, length, addresses + first)
  }
}
