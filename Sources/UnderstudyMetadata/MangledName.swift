internal import UnderstudyTrampolines

/// A mangled type name inside the process, which may hold symbolic references: a control byte and a reference in binary.
///
/// Format: `docs/ABI/Mangling.rst`, "Symbolic references". The bytes end at the first zero outside such a reference.
package struct MangledName: @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  package let start: UnsafeRawPointer
  /// The number of bytes, terminator excluded.
  package let length: Int

  package init(_ start: UnsafeRawPointer) {
    self.start = start
    var length = 0
    while true {
      let byte = start.load(fromByteOffset: length, as: UInt8.self)
      if byte == 0 { break }
      if byte < 0x18 {
        // A relative reference of 32 bits.
        length += 5
      } else if byte < 0x20 {
        // An absolute reference of one word.
        length += 1 + MemoryLayout<UnsafeRawPointer>.size
      } else {
        length += 1
      }
    }
    self.length = length
  }

  private init(start: UnsafeRawPointer, length: Int) {
    self.start = start
    self.length = length
  }

  package subscript(index: Int) -> UInt8 { start.load(fromByteOffset: index, as: UInt8.self) }

  /// The name without its last bytes.
  package func dropping(last count: Int) -> MangledName {
    MangledName(start: start, length: length - count)
  }

  /// The name without its first bytes.
  package func dropping(first count: Int) -> MangledName {
    MangledName(start: start + count, length: length - count)
  }

  /// Whether the name is exactly `x`: the first generic parameter, which in a protocol is `Self`.
  package var isFirstParameter: Bool { length == 1 && self[0] == UInt8(ascii: "x") }

  /// The text of the name with `?` for each byte of a symbolic reference.
  package var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    var index = 0
    while index < length {
      let byte = self[index]
      let width = byte < 0x18 ? 5 : byte < 0x20 ? 1 + MemoryLayout<UnsafeRawPointer>.size : 1
      if width == 1 { bytes.append(byte) } else { bytes.append(UInt8(ascii: "?")) }
      index += width
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the name has the operator of a block type (`XB`, or `XL` for one that may escape).
  private var mentionsBlock: Bool {
    hasOperator { first, second in
      first == UInt8(ascii: "X") && (second == UInt8(ascii: "B") || second == UInt8(ascii: "L"))
    }
  }

  /// Whether the name mentions a generic parameter (`x`, `q_`) or something that belongs to one (`Qz`). The runtime stops the
  /// process if it is asked for such a type without being told what the parameters are.
  private var mentionsParameter: Bool {
    hasOperator { first, _ in
      first == UInt8(ascii: "x") || first == UInt8(ascii: "q") || first == UInt8(ascii: "Q")
    }
  }

  /// Whether an operator is one that is looked for: outside of identifiers, references and substitutions.
  ///
  /// - Parameter isMeant: Gets an operator's first byte, and the byte behind that.
  private func hasOperator(_ isMeant: (UInt8, UInt8) -> Bool) -> Bool {
    var index = 0
    func isDigit() -> Bool { index < length && (0x30...0x39).contains(self[index]) }
    func skipNumber() { while isDigit() { index += 1 } }

    while index < length {
      let byte = self[index]
      let next = index + 1 < length ? self[index + 1] : 0
      switch byte {
      case 0x00..<0x18: index += 5
      case 0x18..<0x20: index += 1 + MemoryLayout<UnsafeRawPointer>.size
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        // An identifier: its length, then its bytes. A number before an underscore is something else.
        var count = 0
        while isDigit(), count < length {
          count = count * 10 + Int(self[index] - 0x30)
          index += 1
        }
        if index < length, self[index] != UInt8(ascii: "_") { index += count }
      case UInt8(ascii: "S"):
        // A well-known type, perhaps several times: `Si`, `S2i`.
        index += 1
        skipNumber()
        index += 1
      case UInt8(ascii: "A"):
        // Substitutions: letters, each perhaps with a number of times; a capital or an underscore is the last.
        var isLast = false
        index += 1
        while index < length, !isLast {
          skipNumber()
          isLast = index < length && self[index] < UInt8(ascii: "a")
          index += 1
        }
      case UInt8(ascii: "X"), UInt8(ascii: "Y"):
        // Operators of two letters.
        if isMeant(byte, next) { return true }
        index += 2
      default:
        if isMeant(byte, next) { return true }
        index += 1
      }
    }
    return false
  }

  /// The type the name spells; `nil` if the runtime can't tell, as for a name that mentions generic parameters where nothing
  /// is said of them.
  ///
  /// Also `nil` for types made of blocks where there is no Objective-C: they have no value witnesses there, and the
  /// runtime stops the process where it needs some, as for `Optional`.
  ///
  /// - Parameters:
  ///   - context: The descriptor whose generic parameters the name may mention.
  ///   - arguments: The generic arguments for them, as they lie in a type's metadata.
  package func resolve(in context: ContextDescriptor? = nil, arguments: UnsafeRawPointer? = nil) -> TypeMetadata? {
    #if !_runtime(_ObjC)
      if mentionsBlock { return nil }
    #endif
    if arguments == nil, mentionsParameter { return nil }
    let name = start.assumingMemoryBound(to: CChar.self)
    let vector = arguments?.assumingMemoryBound(to: UnsafeRawPointer?.self)
    return swift_getTypeByMangledNameInContext(name, length, context?.pointer, vector).map(TypeMetadata.init(pointer:))
  }
}
