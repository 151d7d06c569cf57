public import ServiceProtocols
import Synchronization
import Testing
import Understudy

/// What happened in one run, in order: what the conformer saw, and what its user got back.
final class Transcript: Sendable {
  @TaskLocal static var current = Transcript()

  let census = Census()
  private let written = Mutex<[String]>([])

  var lines: [String] { written.withLock { $0 } }
  var live: Int { census.live }

  func write(_ line: String) { written.withLock { $0.append(line) } }
}

/// Written by conformers: the call, its arguments, and whatever of their state matters.
func saw(_ values: Any?..., in function: String = #function) {
  Transcript.current.write("saw \(function) \(values.map(describe).joined(separator: " | "))")
}

/// Written by users: results, and what variables hold after a call.
func got(_ values: Any?..., line: Int = #line) {
  Transcript.current.write("got \(line): \(values.map(describe).joined(separator: " | "))")
}

/// Written by users: the result or the error.
func attempt<R>(line: Int = #line, _ body: () throws -> R) {
  do { got(try body(), line: line) } catch { got("threw", error, line: line) }
}

/// The same for asynchronous calls.
@_disfavoredOverload
func attempt<R>(
  line: Int = #line,
  _ body: () async throws -> R
) async {
  do { got(try await body(), line: line) } catch { got("threw", error, line: line) }
}

private func describe(_ value: Any?) -> String {
  guard let value else { return "nil" }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .dictionary || mirror.displayStyle == .set else { return String(reflecting: value) }
  // Equal ones may have their elements in another order.
  return "\(mirror.children.map { String(reflecting: $0.value) }.sorted())"
}

/// An instance that is counted as long as it lives.
func item(_ number: Int = 0) -> Tracked { Tracked(Transcript.current.census, number) }

extension Tracked: CustomDebugStringConvertible {
  public var debugDescription: String { "item \(number)" }
}

/// Uses an object, and then a spy on an equal one: both see the same, answer the same, and leave the same alive.
///
/// - Parameters:
///   - make: Makes an object, always an equal one.
///   - count: How many requirements have to be used, by their names.
///   - use: Uses every requirement.
func compare<P>(
  _ make: () -> P,
  requirements count: Int,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ use: (inout P) async throws -> Void
) async throws {
  let direct = Transcript()
  let spied = Transcript()
  let live = try await Transcript.$current.withValue(direct) {
    var value = make()
    try await use(&value)
    let live = direct.live
    withExtendedLifetime(value) {}
    return live
  }
  try await Transcript.$current.withValue(spied) {
    let spy = try Spy<P>.make(forwardingTo: make())
    var value = spy()
    try await use(&value)
    let names = Set(spy.history.timeline.map(\.name))
    #expect(names.count == count, "used: \(names.sorted())", sourceLocation: sourceLocation)
    #expect(spy.history.forwarded.callCount == spy.history.callCount, sourceLocation: sourceLocation)
    #expect(spy.history.completions.count == spy.history.callCount, sourceLocation: sourceLocation)
    spy.reset()
    #expect(spied.live == live, sourceLocation: sourceLocation)
    withExtendedLifetime(value) {}
  }
  #expect(spied.lines == direct.lines, sourceLocation: sourceLocation)
  #expect(direct.lines.contains { $0.hasPrefix("saw") }, sourceLocation: sourceLocation)
  #expect(direct.live == 0 && spied.live == 0, sourceLocation: sourceLocation)
}
