/// A type of the compiler's own `Builtin` module, which the standard library's types are made of.
package struct BuiltinType: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case integer
    case float
    case word
    case rawPointer
    /// A strong reference to an object of the Swift runtime.
    case nativeObject
    case bridgeObject
    case unknownObject
    case executor
    case job
    case rawUnsafeContinuation
    case defaultActorStorage
    case nonDefaultDistributedActorStorage
    case unsafeValueBuffer
    case integerLiteral
  }

  package let kind: Kind
  /// The width of an element in bits; 0 where the kind itself settles it.
  package let bits: Int
  /// The number of elements of a vector; 1 for what isn't a vector.
  package let count: Int

  /// Reads a mangled name that spells nothing but a builtin type; `nil` for every other name.
  ///
  /// Grammar: `docs/ABI/Mangling.rst`, "Types", the productions that begin with `B`.
  package init?(_ name: MangledName) {
    guard name.length >= 2, name[0] == UInt8(ascii: "B") else { return nil }
    var index = 2
    var bits = 0
    switch name[1] {
    case UInt8(ascii: "i"), UInt8(ascii: "f"):
      kind = name[1] == UInt8(ascii: "i") ? .integer : .float
      guard let width = Self.number(name, &index) else { return nil }
      bits = width
    case UInt8(ascii: "w"): kind = .word
    case UInt8(ascii: "p"): kind = .rawPointer
    case UInt8(ascii: "o"): kind = .nativeObject
    case UInt8(ascii: "b"): kind = .bridgeObject
    case UInt8(ascii: "O"): kind = .unknownObject
    case UInt8(ascii: "e"): kind = .executor
    case UInt8(ascii: "j"): kind = .job
    case UInt8(ascii: "c"): kind = .rawUnsafeContinuation
    case UInt8(ascii: "D"): kind = .defaultActorStorage
    case UInt8(ascii: "d"): kind = .nonDefaultDistributedActorStorage
    case UInt8(ascii: "B"): kind = .unsafeValueBuffer
    case UInt8(ascii: "I"): kind = .integerLiteral
    default: return nil
    }
    self.bits = bits

    if index == name.length {
      count = 1
      return
    }
    guard index + 2 < name.length, name[index] == UInt8(ascii: "B"), name[index + 1] == UInt8(ascii: "v") else {
      return nil
    }
    index += 2
    guard let elements = Self.number(name, &index), index == name.length else { return nil }
    count = elements
  }

  /// Reads digits and the underscore after them.
  private static func number(_ name: MangledName, _ index: inout Int) -> Int? {
    var value = 0
    let start = index
    while index < name.length, index - start < 6 {
      let digit = name[index] &- 0x30
      if digit > 9 { break }
      value = value * 10 + Int(digit)
      index += 1
    }
    guard index > start, index < name.length, name[index] == UInt8(ascii: "_") else { return nil }
    index += 1
    return value
  }
}
