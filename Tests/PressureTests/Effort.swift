import Foundation

/// How much is tried: `Scripts/pressure` asks for more than there is time for in an ordinary run.
enum Effort {
  private static let factor = ProcessInfo.processInfo.environment["UNDERSTUDY_EFFORT"].flatMap { UInt64($0) } ?? 1

  static func rounds(_ usual: UInt64) -> UInt64 { usual * factor }
}
