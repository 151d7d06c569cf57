/// How the library and its client were compiled.
public enum Configuration: String, CaseIterable, Sendable {
  case debug, release
}

/// What is measured. The raw value is its name in all output.
public enum Figure: String, CaseIterable, Sendable {
  case handWrittenCall = "call of a hand-written mock"
  case call = "stubbed call, 1 registration"
  case literalCall = "stubbed call, 1 registration of literals"
  case handWrittenLateCall = "call of a hand-written mock after 1,000,000 others"
  case lateCall = "stubbed call after 1,000,000 others"
  case tenRegistrations = "stubbed call, the last of 10 registrations"
  case hundredRegistrations = "stubbed call, the last of 100 registrations"
  case handWrittenAsyncCall = "async call of a hand-written mock"
  case asyncCall = "stubbed async call"
  case spyCall = "call that a spy forwards"
  case handWrittenConstruction = "construction of a hand-written mock"
  case construction = "construction of a stub"
  case configuredConstruction = "construction of a stub with one registration"
  case spyConstruction = "construction of a spy"
  case handWrittenVerification = "counting 10,000 calls of a hand-written mock"
  case verification = "verify after 10,000 calls"
  case literalVerification = "verify after 10,000 calls, with literals"
  case handWrittenThreads = "calls per second of 2 threads against 1, hand-written mock"
  case threads = "calls per second of 2 threads against 1"
  case heapPerCall = "heap per recorded call"
  case heapPerStub = "heap per live stub"
  case heapLeft = "heap left by a released stub"
  case firstStub = "first stub of a process"
  case secondProtocol = "stub of a second protocol"
  case closureProtocol = "first stub of a process, added by a closure parameter"
  case firstStubOf23000 = "first stub, program with 23,000 symbols"
  case secondProtocolOf23000 = "stub of a second protocol, program with 23,000 symbols"
  case firstStubOf223000 = "first stub, program with 223,000 symbols"
  case secondProtocolOf223000 = "stub of a second protocol, program with 223,000 symbols"
  case startUp = "start-up of a program that makes no double, added"
  case binaryGrowth = "a program grows by"
  case cleanBuild = "clean build of the library, processor time"
  case testSuite = "the library's own tests"

  /// The hand-written mock's figure that this one is compared with.
  public var reference: Figure? {
    switch self {
    case .call, .literalCall, .tenRegistrations, .hundredRegistrations, .spyCall: .handWrittenCall
    case .lateCall: .handWrittenLateCall
    case .asyncCall: .handWrittenAsyncCall
    case .construction, .configuredConstruction, .spyConstruction: .handWrittenConstruction
    case .verification, .literalVerification: .handWrittenVerification
    case .threads: .handWrittenThreads
    default: nil
    }
  }

  /// The unit of the value.
  public var unit: String {
    switch self {
    case .handWrittenCall, .handWrittenLateCall, .call, .literalCall, .lateCall, .tenRegistrations,
      .hundredRegistrations,
      .handWrittenAsyncCall, .asyncCall, .spyCall, .handWrittenConstruction:
      "ns"
    case .construction, .configuredConstruction, .spyConstruction, .handWrittenVerification, .verification,
      .literalVerification:
      "us"
    case .threads, .handWrittenThreads: "x"
    case .heapPerCall, .heapPerStub, .heapLeft: "B"
    case .firstStub, .secondProtocol, .closureProtocol, .firstStubOf23000, .secondProtocolOf23000, .firstStubOf223000,
      .secondProtocolOf223000, .startUp:
      "ms"
    case .binaryGrowth: "MB"
    case .cleanBuild, .testSuite: "s"
    }
  }

  /// What it may come to at most, or has to at least.
  public func bar(_ configuration: Configuration) -> Bar? {
    let isDebug = configuration == .debug
    return switch self {
    case .call, .literalCall, .lateCall: .times(isDebug ? 10 : 4)
    case .tenRegistrations: .times(isDebug ? 15 : 6)
    case .hundredRegistrations: .times(isDebug ? 60 : 15)
    case .asyncCall: .times(isDebug ? 15 : 8)
    case .spyCall: .times(isDebug ? 15 : 6)
    case .construction: .atMost(isDebug ? 15 : 3)
    case .configuredConstruction: .atMost(isDebug ? 30 : 6)
    case .spyConstruction: .atMost(isDebug ? 25 : 5)
    case .verification, .literalVerification: .atMost(isDebug ? 1500 : 100)
    case .threads: .atLeast(1)
    case .heapPerCall: .atMost(64)
    case .heapPerStub: .atMost(1024)
    case .heapLeft: .atMost(0)
    case .firstStub, .firstStubOf23000: .atMost(isDebug ? 15 : 4)
    case .secondProtocol, .secondProtocolOf23000, .secondProtocolOf223000: .atMost(isDebug ? 2 : 0.5)
    case .closureProtocol: .atMost(isDebug ? 1 : 0.2)
    case .firstStubOf223000: .atMost(isDebug ? 30 : 8)
    case .startUp: .atMost(1)
    case .cleanBuild: isDebug ? .atMost(15) : nil
    case .testSuite: isDebug ? .atMost(120) : nil
    case .handWrittenCall, .handWrittenLateCall, .handWrittenAsyncCall, .handWrittenConstruction,
      .handWrittenVerification, .handWrittenThreads, .binaryGrowth:
      nil
    }
  }
}

/// A limit.
public enum Bar: Sendable, CustomStringConvertible {
  /// As many times what the hand-written mock takes, at most.
  case times(Double)
  /// At most, in the figure's unit.
  case atMost(Double)
  /// At least, in the figure's unit.
  case atLeast(Double)

  public var description: String {
    switch self {
    case .times(let limit): "<= \(number(limit)) x"
    case .atMost(let limit): "<= \(number(limit))"
    case .atLeast(let limit): ">= \(number(limit))"
    }
  }

  private func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  public func allows(value: Double, ratio: Double?) -> Bool {
    switch self {
    case .times(let limit): ratio.map { $0 <= limit } ?? false
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }
}
