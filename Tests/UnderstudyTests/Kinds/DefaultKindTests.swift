import Testing
import Understudy

private protocol Logger {
  func log(_ message: String, level: Int, file: String, line: Int)
  func log(_ message: String, tags: String...)
  func sum(_ numbers: Int..., scaledBy factor: Double, named names: String...) -> Double
  func collect(_ values: Any...) async -> Int
  subscript(path: String...) -> Int { get }
}
extension Logger {
  func log(_ message: String, level: Int = 3, file: String = #file, line: Int = #line, unused: Void = ()) {
    log(message, level: level, file: file, line: line)
  }
  func warn(_ message: String) { log(message, level: 9) }
}

private protocol Page {
  func load(_ number: Int, size: Int) async throws -> [String]
}
extension Page {
  func load(_ number: Int) async throws -> [String] { try await load(number, size: 20) }
}

/// Arguments that a call needn't write.
@Suite struct DefaultKindTests {
  @Test func `Defaults from an extension, those of the call's place included`() throws {
    let stub = try Stub<any Logger>()
    stub.when { $0.log(Match.any(), level: Match.any(), file: Match.any(), line: Match.any()) }.thenDoNothing()
    stub().log("hello", unused: ())
    let line = #line - 1
    stub().warn("careful")
    stub.verify { $0.log("hello", level: 3, file: #file, line: line) }
    stub.verify {
      $0.log(Match.equal("careful"), level: Match.equal(9), file: Match.hasSuffix(".swift"), line: Match.any())
    }
    // What an extension adds may be used in `when` as well: it makes the call that is meant.
    stub.verify { $0.log("hello", line: line, unused: ()) }
  }

  @Test func `An overload in an extension calls the double`() async throws {
    let stub = try Stub<any Page>()
    await stub.when { try await $0.load(1) }.thenReturn(["a"])
    #expect(try await stub().load(1, size: 20) == ["a"])
    await stub.verify { try await $0.load(1) }
  }

  @Test func `Variadic parameters`() async throws {
    let stub = try Stub<any Logger>()
    stub.when { $0.log("a", tags: "x", "y") }.thenDoNothing()
    stub.when { $0.log(Match.any(), tags: Match.any()) }.thenDoNothing()
    stub.when { $0.sum(Match.any(), scaledBy: Match.any(), named: Match.any()) }
      .then { (numbers: [Int], factor: Double, names: [String]) in
        Double(numbers.reduce(0, +)) * factor + Double(names.count)
      }
    await stub.when { await $0.collect(Match.any()) }.then { (values: [Any]) in values.count }
    stub.when { $0["a", "b"] }.thenReturn(2)
    let logger = stub()
    logger.log("a", tags: "x", "y")
    logger.log("b")
    #expect(logger.sum(1, 2, 3, scaledBy: 2, named: "n") == 13)
    #expect(logger.sum(scaledBy: 2) == 0)
    #expect(await logger.collect(1, "two", 3.0) == 3)
    #expect(logger["a", "b"] == 2)
    stub.verify { $0.log("b") }
    stub.verify { $0.sum(1, 2, 3, scaledBy: 2, named: "n") }
  }
}
