import UnderstudyLocks
import UnderstudyModules

@testable import UnderstudySignatures

/// Makes serialized modules that no compiler would write.
struct MadeModule {
  struct Record {
    var name: String
    var fields: [UInt64] = []
    var list: [Int]?
    /// The layout, where it isn't the one that `RecordKind` has.
    var layout: String?

    init(_ name: String, _ fields: [UInt64] = [], list: [Int]? = nil, layout: String? = nil) {
      self.name = name
      self.fields = fields
      self.list = list
      self.layout = layout
    }
  }

  /// The records of declarations, types and generic signatures, which are numbered from 1 on.
  var declarations: [[Record]] = []
  var types: [[Record]] = []
  var signatures: [[Record]] = []
  /// The numbers of declarations at file scope, by name.
  var topLevel: [String: Int] = [:]
  /// The numbers of a type inside another, and of that one, by name.
  var nested: [String: (parent: Int, child: Int)] = [:]
  private var identifiers: [String] = []

  /// The number of a name.
  mutating func identifier(_ text: String) -> UInt64 {
    identifiers.append(text)
    // The first six are special.
    return UInt64(identifiers.count + 5)
  }

  /// Adds a protocol at file scope, with members of given numbers.
  mutating func addProtocol(_ name: String, members: [Int]) {
    let own = Record("PROTOCOL_DECL", [identifier(name), 0, 0, 0, 0, 0, 0, 4], list: [])
    declarations.append([own, Record("REQUIREMENT_SIGNATURE", list: [0]), Record("MEMBERS", list: members)])
    topLevel[name] = declarations.count
  }

  /// Adds a method; returns its number.
  mutating func addMethod(_ name: String, parameters: [Int] = [], result: Int, signature: Int = 0) -> Int {
    var fields = [UInt64](repeating: 0, count: 23)
    fields[10] = UInt64(signature)
    fields[11] = UInt64(result)
    fields[16] = 1
    fields[18] = 1
    let own = Record("FUNC_DECL", fields, list: [Int(identifier(name))])
    declarations.append([own, Record("PARAMETERLIST", list: parameters)])
    return declarations.count
  }

  // MARK: Bytes

  private enum Block: Int, CaseIterable {
    case module = 8
    case control, options, declarations, identifiers, index

    var name: String {
      switch self {
      case .module: "MODULE_BLOCK"
      case .control: "CONTROL_BLOCK"
      case .options: "OPTIONS_BLOCK"
      case .declarations: "DECLS_AND_TYPES_BLOCK"
      case .identifiers: "IDENTIFIER_DATA_BLOCK"
      case .index: "INDEX_BLOCK"
      }
    }

    /// The names of its records, each at its code less one.
    var records: [String] {
      switch self {
      case .module: []
      case .control: ["METADATA", "MODULE_NAME"]
      case .options: ["RESILIENCE_STRATEGY"]
      case .declarations: RecordKind.allCases.map(\.rawValue).filter { !$0.isEmpty }
      case .identifiers: ["IDENTIFIER_DATA"]
      case .index:
        [
          "DECL_OFFSETS", "TYPE_OFFSETS", "GENERIC_SIGNATURE_OFFSETS", "IDENTIFIER_OFFSETS", "TOP_LEVEL_DECLS",
          "NESTED_TYPE_DECLS",
        ]
      }
    }
  }

  /// The module, as of Swift 6.3.
  func module() throws -> SerializedModule {
    var writer = BitstreamWriter()
    for byte: UInt64 in [0xE2, 0x9C, 0xA8, 0x0E] { writer.fixed(byte, 8) }
    writer.block(0, within: 2) { writer in
      for block in Block.allCases {
        writer.record(1, [UInt64(block.rawValue)])
        writer.record(2, block.name.utf8.map(UInt64.init))
        for (index, name) in block.records.enumerated() {
          writer.record(3, [UInt64(index + 1)] + name.utf8.map(UInt64.init))
        }
      }
    }
    writer.block(Block.module.rawValue, within: 2) { writer in
      writer.block(Block.control.rawValue) { writer in
        writer.record(
          .init("METADATA", [0, 976], layout: "F16 F16 B"),
          Block.control.records,
          blob: Array("made".utf8)
        )
        writer.record(.init("MODULE_NAME", layout: "B"), Block.control.records, blob: Array("Made".utf8))
        writer.block(Block.options.rawValue) {
          $0.record(.init("RESILIENCE_STRATEGY", [1], layout: "F2"), Block.options.records)
        }
      }
      var offsets: [String: [Int]] = [:]
      writer.block(Block.declarations.rawValue) { writer in
        for records in declarations + types + signatures {
          for record in records { writer.define(record, Block.declarations.records) }
        }
        for (name, all) in [
          ("DECL_OFFSETS", declarations), ("TYPE_OFFSETS", types), ("GENERIC_SIGNATURE_OFFSETS", signatures),
        ] {
          for records in all {
            offsets[name, default: []].append(writer.count)
            for record in records { writer.record(record, Block.declarations.records) }
          }
        }
      }
      var text: [UInt8] = []
      for identifier in identifiers {
        offsets["IDENTIFIER_OFFSETS", default: []].append(text.count)
        text += Array(identifier.utf8) + [0]
      }
      writer.block(Block.identifiers.rawValue) {
        $0.record(.init("IDENTIFIER_DATA", layout: "B"), Block.identifiers.records, blob: text)
      }
      writer.block(Block.index.rawValue) { writer in
        let names = Block.index.records
        for name in names.prefix(4) {
          writer.record(.init(name, list: offsets[name] ?? [], layout: "A F32"), names)
        }
        let atFileScope = topLevel.map { (key: [0] + Array($0.utf8), data: [0] + Self.word($1)) }
        let inside = nested.map { (key: Array($0.utf8), data: Self.word($1.parent) + Self.word($1.child)) }
        for (name, entries) in [("TOP_LEVEL_DECLS", atFileScope), ("NESTED_TYPE_DECLS", inside)] where !entries.isEmpty
        {
          let (blob, start) = Self.table(entries, prefix: name == "TOP_LEVEL_DECLS" ? 1 : 0)
          writer.record(.init(name, [UInt64(start)], layout: "V16 B"), names, blob: blob)
        }
      }
    }
    return try SerializedModule(ModuleBytes(copying: writer.bytes))
  }

