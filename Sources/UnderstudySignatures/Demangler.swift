internal import UnderstudyLocks

/// A stack machine over the bytes of a mangled name (`docs/ABI/Mangling.rst`).
///
/// Operands come before their operator, so the machine reads operators one after the other; each pops what it needs and pushes what
/// it makes. Every construct that later text may refer to is also kept as a substitution.
///
/// Input may be hostile: a back reference can double a tree with two bytes. So each operand carries the size and depth of its tree as
/// if it were fully expanded, and the machine stops where these leave the range of real symbols. Whatever a symbol yields can thus be
/// walked recursively.
struct Demangler {
  /// What the machine works on.
  enum Value {
    case identifier(String)
    /// A name that isn't a plain identifier.
    case name(NameNode)
    case module(String)
    case type(TypeNode)
    /// An extension.
    case context(ContextNode)
    case entity(EntityNode)
    case emptyList
    case firstElement
    case variadic
    case effect(Effect)
    case signature(GenericSignatureNode)
    case requirement(GenericRequirementNode)
    case conformance(ConformanceNode)
    case conformanceReference(NominalNode, ConformanceNode.Origin)
    case retroactive(RetroactiveConformanceNode)
    case global(SymbolNode.Form)
    case asyncFunctionPointer
    case coroutineFunctionPointer
  }

  /// A piece of a function type behind its parameters.
  enum Effect {
    case async
    case sendable
    case throwing(FunctionTypeNode.Throwing)
    case differentiable(UInt8)
    case isolation(FunctionTypeNode.Isolation)
    case sendingResult
  }

  struct Operand {
    var value: Value
    var weight: Int
    var depth: Int
  }

  /// Bounds that real symbols stay far below.
  enum Limit {
    static let bytes = 1 << 16
    static let pushes = 1 << 16
    static let weight = 1 << 16
    static let depth = 200
    /// Bytes of all identifiers together, after word substitution.
    static let identifierBytes = 1 << 18
    /// The compiler merges no more equal substitutions than this.
    static let repetitions = 2048
    static let words = 26
  }

  let text: UnsafeBufferPointer<UInt8>
  var position = 0
  var stack: [Operand] = []
  var substitutions: [Operand] = []
  /// Where the words of the identifiers read so far lie in `text`.
  var words: [(start: Int, end: Int)] = []
  var identifierBytes = 0
  private var pushes = 0
  /// The weight and depth of what the current operator has popped.
  var weight = 0
  var depth = 0

  private init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  // MARK: - Entry points

  /// Reads a whole symbol.
  static func symbol(_ name: String) throws(DemanglingError) -> SymbolNode {
    try run(name) { (machine) throws(DemanglingError) in
      // `$s` is today's prefix, `$S` that of Swift 4.2; both may have a platform's underscore in front.
      if machine.text.first == ASCII.underscore.rawValue { machine.position = 1 }
      guard machine.readIf(.dollar), machine.readIf(.s) || machine.readIf(.S) else {
        throw DemanglingError(.notSwift)
      }
      try machine.readAll()
      return try machine.finishSymbol()
    }
  }

  /// Reads a type.
  static func type(_ name: String) throws(DemanglingError) -> TypeNode {
    try run(name) { (machine) throws(DemanglingError) in
      try machine.readAll()
      let type = try machine.popType()
      guard machine.stack.isEmpty else { throw DemanglingError(.malformed) }
      return type
    }
  }

  private static func run<Found>(
    _ name: String,
    _ body: (inout Demangler) throws(DemanglingError) -> Found
  ) throws(DemanglingError) -> Found {
    let bytes = Array(name.utf8)
    guard bytes.count <= Limit.bytes else { throw DemanglingError(.tooComplex, name: String(name.prefix(64)) + "…") }
    // Older standard libraries, such as the one in Debian, don't pass errors on by their type.
    let attempt: Attempt<Found, DemanglingError> = bytes.withUnsafeBufferPointer { text in
      var machine = Demangler(text)
      do throws(DemanglingError) {
        return .success(try body(&machine))
      } catch {
        return .failure(DemanglingError(error.reason, name: name, offset: machine.position))
      }
    }
    return try attempt.get()
  }

  private mutating func readAll() throws(DemanglingError) {
    guard position < text.count else { throw DemanglingError(.truncated) }
    while position < text.count {
      weight = 0
      depth = 0
      try readOperator()
    }
  }

  // MARK: - Bytes

  /// The next byte, or zero at the end.
  var peeked: UInt8 { position < text.count ? text[position] : 0 }

  mutating func readIf(_ letter: ASCII) -> Bool {
    guard peeked == letter.rawValue else { return false }
    position += 1
    return true
  }

  mutating func readByte() throws(DemanglingError) -> UInt8 {
    guard position < text.count else { throw DemanglingError(.truncated) }
    position += 1
    return text[position - 1]
  }

  mutating func readLetter() throws(DemanglingError) -> ASCII {
    let byte = try readByte()
    guard let letter = ASCII(rawValue: byte) else { throw unsupported() }
    return letter
  }

  /// What has been read from a position on.
  func readText(from start: Int) -> String {
    String(decoding: text[start..<position], as: UTF8.self)
  }

  /// A decimal number, or `nil` where no digit comes next.
  mutating func readNatural() throws(DemanglingError) -> Int? {
    guard peeked.isDigit else { return nil }
    var number = 0
    while peeked.isDigit {
      number = number * 10 + Int(peeked - 0x30)
      guard number <= Int(Int32.max) else { throw DemanglingError(.malformed) }
      position += 1
    }
    return number
  }

