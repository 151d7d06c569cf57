/// Spells trees as mangled names without back references (`docs/ABI/Mangling.rst`).
///
/// What it writes for comparison is the canonical text of a tree: equal trees, and only they, have equal texts. What it writes for the
/// runtime's `swift_getTypeByMangledName` functions leaves out what these don't know, so different trees may share it.
struct Remangler {
  /// Who reads the text.
  package enum Reader {
    /// Whoever compares names: everything is spelled.
    case comparison
    /// The runtime: protocols without a run-time representation are left out of existentials.
    case runtime
  }

  let reader: Reader
  private(set) var output: [UInt8] = []
  /// Finds the descriptors of declarations whose names the runtime doesn't know.
  private let descriptor: ((NominalNode) throws(DemanglingError) -> UnsafeRawPointer?)?
  /// The descriptors that the text refers to, each with the position of its four bytes of distance.
  private(set) var references: [(position: Int, descriptor: UnsafeRawPointer)] = []

  init(
    for reader: Reader,
    descriptor: ((NominalNode) throws(DemanglingError) -> UnsafeRawPointer?)? = nil
  ) {
    self.reader = reader
    self.descriptor = descriptor
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  // MARK: - Text

  mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  mutating func removeLast() {
    output.removeLast()
  }

  mutating func append(_ byte: UInt8) {
    output.append(byte)
  }

  mutating func index(_ index: Int) {
    if index > 0 { append(String(index - 1)) }
    append("_")
  }

  mutating func identifier(_ text: String) throws(DemanglingError) {
    var isPlain = true
    var isFirst = true
    for byte in text.utf8 {
      if !byte.isSymbolByte || (isFirst && byte.isDigit) { isPlain = false }
      isFirst = false
    }
    guard !isFirst else { throw DemanglingError(.unspeakable("an empty name")) }
    if isPlain {
      append(String(text.utf8.count))
      append(text)
      return
    }
    let encoded = Punycode.encode(text)
    append("00\(encoded.count)")
    if encoded[0].isDigit || encoded[0] == ASCII.underscore.rawValue { append("_") }
    output.append(contentsOf: encoded)
  }

  // MARK: - Declarations

  mutating func name(_ name: NameNode) throws(DemanglingError) {
    switch name {
    case .plain(let text): try identifier(text)
    case .operator(let text, let fixity):
      var letters: [UInt8] = []
      for byte in text.utf8 {
        if byte >= 0x80 {
          letters.append(byte)
        } else if let letter = OperatorLetters.letter(of: byte) {
          letters.append(letter)
        } else {
          throw DemanglingError(.unspeakable("the operator '\(text)'"))
        }
      }
      try identifier(String(decoding: letters, as: UTF8.self))
      append("o" + fixity.rawValue)
    case .file(let inner, let discriminator):
      if let inner { try self.name(inner) }
      try identifier(discriminator)
      append(inner == nil ? "Ll" : "LL")
    case .local(let inner, let index):
      try self.name(inner)
      append("L")
      self.index(index)
    case .related(let inner, let kind):
      try self.name(inner)
      append("L")
      append(kind)
    }
  }

  mutating func module(_ name: String) throws(DemanglingError) {
    switch name {
    case "Swift": append("s")
    case "__C": append("So")
    case "__C_Synthesized": append("SC")
    default: try identifier(name)
    }
  }

  mutating func context(_ context: ContextNode) throws(DemanglingError) {
    switch context {
    case .module(let name): try module(name)
    case .nominal(let nominal): try self.nominal(nominal)
    case .extension(let nominal, let module, let signature):
      try self.nominal(nominal)
      try self.module(module)
      if let signature { try self.signature(signature) }
      append("E")
    case .entity(let entity): try self.entity(entity)
    }
  }

  mutating func nominal(_ nominal: NominalNode) throws(DemanglingError) {
    if let code = StandardTypes.code(of: nominal) { return append(code) }
    if try reference(nominal) { return }
    try context(nominal.context)
    try name(nominal.name)
    append(nominal.kind.rawValue)
  }

  /// Refers to a declaration by its descriptor instead of its name, if there is one to refer to.
  private mutating func reference(_ nominal: NominalNode) throws(DemanglingError) -> Bool {
    guard let found = try descriptor?(nominal) else { return false }
    // An indirect symbolic reference (docs/ABI/Mangling.rst): the distance to a word with the descriptor's address.
    append(2)
    references.append((output.count, found))
    output += [0, 0, 0, 0]
    return true
  }

  /// A protocol where only protocols may stand.
  mutating func `protocol`(_ nominal: NominalNode) throws(DemanglingError) {
    guard nominal.kind == .protocol else {
      throw DemanglingError(.unspeakable("'\(nominal.name.text)' in place of a protocol"))
    }
    if let code = StandardTypes.code(of: nominal) { return append(code) }
    if try reference(nominal) { return }
    try context(nominal.context)
    try name(nominal.name)
  }

  mutating func entity(_ entity: EntityNode) throws(DemanglingError) {
    try context(entity.context)
    switch entity.form {
    case .function:
      try name(required(entity.name))
      try labels(of: entity)
      try signature(of: required(entity.type?.function), isLabelled: entity.isLabelled)
      if case .generic(let generics, _)? = entity.type { try signature(generics) }
    case .allocatingInitializer, .initializer, .subscript:
      try labels(of: entity)
      let function = try required(entity.type?.function)
      try signature(of: function, isLabelled: entity.isLabelled)
      append(function.convention.rawValue)
      if case .generic(let generics, _)? = entity.type {
        try signature(generics)
        append("u")
      }
      if let name = entity.name { try self.name(name) }
    case .variable:
      try name(required(entity.name))
      try labels(of: entity)
      try type(required(entity.type))
    case .closure, .implicitClosure: try type(required(entity.type))
    default: break
    }
    append(entity.form.rawValue)
    switch entity.form {
    case .variable, .subscript: append(entity.accessor?.rawValue ?? "p")
    case .closure, .implicitClosure, .defaultArgument: index(try required(entity.index))
    default: break
    }
    if entity.isStatic { append("Z") }
  }

  private func required<Part>(_ part: Part?) throws(DemanglingError) -> Part {
    guard let part else { throw DemanglingError(.unspeakable("an incomplete declaration")) }
    return part
  }

  private mutating func labels(of entity: EntityNode) throws(DemanglingError) {
    guard !entity.labels.isEmpty else { return }
    guard entity.isLabelled else { return append("y") }
    for label in entity.labels {
      if let label {
        try identifier(label)
      } else {
        append("_")
      }
    }
  }
}

extension EntityNode {
  /// Whether any parameter has a label.
  fileprivate var isLabelled: Bool {
    for label in labels where label != nil { return true }
    return false
  }
}

extension TypeNode {
  /// The type's mangling without back references: the same text for equal types.
  ///
  /// - Throws: an error for trees that no mangling stands for.
  package func canonicalName() throws(DemanglingError) -> String {
    var remangler = Remangler(for: .comparison)
    try remangler.type(self)
    return remangler.text
  }

  /// The text with which the runtime finds the type.
  ///
  /// It differs from the canonical name where that names protocols the runtime doesn't know of.
  package func runtimeName() throws(DemanglingError) -> String {
    var remangler = Remangler(for: .runtime)
    try remangler.type(self)
    return remangler.text
  }
}

extension NominalNode {
  /// Whether the declaration is a protocol without a run-time representation.
  package var isMarkerProtocol: Bool {
    guard kind == .protocol else { return false }
    return isSwift("Sendable") || isSwift("Copyable") || isSwift("Escapable") || isSwift("BitwiseCopyable")
      || isSwift("SendableMetatype")
  }
}
