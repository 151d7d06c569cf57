// The names of associated types, as the requirements of protocols spell them.

extension MangledName {
  /// The identifier that the name of an associated type begins with: its bare name.
  package var leadingIdentifier: String? {
    var length = 0
    var index = 0
    while index < self.length, (0x30...0x39).contains(self[index]), index < 5 {
      length = length * 10 + Int(self[index] - 0x30)
      index += 1
    }
    guard length > 0, index + length <= self.length else { return nil }
    return String(decoding: (index..<index + length).map { self[$0] }, as: UTF8.self)
  }

  /// The names of associated types from `Self` on, in the name of one: `6Entity…Qz` or `6Entity…_2ID…QZ`, each followed by its
  /// protocol (docs/ABI/Mangling.rst, "Types", `assoc-type-name`). Empty if the name is of another form.
  package var memberPath: [String] {
    var path: [String] = []
    var rest = self
    while let name = rest.leadingIdentifier {
      path.append(name)
      let length = name.utf8.count
      rest = rest.dropping(first: String(length).utf8.count + length)
      // The protocol: a reference of five bytes, or a standard one's letters; a lone associated type may have none.
      if rest.length >= 5, rest[0] == 1 || rest[0] == 2 {
        rest = rest.dropping(first: 5)
      } else if rest.length >= 2, rest[0] == UInt8(ascii: "S") {
        rest = rest.dropping(first: rest[1] == UInt8(ascii: "c") ? 3 : 2)
      }
      if rest.length >= 1, rest[0] == UInt8(ascii: "_") { rest = rest.dropping(first: 1) }
    }
    let isEnd = rest.length == 2 && rest[0] == UInt8(ascii: "Q")
    return isEnd && rest[1] == UInt8(ascii: path.count == 1 ? "z" : "Z") ? path : []
  }
}
