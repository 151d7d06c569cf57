internal import UnderstudyLocks

extension ModuleIndex {
  /// A declaration as far as `NominalFacts` needs it.
  enum Declaration {
    case nominal(name: String, NominalFacts)
    /// A type of another module, by its path there.
    case reference([String])
    case other
  }

  /// The layouts of the type declarations' records, and where in them the name and the access level are.
  ///
  /// The same from format 927 to 1018; up to 903 (Swift 6.0 and 6.1) the list's elements have another width. A record of any
  /// other layout is refused.
  private static let nominalLayouts: Table<String, NominalLayout> = [
    "STRUCT_DECL": NominalLayout(
      .structure,
      "F31 F32 F1 F1 F31 F3 V4 V4 A V16",
      formerly: "F31 F32 F1 F1 F31 F3 V4 V4 A F31",
      access: 5
    ),
    "ENUM_DECL": NominalLayout(
      .enumeration,
      "F31 F32 F1 F1 F31 F31 F3 V4 V4 A V16",
      formerly: "F31 F32 F1 F1 F31 F31 F3 V4 V4 A F31",
      access: 6
    ),
    "CLASS_DECL": NominalLayout(
      .classType,
      "F31 F32 F1 F1 F1 F1 F1 F31 F31 F3 V4 V4 A V16",
      formerly: "F31 F32 F1 F1 F1 F1 F1 F31 F31 F3 V4 V4 A F31",
      access: 9
    ),
    "PROTOCOL_DECL": NominalLayout(.protocolType, "F31 F32 F1 F1 F1 F1 F31 F3 A F31", access: 7),
  ]

  struct NominalLayout: Sendable {
    var kind: NominalFacts.Kind
    var fingerprint: String
    var formerFingerprint: String?
    var access: Int

    init(_ kind: NominalFacts.Kind, _ fingerprint: String, formerly: String? = nil, access: Int) {
      self.kind = kind
      self.fingerprint = fingerprint
      formerFingerprint = formerly
      self.access = access
    }
  }

  /// What a record is to a reader of type declarations, so that names needn't be compared for each.
  enum RecordRole: Sendable {
    case frozen, fixedLayout, usableFromInline
    case attribute
    case reference
    case nominal(NominalLayout)
    case declaration
    case other
    /// One without a name.
    case unknown

    init(_ name: String) {
      switch name {
      case "Frozen_DECL_ATTR": self = .frozen
      case "FixedLayout_DECL_ATTR": self = .fixedLayout
      case "UsableFromInline_DECL_ATTR": self = .usableFromInline
      case "XREF": self = .reference
      default:
        if name.hasSuffix("_DECL_ATTR") {
          self = .attribute
        } else if name.hasSuffix("_DECL") {
          self = nominalLayouts[name].map { .nominal($0) } ?? .declaration
        } else {
          self = .other
        }
      }
    }
  }

  /// How many records of attributes, generic parameters and the like may belong to one declaration.
  ///
  /// Without a limit, looking through the members of a damaged type could read the whole block once for each.
  private static let recordLimit = 1000

  /// Reads one declaration with its attributes.
  func declaration(_ id: DeclarationID, in bytes: ModuleBuffer) throws(ModuleError)
    -> Declaration
  {
    var reader = try reader(at: id, in: bytes)
    let roles = recordRoles
    var isFrozen = false
    var isFixedLayout = false
    var isUsableFromInline = false
    var left = Self.recordLimit
    while left > 0, let entry = try reader.next() {
      left -= 1
      guard case .record(let record) = entry else { continue }
      let layout: NominalLayout
      switch record.code < roles.count ? roles[record.code] : .unknown {
      case .unknown: throw .unknownLayout(record: "record \(record.code)", found: record.fingerprint)
      case .frozen:
        isFrozen = true
        continue
      case .fixedLayout:
        isFixedLayout = true
        continue
      case .usableFromInline:
        isUsableFromInline = true
        continue
      case .attribute, .other: continue
      case .reference: return .reference(try reference(record, &reader, in: bytes))
      case .declaration: return .other
      case .nominal(let nominal): layout = nominal
      }
      func recordName() -> String { recordNames[record.code] ?? "" }
      guard record.fingerprint == layout.fingerprint || record.fingerprint == layout.formerFingerprint else {
        throw .unknownLayout(record: recordName(), found: record.fingerprint)
      }
      guard let access = NominalFacts.Access(rawValue: Int(record.fields[layout.access])) else {
        throw .unknownLayout(record: recordName(), found: "access level \(record.fields[layout.access])")
      }
      guard let name = try identifier(record.fields[0], in: bytes) else {
        throw .damaged("a type without a name", bit: reader.cursor.position)
      }
      return .nominal(
        name: name,
        NominalFacts(
          kind: layout.kind,
          access: access,
          isFrozen: isFrozen,
          isFixedLayout: isFixedLayout,
          isUsableFromInline: isUsableFromInline
        )
      )
    }
    throw .missing("declaration \(id)")
  }

  /// The declarations inside a type or protocol, without those of its extensions.
  package func members(of id: DeclarationID, in bytes: ModuleBuffer) throws(ModuleError) -> [DeclarationID] {
    var reader = try reader(at: id, in: bytes)
    var isPastDeclaration = false
    // Generic parameters and the like may stand between the declaration and its members, nothing else does.
    var left = Self.recordLimit
    while left > 0, let entry = try reader.next() {
      left -= 1
      guard case .record(let record) = entry, let name = recordNames[record.code] else { break }
      if name == "MEMBERS" {
        guard isPastDeclaration, record.fingerprint == "A F31", let list = record.list else {
          throw .unknownLayout(record: name, found: record.fingerprint)
        }
        return try list.elements(in: bytes).map { Int($0) }
      }
      if Self.nominalLayouts[name] != nil {
        guard !isPastDeclaration else { break }
        isPastDeclaration = true
      }
    }
    return []
  }

  /// The path of a type of another module; empty for anything else of another module's, `nil` for this module's own.
  ///
  /// Quicker than `declaration`: nothing stands before a cross reference.
  func reference(_ id: DeclarationID, in bytes: ModuleBuffer) throws(ModuleError) -> [String]? {
    var reader = try reader(at: id, in: bytes)
    guard case .record(let record) = try reader.next(), recordNames[record.code] == "XREF" else { return nil }
    return try reference(record, &reader, in: bytes)
  }

  /// Reads the path of a cross reference to a type; empty for one to anything else.
  private func reference(
    _ record: BitstreamRecord,
    _ reader: inout BlockReader,
    in bytes: ModuleBuffer
  ) throws(ModuleError) -> [String] {
    guard record.fingerprint == "F31 V4" else { throw .unknownLayout(record: "XREF", found: record.fingerprint) }
    var names: [String] = []
    var left = record.fields[1]
    guard left <= Self.recordLimit else {
      throw .damaged("a reference through \(left) declarations", bit: reader.cursor.position)
    }
    while left > 0, case .record(let piece) = try reader.next() {
      switch recordNames[piece.code] {
      case "XREF_TYPE_PATH_PIECE":
        guard piece.fingerprint == "F31 F31 F1 F1" else {
          throw .unknownLayout(record: "XREF_TYPE_PATH_PIECE", found: piece.fingerprint)
        }
        guard let name = try identifier(piece.fields[0], in: bytes) else { return [] }
        names.append(name)
      case "XREF_EXTENSION_PATH_PIECE": break
      default: return []
      }
      left -= 1
    }
    return names
  }
}
