// Writes the source text of differential tests:
//   DifferentialGenerator random <folder> <seed> <requirements> <platform>   modules of protocols made up at random
//   DifferentialGenerator catalogue <file>...                                a module with every type in every position
// The platform that random ones run on is `host` or `arm64`.

internal import Foundation

func write(_ text: String, to path: String) throws {
  // What hasn't changed isn't compiled again.
  if (try? String(contentsOfFile: path, encoding: .utf8)) == text { return }
  let url = URL(fileURLWithPath: path)
  try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try text.write(to: url, atomically: true, encoding: .utf8)
}

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "random" where arguments.count == 5:
  let folder = arguments[2]
  guard let seed = UInt64(arguments[3]), let count = Int(arguments[4]), let platform = Platform.named(arguments[5])
  else {
    exit(2)
  }
  let files = RandomModules(seed: seed, requirementCount: count, platform: platform).files
  // What an earlier run left is no part of this one.
  let kept = Set(files.map(\.path))
  for case let path as String in FileManager.default.enumerator(atPath: folder) ?? .init()
  where path.hasSuffix(".swift") && !kept.contains(path) {
    try FileManager.default.removeItem(atPath: "\(folder)/\(path)")
  }
  for file in files { try write(file.text, to: "\(folder)/\(file.path)") }
case "catalogue" where arguments.count > 1:
  let paths = arguments.dropFirst()
  for (path, text) in zip(paths, Catalogue().texts(count: paths.count)) { try write(text, to: path) }
default:
  print("usage: DifferentialGenerator random <folder> <seed> <requirements> <platform> | catalogue <file>...")
  exit(2)
}
