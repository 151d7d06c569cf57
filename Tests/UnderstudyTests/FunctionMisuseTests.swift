import Testing
import Understudy

private protocol Walk {
  func walk(_ body: () -> Void)
  func maker() -> () -> Void
}

/// Functions that mustn't be called stop the process, and say why.
@Suite struct FunctionMisuseTests {
  @Test func `A function that isn't escaping, called after its call`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stub = try Stub<any Walk>()
      let walks = stub.when { $0.walk(Match.any()) }.thenDoNothing()
      stub().walk {}
      let bodies: [() -> Void] = walks.arguments()
      bodies[0]()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        "Understudy: a function that its call was not to keep (it isn't @escaping) was called after the call had ended.\n"
      )
    )
  }

  @Test func `A placeholder that is used`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stub = try Stub<any Walk>()
      stub.when { $0.maker()() }
    }
    let line = #line - 4
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        "Understudy: a placeholder was used as if it were a value. The closure of `when` and `verify` is run to see which "
          + "call is meant: make that one call, and don't use what it returns.\n"
          + "  The closure is that of when at \(#filePath):\(line), after maker().\n"
      )
    )
  }
}
