import CTypes
import Testing
import UnderstudyFabrication

/// Structs and enums of C, beside other arguments and in optionals.
@Suite struct ImportedTypeTests {
  @Test func `Numbers without gaps`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_packed_numbers(byte: 1, other: 2, half_word: 300, number: 4.5))
    { $0.packedNumbers(1, $1, 2.5) }
    try expectAlike(
      (any Imported).self,
      Conformer(),
      Optional(ct_packed_numbers(byte: 1, other: 2, half_word: 300, number: 4.5))
    ) { $0.packedNumbers(1, $1, 2) }
  }

  @Test func `Gaps between fields and behind them`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_gaps(byte: 1, word: 70000, number: 2.5, last: 9)) {
      $0.gaps(1, $1, 2.5)
    }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_gaps(byte: 1, word: 70000, number: 2.5, last: 9))) {
      $0.gaps(1, $1, 2)
    }
  }

  @Test func `A Bool alone`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_flag(value: true)) { $0.flag(1, $1, 2.5) }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_flag(value: true))) { $0.flag(1, $1, 2) }
  }

  @Test func `Bools that share a register`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_flags(first: true, second: false, third: -7)) {
      $0.flags(1, $1, 2.5)
    }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_flags(first: true, second: false, third: -7))) {
      $0.flags(1, $1, 2)
    }
  }

  @Test func `A struct and a pointer in a struct`() throws {
    try expectAlike(
      (any Imported).self,
      Conformer(),
      ct_nested(
        flags: ct_flags(first: false, second: true, third: 5),
        number: -9,
        text: UnsafePointer(bitPattern: 4096)
      )
    ) { $0.nested(1, $1, 2.5) }
    try expectAlike(
      (any Imported).self,
      Conformer(),
      Optional(
        ct_nested(
          flags: ct_flags(first: false, second: true, third: 5),
          number: -9,
          text: UnsafePointer(bitPattern: 4096)
        )
      )
    ) { $0.nested(1, $1, 2) }
  }

  @Test func `Arrays of C`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_arrays(bytes: (1, 2, 3, 4, 5), half_words: (600, 700, 800))) {
      $0.arrays(1, $1, 2.5)
    }
    try expectAlike(
      (any Imported).self,
      Conformer(),
      Optional(ct_arrays(bytes: (1, 2, 3, 4, 5), half_words: (600, 700, 800)))
    ) { $0.arrays(1, $1, 2) }
  }

  @Test func `A struct that exceeds the registers`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_large(words: (1, 2, 3, 4, 5, 6))) { $0.large(1, $1, 2.5) }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_large(words: (1, 2, 3, 4, 5, 6)))) {
      $0.large(1, $1, 2)
    }
  }

  @Test func `A struct without fields`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_empty()) { $0.empty(1, $1, 2.5) }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_empty())) { $0.empty(1, $1, 2) }
  }

  @Test func `A function pointer`() throws {
    try expectAlike(
      (any Imported).self,
      Conformer(),
      ct_callback(body: { $0 + 1 }, context: UnsafeMutableRawPointer(bitPattern: 64))
    ) { $0.callback(1, $1, 2.5) }
    try expectAlike(
      (any Imported).self,
      Conformer(),
      Optional(ct_callback(body: { $0 + 1 }, context: UnsafeMutableRawPointer(bitPattern: 64)))
    ) { $0.callback(1, $1, 2) }
  }

  @Test func `Fields that aren't aligned`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_unaligned(byte: 1, word: 70000, number: 2.5)) {
      $0.unaligned(1, $1, 2.5)
    }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_unaligned(byte: 1, word: 70000, number: 2.5))) {
      $0.unaligned(1, $1, 2)
    }
  }

  @Test func `An enum without a fixed type`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_plain_two) { $0.plain(1, $1, 2.5) }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_plain_two)) { $0.plain(1, $1, 2) }
  }

  @Test func `A closed enum of a fixed type`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_closed.two) { $0.closed(1, $1, 2.5) }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_closed.two)) { $0.closed(1, $1, 2) }
  }

  @Test func `Enums in a struct`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_enums(closed: .one, plain: ct_plain_two)) {
      $0.enums(1, $1, 2.5)
    }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_enums(closed: .one, plain: ct_plain_two))) {
      $0.enums(1, $1, 2)
    }
  }

  @Test func `A vector in a struct`() throws {
    try expectAlike((any Imported).self, Conformer(), ct_vectors(vector: [1, 2, 3, 4], number: 5, other: 6)) {
      $0.vectors(1, $1, 2.5)
    }
    try expectAlike((any Imported).self, Conformer(), Optional(ct_vectors(vector: [1, 2, 3, 4], number: 5, other: 6))) {
      $0.vectors(1, $1, 2)
    }
  }

}

