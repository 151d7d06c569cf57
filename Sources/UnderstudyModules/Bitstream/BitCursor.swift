/// A reading position in an LLVM bitstream (LLVM's BitCodeFormat document: little-endian words, least
/// significant bit first).
///
/// Every read is checked against `limit`; the memory must outlive the cursor, which is why cursors are
/// never stored.
package struct BitCursor {
  private let base: UnsafeRawPointer
  private let bytes: ModuleBuffer
  private let byteCount: Int
  /// The bytes that are known to be in memory with the seven that follow: the first, and the last.
  private var readyStart = 0
  private var lastReady = -1
  /// The bit offset where reading must stop.
  package let limit: Int
  /// The bit offset of the next read.
  package private(set) var position: Int

  package init(_ bytes: ModuleBuffer, at position: Int, limit: Int? = nil) throws(ModuleError) {
    guard let base = bytes.baseAddress, bytes.count < Int.max / 16 else { throw .notAModule }
    self.base = base
    self.bytes = bytes
    byteCount = bytes.count
    self.limit = min(limit ?? bytes.count * 8, bytes.count * 8)
    self.position = position
    guard position >= 0, position <= self.limit else { throw .damaged("an offset outside the file", bit: position) }
  }

  package var remaining: Int { limit - position }

  /// Moves to a bit offset within the limit.
  package mutating func seek(to target: Int) throws(ModuleError) {
    guard target >= 0, target <= limit else { throw .damaged("an offset outside the file", bit: target) }
    position = target
  }

  /// The bits from `position` on, at least 57 of them where the file has that many; zero beyond its end.
  @inline(__always) private mutating func window() -> UInt64 {
    let byte = position >> 3
    guard byte >= readyStart, byte <= lastReady else { return windowElsewhere(byte) }
    // In bounds: eight bytes from `byte` on are in memory.
    return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: byte, as: UInt64.self)) >> UInt64(position & 7)
  }

  @inline(never) private mutating func windowElsewhere(_ byte: Int) -> UInt64 {
    if byte < byteCount {
      readyStart = byte
      lastReady = byte + bytes.load(at: byte) - 8
    }
    if byte + 8 <= byteCount {
      // In bounds: eight bytes from `byte` on.
      return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: byte, as: UInt64.self)) >> UInt64(position & 7)
    }
    var word: UInt64 = 0
    var offset = byte
    while offset < byteCount {
      word |= UInt64(base.load(fromByteOffset: offset, as: UInt8.self)) << UInt64((offset - byte) * 8)
      offset += 1
    }
    return word >> UInt64(position & 7)
  }

  /// Reads an integer of 0 to 32 bits.
  package mutating func fixed(_ width: Int) throws(ModuleError) -> UInt64 {
    guard width >= 0, width <= 32 else { throw .damaged("a field of \(width) bits", bit: position) }
    guard width <= limit - position else { throw .damaged("a field past the end", bit: position) }
    let value = window() & ((1 << UInt64(width)) - 1)
    position += width
    return value
  }

  /// Reads a variable-width integer made of chunks of 2 to 32 bits.
  package mutating func vbr(_ width: Int) throws(ModuleError) -> UInt64 {
    guard width >= 2 else { throw .damaged("variable-width chunks of \(width) bits", bit: position) }
    let more: UInt64 = 1 << UInt64(width - 1)
    // Most have one chunk.
    if width <= 32, width <= limit - position {
      let bits = window()
      if bits & more == 0 {
        position += width
        return bits & (more - 1)
      }
    }
    var value: UInt64 = 0
    var shift = 0
    while true {
      let chunk = try fixed(width)
      guard shift < 64 else { throw .damaged("a variable-width integer of more than 64 bits", bit: position) }
      value |= (chunk & (more - 1)) << UInt64(shift)
      if chunk & more == 0 { return value }
      shift += width - 1
    }
  }

  /// Reads a variable-width integer that must fit a size or an offset.
  package mutating func size(_ width: Int) throws(ModuleError) -> Int {
    let value = try vbr(width)
    guard value <= UInt64(Int32.max) else { throw .damaged("a size of \(value)", bit: position) }
    return Int(value)
  }

  /// Steps over variable-width integers of six-bit chunks. Long lists of them are stepped over in C (`us_bitstream.h`).
  package mutating func skipVBR6(_ count: Int) throws(ModuleError) {
    guard count <= remaining / 6 else { throw .damaged("a list longer than the file", bit: position) }
    var left = count
    while left > 0 {
      if try fixed(6) & 0x20 == 0 { left -= 1 }
    }
  }

  /// Steps over a number of bits.
  package mutating func skip(bits: Int) throws(ModuleError) {
    guard bits >= 0, bits <= remaining else { throw .damaged("a field past the end", bit: position) }
    position += bits
  }

  /// Moves to the next multiple of 32 bits.
  package mutating func align() throws(ModuleError) {
    try seek(to: (position + 31) & ~31)
  }
}