  /// `_` is zero, `0_` is one, and so on.
  mutating func readIndex() throws(DemanglingError) -> Int {
    let number = try readNatural()
    guard readIf(.underscore) else { throw DemanglingError(position < text.count ? .malformed : .truncated) }
    return number.map { $0 + 1 } ?? 0
  }

  /// The error for the operator whose last byte has just been read.
  func unsupported(length: Int = 1) -> DemanglingError {
    DemanglingError(.unsupported(readText(from: max(0, position - length))))
  }

  // MARK: - Operands

  mutating func push(_ value: Value) throws(DemanglingError) {
    try push(Operand(value: value, weight: weight + 1, depth: depth + 1))
  }

  /// Pushes what later text may refer to.
  mutating func pushSubstitutable(_ value: Value) throws(DemanglingError) {
    addSubstitution(value)
    try push(value)
  }

  mutating func addSubstitution(_ value: Value) {
    substitutions.append(Operand(value: value, weight: weight + 1, depth: depth + 1))
  }

  mutating func push(_ operand: Operand) throws(DemanglingError) {
    pushes += 1
    guard operand.weight <= Limit.weight, operand.depth <= Limit.depth, pushes <= Limit.pushes else {
      throw DemanglingError(.tooComplex)
    }
    stack.append(operand)
  }

  /// Removes the top operand and counts it as part of what the current operator makes.
  mutating func take() {
    let operand = stack.removeLast()
    weight += operand.weight
    depth = max(depth, operand.depth)
  }

  mutating func popIfEmptyList() -> Bool {
    guard case .emptyList? = stack.last?.value else { return false }
    take()
    return true
  }

  mutating func popIfFirstElement() -> Bool {
    guard case .firstElement? = stack.last?.value else { return false }
    take()
    return true
  }

  mutating func popIfType() -> TypeNode? {
    guard case .type(let type)? = stack.last?.value else { return nil }
    take()
    return type
  }

  mutating func popType() throws(DemanglingError) -> TypeNode {
    guard let type = popIfType() else { throw DemanglingError(.malformed) }
    return type
  }

  mutating func popIfIdentifier() -> String? {
    guard case .identifier(let text)? = stack.last?.value else { return nil }
    take()
    return text
  }

  mutating func popIdentifier() throws(DemanglingError) -> String {
    guard let text = popIfIdentifier() else { throw DemanglingError(.malformed) }
    return text
  }

  mutating func popName() throws(DemanglingError) -> NameNode {
    if let text = popIfIdentifier() { return .plain(text) }
    guard case .name(let name)? = stack.last?.value else { throw DemanglingError(.malformed) }
    take()
    return name
  }

  mutating func popIfModule() -> String? {
    if let text = popIfIdentifier() { return text }
    guard case .module(let name)? = stack.last?.value else { return nil }
    take()
    return name
  }

  mutating func popModule() throws(DemanglingError) -> String {
    guard let module = popIfModule() else { throw DemanglingError(.malformed) }
    return module
  }

  mutating func popNominal() throws(DemanglingError) -> NominalNode {
    guard case .type(.nominal(let nominal))? = stack.last?.value else { throw DemanglingError(.malformed) }
    take()
    return nominal
  }

  mutating func popContext() throws(DemanglingError) -> ContextNode {
    if let module = popIfModule() { return .module(module) }
    switch stack.last?.value {
    case .type(.nominal(let nominal))?:
      take()
      return .nominal(nominal)
    case .context(let context)?:
      take()
      return context
    case .entity(let entity)?:
      take()
      return .entity(entity)
    default:
      throw DemanglingError(.malformed)
    }
  }

  mutating func popEntity() throws(DemanglingError) -> EntityNode {
    guard case .entity(let entity)? = stack.last?.value else { throw DemanglingError(.malformed) }
    take()
    return entity
  }

  /// A protocol, as a type or as a bare context and name.
  mutating func popProtocol() throws(DemanglingError) -> NominalNode {
    if case .type(.nominal(let nominal))? = stack.last?.value {
      guard nominal.kind == .protocol else { throw DemanglingError(.malformed) }
      take()
      return nominal
    }
    let name = try popName()
    return NominalNode(.protocol, in: try popContext(), name: name)
  }

  mutating func popIfSignature() -> GenericSignatureNode? {
    guard case .signature(let signature)? = stack.last?.value else { return nil }
    take()
    return signature
  }

  /// The types on top of the stack, in the order of the text.
  mutating func popTypes() -> [TypeNode] {
    var types: [TypeNode] = []
    while let type = popIfType() { types.append(type) }
    types.reverse()
    return types
  }

  /// A list in which a marker follows the first element, or the mark of an empty one.
  mutating func popList<Element>(
    of popElement: (inout Demangler) throws(DemanglingError) -> Element
  ) throws(DemanglingError) -> [Element] {
    popIfEmptyList() ? [] : try popFilledList(of: popElement)
  }

  /// The same where a list can't be empty.
  mutating func popFilledList<Element>(
    of popElement: (inout Demangler) throws(DemanglingError) -> Element
  ) throws(DemanglingError) -> [Element] {
    var elements: [Element] = []
    var isFirst = false
    while !isFirst {
      isFirst = popIfFirstElement()
      elements.append(try popElement(&self))
    }
    elements.reverse()
    return elements
  }
}
