/// Steps through Swift source byte by byte, past comments, literals and balanced brackets.
///
/// Knows just enough of the language to tell where a declaration's braces are; it reads what the compiler printed,
/// not what people write.
struct SourceScanner {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  /// How deep brackets and string interpolations may nest before the text is refused.
  static let maximumDepth = 200

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The byte at a distance from the position; 0 past the end.
  func peek(_ distance: Int = 0) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func advance(_ count: Int = 1) { position = min(position + count, bytes.count) }

  /// Steps over blanks and comments; comments may nest.
  mutating func skipBlanks() throws(ModuleError) {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D {
        position += 1
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        skipLine()
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  private mutating func skipBlockComment() throws(ModuleError) {
    let start = position
    var depth = 0
    while position < bytes.count {
      if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        advance(2)
      } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        advance(2)
        if depth == 0 { return }
      } else {
        position += 1
      }
    }
    throw .damaged("a comment without end", bit: start * 8)
  }

  /// Reads an identifier, with or without backticks; nothing where none starts here.
  mutating func word() throws(ModuleError) -> (text: String, isQuoted: Bool)? {
    let start = position
    if peek() == UInt8(ascii: "`") {
      position += 1
      while position < bytes.count, bytes[position] != UInt8(ascii: "`") { position += 1 }
      guard position < bytes.count else { throw .damaged("a name without end", bit: start * 8) }
      position += 1
      return (String(decoding: bytes[start + 1..<position - 1], as: UTF8.self), true)
    }
    while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
    if position == start { return nil }
    return (String(decoding: bytes[start..<position], as: UTF8.self), false)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x30 && byte <= 0x39)
      || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  /// Whether a string literal starts here, plain or raw.
  var isAtString: Bool {
    var distance = 0
    // This is asked at each of them.
    while distance < 256, peek(distance) == UInt8(ascii: "#") { distance += 1 }
    return peek(distance) == UInt8(ascii: "\"")
  }

  /// Steps over a bracket and everything to its partner, or over one literal, comment, word or sign.
  mutating func skipElement(depth: Int = 0) throws(ModuleError) {
    guard depth < Self.maximumDepth else { throw .damaged("brackets nested too deep", bit: position * 8) }
    if isAtString { return try skipString(depth: depth) }
    switch peek() {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      let start = position
      position += 1
      while true {
        try skipBlanks()
        switch peek() {
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
          position += 1
          return
        default:
          guard !isAtEnd else { throw .damaged("a bracket without partner", bit: start * 8) }
          try skipElement(depth: depth + 1)
        }
      }
    default:
      if try word() == nil { advance() }
    }
  }

  /// Steps over a string literal: one line or several, raw or not, with interpolations.
  private mutating func skipString(depth: Int) throws(ModuleError) {
    let start = position
    var hashes = 0
    while peek() == UInt8(ascii: "#") {
      hashes += 1
      position += 1
    }
    let quotes = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"") ? 3 : 1
    advance(quotes)
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\""), isRun(of: UInt8(ascii: "\""), quotes, at: 0),
        isRun(of: UInt8(ascii: "#"), hashes, at: quotes)
      {
        advance(quotes + hashes)
        return
      }
      guard byte == UInt8(ascii: "\\"), isRun(of: UInt8(ascii: "#"), hashes, at: 1) else {
        position += 1
        continue
      }
      advance(1 + hashes)
      if peek() == UInt8(ascii: "(") { try skipElement(depth: depth + 1) } else { advance() }
    }
    throw .damaged("a string without end", bit: start * 8)
  }

  private func isRun(of byte: UInt8, _ count: Int, at distance: Int) -> Bool {
    var index = 0
    while index < count {
      if peek(distance + index) != byte { return false }
      index += 1
    }
    return true
  }
}
