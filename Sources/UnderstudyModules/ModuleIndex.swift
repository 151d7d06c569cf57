internal import UnderstudyLocks

#if canImport(Glibc)
  internal import Glibc
#endif

/// Where a module's declarations and identifiers are, and the tables that find them by name.
package final class ModuleIndex: Sendable {
  /// A declaration's number in this module; numbering starts at 1.
  package typealias DeclarationID = Int

  /// The block of declarations and types, with the layouts it begins with.
  let declarations: BitstreamBlock
  let layouts: [Abbreviation]
  /// The names of that block's records by code.
  package let recordNames: RecordNames

  private let declarationOffsets: PackedList
  private let typeOffsets: PackedList?
  private let signatureOffsets: PackedList?
  private let identifierOffsets: PackedList
  private let identifiers: Range<Int>
  private let topLevel: HashedTable?
  private let nested: HashedTable?
  private let local: HashedTable?

  init(_ module: BitstreamBlock, names: BlockInfo, in bytes: ModuleBuffer) throws(ModuleError) {
    var declarations: BitstreamBlock?
    var identifierBlock: BitstreamBlock?
    var indexBlock: BitstreamBlock?
    var reader = try BlockReader(module, in: bytes)
    while let entry = try reader.next() {
      guard case .block(let block) = entry else { continue }
      switch names.name(ofBlock: block.id) {
      case "DECLS_AND_TYPES_BLOCK": declarations = block
      case "IDENTIFIER_DATA_BLOCK": identifierBlock = block
      case "INDEX_BLOCK": indexBlock = block
      default: break
      }
    }
    guard let declarations else { throw .missing("block of declarations") }
    guard let identifierBlock else { throw .missing("block of identifiers") }
    guard let indexBlock else { throw .missing("index") }

    self.declarations = declarations
    recordNames = try names.recordNames(ofBlock: declarations.id, in: bytes)
    layouts = try SharedLayouts.read(declarations, after: names.abbreviations(ofBlock: declarations.id), in: bytes)

    let identifierRecords = try Self.records(of: identifierBlock, names: names, in: bytes)
    guard let data = identifierRecords["IDENTIFIER_DATA"]?.blob else { throw .missing("identifiers") }
    identifiers = data

    let records = try Self.records(of: indexBlock, names: names, in: bytes)
    guard let offsets = records["DECL_OFFSETS"]?.list else { throw .missing("declaration offsets") }
    guard let texts = records["IDENTIFIER_OFFSETS"]?.list else { throw .missing("identifier offsets") }
    declarationOffsets = offsets
    typeOffsets = records["TYPE_OFFSETS"]?.list
    signatureOffsets = records["GENERIC_SIGNATURE_OFFSETS"]?.list
    identifierOffsets = texts
    topLevel = try Self.table("TOP_LEVEL_DECLS", in: records, bytes)
    nested = try Self.table("NESTED_TYPE_DECLS", in: records, bytes)
    local = try Self.table("LOCAL_TYPE_DECLS", in: records, bytes)
  }

  /// The declarations at file scope with a name, of whatever kind.
  func topLevelDeclarations(named name: String, in bytes: ModuleBuffer) throws(ModuleError)
    -> [DeclarationID]
  {
    // A key is the kind of name (0: an identifier), then the text; the data are pairs of a kind in one byte and
    // a number in four.
    guard let data = try topLevel?.data(for: name, prefix: [0], in: bytes) else { return [] }
    guard data.count % 5 == 0 else { throw .damaged("a list of declarations", bit: data.lowerBound * 8) }
    var found: [DeclarationID] = []
    var position = data.lowerBound
    while position < data.upperBound {
      found.append(try HashedTable.integer32(bytes, at: position + 1, in: data))
      position += 5
    }
    return found
  }

  /// The types with a name that are declared inside other types, each with the number of the type it extends or is
  /// nested in.
  func nestedTypes(named name: String, in bytes: ModuleBuffer) throws(ModuleError)
    -> [(parent: DeclarationID, child: DeclarationID)]
  {
    guard let data = try nested?.data(for: name, in: bytes) else { return [] }
    guard data.count % 8 == 0 else { throw .damaged("a list of nested types", bit: data.lowerBound * 8) }
    var found: [(DeclarationID, DeclarationID)] = []
    var position = data.lowerBound
    while position < data.upperBound {
      let parent = try HashedTable.integer32(bytes, at: position, in: data)
      let child = try HashedTable.integer32(bytes, at: position + 4, in: data)
      found.append((parent, child))
      position += 8
    }
    return found
  }

  /// Starts reading at a declaration: its attributes come first, then the declaration itself.
  func reader(at id: DeclarationID, in bytes: ModuleBuffer) throws(ModuleError) -> BlockReader {
    try reader(declarationOffsets, id, in: bytes)
  }

  /// Starts reading at a type, whose numbering starts at 1 as well.
  func reader(atType id: Int, in bytes: ModuleBuffer) throws(ModuleError) -> BlockReader {
    guard let typeOffsets else { throw .missing("type offsets") }
    return try reader(typeOffsets, id, in: bytes)
  }

  /// Starts reading at a generic signature, whose numbering starts at 1 as well.
  func reader(atSignature id: Int, in bytes: ModuleBuffer) throws(ModuleError) -> BlockReader {
    guard let signatureOffsets else { throw .missing("offsets of generic signatures") }
    return try reader(signatureOffsets, id, in: bytes)
  }

  private func reader(_ offsets: PackedList, _ id: Int, in bytes: ModuleBuffer) throws(ModuleError)
    -> BlockReader
  {
    let offset = try offsets.element(id - 1, in: bytes)
    return try BlockReader(declarations, in: bytes, at: Int(offset), abbreviations: layouts)
  }

  /// The types declared inside functions: their manglings without prefix, and their numbers.
  func localTypes(in bytes: ModuleBuffer) throws(ModuleError)
    -> [(mangling: String, id: DeclarationID)]
  {
    guard let local else { return [] }
    var types: [(String, DeclarationID)] = []
    for entry in try local.entries(dataSize: 4, in: bytes) {
      let mangling = String(decoding: bytes[entry.key], as: UTF8.self)
      types.append((mangling, try HashedTable.integer32(bytes, at: entry.data.lowerBound, in: entry.data)))
    }
    return types
  }

  /// The text of an identifier, or nothing for the numbers that stand for special names.
  ///
  /// The first six numbers are the built-in, current and Objective-C header modules, `subscript`, `init` and
  /// `deinit` (SpecialIdentifierID in ModuleFormat.h).
  func identifier(_ id: UInt64, in bytes: ModuleBuffer) throws(ModuleError) -> String? {
    if id < 6 { return nil }
    guard id <= UInt64(Int32.max) else { throw .damaged("no identifier \(id)", bit: identifierOffsets.start) }
    let offset = try identifierOffsets.element(Int(id) - 6, in: bytes)
    guard offset < UInt64(identifiers.count) else {
      throw .damaged("an identifier outside its block", bit: identifiers.lowerBound * 8)
    }
    let start = identifiers.lowerBound + Int(offset)
    var end = start
    // The identifiers' range was checked against the file when its record was read.
    while end < identifiers.upperBound, bytes[end] != 0 { end += 1 }
    guard end < identifiers.upperBound else { throw .damaged("an identifier without end", bit: start * 8) }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The records of a block by name; none occurs twice in the blocks this is for.
  private static func records(of block: BitstreamBlock, names: BlockInfo, in bytes: ModuleBuffer)
    throws(ModuleError) -> Table<String, BitstreamRecord>
  {
    let codes = try names.recordNames(ofBlock: block.id, in: bytes)
    var reader = try BlockReader(block, in: bytes, abbreviations: names.abbreviations(ofBlock: block.id))
    var records: Table<String, BitstreamRecord> = [:]
    while let entry = try reader.next() {
      guard case .record(let record) = entry, let name = codes[record.code] else { continue }
      records[name] = record
    }
    return records
  }

  private static func table(
    _ name: String,
    in records: Table<String, BitstreamRecord>,
    _ bytes: ModuleBuffer
  ) throws(ModuleError) -> HashedTable? {
    guard let record = records[name] else { return nil }
    guard record.fingerprint == "V16 B", let blob = record.blob else {
      throw .unknownLayout(record: name, found: record.fingerprint)
    }
    return try HashedTable(blob: blob, offset: record.fields[0], in: bytes)
  }
}

/// Modules of one compiler begin their declarations with the same layouts, a hundred and more, so these are read once.
private enum SharedLayouts {
  private struct Known {
    /// The bytes from the block's start on that the layouts fill, and how many bits of the last one.
    var bytes: [UInt8]
    var bitCount: Int
    var width: Int
    var layouts: [Abbreviation]
  }

  private static let known = Guarded<Known?>(nil)

  static func read(
    _ block: BitstreamBlock,
    after initial: [Abbreviation],
    in bytes: ModuleBuffer
  ) throws(ModuleError) -> [Abbreviation] {
    let start = block.start / 8
    let shared = initial.isEmpty ? known.withLock { $0 } : nil
    if let shared, shared.width == block.width, shared.bytes.count <= block.end / 8 - start {
      let isSame = shared.bytes.withUnsafeBytes { known in
        // The last byte belongs to the first record too.
        memcmp(known.baseAddress!, bytes[start..<start + known.count].baseAddress!, known.count - 1) == 0
          && (known[known.count - 1] ^ bytes[start + known.count - 1]) & UInt8(1 << ((shared.bitCount - 1) % 8 + 1) - 1)
            == 0
      }
      if isSame {
        var reader = try BlockReader(block, in: bytes, at: block.start + shared.bitCount, abbreviations: shared.layouts)
        try reader.readLeadingAbbreviations()
        return reader.abbreviations
      }
    }
    var reader = try BlockReader(block, in: bytes, abbreviations: initial)
    try reader.readLeadingAbbreviations()
    let bitCount = reader.cursor.position - block.start
    if initial.isEmpty, bitCount > 0 {
      let contents = Array(bytes[start..<start + (bitCount + 7) / 8])
      let layouts = reader.abbreviations
      known.withLock { $0 = Known(bytes: contents, bitCount: bitCount, width: block.width, layouts: layouts) }
    }
    return reader.abbreviations
  }
}
