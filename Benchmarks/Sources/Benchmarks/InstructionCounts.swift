import Figures
import Glibc
import Instruments

/// The second measure: how many instructions are executed, which no other load changes.
enum InstructionCounts {
  /// Leaves a dump of callgrind for each piece of work, named for the figure and how often it was done.
  static func measure() async throws {
    guard instructions_are_counted() else {
      write_error("This isn't run by callgrind, or was built without its header.")
      exit(1)
    }
    let works =
      [Works.handWrittenCall] + Works.calls + [Works.handWrittenAsyncCall, Works.asyncCall]
      + [Works.handWrittenConstruction] + Works.constructions + [Works.handWrittenVerification] + Works.verifications
    // What the thread that waits has done comes with the first.
    instructions_start()
    instructions_end("nothing\t1")
    for work in works {
      let run = try await work.prepare()
      try await run(work.warmUp)
      let count = min(work.count, 1000)
      instructions_start()
      try await run(count)
      instructions_end("\(work.figure.rawValue)\t\(count)")
    }
  }
}
