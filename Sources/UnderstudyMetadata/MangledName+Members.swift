// The names of associated types, as the requirements of protocols spell them.

extension MangledName {
  /// The identifier that the name of an associated type begins with: its bare name.
  private var leadingIdentifier: String? {
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
  package var memberPath: [String] { memberPath(of: "z", "Z") }

  /// The same where `Self` is the only parameter of depth 1, as in the signature of an existential type.
  package var existentialMemberPath: [String] { memberPath(of: "yd__", "Yd__") }

  /// Whether this names an associated type of whatever parameter.
  package var isMember: Bool {
    let (path, rest) = splitMembers
    return !path.isEmpty && rest.length > 1 && rest[0] == UInt8(ascii: "Q")
  }

  /// - Parameters:
  ///   - one: How the parameter is spelled behind a single name.
  ///   - several: How it is spelled behind several.
  private func memberPath(of one: StaticString, _ several: StaticString) -> [String] {
    let (path, rest) = splitMembers
    return rest.text == "Q\(path.count == 1 ? one : several)" ? path : []
  }

  /// The names of associated types, and what follows them.
  private var splitMembers: (path: [String], rest: MangledName) {
    var path: [String] = []
    var rest = self
    // What substitutions may stand for: the names until now, and protocols, which aren't looked at.
    var earlier: [String?] = []
    while true {
      if let name = rest.leadingIdentifier {
        path.append(name)
        earlier.append(name)
        let length = name.utf8.count
        rest = rest.dropping(first: String(length).utf8.count + length)
      } else if let (indices, length) = rest.leadingSubstitutions, indices.allSatisfy({ $0 < earlier.count }) {
        for index in indices { if let name = earlier[index] { path.append(name) } }
        rest = rest.dropping(first: length)
      } else {
        return (path, rest)
      }
      // The protocol: a reference of five bytes, or a standard one's letters; a lone associated type may have none.
      if rest.length >= 5, rest[0] == 1 || rest[0] == 2 {
        earlier.append(nil)
        rest = rest.dropping(first: 5)
      } else if rest.length >= 2, rest[0] == UInt8(ascii: "S") {
        rest = rest.dropping(first: rest[1] == UInt8(ascii: "c") ? 3 : 2)
      }
      if rest.length >= 1, rest[0] == UInt8(ascii: "_") { rest = rest.dropping(first: 1) }
    }
  }

  /// The substitutions that the name begins with, by number: `AC`, or several at once, `AcB`. The last one is a capital.
  private var leadingSubstitutions: (indices: [Int], length: Int)? {
    guard length >= 2, self[0] == UInt8(ascii: "A") else { return nil }
    var indices: [Int] = []
    for index in 1..<length {
      switch self[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        indices.append(Int(self[index] - UInt8(ascii: "a")))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        indices.append(Int(self[index] - UInt8(ascii: "A")))
        return (indices, index + 1)
      default: return nil
      }
    }
    return nil
  }
}
