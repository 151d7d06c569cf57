import Foundation

/// This test program, run again for a single test.
struct ChildProcess {
  /// What the child printed, on both of its outputs.
  let output: String
  let status: Int32

  private static let mark = "UNDERSTUDY_CHILD_PROCESS"

  /// Whether this process is such a child.
  static var isCurrent: Bool { ProcessInfo.processInfo.environment[mark] != nil }

  /// - Parameter program: Another program than this one.
  init(program: URL? = nil, arguments: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = program ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.environment?[Self.mark] = "1"
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
