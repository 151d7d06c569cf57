internal import Understudy

#if canImport(Glibc)
  internal import Glibc
#endif

/// Checks that need no test library, for machines that have none: `Scripts/checks`, `Scripts/test-arm64`.
///
/// - Parameter 1: Part of the names of the checks that are to run; all by default.
@main struct Checks {
  static func main() async {
    let checklist = Checklist(only: CommandLine.arguments.dropFirst().first)
    await checklist.checkCalls()
    await checklist.checkResults()
    await checklist.checkMembers()
    await checklist.checkFunctions()
    await checklist.checkAsync()
    await checklist.checkEndings()
    print(checklist.sums)
    if !checklist.isPassed { exit(1) }
  }
}
