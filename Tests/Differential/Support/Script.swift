/// What a requirement is, for a call.
public enum CallKind: String, Sendable {
  case method, getter, setter, subscriptGetter, subscriptSetter
}

/// What is expected of the call that a driver makes: written by the driver, compared by whoever is called.
public final class Script: @unchecked Sendable {
  // Sendable: one call is made at a time.

  /// The script of the call under way. Static requirements have no other way to find it.
  public nonisolated(unsafe) static var current = Script(seed: 0)

  private struct Argument {
    var kit: AnyKit
    var digest: UInt64
    var bytes: [UInt8]
    var isInout = false
  }

  private struct Step {
    var name: String
    var kind: CallKind
    var arguments: [Argument] = []
    var result: AnyKit?
    var resultDigest: UInt64?
  }

  private var source: Source
  private var steps: [Step] = []
  /// The step whose call is under way.
  private var position = -1
  private var error: (any Error)?
  private var errorDigest: UInt64?
  private var thrown: AnyKit?
  /// The digests of the values that `inout` arguments got, in order.
  private var writtenBack: [UInt64] = []
  private var comparedBack = 0
  let maySuspend: Bool
  private var visitSource: Source
  private(set) var suspends = false
  /// What went wrong.
  private(set) var complaints: [String] = []

  /// - Parameter maySuspend: Whether async calls suspend at all.
  init(seed: UInt64, maySuspend: Bool = true) {
    self.maySuspend = maySuspend
    source = Source(seed: seed)
    visitSource = Source(seed: ~seed)
  }

  /// Decides on the values of the next call of a function.
  func nextVisitSeed() -> UInt64 { visitSource.next() }

  func complain(_ text: String) {
    if complaints.count < 8 { complaints.append(text) }
  }

  // MARK: The caller

  /// Says which call comes next.
  ///
  /// - Parameter error: The kit of what it may throw.
  public func begin(_ name: String, _ kind: CallKind, throws error: AnyKit? = nil) {
    steps.append(Step(name: name, kind: kind))
    thrown = error.flatMap { source.once(in: 3) ? $0 : nil }
    suspends = source.once(in: 2) && maySuspend
  }

  /// Says that the call is followed by the setter of the same property or subscript.
  public func beginSetter<T>(_ kit: Kit<T>) {
    var setter = steps[steps.count - 1]
    setter.kind = setter.kind == .getter ? .setter : .subscriptSetter
    setter.result = nil
    setter.arguments.insert(Argument(kit: kit, digest: 0, bytes: []), at: 0)
    steps.append(setter)
  }

  /// The next argument.
  public func send<T>(_ kit: Kit<T>) -> T {
    let value = kit.make(&source)
    steps[steps.count - 1].arguments.append(Self.argument(value, kit))
    return value
  }

  /// The next argument, which is `inout`.
  public func sendInout<T>(_ kit: Kit<T>) -> T {
    let value = kit.make(&source)
    var argument = Self.argument(value, kit)
    argument.isInout = true
    steps[steps.count - 1].arguments.append(argument)
    return value
  }

  private static func argument<T>(_ value: T, _ kit: Kit<T>) -> Argument {
    Argument(kit: kit, digest: kit.digest(of: value), bytes: withUnsafeBytes(of: value) { Array($0) })
  }

  /// Says what the call returns.
  public func returns<T>(_ kit: Kit<T>) {
    steps[steps.count - 1].result = kit
  }

  /// Compares the result that came back.
  public func received<T>(_ kit: Kit<T>, _ value: T) {
    guard position >= 0, let expected = steps[position].resultDigest else {
      return complain("the call returned, but the callee returned nothing")
    }
    if kit.digest(of: value) != expected {
      complain("result \(T.self): got \(Self.hex(withUnsafeBytes(of: value) { Array($0) }))")
    }
  }

  /// Compares the error that came back.
  public func caught<E: Error>(_ kit: Kit<E>, _ error: E) {
    guard let errorDigest else { return complain("the call threw, but the callee didn't") }
    if kit.digest(of: error) != errorDigest { complain("the error is another one: \(error)") }
    self.errorDigest = nil
  }

