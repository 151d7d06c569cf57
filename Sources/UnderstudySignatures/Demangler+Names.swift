extension Demangler {
  // MARK: - Identifiers

  /// An identifier: a length and its bytes; with a leading `0` words of earlier identifiers take part; with `00` it's Punycode.
  mutating func readIdentifier() throws(DemanglingError) {
    var hasWords = false
    var isPunycode = false
    if peeked == 0x30 {
      position += 1
      if peeked == 0x30 {
        position += 1
        isPunycode = true
      } else {
        hasWords = true
      }
    }
    var bytes: [UInt8] = []
    repeat {
      while hasWords, peeked.isLower || peeked.isUpper {
        let letter = try readByte()
        let index = Int(letter.isLower ? letter - 0x61 : letter - 0x41)
        guard index < words.count else { throw DemanglingError(.malformed) }
        if letter.isUpper { hasWords = false }
        try append(words[index].start..<words[index].end, to: &bytes)
      }
      if peeked == 0x30 {
        position += 1
        break
      }
      guard let length = try readNatural(), length > 0 else {
        throw DemanglingError(position < text.count ? .malformed : .truncated)
      }
      if isPunycode { _ = readIf(.underscore) }
      guard length <= text.count - position else { throw DemanglingError(.truncated) }
      let slice = position..<(position + length)
      if isPunycode {
        guard let decoded = Punycode.decode(UnsafeBufferPointer(rebasing: text[slice])) else {
          throw DemanglingError(.malformed)
        }
        bytes += decoded
        identifierBytes += decoded.count
      } else {
        try append(slice, to: &bytes)
        collectWords(slice)
      }
      position += length
    } while hasWords
    guard !bytes.isEmpty, let identifier = String(validating: bytes, as: UTF8.self) else {
      throw DemanglingError(.malformed)
    }
    weight += bytes.count / 8
    try pushSubstitutable(.identifier(identifier))
  }

  private mutating func append(_ range: Range<Int>, to bytes: inout [UInt8]) throws(DemanglingError) {
    identifierBytes += range.count
    guard identifierBytes <= Limit.identifierBytes else { throw DemanglingError(.tooComplex) }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
  }

  /// Notes the words of a piece of an identifier. A word starts at a letter that isn't behind a letter, and at an uppercase letter
  /// behind one that isn't; one-letter words don't count.
  private mutating func collectWords(_ slice: Range<Int>) {
    var start = -1
    var index = slice.lowerBound
    while index <= slice.upperBound, words.count < Limit.words {
      let byte: UInt8 = index < slice.upperBound ? text[index] : 0
      if start >= 0 {
        let isEnd = byte == 0x5F || byte == 0 || (!text[index - 1].isUpper && byte.isUpper)
        if isEnd {
          if index - start >= 2 { words.append((start, index)) }
          start = -1
        }
      }
      if start < 0, !byte.isDigit, byte != 0x5F, byte != 0 { start = index }
      index += 1
    }
  }

  // MARK: - Names

  /// `o`: an identifier that spells an operator.
  mutating func makeOperatorName() throws(DemanglingError) {
    guard let letters = popIfIdentifier() else { throw DemanglingError(.malformed) }
    var bytes: [UInt8] = []
    for byte in letters.utf8 {
      if byte >= 0x80 {
        bytes.append(byte)
      } else if let character = OperatorLetters.character(of: byte) {
        bytes.append(character)
      } else {
        throw DemanglingError(.malformed)
      }
    }
    let start = position
    _ = try readLetter()
    guard let fixity = NameNode.Fixity(rawValue: readText(from: start)) else { throw unsupported(length: 2) }
    try push(.name(.operator(String(decoding: bytes, as: UTF8.self), fixity)))
  }

  /// `L`: what sets a name apart.
  mutating func readDiscriminator() throws(DemanglingError) {
    if readIf(.L) {
      let discriminator = try popIdentifier()
      try push(.name(.file(popName(), discriminator: discriminator)))
    } else if readIf(.l) {
      try push(.name(.file(nil, discriminator: popIdentifier())))
    } else if (peeked >= 0x61 && peeked <= 0x6A) || (peeked >= 0x41 && peeked <= 0x4A) {
      let kind = try readByte()
      try push(.name(.related(popName(), kind: kind)))
    } else {
      let index = try readIndex()
      try push(.name(.local(popName(), index: index)))
    }
  }

  // MARK: - Substitutions

  /// `A`: back references, each a letter, perhaps with a repeat count; the last one is uppercase, or a large index ends in `_`.
  mutating func readSubstitutions() throws(DemanglingError) {
    while true {
      let count = try readNatural()
      let byte = try readByte()
      if byte == ASCII.underscore.rawValue {
        return try push(substitution((count ?? -1) + 27))
      }
      guard byte.isLower || byte.isUpper else { throw DemanglingError(.malformed) }
      let operand = try substitution(Int(byte.isLower ? byte - 0x61 : byte - 0x41))
      try push(operand, times: count)
      if byte.isUpper { return }
    }
  }

  private func substitution(_ index: Int) throws(DemanglingError) -> Operand {
    guard index < substitutions.count else { throw DemanglingError(.malformed) }
    return substitutions[index]
  }

  private mutating func push(_ operand: Operand, times count: Int?) throws(DemanglingError) {
    var left = max(count ?? 1, 1)
    guard left <= Limit.repetitions else { throw DemanglingError(.malformed) }
    while left > 0 {
      try push(operand)
      left -= 1
    }
  }

  /// `S`: names that need no declaration in the symbol.
  mutating func readStandardSubstitution() throws(DemanglingError) {
    if readIf(.o) { return try push(.module("__C")) }
    if readIf(.C) { return try push(.module("__C_Synthesized")) }
    if readIf(.g) { return try pushSubstitutable(.type(.optional(popType()))) }
    let count = try readNatural()
    let isConcurrency = readIf(.c)
    guard let nominal = StandardTypes.type(try readByte(), isConcurrency: isConcurrency) else {
      throw unsupported(length: isConcurrency ? 3 : 2)
    }
    try push(Operand(value: .type(.nominal(nominal)), weight: 1, depth: 1), times: count)
  }
}

/// The letters operators are spelled with: `&` is `a` for and, and so on.
enum OperatorLetters {
  private static let characters: [UInt8] = Array("& @/= >    <*!|+?%-~   ^ .".utf8)

  static func character(of letter: UInt8) -> UInt8? {
    guard letter.isLower else { return nil }
    let character = characters[Int(letter - 0x61)]
    return character == 0x20 ? nil : character
  }

  static func letter(of character: UInt8) -> UInt8? {
    guard character != 0x20, let index = characters.firstIndex(of: character) else { return nil }
    return UInt8(index) + 0x61
  }
}
