internal import DifferentialRandom

/// Modules of protocols made up at random, and the program that runs them.
///
/// For every module of cases there is one of drivers, so that a caller sees no more of a protocol than clients do.
struct RandomModules {
  /// The source text by path.
  private(set) var files: [(path: String, text: String)] = []

  private static let requirementsPerModule = 300

  /// - Parameter platform: Where they are to run.
  init(seed: UInt64, requirementCount: Int, platform: Platform) {
    var source = Source(seed: seed)
    var targets = ""
    var drivers: [String] = []
    var runs = ""
    var left = requirementCount
    var protocolCount = 0
    while left > 0 {
      let module = drivers.count
      var pool = TypePool(source: Source(seed: source.next()), platform: platform, modelCount: 40)
      var rest = min(left, Self.requirementsPerModule)
      left -= rest
      while rest > 0 {
        let size = min(rest, 15 + pool.source.below(21))
        rest -= size
        let generated = GeneratedProtocol.random(name: "P\(protocolCount)", size: size, pool: &pool)
        protocolCount += 1
        add(generated.declarations, importing: [], to: "Cases\(module)/\(generated.name).swift")
        add(generated.drivers, importing: ["Cases\(module)"], to: "Drivers\(module)/\(generated.name).swift")
        for suite in generated.suites { runs += "    await runner.run(suite\(suite)())\n" }
      }
      add(pool.models + pool.kits, importing: [], to: "Cases\(module)/Models.swift")
      drivers.append("Drivers\(module)")
      targets += "  generated(\"Cases\(module)\", [\"DifferentialSupport\"]),\n"
      targets += "  generated(\"Drivers\(module)\", [\"DifferentialSupport\", \"Cases\(module)\"]),\n"
    }
    addProgram(runs, drivers: drivers)
    addManifest(targets, drivers: drivers)
  }

  private mutating func add(_ text: String, importing modules: [String], to path: String) {
    let imports = (["DifferentialSupport"] + modules).map { "import \($0)\n" }.joined()
    files.append((path, imports + text))
  }

  private mutating func addProgram(_ runs: String, drivers: [String]) {
    let text = """
      @main struct Differential {
        static func main() async {
          let runner = Runner(CommandLine.arguments)
      \(runs)    runner.finish()
        }
      }

      """
    add(text, importing: drivers, to: "Differential/Differential.swift")
  }

  /// The text to append to the package's manifest.
  private mutating func addManifest(_ targets: String, drivers: [String]) {
    let dependencies = (["DifferentialSupport"] + drivers).map { "\"\($0)\"" }.joined(separator: ", ")
    let text = """

      func generated(_ name: String, _ dependencies: [Target.Dependency], isMain: Bool = false) -> Target {
        let settings: [SwiftSetting] = [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]
        let path = "Generated/\\(name)"
        return isMain
          ? .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
          : .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
      }
      package.targets.removeAll { $0.type == .test }
      package.targets += [
      \(targets)  generated("Differential", [\(dependencies)], isMain: true),
      ]

      """
    files.append(("targets.txt", text))
  }
}