  /// Compares what an `inout` argument holds after the call. Asked in the order of the arguments.
  public func changed<T>(_ kit: Kit<T>, _ value: T) {
    guard comparedBack < writtenBack.count else { return complain("nobody wrote to an inout argument") }
    if kit.digest(of: value) != writtenBack[comparedBack] {
      complain("inout \(T.self) after the call: \(Self.hex(withUnsafeBytes(of: value) { Array($0) }))")
    }
    comparedBack += 1
  }

  /// Changes a property or subscript in place.
  public func modify<T>(_ kit: Kit<T>, _ value: inout T) {
    received(kit, value)
    value = kit.make(&source)
    steps[steps.count - 1].arguments[0] = Self.argument(value, kit)
  }

  /// Checks that all calls have come.
  func finish() {
    if position != steps.count - 1 { complain("\(position + 1) calls came in, not \(steps.count)") }
    if errorDigest != nil { complain("the callee threw, but the call returned") }
  }

  // MARK: The callee

  /// Says which call has come in.
  public func enter(_ name: String, _ kind: CallKind) {
    guard position + 1 < steps.count else { return complain("a call too many: \(kind) \(name)") }
    position += 1
    let step = steps[position]
    if step.name != name || step.kind != kind {
      complain("called \(step.kind) \(step.name), but \(kind) \(name) was called")
    }
  }

  var argumentCount: Int { steps[position].arguments.count }

  /// Compares an argument.
  public func got<T>(_ index: Int, _ value: T) {
    withUnsafePointer(to: value) { got(index, at: UnsafeRawPointer($0), type: T.self) }
  }

  /// Compares an `inout` argument and changes it.
  public func change<T>(_ index: Int, _ value: inout T) {
    withUnsafeMutablePointer(to: &value) {
      got(index, at: UnsafeRawPointer($0), type: T.self)
      change(index, at: UnsafeMutableRawPointer($0))
    }
  }

  func got(_ index: Int, at address: UnsafeRawPointer, type: Any.Type) {
    guard index < argumentCount else { return complain("argument \(index): one too many") }
    let argument = steps[position].arguments[index]
    guard argument.kit.isKit(of: type) else {
      return complain("argument \(index): sent \(argument.kit.type), got \(type)")
    }
    let digest = argument.kit.digest(at: address)
    guard digest != argument.digest else { return }
    let bytes = Array(UnsafeRawBufferPointer(start: address, count: argument.kit.size))
    complain("argument \(index) \(type): sent \(Self.hex(argument.bytes)), got \(Self.hex(bytes))")
  }

  func isInout(_ index: Int) -> Bool { steps[position].arguments[index].isInout }

  func change(_ index: Int, at address: UnsafeMutableRawPointer) {
    guard index < argumentCount else { return }
    let kit = steps[position].arguments[index].kit
    kit.assign(address, &source)
    writtenBack.append(kit.digest(at: address))
  }

  /// The error that the call ends with, if it does.
  func errorToThrow() -> (any Error)? {
    guard let thrown else { return nil }
    let (error, digest) = thrown.makeError(&source)
    errorDigest = digest
    return error
  }

  /// Ends the call with an error, if it does.
  public func mayThrow<E: Error>(_ type: E.Type = (any Error).self) throws(E) {
    if let error = errorToThrow() { throw error as! E }
  }

  /// Suspends the call, if it does.
  public func maySuspend() async {
    if suspends { await Task.yield() }
  }

  /// The result of the call.
  public func result<T>() -> T {
    withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      initializeResult(UnsafeMutableRawPointer(memory.baseAddress!), type: T.self)
      return memory.moveElement(from: 0)
    }
  }

  /// Ends a call that has no result.
  public func ends() {
    steps[position].resultDigest = 0
  }

  func initializeResult(_ address: UnsafeMutableRawPointer, type: Any.Type) {
    let kit = steps[position].result ?? kVoid
    guard kit.isKit(of: type) else { fatalError("the result is \(kit.type) here and \(type) there") }
    kit.initialize(address, &source)
    steps[position].resultDigest = kit.digest(at: address)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "nothing" }
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if index % 8 == 0, index > 0 { text += "_" }
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16)
    }
    return text
  }
}
