/// One record of a module, its layout checked.
package struct ModuleRecord {
  /// `nil` for a record that nothing is read from.
  package let kind: RecordKind?
  /// The record's name in the module.
  package let name: String
  package let fields: [UInt64]
  let list: PackedList?
  let blob: Range<Int>?

  /// A field that is a number or an identifier of something. One that is too large is none of those, whatever it is.
  package func number(_ index: Int) -> Int { Int(clamping: fields[index]) }

  package func flag(_ index: Int) -> Bool { fields[index] != 0 }

  /// Whether this declares a type or a protocol.
  package var isNominal: Bool {
    switch kind {
    case .structure, .enumeration, .class, .protocol: true
    default: false
    }
  }

  /// What the record of a type or protocol says of its access level.
  package func access() throws(ModuleError) -> NominalFacts.Access {
    let field: UInt64
    switch kind {
    case .structure: field = fields[5]
    case .enumeration: field = fields[6]
    case .class: field = fields[9]
    case .protocol: field = fields[7]
    default: throw .unsupported("\(name) in place of a type")
    }
    guard let access = NominalFacts.Access(rawValue: Int(clamping: field)) else {
      throw .unknownLayout(record: name, found: "access level \(field)")
    }
    return access
  }
}
