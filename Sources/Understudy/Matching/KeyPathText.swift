internal import UnderstudySignatures

/// How a key path is spelled in messages.
struct KeyPathText {
  /// The key path as in source: `\User.name`.
  let source: String
  /// What it leads to, as part of a sentence: `name`.
  let name: String

  init(_ keyPath: AnyKeyPath) {
    // The standard library names stored properties; of computed ones it says where their code is, and their type:
    // `\User.<computed 0x00007f66518e8d80 (Int)>`.
    let pieces = String(reflecting: keyPath).split(separator: "<computed 0x", omittingEmptySubsequences: false)
    var text = String(pieces[0])
    for piece in pieces.dropFirst() {
      let address = piece.prefix { $0 != " " }
      let type = piece.drop { $0 != "(" }
      let end = Self.endOfParentheses(type)
      let getter = UInt(address, radix: 16).flatMap { UnsafeRawPointer(bitPattern: $0) }
      text += getter.flatMap { KeyPathGetter.name(at: $0) } ?? "<computed \(type[..<end].dropFirst().dropLast())>"
      text += type[end...].dropFirst()
    }
    source = ArgumentDescription.brief(text)
    name = text.firstIndex(of: ".").map { ArgumentDescription.brief(String(text[text.index(after: $0)...])) } ?? source
  }

  /// Where the parentheses that a text begins with are closed.
  private static func endOfParentheses(_ text: Substring) -> Substring.Index {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text.index(after: index) }
    }
    return text.endIndex
  }
}
