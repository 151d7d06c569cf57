internal import UnderstudyLocks

/// What a module's control block tells about the module as a whole.
package struct ModuleControl: Sendable, Equatable {
  package private(set) var name = ""
  /// The name its declarations are mangled with: `Swift` for `_Concurrency`.
  package private(set) var abiName = ""
  package private(set) var formatMajor = 0
  package private(set) var formatMinor = 0
  /// The compiler that wrote it, for messages.
  package private(set) var compiler = ""
  package private(set) var target = ""
  /// Built with library evolution.
  package private(set) var isResilient = false
  package private(set) var isTestable = false

  init(_ block: BitstreamBlock, names: BlockInfo, in bytes: ModuleBuffer) throws(ModuleError) {
    let codes = try names.recordNames(ofBlock: block.id, in: bytes)
    var reader = try BlockReader(block, in: bytes, abbreviations: names.abbreviations(ofBlock: block.id))
    var sawOptions = false
    while let entry = try reader.next() {
      switch entry {
      case .block(let inner) where names.name(ofBlock: inner.id) == "OPTIONS_BLOCK":
        try readOptions(inner, names: names, in: bytes)
        sawOptions = true
      case .block: break
      case .record(let record):
        switch codes[record.code] {
        case "MODULE_NAME": name = try record.text(in: bytes)
        case "TARGET": target = try record.text(in: bytes)
        case "METADATA":
          guard record.fields.count >= 2 else {
            throw .unknownLayout(record: "METADATA", found: record.fingerprint)
          }
          formatMajor = Int(clamping: record.fields[0])
          formatMinor = Int(clamping: record.fields[1])
          compiler = try record.text(in: bytes)
        default: break
        }
      }
    }
    guard !name.isEmpty else { throw .missing("name") }
    // Resilience is written as an option, and only where it is not the default: without the
    // block itself its absence says nothing.
    guard sawOptions else { throw .missing("options block") }
    guard formatMajor == 0 else { throw .unknownLayout(record: "METADATA", found: "major version \(formatMajor)") }
    if abiName.isEmpty { abiName = name }
  }

  private mutating func readOptions(_ block: BitstreamBlock, names: BlockInfo, in bytes: ModuleBuffer)
    throws(ModuleError)
  {
    let codes = try names.recordNames(ofBlock: block.id, in: bytes)
    guard codes.spellings.contains("RESILIENCE_STRATEGY") else {
      throw .missing("name for RESILIENCE_STRATEGY")
    }
    var reader = try BlockReader(block, in: bytes, abbreviations: names.abbreviations(ofBlock: block.id))
    while let entry = try reader.next() {
      guard case .record(let record) = entry else { continue }
      switch codes[record.code] {
      case "RESILIENCE_STRATEGY":
        // 0 is the default strategy, 1 the resilient one (swift/include/swift/AST/AttrKind.h).
        guard record.fields.count == 1, record.fields[0] <= 1 else {
          throw .unknownLayout(record: "RESILIENCE_STRATEGY", found: "\(record.fingerprint) \(record.fields)")
        }
        isResilient = record.fields[0] == 1
      case "MODULE_ABI_NAME": abiName = try record.text(in: bytes)
      case "IS_TESTABLE": isTestable = true
      default: break
      }
    }
  }
}

extension BitstreamRecord {
  /// The record's bytes as text.
  func text(in bytes: ModuleBuffer) throws(ModuleError) -> String {
    guard let blob else { throw .unknownLayout(record: "a text", found: fingerprint) }
    return String(decoding: bytes[blob], as: UTF8.self)
  }
}
