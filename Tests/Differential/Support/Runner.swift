#if canImport(Glibc)
  internal import Glibc
#endif
internal import Foundation

/// Runs suites, prints what came of them, and says who was called if the process ends by a signal.
///
/// Arguments: `--seed N`, `--rounds N`, `--only Protocol[.requirement]`, `--callee conformer` or `double`, and any number of
/// `--skip Protocol.requirement`.
public final class Runner {
  private var seed: UInt64 = 1
  private var rounds = 3
  private var only: String?
  private var callee: String?
  private var skipped: Set<String> = []
  private var findings = Findings()
  private var refusals: [String: Int] = [:]

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
    if let reason = found.refusal {
      // What comes last says what isn't supported, and is the same for all of its kind.
      refusals[reason.components(separatedBy: "isn't supported: ").last ?? reason, default: 0] += 1
      print("refused \(suite.name): \(reason)")
    }
    for item in found.disagreements {
      print("DISAGREEMENT \(item.requirement) (\(item.callee))\n  \(item.declaration)")
      for complaint in item.complaints { print("  - \(complaint)") }
    }
    // What has been found is told even if the next call crashes.
    fflush(nil)
  }

  /// Prints the sums and ends the process.
  public func finish() -> Never {
    for (reason, count) in refusals.sorted(by: { $0.value > $1.value }) {
      print("\(count) protocols refused: \(reason)")
    }
    print(
      "\(findings.checked) requirements checked in \(findings.calls) calls, "
        + "\(findings.disagreements.count) disagreements, \(refusals.values.reduce(0, +)) protocols refused"
    )
    exit(findings.disagreements.isEmpty ? 0 : 1)
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
