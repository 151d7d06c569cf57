import Foundation
import Testing

/// A page for users, and the parts of this target's sources that it shows.
struct Page: Sendable, CustomTestStringConvertible {
  /// The page's path in the package.
  let path: String
  /// The word in the markers around the parts.
  let mark: String

  static let readme = Page(path: "README.md", mark: "README")
  static let migrating = Page(path: "Docs/Migrating.md", mark: "MIGRATING")

  var testDescription: String { path }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private func lines() throws -> [String] {
    let file = Self.folder.appendingPathComponent("../../\(path)").standardizedFileURL
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The Swift code blocks.
  func swiftBlocks() throws -> [String] {
    Self.regions(of: try lines(), from: "```swift", to: "```")
  }

  /// The text block that follows a line.
  func text(afterLine line: String) throws -> String? {
    let rest = try lines().drop { $0 != line }
    return Self.regions(of: Array(rest), from: "```text", to: "```").first
  }

  /// The parts of this target's sources between the markers.
  func shownCode() throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "swift" }.flatMap { file in
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      return Self.regions(of: lines, from: "// \(mark): begin", to: "// \(mark): end")
    }
  }

  /// What lies between lines that say `begin` and `end`, without the indentation of the `begin`.
  private static func regions(of lines: [String], from begin: String, to end: String) -> [String] {
    var regions: [String] = []
    var current: (indentation: Int, lines: [String])?
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      if let region = current {
        if text == end {
          regions.append(region.lines.joined(separator: "\n"))
          current = nil
        } else {
          let indentation = line.prefix { $0 == " " }.count
          current?.lines.append(String(line.dropFirst(min(indentation, region.indentation))))
        }
      } else if text == begin {
        current = (line.prefix { $0 == " " }.count, [])
      }
    }
    return regions
  }
}
