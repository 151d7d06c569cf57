internal import DifferentialHeap
internal import Understudy
internal import UnderstudyFabrication

/// One requirement and the code that calls it.
public struct Case<P> {
  public var name: String
  public var declaration: String
  /// Whether the call is made on another thread. What the threads' queues keep for each other then hides what is left behind.
  public var isElsewhere: Bool
  /// Whether the call mentions `Self`, which is another type where a double passes it on.
  public var mentionsSelf: Bool
  public var drive: (inout P, Script) async -> Void

  public init(
    _ name: String,
    _ declaration: String,
    isElsewhere: Bool = false,
    mentionsSelf: Bool = false,
    _ drive: @escaping (inout P, Script) async -> Void
  ) {
    self.isElsewhere = isElsewhere
    self.mentionsSelf = mentionsSelf
    self.name = name
    self.declaration = declaration
    self.drive = drive
  }
}

/// What came of a protocol.
public struct Findings: Sendable {
  public struct Disagreement: Sendable {
    public var requirement: String
    public var declaration: String
    /// Who was called: the spy or the double.
    public var callee: String
    public var complaints: [String]
  }

  public var checked = 0
  public var calls = 0
  public var disagreements: [Disagreement] = []
  /// What went wrong with the conformer, so that there is nothing to compare with: faults of the compiler's, or of these
  /// tests.
  public var deviations: [Disagreement] = []
  /// Why the protocol got no double, and how many requirements weren't checked therefore.
  public var refusal: String?
  public var refused = 0

  public init() {}
}

/// The requirements of a protocol.
public struct Suite<P> {
  public var name: String
  private let conformer: () -> P
  private let cases: [Case<P>]

  public init(_ name: String, conformer: @escaping () -> P, cases: [Case<P>]) {
    self.name = name
    self.conformer = conformer
    self.cases = cases
  }

  /// Calls every requirement on the conformer, on a spy that forwards to another conformer, and on a double that answers
  /// itself.
  ///
  /// - Parameters:
  ///   - seed: Decides on the values.
  ///   - rounds: How many calls are made of each requirement.
  ///   - callee: Which of them is called, `conformer`, `spy` or `double`; `nil` for all.
  ///   - isSkipped: Whether a requirement, named `Protocol.requirement`, is left out.
  ///   - started: Told the requirement and the callee before each call.
  public func run(
    seed: UInt64,
    rounds: Int = 3,
    callee: String? = nil,
    isSkipped: (String) -> Bool = { _ in false },
    started: (String) -> Void = { _ in }
  ) async -> Findings {
    var findings = Findings()
    started("\(name) making")
    let type: DoubleType
    do {
      type = try DoubleType.of(like: conformer())
    } catch {
      findings.refusal = error.reason
      findings.refused = cases.count
      return findings
    }
    _ = eternal  // made before objects are counted
    var callees = [
      Callee(name: "conformer", value: conformer()),
      Callee(name: "double", value: type.makeValue(as: P.self, receiver: ScriptReceiver())),
    ]
    // Spies are refused where `Self` lies in other types. What a spy remembers isn't left behind by the call.
    if let spy = try? Spy<P>.make(forwardingTo: conformer()) {
      callees.insert(Callee(name: "spy", value: spy(), settle: spy.reset), at: 1)
    } else if let made = try? DoubleType.of(target: conformer(), refusesSelf: false) {
      // What lies below them does for the other requirements: what mentions `Self` isn't called on it.
      let value = made.type.makeValue(as: P.self, receiver: PassingOn(), target: made.target)
      callees.insert(Callee(name: "spy", value: value), at: 1)
    }
    callees = callees.filter { callee == nil || $0.name == callee }
    for (number, item) in cases.enumerated() {
      let path = "\(name).\(item.name)"
      if isSkipped(path) { continue }
      for index in callees.indices where !(item.mentionsSelf && callees[index].name == "spy") {
        let callee = callees[index].name
        started("\(path) \(callee)")
        var complaints = await complaints(about: item, number, on: &callees[index], seed, rounds, &findings.calls)
        if complaints.isEmpty, !item.isElsewhere {
          let leak = await leakedBytes(item, on: &callees[index], seed: seed)
          if leak > 0 { complaints.append("\(leak) bytes more in use after each call") }
        }
        if complaints.isEmpty { continue }
        let found = Findings.Disagreement(
          requirement: path,
          declaration: item.declaration,
          callee: callee,
          complaints: complaints
        )
        if callee == "conformer" {
          // There is nothing to compare with.
          findings.deviations.append(found)
          break
        }
        findings.disagreements.append(found)
      }
      findings.checked += 1
    }
    return findings
  }

  /// Who is called.
  private struct Callee {
    var name: String
    var value: P
    /// Lets go of what it remembers of its calls.
    var settle: () -> Void = {}
  }

  /// What went wrong with some calls of a requirement.
  private func complaints(
    about item: Case<P>,
    _ number: Int,
    on callee: inout Callee,
    _ seed: UInt64,
    _ rounds: Int,
    _ calls: inout Int
  ) async -> [String] {
    for round in 0..<rounds {
      let script = Script(seed: seed &* 31 &+ UInt64(number * rounds + round))
      let alive = Counted.live
      Script.current = script
      await item.drive(&callee.value, script)
      script.finish()
      var complaints = script.complaints
      Script.current = Script(seed: 0)
      callee.settle()
      let left = Counted.live - alive
      if left != 0 { complaints.append("\(left) objects more than before the call") }
      calls += 1
      if !complaints.isEmpty { return complaints }
    }
    return []
  }

  /// The bytes that every call with the same values leaves behind.
  private func leakedBytes(_ item: Case<P>, on callee: inout Callee, seed: UInt64) async -> Int {
    var least = Int.max
    var before = 0
    // What is kept for good, or by the allocator, shows in the first calls only. What other threads take meanwhile shows in
    // some; what a call leaves behind shows in all, however many.
    for call in 0..<300 {
      // Another thread keeps memory of its own for what it is asked for.
      let script = Script(seed: seed, maySuspend: false)
      Script.current = script
      await item.drive(&callee.value, script)
      Script.current = Script(seed: 0)
      callee.settle()
      let after = Int(differential_bytes_in_use())
      if call > 1 { least = min(least, after - before) }
      if least <= 0 { return 0 }
      before = after
    }
    return least
  }
}

/// A suite of any protocol.
public struct AnySuite: Sendable, CustomStringConvertible {
  public let description: String
  private let body: @Sendable (UInt64) async -> Findings

  public init<P>(_ suite: @autoclosure @escaping @Sendable () -> Suite<P>) {
    description = suite().name
    body = { seed in await suite().run(seed: seed) }
  }

  public func run(seed: UInt64) async -> Findings {
    await body(seed)
  }
}
