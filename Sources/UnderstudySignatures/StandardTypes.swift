internal import UnderstudyLocks

/// The types with a mangling of two or three letters (`swift/Demangling/StandardTypesMangling.def`).
enum StandardTypes {
  private struct Entry {
    var letter: UInt8
    var kind: NominalNode.Kind
    var name: String
  }

  private static func entries(_ kind: NominalNode.Kind, _ list: KeyValuePairs<String, String>) -> [Entry] {
    list.map { Entry(letter: $0.key.utf8.first!, kind: kind, name: $0.value) }
  }

  /// The types written `S` and a letter.
  private static let core =
    entries(
      .structure,
      [
        "A": "AutoreleasingUnsafeMutablePointer", "a": "Array", "b": "Bool", "D": "Dictionary", "d": "Double",
        "f": "Float", "h": "Set", "I": "DefaultIndices", "i": "Int", "J": "Character", "N": "ClosedRange",
        "n": "Range", "O": "ObjectIdentifier", "P": "UnsafePointer", "p": "UnsafeMutablePointer",
        "R": "UnsafeBufferPointer", "r": "UnsafeMutableBufferPointer", "S": "String", "s": "Substring", "u": "UInt",
        "V": "UnsafeRawPointer", "v": "UnsafeMutableRawPointer", "W": "UnsafeRawBufferPointer",
        "w": "UnsafeMutableRawBufferPointer",
      ]
    ) + entries(.enumeration, ["q": "Optional"])
    + entries(
      .protocol,
      [
        "B": "BinaryFloatingPoint", "E": "Encodable", "e": "Decodable", "F": "FloatingPoint",
        "G": "RandomNumberGenerator", "H": "Hashable", "j": "Numeric", "K": "BidirectionalCollection",
        "k": "RandomAccessCollection", "L": "Comparable", "l": "Collection", "M": "MutableCollection",
        "m": "RangeReplaceableCollection", "Q": "Equatable", "T": "Sequence", "t": "IteratorProtocol",
        "U": "UnsignedInteger", "X": "RangeExpression", "x": "Strideable", "Y": "RawRepresentable",
        "y": "StringProtocol", "Z": "SignedInteger", "z": "BinaryInteger",
      ]
    )

  /// The types written `Sc` and a letter.
  private static let concurrency =
    entries(
      .structure,
      [
        "C": "CheckedContinuation", "c": "UnsafeContinuation", "E": "CancellationError", "e": "UnownedSerialExecutor",
        "G": "TaskGroup", "g": "ThrowingTaskGroup", "J": "UnownedJob", "P": "TaskPriority", "S": "AsyncStream",
        "s": "AsyncThrowingStream", "T": "Task", "t": "UnsafeCurrentTask",
      ]
    ) + entries(.class, ["M": "MainActor"])
    + entries(
      .protocol,
      [
        "A": "Actor", "F": "Executor", "f": "SerialExecutor", "h": "TaskExecutor", "I": "AsyncIteratorProtocol",
        "i": "AsyncSequence",
      ]
    )

  private static func table(_ entries: [Entry]) -> [NominalNode?] {
    var table = [NominalNode?](repeating: nil, count: 128)
    for entry in entries { table[Int(entry.letter)] = NominalNode(entry.kind, swift: entry.name) }
    return table
  }

  private static let coreByLetter = table(core)
  private static let concurrencyByLetter = table(concurrency)

  private static let codes: Table<String, (kind: NominalNode.Kind, code: String)> = {
    var codes: Table<String, (kind: NominalNode.Kind, code: String)> = [:]
    for entry in core { codes[entry.name] = (entry.kind, "S" + String(Unicode.Scalar(entry.letter))) }
    for entry in concurrency { codes[entry.name] = (entry.kind, "Sc" + String(Unicode.Scalar(entry.letter))) }
    return codes
  }()

  /// The type behind `S`, or behind `Sc`, and a letter.
  static func type(_ letter: UInt8, isConcurrency: Bool) -> NominalNode? {
    guard letter < 128 else { return nil }
    return isConcurrency ? concurrencyByLetter[Int(letter)] : coreByLetter[Int(letter)]
  }

  /// The short mangling of a declaration, if it has one.
  static func code(of nominal: NominalNode) -> String? {
    guard case .module("Swift") = nominal.context, case .plain(let name) = nominal.name,
      let entry = codes[name], entry.kind == nominal.kind
    else { return nil }
    return entry.code
  }

  /// The kind of a declaration with a short mangling, by its name.
  static func kind(of nominal: NominalNode) -> NominalNode.Kind? {
    guard case .module("Swift") = nominal.context, case .plain(let name) = nominal.name else { return nil }
    return codes[name]?.kind
  }
}
