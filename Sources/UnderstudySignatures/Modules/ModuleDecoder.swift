internal import UnderstudyLocks
internal import UnderstudyModules

/// Reads declarations and types of one serialized module as trees.
///
/// Identifiers lead from record to record, each with a place in the module of its own; what was read once is kept.
struct ModuleDecoder {
  let module: SerializedModule
  let index: ModuleIndex
  /// The module's contents; `module` keeps them alive.
  let bytes: ModuleBuffer
  let numbering: ModuleNumbering
  /// What is known of record codes, at the code.
  private let layouts: [Entry?]

  private struct Entry {
    var name: String
    var layout: RecordKind.Layout?
  }

  var types: Table<Int, TypeNode> = [:]
  /// The number of parts of each type that was read, and of the type or protocol that is being read.
  var weights: Table<Int, Int> = [:]
  var weight = 0
  var nominals: Table<Int, NominalNode> = [:]
  var signatures: Table<Int, GenericSignatureReading> = [:]
  var globalActors: Table<Int, Bool> = [:]
  var localNames: Table<Int, String>?
  /// How many types and declarations are being read around the current one.
  private var depth = 0

  init(_ module: SerializedModule) throws(ModuleError) {
    self.module = module
    index = try module.index()
    bytes = module.bytes.contents
    numbering = try ModuleNumbering(format: module.control.formatMinor)
    layouts = Self.layouts(of: index.recordNames)
  }

  /// The layouts that were made last: modules of one compiler have the same.
  private static let knownLayouts = Guarded<(names: RecordNames, layouts: [Entry?])?>(nil)

  private static func layouts(of names: RecordNames) -> [Entry?] {
    if let known = knownLayouts.withLock({ $0 }), known.names === names { return known.layouts }
    let layouts = names.spellings.map { $0.map { Entry(name: $0, layout: RecordKind.layouts[$0]) } }
    knownLayouts.withLock { $0 = (names, layouts) }
    return layouts
  }

  // MARK: Records

  /// The next record; `nil` at the end of the block.
  func next(_ reader: inout BlockReader) throws(ModuleError) -> ModuleRecord? {
    guard let entry = try reader.next() else { return nil }
    guard case .record(let record) = entry else {
      throw .damaged("a block among declarations", bit: reader.cursor.position)
    }
    guard record.code < layouts.count, let known = layouts[record.code] else {
      throw .unknownLayout(record: "record \(record.code)", found: record.fingerprint)
    }
    var kind = known.layout?.kind
    var fields = record.fields
    if let layout = known.layout, layout.fingerprint != record.fingerprint {
      guard let variant = variant(of: layout, record.fingerprint) else {
        throw .unknownLayout(record: known.name, found: record.fingerprint)
      }
      kind = variant.kind ?? layout.kind
      fields = variant.arranged(fields)
    }
    return ModuleRecord(
      kind: kind,
      name: known.name,
      fields: fields,
      list: record.list,
      blob: record.blob
    )
  }

  /// The variant of a record with a layout that this reader knows from modules of other compilers.
  private func variant(of layout: RecordKind.Layout, _ fingerprint: String) -> RecordVariant? {
    for variant in layout.variants where variant.fingerprint == fingerprint && variant.isUsed(in: numbering.format) {
      return variant
    }
    return nil
  }

  /// The next record if it is of a kind; else the reader stays where it is.
  func next(_ reader: inout BlockReader, if kind: RecordKind) throws(ModuleError) -> ModuleRecord? {
    let start = reader
    guard let record = try next(&reader), record.kind == kind else {
      reader = start
      return nil
    }
    return record
  }

  /// The list at a record's end, as numbers.
  func list(of record: ModuleRecord) throws(ModuleError) -> [Int] {
    guard let list = record.list else { return [] }
    // No more than a person could have written, or a damaged module would keep the reader busy.
    guard list.count <= 10_000 else { throw .damaged("a list of \(list.count)", bit: list.start) }
    var numbers: [Int] = []
    for element in try list.elements(in: bytes) {
      guard element <= UInt64(UInt32.max) else { throw .damaged("an element of \(element)", bit: list.start) }
      numbers.append(Int(element))
    }
    return numbers
  }

  /// The text of an identifier; `nil` for the empty name and for special ones.
  func identifier(_ id: Int) throws(ModuleError) -> String? {
    guard let text = try index.identifier(UInt64(id), in: bytes), !text.isEmpty else { return nil }
    return text
  }

  /// An identifier that has to have a text.
  func name(_ id: Int) throws(ModuleError) -> String {
    guard let text = try identifier(id) else { throw .damaged("a declaration without a name", bit: 0) }
    return text
  }

  /// The name that a module's declarations are mangled with.
  func moduleName(_ id: Int) throws(ModuleError) -> String {
    switch id {
    // The numbers of special modules (`SpecialIdentifierID` in ModuleFormat.h).
    case 0: return "Builtin"
    case 1: return module.control.abiName
    case 2: return "__C"
    default:
      let name = try name(id)
      if name == module.control.name { return module.control.abiName }
      // The one module of the toolchain that is built with `-module-abi-name`.
      return name == "_Concurrency" ? "Swift" : name
    }
  }

  // MARK: Limits

  /// Runs a part of the reading that may lead to itself, as it would without end in a damaged module.
  mutating func nested<Value>(_ body: (inout ModuleDecoder) throws(ModuleError) -> Value) throws(ModuleError) -> Value {
    guard depth < 64 else { throw .damaged("declarations nested too deep", bit: 0) }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }
}
