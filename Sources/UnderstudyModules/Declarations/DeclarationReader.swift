internal import UnderstudyLocks

/// Reads the records of one module's declarations and types, and holds each against the layouts that are known of it.
package struct DeclarationReader {
  private let index: ModuleIndex
  /// The module's contents, valid while the module lives.
  private let bytes: ModuleBuffer
  private let format: Int
  /// What is known of record codes, at the code.
  private let layouts: [Entry?]

  private struct Entry {
    var name: String
    var layout: RecordKind.Layout?
  }

  package init(_ module: SerializedModule) throws(ModuleError) {
    index = try module.index()
    bytes = module.bytes.contents
    format = module.control.formatMinor
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
  private func next(_ reader: inout BlockReader) throws(ModuleError) -> ModuleRecord? {
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
    for variant in layout.variants where variant.fingerprint == fingerprint && variant.isUsed(in: format) {
      return variant
    }
    return nil
  }

  /// The first record of a type, and where those that belong to it go on.
  package func type(_ id: Int) throws(ModuleError) -> (record: ModuleRecord, rest: BlockReader) {
    // Number 0 is no type.
    guard id > 0 else { throw .damaged("no type", bit: 0) }
    var reader = try index.reader(atType: id, in: bytes)
    guard let record = try next(&reader) else { throw .missing("type \(id)") }
    return (record, reader)
  }

  /// The records of one kind that come next.
  package func records(of kind: RecordKind, at start: BlockReader) throws(ModuleError) -> [ModuleRecord] {
    var reader = start
    var records: [ModuleRecord] = []
    while let record = try next(&reader), record.kind == kind {
      guard records.count < Self.recordLimit else {
        throw .damaged("more than \(Self.recordLimit) parts of a type", bit: reader.cursor.position)
      }
      records.append(record)
    }
    return records
  }

  /// The record of a generic signature.
  package func signature(_ id: Int) throws(ModuleError) -> ModuleRecord {
    var reader = try index.reader(atSignature: id, in: bytes)
    guard let record = try next(&reader), record.kind == .genericSignature else {
      throw .unsupported("a generic signature of another form")
    }
    return record
  }

  /// The list at a record's end, as numbers.
  package func list(of record: ModuleRecord) throws(ModuleError) -> [Int] {
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

  /// The text at a record's end.
  package func text(of record: ModuleRecord) -> String? {
    record.blob.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The text of an identifier; `nil` for the empty name and for special ones.
  package func identifier(_ id: Int) throws(ModuleError) -> String? {
    guard let text = try index.identifier(UInt64(id), in: bytes), !text.isEmpty else { return nil }
    return text
  }

  /// An identifier that has to have a text.
  package func name(_ id: Int) throws(ModuleError) -> String {
    guard let text = try identifier(id) else { throw .damaged("a declaration without a name", bit: 0) }
    return text
  }

  // MARK: Declarations

  /// How many records of attributes and the like may belong to one declaration.
  ///
  /// Without a limit, looking through the members of a damaged type could read the whole block once for each.
  private static let recordLimit = 1000

  /// The records before a declaration's own that don't matter here.
  private static let ignorable = [
    "FILENAME_FOR_PRIVATE", "DESERIALIZATION_SAFETY", "ABI_ONLY_COUNTERPART",
  ]

  /// Reads a declaration, or a reference to one in another module, up to its own record.
  package func declaration(_ id: Int) throws(ModuleError) -> DeclarationReading {
    var reader = try index.reader(at: id, in: bytes)
    var discriminator: Int?
    var isLocal = false
    var attributes = DeclarationReading.Attributes()
    var left = Self.recordLimit
    while left > 0, let record = try next(&reader) {
      left -= 1
      switch record.kind {
      case .privateDiscriminator: discriminator = record.number(0)
      case .localDiscriminator: isLocal = true
      case .customAttribute: attributes.custom.append(record.number(1))
      case .nonisolated:
        guard let modifier = DeclarationReading.Nonisolated(rawValue: record.fields[0]) else {
          throw .unknownLayout(record: record.name, found: "modifier \(record.fields[0])")
        }
        attributes.isolation = modifier
      case .concurrent: attributes.isConcurrent = true
      case .globalActor: attributes.isGlobalActor = true
      case .marker: attributes.isMarker = true
      case .rethrowing: attributes.isRethrowing = true
      case .frozen: attributes.isFrozen = true
      case .fixedLayout: attributes.isFixedLayout = true
      case .usableFromInline: attributes.isUsableFromInline = true
      case nil where record.name.hasSuffix("_DECL_ATTR") || Self.ignorable.contains(record.name): continue
      default:
        guard record.kind?.isDeclaration ?? record.name.hasSuffix("_DECL") else {
          throw .unsupported("a declaration that begins with \(record.name)")
        }
        return DeclarationReading(
          record: record,
          discriminator: discriminator,
          isLocal: isLocal,
          attributes: attributes,
          rest: reader
        )
      }
    }
    throw .missing("declaration \(id)")
  }

  /// The records that belong to a declaration, up to the first of a kind; none if there is no such.
  package func records(
    of declaration: DeclarationReading,
    upTo kind: RecordKind
  ) throws(ModuleError) -> [ModuleRecord] {
    var reader = declaration.rest
    var records: [ModuleRecord] = []
    // Generic parameters and the like may stand between a declaration and its members; the next declaration doesn't.
    while records.count < Self.recordLimit, let record = try next(&reader), !record.isNominal {
      records.append(record)
      if record.kind == kind { return records }
    }
    return []
  }

  /// The path that a reference to another module's declaration takes there; each piece is inside the one before.
  package func path(of reference: DeclarationReading) throws(ModuleError) -> [ModuleRecord] {
    var reader = reference.rest
    return try path(reference.record, &reader)
  }

  private func path(_ reference: ModuleRecord, _ reader: inout BlockReader) throws(ModuleError) -> [ModuleRecord] {
    let count = reference.number(1)
    guard count <= 64 else { throw .damaged("a reference through \(count) declarations", bit: reader.cursor.position) }
    var pieces: [ModuleRecord] = []
    while pieces.count < count, let piece = try next(&reader) { pieces.append(piece) }
    guard pieces.count == count, count > 0 else {
      throw .damaged("a reference to nothing", bit: reader.cursor.position)
    }
    return pieces
  }

  // MARK: Types by name

  /// The types declared inside functions: their manglings without prefix, and their numbers.
  package func localTypes() throws(ModuleError) -> [(mangling: String, id: ModuleIndex.DeclarationID)] {
    try index.localTypes(in: bytes)
  }

  package typealias Found = (id: ModuleIndex.DeclarationID, declaration: DeclarationReading)

  /// Finds types and protocols by their name and those of the types around them, outermost first.
  ///
  /// - Parameter alsoPrivate: Whether to look for private ones where there is another one of that name.
  /// - Returns: All of that name; private ones of several files may share one.
  package func nominals(at path: [String], alsoPrivate: Bool) throws(ModuleError) -> [Found] {
    guard let outermost = path.first else { return [] }
    var found = try nominals(named: outermost, among: index.topLevelDeclarations(named: outermost, in: bytes))
    var depth = 1
    while depth < path.count {
      let name = path[depth]
      var ids: [Int] = []
      for (parent, child) in try index.nestedTypes(named: name, in: bytes) {
        var isInside = false
        var position = 0
        while position < found.count, !isInside {
          isInside = found[position].id == parent
          position += 1
        }
        // An extension of another module's type.
        if !isInside { isInside = try isReference(parent, to: path[..<depth]) }
        if isInside { ids.append(child) }
      }
      var inner = try nominals(named: name, among: ids)
      // The table leaves private ones out; they are among the members.
      if inner.isEmpty || alsoPrivate {
        for outer in found {
          guard let members = try records(of: outer.declaration, upTo: .members).last else { continue }
          var others = try list(of: members)
          others.removeAll { ids.contains($0) }
          inner += try nominals(named: name, among: others)
        }
      }
      found = inner
      depth += 1
    }
    return found
  }

  private func nominals(named name: String, among ids: [Int]) throws(ModuleError) -> [Found] {
    var found: [Found] = []
    for id in ids {
      let declaration = try declaration(id)
      guard declaration.record.isNominal, try identifier(declaration.record.number(0)) == name else { continue }
      found.append((id, declaration))
    }
    return found
  }

  private func isReference(_ id: Int, to path: ArraySlice<String>) throws(ModuleError) -> Bool {
    var reader = try index.reader(at: id, in: bytes)
    // Quicker than `declaration`: nothing stands before a reference.
    guard let record = try next(&reader), record.kind == .reference else { return false }
    var names: [String] = []
    for piece in try self.path(record, &reader) {
      switch piece.kind {
      case .referenceToType: names.append(try name(piece.number(0)))
      case .referenceToExtension: break
      default: return false
      }
    }
    return names[...] == path
  }

  /// A type or protocol and those around it, from the inside out, as far as they are in this module.
  package func enclosing(_ declaration: DeclarationReading) throws(ModuleError) -> [DeclarationReading] {
    var enclosing: [DeclarationReading] = []
    var next = declaration
    var left = 100
    while left > 0 {
      left -= 1
      let id: Int
      switch next.record.kind {
      case .structure, .enumeration, .class, .protocol:
        // Nothing for the module, or a body of code (a negative number).
        id = Int(Int32(truncatingIfNeeded: next.record.fields[1]))
        if id < 0 { next.isLocal = true }
        enclosing.append(next)
        if id <= 0 || next.isLocal { return enclosing }
      // The type it extends stands for it.
      case .extension: id = next.record.number(1)
      case .reference: return enclosing
      default: throw .unsupported("a type inside \(next.record.name)")
      }
      next = try self.declaration(id)
    }
    throw .damaged("a type inside itself", bit: 0)
  }
}
