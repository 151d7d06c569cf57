import Foundation
import PressureSupport
import Testing

/// What calls cost, as the program `CallCosts` measures it.
@Suite(.enabled(if: !ChildProcess.isCurrent && !pressure_is_instrumented(), "the sanitizers allocate themselves"))
struct CallCostTests {
  @Test func `A call with scalars, strings or references allocates nothing, but for the growth of the log`() throws {
    // Built beside the tests.
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let child = try ChildProcess(program: folder.appending(component: "CallCosts"), arguments: [])
    let counts = child.output.matches(of: #/([a-z ]+): ([0-9.]+) allocations/#).map { (String($0.1), Double($0.2)!) }
    #expect(
      counts.map(\.0) == ["scalars and strings", "a string as result", "references", "a getter", "a setter", "async"],
      "\(child.output)"
    )
    // The log grows by the calls that it has.
    #expect(counts.allSatisfy { $0.1 < 0.03 }, "\(child.output)")
  }
}
