// Writes the differential tests' source text: `generator <folder> <seed> <count of requirements>`.
//
// For every module of cases there is one of drivers, so that a caller sees no more of a protocol than clients do.

import Foundation

guard CommandLine.arguments.count == 4, let seed = UInt64(CommandLine.arguments[2]),
  let count = Int(CommandLine.arguments[3])
else {
  print("usage: generator <folder> <seed> <count>")
  exit(2)
}
let folder = CommandLine.arguments[1]
let requirementsPerModule = 300

func write(_ text: String, to path: String) {
  let path = "\(folder)/\(path)"
  // What hasn't changed isn't compiled again.
  if (try? String(contentsOfFile: path, encoding: .utf8)) == text { return }
  try? FileManager.default.createDirectory(
    atPath: (path as NSString).deletingLastPathComponent,
    withIntermediateDirectories: true
  )
  try! text.write(toFile: path, atomically: true, encoding: .utf8)
}

var source = Source(seed: seed)
var targets = ""
var drivers: [String] = []
var runs = ""
var left = count
var protocolCount = 0

while left > 0 {
  let module = drivers.count
  var pool = TypePool(source: Source(seed: source.next()), modelCount: 40)
  var rest = min(left, requirementsPerModule)
  left -= rest
  var number = 0
  while rest > 0 {
    var size = min(rest, 15 + pool.source.below(21))
    rest -= size
    let generated = GeneratedProtocol(name: "P\(protocolCount)", size: &size, pool: &pool)
    protocolCount += 1
    number += 1
    write(
      "import DifferentialSupport\nimport Foundation\n" + generated.declarations,
      to: "Cases\(module)/\(generated.name).swift"
    )
    write(
      "import Cases\(module)\nimport DifferentialSupport\nimport Foundation\n" + generated.drivers,
      to: "Drivers\(module)/\(generated.name).swift"
    )
    runs += "    await runner.run(suite\(generated.name)())\n"
  }
  write("import DifferentialSupport\nimport Foundation\n" + pool.models + pool.kits, to: "Cases\(module)/Models.swift")
  drivers.append("Drivers\(module)")
  targets += """
      generated("Cases\(module)", ["DifferentialSupport"]),
      generated("Drivers\(module)", ["DifferentialSupport", "Cases\(module)"]),

    """
}

write(
  """
  import DifferentialSupport
  \(drivers.map { "import \($0)" }.joined(separator: "\n"))

  @main struct Differential {
    static func main() async {
      let runner = Runner(CommandLine.arguments)
  \(runs)    runner.finish()
    }
  }
  """,
  to: "Differential/Differential.swift"
)
write(
  """

  func generated(_ name: String, _ dependencies: [Target.Dependency], isMain: Bool = false) -> Target {
    let settings: [SwiftSetting] = [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]
    let path = "Generated/\\(name)"
    return isMain
      ? .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
      : .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
  }
  package.targets.removeAll { $0.type == .test }
  package.targets += [
  \(targets)  generated("Differential", ["DifferentialSupport", \(drivers.map { "\"\($0)\"" }.joined(separator: ", "))], isMain: true),
  ]

  """,
  to: "targets.txt"
)