private protocol Imported {
  func packedNumbers(_ before: Int8, _ value: ct_packed_numbers, _ after: Double) -> ct_packed_numbers
  func packedNumbers(_ before: Int8, _ value: ct_packed_numbers?, _ after: Int8) -> ct_packed_numbers?
  func gaps(_ before: Int8, _ value: ct_gaps, _ after: Double) -> ct_gaps
  func gaps(_ before: Int8, _ value: ct_gaps?, _ after: Int8) -> ct_gaps?
  func flag(_ before: Int8, _ value: ct_flag, _ after: Double) -> ct_flag
  func flag(_ before: Int8, _ value: ct_flag?, _ after: Int8) -> ct_flag?
  func flags(_ before: Int8, _ value: ct_flags, _ after: Double) -> ct_flags
  func flags(_ before: Int8, _ value: ct_flags?, _ after: Int8) -> ct_flags?
  func nested(_ before: Int8, _ value: ct_nested, _ after: Double) -> ct_nested
  func nested(_ before: Int8, _ value: ct_nested?, _ after: Int8) -> ct_nested?
  func arrays(_ before: Int8, _ value: ct_arrays, _ after: Double) -> ct_arrays
  func arrays(_ before: Int8, _ value: ct_arrays?, _ after: Int8) -> ct_arrays?
  func large(_ before: Int8, _ value: ct_large, _ after: Double) -> ct_large
  func large(_ before: Int8, _ value: ct_large?, _ after: Int8) -> ct_large?
  func empty(_ before: Int8, _ value: ct_empty, _ after: Double) -> ct_empty
  func empty(_ before: Int8, _ value: ct_empty?, _ after: Int8) -> ct_empty?
  func callback(_ before: Int8, _ value: ct_callback, _ after: Double) -> ct_callback
  func callback(_ before: Int8, _ value: ct_callback?, _ after: Int8) -> ct_callback?
  func unaligned(_ before: Int8, _ value: ct_unaligned, _ after: Double) -> ct_unaligned
  func unaligned(_ before: Int8, _ value: ct_unaligned?, _ after: Int8) -> ct_unaligned?
  func plain(_ before: Int8, _ value: ct_plain, _ after: Double) -> ct_plain
  func plain(_ before: Int8, _ value: ct_plain?, _ after: Int8) -> ct_plain?
  func closed(_ before: Int8, _ value: ct_closed, _ after: Double) -> ct_closed
  func closed(_ before: Int8, _ value: ct_closed?, _ after: Int8) -> ct_closed?
  func enums(_ before: Int8, _ value: ct_enums, _ after: Double) -> ct_enums
  func enums(_ before: Int8, _ value: ct_enums?, _ after: Int8) -> ct_enums?
  func vectors(_ before: Int8, _ value: ct_vectors, _ after: Double) -> ct_vectors
  func vectors(_ before: Int8, _ value: ct_vectors?, _ after: Int8) -> ct_vectors?
}

private struct Conformer: Imported {
  func packedNumbers(_ before: Int8, _ value: ct_packed_numbers, _ after: Double) -> ct_packed_numbers { value }
  func packedNumbers(_ before: Int8, _ value: ct_packed_numbers?, _ after: Int8) -> ct_packed_numbers? { value }
  func gaps(_ before: Int8, _ value: ct_gaps, _ after: Double) -> ct_gaps { value }
  func gaps(_ before: Int8, _ value: ct_gaps?, _ after: Int8) -> ct_gaps? { value }
  func flag(_ before: Int8, _ value: ct_flag, _ after: Double) -> ct_flag { value }
  func flag(_ before: Int8, _ value: ct_flag?, _ after: Int8) -> ct_flag? { value }
  func flags(_ before: Int8, _ value: ct_flags, _ after: Double) -> ct_flags { value }
  func flags(_ before: Int8, _ value: ct_flags?, _ after: Int8) -> ct_flags? { value }
  func nested(_ before: Int8, _ value: ct_nested, _ after: Double) -> ct_nested { value }
  func nested(_ before: Int8, _ value: ct_nested?, _ after: Int8) -> ct_nested? { value }
  func arrays(_ before: Int8, _ value: ct_arrays, _ after: Double) -> ct_arrays { value }
  func arrays(_ before: Int8, _ value: ct_arrays?, _ after: Int8) -> ct_arrays? { value }
  func large(_ before: Int8, _ value: ct_large, _ after: Double) -> ct_large { value }
  func large(_ before: Int8, _ value: ct_large?, _ after: Int8) -> ct_large? { value }
  func empty(_ before: Int8, _ value: ct_empty, _ after: Double) -> ct_empty { value }
  func empty(_ before: Int8, _ value: ct_empty?, _ after: Int8) -> ct_empty? { value }
  func callback(_ before: Int8, _ value: ct_callback, _ after: Double) -> ct_callback { value }
  func callback(_ before: Int8, _ value: ct_callback?, _ after: Int8) -> ct_callback? { value }
  func unaligned(_ before: Int8, _ value: ct_unaligned, _ after: Double) -> ct_unaligned { value }
  func unaligned(_ before: Int8, _ value: ct_unaligned?, _ after: Int8) -> ct_unaligned? { value }
  func plain(_ before: Int8, _ value: ct_plain, _ after: Double) -> ct_plain { value }
  func plain(_ before: Int8, _ value: ct_plain?, _ after: Int8) -> ct_plain? { value }
  func closed(_ before: Int8, _ value: ct_closed, _ after: Double) -> ct_closed { value }
  func closed(_ before: Int8, _ value: ct_closed?, _ after: Int8) -> ct_closed? { value }
  func enums(_ before: Int8, _ value: ct_enums, _ after: Double) -> ct_enums { value }
  func enums(_ before: Int8, _ value: ct_enums?, _ after: Int8) -> ct_enums? { value }
  func vectors(_ before: Int8, _ value: ct_vectors, _ after: Double) -> ct_vectors { value }
  func vectors(_ before: Int8, _ value: ct_vectors?, _ after: Int8) -> ct_vectors? { value }
}
