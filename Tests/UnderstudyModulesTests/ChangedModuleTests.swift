import Foundation
import Testing
import UnderstudyModules

/// A module's file may change while it is read: that is an error, not the end of the process.
@Suite struct ChangedModuleTests {
  private let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(component: "understudy-\(UUID()).swiftmodule").path
    try FileManager.default.copyItem(atPath: try SystemModules.serialized("FoundationEssentials"), toPath: path)
  }

  private func problem(after change: (String) throws -> Void) throws -> ModuleError? {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let module = try SerializedModule(file: path)
    try change(path)
    do {
      _ = try module.nominals(at: ["Date"])
      return nil
    } catch {
      return error
    }
  }

  @Test func truncated() throws {
    let error = try problem { #expect(truncate($0, 5000) == 0) }
    #expect(error?.description == "\(path) has changed since it was opened")
  }

  @Test func written() throws {
    let error = try problem { path in
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.write(contentsOf: Data([1, 2, 3]))
      try file.close()
    }
    #expect(error == .unreadable(path: path, errno: ESTALE))
  }

  @Test func removed() throws {
    let error = try problem { try FileManager.default.removeItem(atPath: $0) }
    #expect(error == .unreadable(path: path, errno: ENOENT))
  }
}
