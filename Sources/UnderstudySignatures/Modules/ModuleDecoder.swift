internal import UnderstudyLocks
internal import UnderstudyModules

/// Reads declarations and types of one serialized module as trees.
///
/// Identifiers lead from record to record, each with a place in the module of its own; what was read once is kept.
struct ModuleDecoder {
  let module: SerializedModule
  /// Reads the module, which `module` keeps alive.
  let reader: DeclarationReader
  let numbering: ModuleNumbering

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
    reader = try DeclarationReader(module)
    numbering = try ModuleNumbering(format: module.control.formatMinor)
  }

  /// The name that a module's declarations are mangled with.
  func moduleName(_ id: Int) throws(ModuleError) -> String {
    switch id {
    // The numbers of special modules (`SpecialIdentifierID` in ModuleFormat.h).
    case 0: return "Builtin"
    case 1: return module.control.abiName
    case 2: return "__C"
    default:
      let name = try reader.name(id)
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
