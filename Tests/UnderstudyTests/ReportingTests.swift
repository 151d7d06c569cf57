import Synchronization
import Testing
import Understudy

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct ReportingTests {

  @Test func `A failure belongs to the user's line`() throws {
    let stub = try Stub<any Shop>()
    let creation = #line - 1
    #expect(issueLines { stub.verify { $0.close() } } == [#line])
    #expect(issueLines { stub.verifyNoMoreInteractions() } == [])
    #expect(issueLines { stub.when { _ in } } == [#line])
    let close = stub.when { $0.close() }
    #expect(issueLines { close.verify() } == [#line])
    #expect(issueLines { stub().close() } == [creation])
    #expect(issueLines { stub.verifyNoInteractions() } == [#line])
  }

  @Test func `A failure tells its file`() throws {
    let stub = try Stub<any Shop>()
    var found: TestDoubleIssue?
    let find = { (issue: TestDoubleIssue) in found = issue }
    TestDoubles.withIssueHandler(find) { stub.verify { $0.close() } }
    let issue = try #require(found)
    #expect(issue.sourceLocation.fileID == #fileID)
    #expect(issue.sourceLocation.filePath == #filePath)
    #expect(issue.sourceLocation.column > 1)
    #expect(issue.description == "\(#filePath):\(issue.sourceLocation.line): error: \(issue.message)")
  }

  @Test func `A failure goes to the running test`() throws {
    let stub = try Stub<any Shop>()
    let line = #line + 2
    withKnownIssue {
      stub.verify { $0.close() }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID
        && issue.comments.first?.rawValue.hasPrefix("verify failed: expected exactly 1 call of close(), got 0.") == true
    }
  }

  @Test func `A matcher outside of a closure is a failure of the running test`() {
    withKnownIssue { _ = Match.any(Int.self) }
  }

  @Test func `What fails in a handler goes to the running test, or to a handler within`() throws {
    let stub = try Stub<any Shop>()
    var count = 0
    var inner = 0
    let verify = { stub.verify { $0.close() } }
    withKnownIssue {
      TestDoubles.withIssueHandler({ _ in
        count += 1
        TestDoubles.withIssueHandler({ _ in inner += 1 }, verify)
        verify()
      }) { verify() }
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("verify failed: expected exactly 1 call of close(), got 0.") == true
    }
    #expect((count, inner) == (1, 1))
  }

  @Test func `The innermost handler takes the failure`() throws {
    let stub = try Stub<any Shop>()
    var outer = 0
    var inner = 0
    let countOuter = { (_: TestDoubleIssue) in outer += 1 }
    let countInner = { (_: TestDoubleIssue) in inner += 1 }
    TestDoubles.withIssueHandler(countOuter) {
      TestDoubles.withIssueHandler(countInner) { stub.verify { $0.close() } }
    }
    #expect((outer, inner) == (0, 1))
  }

  @Test func `The handler of a stub's creation hears of its calls on other tasks`() async throws {
    let messages = Mutex<[String]>([])
    let collect = { (issue: TestDoubleIssue) in messages.withLock { $0.append(issue.message) } }
    let stub = try TestDoubles.withIssueHandler(collect) { try Stub<any Shop>() }
    await Task.detached { stub().close() }.value
    #expect(messages.withLock { $0.count } == 1)
  }

  @Test func `A stub of an unsupported type is refused with an explanation`() {
    let error = #expect(throws: StubError.self) { try Stub<Int>() }
    #expect(
      error?.description == """
        Can't make a double of Int: It isn't a protocol type.
          What to do: Name the protocol that Int conforms to, with `any`: Stub<any SomeProtocol>().
        """
    )
  }

  @Test func `A process-wide handler takes what no other handler takes`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      TestDoubles.setIssueHandler { issue in
        if issue.message.hasPrefix("verify failed") { exit(3) }
      }
      let stub = try Stub<any Shop>()
      stub.verify { $0.close() }
    }
  }
}
