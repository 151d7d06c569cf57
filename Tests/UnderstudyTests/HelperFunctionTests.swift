import Testing
import Understudy

/// A helper function passes its caller's place on, and failures point there.
@Suite struct HelperFunctionTests {
  private let shop: Stub<any Shop>

  init() throws {
    shop = try Stub<any Shop>()
  }

  /// The places of the failures in a closure, which gets the place to pass on.
  private func places(
    _ body: (StaticString, StaticString, UInt, UInt) async throws -> Void
  ) async rethrows -> [String] {
    var places: [String] = []
    let find = { (issue: TestDoubleIssue) in
      let place = issue.sourceLocation
      places.append("\(place.fileID) \(place.filePath):\(place.line):\(place.column)")
    }
    try await TestDoubles.withIssueHandler(find) { try await body("Helped/File.swift", "/Helped/File.swift", 4711, 7) }
    return places
  }
  private let given = "Helped/File.swift /Helped/File.swift:4711:7"

  @Test func `Checks of counts`() async {
    let close = shop.when { $0.close() }
    let found = await places { file, path, line, column in
      shop.verify(fileID: file, filePath: path, line: line, column: column) { $0.close() }
      await shop.verify(fileID: file, filePath: path, line: line, column: column) { await $0.refresh() }
      await shop.verify(within: .zero, fileID: file, filePath: path, line: line, column: column) { $0.close() }
      close.verify(fileID: file, filePath: path, line: line, column: column)
      await close.verify(within: .zero, fileID: file, filePath: path, line: line, column: column)
      await close.waitForCompletion(within: .zero, fileID: file, filePath: path, line: line, column: column)
      _ = await close.stream().next(within: .zero, fileID: file, filePath: path, line: line, column: column)
      let _: [Int] = close.arguments(fileID: file, filePath: path, line: line, column: column)
    }
    #expect(found == Array(repeating: given, count: 8))
  }

  @Test func `Checks of order`() async {
    let found = await places { file, path, line, column in
      shop.verifyInOrder(fileID: file, filePath: path, line: line, column: column) { $0.close() }
      await shop.verifyInOrder(fileID: file, filePath: path, line: line, column: column) { _ = await $0.refresh() }
      InvocationOrder(fileID: file, filePath: path, line: line, column: column) { shop().close() }
      await InvocationOrder(fileID: file, filePath: path, line: line, column: column) { _ = await shop().refresh() }
    }
    #expect(found == Array(repeating: given, count: 4))
  }

  @Test func `Checks of everything`() async {
    shop.when { $0.close() }.thenDoNothing()
    shop.when { $0.note(Match.any()) }.thenDoNothing()
    shop().close()
    let found = await places { file, path, line, column in
      shop.verifyNoMoreInteractions(fileID: file, filePath: path, line: line, column: column)
      shop.verifyNoInteractions(fileID: file, filePath: path, line: line, column: column)
      shop.verifyNoUnusedStubs(fileID: file, filePath: path, line: line, column: column)
    }
    #expect(found == Array(repeating: given, count: 3))
  }

  @Test func `Registrations and doubles`() async throws {
    let found = try await places { file, path, line, column in
      shop.when(fileID: file, filePath: path, line: line, column: column) { _ in }
      _ = await shop.when(fileID: file, filePath: path, line: line, column: column) { _ in await Task.yield() }
      shop.when(fileID: file, filePath: path, line: line, column: column) { $0.price(of: "a") }.thenReturn(1, times: 0)
      try Stub<any Shop>(fileID: file, filePath: path, line: line, column: column)().close()
      try Stub<any Shop>.make(fileID: file, filePath: path, line: line, column: column).close()
      try await Stub<any Shop>.make(fileID: file, filePath: path, line: line, column: column) { _ in await Task.yield()
      }
      .close()
      Stub<any Shop>.makeOrStop(fileID: file, filePath: path, line: line, column: column).close()
    }
    #expect(found == Array(repeating: given, count: 7))
  }

  @Test func `Checks at the end of a test`() async throws {
    let found = try await places { file, path, line, column in
      try TestDoubles.withChecks(strict: true) {
        let shop = try Stub<any Shop>(fileID: file, filePath: path, line: line, column: column)
        shop.when(fileID: file, filePath: path, line: line, column: column) { $0.close() }.thenDoNothing()
        shop.when(fileID: file, filePath: path, line: line, column: column) { $0.note(nil) }.thenDoNothing()
        shop().close()
      }
    }
    #expect(found == Array(repeating: given, count: 2))
  }
}
