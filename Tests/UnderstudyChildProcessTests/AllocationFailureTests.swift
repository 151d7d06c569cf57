import Foundation
import PressureSupport
import Testing

/// Doubles in a process that has no memory for them. What Swift's runtime allocates itself, it also reports itself.
@Suite(.enabled(if: !ChildProcess.isCurrent && !pressure_is_instrumented(), "the sanitizers allocate themselves"))
struct AllocationFailureTests {
  private func run(_ arguments: String...) throws -> ChildProcess {
    // Built beside the tests.
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    return try ChildProcess(
      program: folder.appending(component: "Pressure"),
      arguments: arguments,
      // Backtraces take longer than all the rest.
      environment: ["SWIFT_BACKTRACE": "enable=no"]
    )
  }

  @Test func `Each of the library's own allocations fails with a sentence`() throws {
    var (stopped, refused) = (0, 0)
    // The first ones are made for the first double of the process; then the same ones come again and again.
    var number = 0
    while true {
      number += 1 + number / 4
      let child = try run("failing", "\(number)")
      if child.output.contains("all succeeded") { break }
      if child.status == 0 {
        // What was to be read couldn't be: either it is to be had elsewhere, or the double is refused.
        #expect(child.output.contains("failed\n"), "\(number): \(child.output)")
        refused += 1
      } else {
        let ending = #/Understudy: there is no memory left \(\d+ bytes were needed\)\.\n/#
        #expect(child.output.contains(ending), "\(number): \(child.output)")
        stopped += 1
      }
    }
    #expect(stopped > 0 && refused > 0)
  }
}