  private static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

  /// A hash table with one bucket, and where in it the buckets are.
  private static func table(_ entries: [(key: [UInt8], data: [UInt8])], prefix: Int) -> ([UInt8], Int) {
    // Nothing is at offset 0.
    var bytes: [UInt8] = [0, 0, 0, 0] + word(entries.count).prefix(2)
    for entry in entries {
      var hash: UInt32 = 5381
      for byte in entry.key.dropFirst(prefix) { hash = hash &* 33 &+ UInt32(byte) }
      bytes += word(Int(hash)) + word(entry.key.count).prefix(2) + word(entry.data.count).prefix(2)
      bytes += entry.key + entry.data
    }
    return (bytes + word(1) + word(entries.count) + word(4), bytes.count)
  }
}

/// Packs bits the way LLVM does.
private struct BitstreamWriter {
  private var bits: [Bool] = []
  /// The layouts of the current block by name and spelling.
  private var layouts: [String] = []
  private let width = 8

  var count: Int { bits.count }

  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: bits.count / 8)
    for index in bits.indices where bits[index] { bytes[index / 8] |= 1 << UInt8(index % 8) }
    return bytes
  }

  mutating func fixed(_ value: UInt64, _ width: Int) {
    for bit in 0..<width { bits.append(value >> UInt64(bit) & 1 == 1) }
  }

  private mutating func vbr(_ value: UInt64, _ width: Int) {
    let more: UInt64 = 1 << UInt64(width - 1)
    var value = value
    while value >= more {
      fixed(value & (more - 1) | more, width)
      value >>= UInt64(width - 1)
    }
    fixed(value, width)
  }

  private mutating func align() {
    while bits.count % 32 != 0 { bits.append(false) }
  }

  mutating func block(_ id: Int, within outer: Int = 8, _ body: (inout BitstreamWriter) -> Void) {
    let known = layouts
    layouts = []
    fixed(1, outer)
    vbr(UInt64(id), 8)
    vbr(UInt64(width), 4)
    align()
    let start = bits.count
    fixed(0, 32)
    body(&self)
    fixed(0, width)
    align()
    let words = (bits.count - start) / 32 - 1
    for bit in 0..<32 { bits[start + bit] = words >> bit & 1 == 1 }
    layouts = known
  }

  /// A record without a layout.
  mutating func record(_ code: UInt64, _ fields: [UInt64]) {
    fixed(3, width)
    vbr(code, 6)
    vbr(UInt64(fields.count), 6)
    for field in fields { vbr(field, 6) }
  }

  /// Defines a record's layout, once.
  mutating func define(_ record: MadeModule.Record, _ names: [String]) {
    let operands = record.operands
    let key = ([record.name] + operands).joined(separator: " ")
    if layouts.contains(key) { return }
    layouts.append(key)
    fixed(2, width)
    vbr(UInt64(operands.count + 1), 5)
    fixed(1, 1)
    vbr(UInt64(names.firstIndex(of: record.name)! + 1), 8)
    for operand in operands {
      fixed(0, 1)
      switch operand.first! {
      case "A": fixed(3, 3)
      case "B": fixed(5, 3)
      case let kind:
        fixed(kind == "F" ? 1 : 2, 3)
        vbr(UInt64(operand.dropFirst())!, 5)
      }
    }
  }

  mutating func record(_ record: MadeModule.Record, _ names: [String], blob: [UInt8] = []) {
    define(record, names)
    let operands = record.operands
    fixed(UInt64(layouts.firstIndex(of: ([record.name] + operands).joined(separator: " "))! + 4), width)
    for (operand, field) in zip(operands, record.fields) { scalar(field, operand) }
    if let list = record.list {
      vbr(UInt64(list.count), 6)
      for element in list { scalar(UInt64(element), operands.last!) }
    }
    if operands.last == "B" {
      vbr(UInt64(blob.count), 6)
      align()
      for byte in blob { fixed(UInt64(byte), 8) }
      align()
    }
  }

  private mutating func scalar(_ value: UInt64, _ operand: String) {
    let width = Int(operand.dropFirst())!
    if operand.first == "F" { fixed(value, width) } else { vbr(value, width) }
  }
}

extension MadeModule.Record {
  fileprivate var operands: [String] {
    (layout ?? RecordKind.layouts[name]!.fingerprint).split(separator: " ").map(String.init)
  }
}
