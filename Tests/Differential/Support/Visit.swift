/// A function that a kit has made: what all its copies refer to.
public final class Callback: @unchecked Sendable {
  // Sendable: nothing changes after it is made.

  fileprivate let number: UInt64
  /// Found out about if the function's context is released too often or too rarely.
  fileprivate let token: Counted

  public init(_ source: inout Source) {
    number = source.next()
    token = Counted(&source)
  }

  /// Says that the function has been called.
  public func enter() -> Visit {
    guard let visit = Visit.current else { fatalError("a function was called that nobody called") }
    visit.callee = self
    return visit
  }
}

/// One call of a function: both ends compare what they see, and complain to the script of the call under way.
public final class Visit: @unchecked Sendable {
  // Sendable: one call is made at a time.

  fileprivate nonisolated(unsafe) static var current: Visit?

  private let outer: Visit?
  private let script: Script
  private var source: Source
  fileprivate var callee: Callback?
  private var sent: [UInt64] = []
  private var throwsNow = false
  private var suspends = false
  private var errorDigest: UInt64?
  private var resultDigest: UInt64?
  private var writtenBack: [Int: UInt64] = [:]

  // MARK: The caller

  public init() {
    outer = Visit.current
    script = Script.current
    source = Source(seed: script.nextVisitSeed())
  }

  /// The next argument.
  public func send<T>(_ kit: Kit<T>) -> T {
    let value = kit.make(&source)
    sent.append(kit.digest(of: value))
    return value
  }

  /// Says that the call comes next.
  public func start(throws canThrow: Bool) {
    throwsNow = canThrow && source.once(in: 3)
    suspends = source.once(in: 2) && script.maySuspend
    Visit.current = self
  }

  /// Compares the result that came back.
  public func received<T>(_ kit: Kit<T>, _ value: T) {
    guard let resultDigest else { return complain("returned, but its body didn't") }
    if kit.digest(of: value) != resultDigest { complain("its result \(T.self) is another one") }
  }

  /// Compares the error that came back.
  public func caught<E: Error>(_ kit: Kit<E>, _ error: E) {
    guard let errorDigest else { return complain("threw, but its body didn't") }
    if kit.digest(of: error) != errorDigest { complain("its error is another one: \(error)") }
    self.errorDigest = nil
  }

  /// Compares what an `inout` argument holds after the call.
  public func changed<T>(_ index: Int, _ kit: Kit<T>, _ value: T) {
    if kit.digest(of: value) != writtenBack[index] { complain("its inout argument \(index) \(T.self) after the call") }
  }

  /// Says that the call is over, and which function it was.
  public func finish(_ digest: inout Digest) {
    Visit.current = outer
    if errorDigest != nil { complain("returned, but its body threw") }
    guard let callee else { return complain("wasn't called") }
    digest.add(callee.number)
    callee.token.feed(&digest)
  }

  private func complain(_ text: String) { script.complain("a function \(text)") }

  // MARK: The callee

  /// Compares an argument.
  public func saw<T>(_ index: Int, _ kit: Kit<T>, _ value: T) {
    if kit.digest(of: value) != sent[index] { complain("got another argument \(index) \(T.self)") }
  }

  /// Compares an `inout` argument and changes it.
  public func change<T>(_ index: Int, _ kit: Kit<T>, _ value: inout T) {
    saw(index, kit, value)
    value = kit.make(&source)
    writtenBack[index] = kit.digest(of: value)
  }

  /// Suspends the call, if it does.
  public func maySuspend() async {
    if suspends { await Task.yield() }
    Visit.current = self
  }

  /// Ends the call with an error, if it does.
  public func mayThrow<E: Error>(_ kit: Kit<E>) throws(E) {
    guard throwsNow else { return }
    let error = kit.make(&source)
    errorDigest = kit.digest(of: error)
    throw error
  }

  /// The result of the call.
  public func result<T>(_ kit: Kit<T>) -> T {
    let value = kit.make(&source)
    resultDigest = kit.digest(of: value)
    return value
  }
}
