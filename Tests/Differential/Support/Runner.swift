#if canImport(Glibc)
  internal import Glibc
#endif

/// Runs suites, prints what came of them, and says who was called if the process ends by a signal.
///
/// Arguments: `--seed N`, `--rounds N`, `--only Protocol[.requirement]`, `--callee conformer`, `spy` or `double`, and any
/// number of `--skip Protocol.requirement`.
public final class Runner {
  private var seed: UInt64 = 1
  private var rounds = 3
  private var only: String?
  private var callee: String?
  private var skipped: Set<String> = []
  private var findings = Findings()
  private var refusals: [String: Int] = [:]
  /// How many of a hundred requirements may be refused.
  private static let refusedAtMost = 2.0

  public init(_ arguments: [String]) {
    var arguments = arguments.dropFirst()
    while let option = arguments.popFirst(), let value = arguments.popFirst() {
      switch option {
      case "--seed": seed = UInt64(value) ?? seed
      case "--rounds": rounds = Int(value) ?? rounds
      case "--only": only = value
      case "--callee": callee = value
      case "--skip": skipped.insert(value)
      default: break
      }
    }
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] { signal(number, sayWhoWasCalled) }
  }

  /// Runs a suite.
  public func run<P>(_ suite: Suite<P>) async {
    if let only, only.split(separator: ".").first.map(String.init) != suite.name || skipped.contains(suite.name) {
      return
    }
    if skipped.contains(suite.name) { return }
    let found = await suite.run(
      seed: seed,
      rounds: rounds,
      callee: callee,
      isSkipped: { path in
        if let only, only.contains("."), only != path { return true }
        return skipped.contains(path)
      },
      started: { name in
        let bytes = name.utf8.prefix(underway.count - 1)
        for (index, byte) in bytes.enumerated() { underway[index] = byte }
        underwayCount = bytes.count
      }
    )
    findings.checked += found.checked
    findings.calls += found.calls
    findings.disagreements += found.disagreements
    findings.deviations += found.deviations
    findings.refused += found.refused
    if let reason = found.refusal {
      refusals[Self.kind(of: reason), default: 0] += found.refused
      print("refused \(suite.name): \(reason)")
    }
    for (word, items) in [("DISAGREEMENT", found.disagreements), ("The conformer deviates", found.deviations)] {
      for item in items {
        print("\(word): \(item.requirement) (\(item.callee))\n  \(item.declaration)")
        for complaint in item.complaints { print("  - \(complaint)") }
      }
    }
    // What has been found is told even if the next call crashes.
    fflush(nil)
  }

  /// What comes last in a refusal: it says what isn't supported, and is the same for all of its kind.
  private static func kind(of reason: String) -> String {
    String(reason.split(separator: "isn't supported: ").last ?? "")
  }

  /// Prints the sums and ends the process.
  public func finish() -> Never {
    for (reason, count) in refusals.sorted(by: { $0.value > $1.value }) {
      print("\(count) cases in protocols refused: \(reason)")
    }
    let share = 100 * Double(findings.refused) / Double(max(findings.refused + findings.checked, 1))
    print(
      "\(findings.checked) cases checked in \(findings.calls) calls, \(findings.disagreements.count) disagreements, "
        + "\(findings.deviations.count) conformers deviate, \(findings.refused) cases refused "
        + "(\((share * 10).rounded() / 10) %)"
    )
    if share >= Self.refusedAtMost { print("More than \(Self.refusedAtMost) % are refused.") }
    exit(findings.disagreements.isEmpty && share < Self.refusedAtMost ? 0 : 1)
  }
}

/// The requirement that is called, where a signal handler can read it.
private nonisolated(unsafe) let underway = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 200)
private nonisolated(unsafe) var underwayCount = 0

private func sayWhoWasCalled(_ number: CInt) {
  write(1, "\nCRASHED ", 9)
  write(1, underway.baseAddress, underwayCount)
  write(1, "\n", 1)
  signal(number, SIG_DFL)
  _exit(3)
}
