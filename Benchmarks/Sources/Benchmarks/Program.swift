import Figures
import Glibc
import Instruments

/// Measures, and prints rows for `Report`: figure, configuration, value, ratio, with tabs in between.
@main enum Program {
  static func main() throws {
    switch CommandLine.arguments.dropFirst().first {
    case "measure": try measure()
    case "calls": try measureCalls()
    case "threads": try Threads.measure(rounds: 101)
    case "instructions": wait { try await InstructionCounts.measure() }
    case "first": try Starts.first()
    case "plain": try Starts.plain()
    case "closure": try Starts.closure()
    default:
      write_error("Scripts/bench runs this.")
      exit(1)
    }
  }

  private static func measureCalls() throws {
    write_lines_at_once()
    keep_allocator_as_it_starts()
    wait {
      try await Work.compare(Works.handWrittenCall, Works.calls, rounds: 51)
      try await Work.compare(Works.handWrittenLateCall, [Works.lateCall], rounds: 51)
    }
  }

  private static func measure() throws {
    try measureCalls()
    wait {
      try await Work.compare(Works.handWrittenAsyncCall, [Works.asyncCall], rounds: 51)
      try await Work.compare(Works.handWrittenConstruction, Works.constructions, rounds: 51)
      try await Work.compare(Works.handWrittenVerification, Works.verifications, rounds: 15)
    }
    try Threads.measure(rounds: 101)
    try Heap.measure()
    Starts.measure(rounds: 25)
  }
}
