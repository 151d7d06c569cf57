import Glibc
import Testing
import UnderstudyModules

/// A module whose serialized form is unreadable is read from its textual interface.
@Suite struct FallbackTests {
  private let folder: String

  init() throws {
    var template = Array("/tmp/understudy-modules-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    try #require(mkdir("\(folder)/Observation.swiftmodule", 0o700) == 0)
  }

  private func write(_ bytes: [UInt8], as name: String) throws {
    let file = try #require(fopen("\(folder)/Observation.swiftmodule/\(name)", "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private func bytes(of path: String) throws -> [UInt8] {
    try ModuleBytes(file: path).withBytes { (bytes) throws(ModuleError) in Array(bytes) }
  }

  private func remove() {
    let module = "\(folder)/Observation.swiftmodule"
    for name in ["swiftmodule", "swiftinterface"] { unlink("\(module)/\(architecture)-unknown-linux-gnu.\(name)") }
    rmdir(module)
    rmdir(folder)
  }

  #if arch(x86_64)
    private let architecture = "x86_64"
  #else
    private let architecture = "aarch64"
  #endif

  /// Cut to half, the control block can be read and the index can't; cut to a hundredth, neither can.
  @Test(arguments: [2, 100])
  func theTextIsRead(cutBy divisor: Int) throws {
    defer { remove() }
    let serialized = try bytes(of: try SystemModules.serialized("Observation"))
    try write(Array(serialized[..<(serialized.count / divisor)]), as: "\(architecture)-unknown-linux-gnu.swiftmodule")
    try write(
      try bytes(of: try SystemModules.interface("Observation")),
      as: "\(architecture)-unknown-linux-gnu.swiftinterface"
    )
    let facts = ModuleFacts(locator: ModuleLocator(directories: [folder]))
    #expect(facts.isResilient(module: "Observation") == .yes)
    #expect(facts.isFrozen(module: "Observation", path: ["ObservationRegistrar"]) == .no)
    #expect(facts.hasKnownLayout(module: "Observation", path: ["ObservationRegistrar"]) == .no)
  }
}
