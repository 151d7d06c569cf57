import Foundation
import Testing

/// Behaviours of the wrong type, given to the compiler.
@Suite(.enabled(if: !ChildProcess.isCurrent && Compiler.products != nil)) struct WrongTypesTests {
  private static let program = """
    import Understudy

    enum Mood { case good, bad }

    protocol Shop {
      func price(of item: String) -> Int
      func log(_ line: String)
      func load(_ id: Int) async throws -> String
      func bump(_ x: inout Int) -> Int
      var open: Bool { get set }
      var ratio: Double? { get }
      var sizes: [Int] { get }
      var names: [String]? { get }
      var mood: Mood? { get }
      var onError: ((String) -> Void)? { get }
    }

    func misfits(_ stub: Stub<any Shop>) async {
      stub.when { $0.price(of: "a") }.thenReturn("x")
      stub.when { $0.price(of: "a") }.thenReturn(())
      stub.when { $0.price(of: "a") }.thenDoNothing()
      stub.when { $0.price(of: "a") }.then { "x" }
      stub.when { $0.price(of: "a") }.then { (item: String) in "x" }
      stub.when { $0.price(of: "a") }.then { (item: String) in print(item) }
      stub.when { $0.price(of: "a") }.then { (item: String) in let twice = item + item; return twice }
      stub.when { $0.price(of: "a") }.thenForEachCall { attempt in "x" }
      stub.when { $0.price(of: "a") }.thenReturn(["x"])
      stub.when { $0.price(of: "a") }.thenReturn([1])
      stub.when { $0.price(of: "a") }.thenReturn("x", after: .seconds(1))
      stub.when { $0.price(of: "a") }.thenCall(with: 1, returning: "x")
      stub.when { $0.price(of: "a") }.thenCall(with: 1)
      stub.when { $0.sizes }.thenReturn(["x"])
      stub.when { $0.open }.thenReturn(1)
      stub.when { $0.open = true }.thenReturn(1)
      await stub.when { try await $0.load(1) }.thenReturn(1)
      await stub.when { try await $0.load(1) }.thenDoNothing()
      await stub.when { try await $0.load(1) }.then { 1 }
      await stub.when { try await $0.load(1) }.then { (id: Int) async in id }
      var scratch = 0
      stub.when { $0.bump(&scratch) }.then { (x: inout Int) in x += 1 }
    }

    func fits(_ stub: Stub<any Shop>) async {
      let price: CallPattern<any Shop, Int> = stub.when { $0.price(of: "a") }
      price.thenReturn(1, 2)
      stub.when { $0.price(of: "a") }.then { (item: String) in item.count }
      stub.when { $0.price(of: "a") }.then { (item: String) in let twice = item + item; return twice.count }
      stub.when { $0.log("a") }.then { (line: String) in print(line) }
      stub.when { $0.log("a") }.then { (line: String) in let twice = line + line; print(twice) }
      stub.when { $0.log("a") }.thenDoNothing().thenReturn(())
      stub.when { $0.open = true }.thenDoNothing()
      stub.when { $0.price(of: "a") }.thenReturn(contentsOf: [1, 2]).thenReturn(contentsOf: [5].lazy.map { $0 + 1 })
      stub.when { $0.sizes }.thenReturn([]).thenReturn([1, 2]).thenReturn([1], []).thenReturn(contentsOf: [[1], []])
      stub.when { $0.names }.thenReturn([]).thenReturn(nil).thenReturn(["a"]).thenReturn(contentsOf: [nil, ["a"]])
      stub.when { $0.mood }.thenReturn(.good).thenReturn(nil).thenReturn(contentsOf: [.bad, nil])
      stub.when { $0.ratio }.thenReturn(1).thenReturn(contentsOf: [1, nil]).thenReturn(nil)
      stub.when { $0.ratio }.thenReturn(1, nil)
      stub.when { $0.ratio }.then { 1 }
      stub.when { $0.onError }.thenReturn({ print($0) })
      await stub.when { try await $0.load(1) }.thenReturn("x", after: .seconds(1)).thenReturn("y", times: 2)
      await stub.when { try await $0.load(1) }.then { "x" }
      await stub.when { try await $0.load(1) }.then { (id: Int) async in "\\(id)" }
    }

    """

  @Test(arguments: ["5", "6"]) func `A behaviour that doesn't return what the call returns doesn't compile`(
    mode: String
  )
    throws
  {
    let lines = Self.program.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("func misfits") })
    let end = try #require(lines.firstIndex { $0.hasPrefix("func fits") })
    let misfits = lines[start..<end].indices.filter { lines[$0].contains("stub.when") }.map { $0 + 1 }

    let compiler = try Compiler(typechecking: Self.program, mode: mode)

    #expect(compiler.lines(of: "error") == misfits, "\(compiler.output)")
    #expect(
      compiler.output.contains(
        "warning: 'when(fileID:filePath:line:column:_:_:)' is deprecated: "
          + "the behaviour that follows doesn't return what the call returns"
      )
    )
  }
}

/// The compiler that this was built with, looking at a file that uses the library.
private struct Compiler {
  let output: String

  /// The folder with the modules and module maps of this build, where it is a build of a kind that has them in known places.
  static let products: URL? = {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let module = folder.appending(components: "Modules", "Understudy.swiftmodule").path
    return FileManager.default.fileExists(atPath: module) ? folder : nil
  }()

  init(typechecking program: String, mode: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(component: "understudy-\(UUID()).swift")
    try program.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let products = try #require(Self.products)
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let moduleMaps = [
      products.appending(path: "UnderstudyTrampolines.build/module.modulemap"),
      package.appending(path: "Sources/UnderstudyCFFI/module.modulemap"),
    ]
    output = try ChildProcess(
      program: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["swiftc", "-typecheck", "-swift-version", mode, "-I", products.appending(path: "Modules").path]
        + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] } + [file.path]
    ).output.replacingOccurrences(of: file.path, with: "FILE")
  }

  /// The lines that diagnostics of a kind point to, in order.
  func lines(of kind: String) -> [Int] {
    let numbers = output.split(separator: "\n").compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 3)
      guard parts.count == 4, parts[0] == "FILE", parts[3].hasPrefix(" \(kind):") else { return nil }
      return Int(parts[1])
    }
    return Set(numbers).sorted()
  }
}
