/// A module's interface as text (`.swiftinterface`), for modules that ship no serialized form.
package struct TextualInterface: Sendable {
  package private(set) var name = ""
  package private(set) var abiName = ""
  /// Built with library evolution.
  package private(set) var isResilient = false
  /// Every declaration of a type in the file, by its path.
  private(set) package var types: [[String]: [NominalFacts]] = [:]

  package init(file path: String) throws(ModuleError) {
    try self.init(try ModuleBytes(file: path))
  }

  package init(_ bytes: ModuleBytes) throws(ModuleError) {
    self = try bytes.withBytes { (buffer) throws(ModuleError) in try TextualInterface(text: buffer) }
  }

  private init(text: UnsafeRawBufferPointer) throws(ModuleError) {
    try readFlags(text)
    var scanner = SourceScanner(text)
    try readDeclarations(&scanner)
  }

  /// The facts of every declaration of a type; several where conditional compilation repeats it.
  package func nominals(at path: [String]) -> [NominalFacts] {
    guard var facts = types[path] else { return [] }
    var depth = 1
    while depth < path.count {
      if let outer = types[Array(path[..<depth])], !outer.contains(where: \.isVisibleOutside) {
        for index in facts.indices { facts[index].isVisibleOutside = false }
      }
      depth += 1
    }
    return facts
  }

  /// Reads the compiler flags the file's head repeats.
  private mutating func readFlags(_ text: UnsafeRawBufferPointer) throws(ModuleError) {
    let marker = Array("// swift-module-flags:".utf8)
    var start = 0
    // The flags are among the comment lines the file begins with.
    while start < text.count, text[start] == UInt8(ascii: "/") {
      var end = start
      while end < text.count, text[end] != 0x0A { end += 1 }
      if text[start..<end].starts(with: marker) {
        let flags = String(decoding: text[(start + marker.count)..<end], as: UTF8.self).split(separator: " ")
        var index = 0
        while index < flags.count {
          switch flags[index] {
          case "-enable-library-evolution", "-enable-resilience": isResilient = true
          case "-module-name" where index + 1 < flags.count: name = String(flags[index + 1])
          case "-module-abi-name" where index + 1 < flags.count: abiName = String(flags[index + 1])
          default: break
          }
          index += 1
        }
        guard !name.isEmpty else { throw .missing("name") }
        // _Concurrency's interface doesn't repeat the flag it is built with.
        if abiName.isEmpty { abiName = name == "_Concurrency" ? "Swift" : name }
        return
      }
      start = end + 1
    }
    throw .missing("line of module flags")
  }

  /// What was read before a declaration's keyword.
  private struct Modifiers {
    var access = NominalFacts.Access.internal
    var isFrozen = false
    var isFixedLayout = false
    var isUsableFromInline = false
  }

  private mutating func readDeclarations(_ scanner: inout SourceScanner) throws(ModuleError) {
    // The names around the current position, as one path per open brace of a type.
    var scopes: [[String]] = []
    var modifiers = Modifiers()
    while true {
      try scanner.skipBlanks()
      if scanner.isAtEnd { break }
      switch scanner.peek() {
      case UInt8(ascii: "}"):
        guard scopes.popLast() != nil else { throw .damaged("a brace too many", bit: scanner.position * 8) }
        scanner.advance()
        modifiers = Modifiers()
      case UInt8(ascii: "{"):
        try scanner.skipElement()
        modifiers = Modifiers()
      case UInt8(ascii: "@"):
        scanner.advance()
        try readAttribute(&scanner, &modifiers)
      case UInt8(ascii: "#") where !scanner.isAtString:
        scanner.skipLine()
      case UInt8(ascii: "."):
        // A word after a dot is a name, whatever it spells.
        scanner.advance()
        _ = try scanner.word()
      default:
        guard !scanner.isAtString, let word = try scanner.word() else {
          try scanner.skipElement()
          continue
        }
        if !word.isQuoted { try readKeyword(word.text, &scanner, &modifiers, &scopes) }
      }
    }
    guard scopes.isEmpty else { throw .damaged("a brace without partner", bit: scanner.position * 8) }
  }

  private func readAttribute(_ scanner: inout SourceScanner, _ modifiers: inout Modifiers) throws(ModuleError) {
    switch try scanner.word()?.text {
    case "frozen": modifiers.isFrozen = true
    case "_fixed_layout": modifiers.isFixedLayout = true
    case "usableFromInline": modifiers.isUsableFromInline = true
    default: break
    }
    if scanner.peek() == UInt8(ascii: "(") { try scanner.skipElement() }
  }

  private mutating func readKeyword(
    _ word: String,
    _ scanner: inout SourceScanner,
    _ modifiers: inout Modifiers,
    _ scopes: inout [[String]]
  ) throws(ModuleError) {
    switch word {
    case "open": modifiers.access = .open
    case "public": modifiers.access = .public
    case "package": modifiers.access = .package
    case "internal": modifiers.access = .internal
    case "fileprivate": modifiers.access = .fileprivate
    case "private": modifiers.access = .private
    case "struct": try readType(.structure, &scanner, &modifiers, &scopes)
    case "enum": try readType(.enumeration, &scanner, &modifiers, &scopes)
    case "class", "actor": try readType(.classType, &scanner, &modifiers, &scopes)
    case "protocol": try readType(.protocolType, &scanner, &modifiers, &scopes)
    case "extension": try readExtension(&scanner, &modifiers, &scopes)
    case "import": scanner.skipLine()
    case "func", "var", "let", "case", "typealias", "associatedtype", "macro", "precedencegroup":
      modifiers = Modifiers()
      try scanner.skipBlanks()
      _ = try scanner.word()
    case "init", "deinit", "subscript", "operator":
      modifiers = Modifiers()
    default: break
    }
  }

  private mutating func readType(
    _ kind: NominalFacts.Kind,
    _ scanner: inout SourceScanner,
    _ modifiers: inout Modifiers,
    _ scopes: inout [[String]]
  ) throws(ModuleError) {
    try scanner.skipBlanks()
    guard let name = try scanner.word() else { return }
    if kind == .classType, !name.isQuoted {
      switch name.text {
      // `class` was a modifier.
      case "func", "var", "let", "subscript", "override", "final", "public", "open", "package", "internal":
        return try readKeyword(name.text, &scanner, &modifiers, &scopes)
      default: break
      }
    }
    let path = (scopes.last ?? []) + [name.text]
    let facts = NominalFacts(
      kind: kind,
      access: modifiers.access,
      isFrozen: modifiers.isFrozen,
      isFixedLayout: modifiers.isFixedLayout,
      isUsableFromInline: modifiers.isUsableFromInline
    )
    types[path, default: []].append(facts)
    try openScope(path, &scanner, &modifiers, &scopes)
  }

  private func readExtension(
    _ scanner: inout SourceScanner,
    _ modifiers: inout Modifiers,
    _ scopes: inout [[String]]
  ) throws(ModuleError) {
    try scanner.skipBlanks()
    var path: [String] = []
    while let word = try scanner.word() {
      path.append(word.text)
      guard scanner.peek() == UInt8(ascii: ".") else { break }
      scanner.advance()
    }
    // The printer spells every type with its module.
    if path.count > 1 { path.removeFirst() }
    try openScope(path, &scanner, &modifiers, &scopes)
  }

  /// Steps over inheritance and requirements to the declaration's brace.
  private func openScope(
    _ path: [String],
    _ scanner: inout SourceScanner,
    _ modifiers: inout Modifiers,
    _ scopes: inout [[String]]
  ) throws(ModuleError) {
    modifiers = Modifiers()
    // What is inside has all of these names in its own path.
    guard path.count <= SourceScanner.maximumDepth else {
      throw .damaged("declarations nested too deep", bit: scanner.position * 8)
    }
    while true {
      try scanner.skipBlanks()
      if scanner.peek() == UInt8(ascii: "{") {
        scanner.advance()
        scopes.append(path)
        return
      }
      guard !scanner.isAtEnd else { throw .damaged("a declaration without body", bit: scanner.position * 8) }
      try scanner.skipElement()
    }
  }
}
