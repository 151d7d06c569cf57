internal import UnderstudyImages
internal import UnderstudyLocks

/// Who made the calls of one double. Only doubles that were asked to keep that have one of these.
final class CallStacks: Sendable {
  /// By the moment when the call began, which no other call shares.
  private let stacks = Guarded<[UInt64: CallStack]>([:])

  /// Keeps the stack of this thread for a call.
  func keepCurrent(for call: LoggedCall) {
    let stack = CallStack.current()
    stacks.withLock { $0[call.beginning.nanoseconds] = stack }
  }

  /// Lets go of what belongs to calls that began then.
  func forget(_ beginnings: [UInt64]) {
    stacks.withLock { stacks in for beginning in beginnings { stacks[beginning] = nil } }
  }

  /// The names of the functions, from the caller outwards.
  func names(of call: LoggedCall) -> [String] {
    guard let stack = stacks.withLock({ $0[call.beginning.nanoseconds] }) else { return [] }
    var frames = stack.frames()[...]
    // What runs inside the double begins here and ends with the entries, whose names are C's.
    if let entry = frames.firstIndex(where: { $0.symbol?.hasPrefix("us_") == true }) {
      frames = frames[entry...].drop { $0.symbol?.hasPrefix("us_") == true }
    }
    return frames.map(\.description)
  }
}

extension CallStack {
  /// The function outside of this library that runs on this thread, by its name; `nil` if the symbols don't tell.
  static var innermostUserFunction: String? {
    let mine = ["$s10Understudy", "$s16UnderstudyImages"]
    // Symbols of the standard library name no module by its length.
    let frame = current().frames().first { frame in
      guard let symbol = frame.symbol, symbol.hasPrefix("$s"), symbol.dropFirst(2).first?.isNumber == true else {
        return false
      }
      return !mine.contains { symbol.hasPrefix($0) }
    }
    guard var name = frame?.description[...] else { return nil }
    while name.hasPrefix("closure #"), let range = name.firstRange(of: " in ") { name = name[range.upperBound...] }
    for effect in [" -> ()", " throws", " async"] where name.hasSuffix(effect) { name = name.dropLast(effect.count) }
    return String(name)
  }
}

extension TestDoubles {
  @TaskLocal static var keepsCallStacks = false

  /// Runs a closure, and makes every double made in it remember who calls it.
  ///
  /// ```swift
  /// let shop = try TestDoubles.withCallStacks { try Stub<any Shop>() }
  /// …
  /// print(shop.history.timeline[0].callStack)
  /// ```
  ///
  /// Keeping a call's stack takes some microseconds; other doubles don't pay for it.
  ///
  /// - Parameter body: The closure to run.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public static func withCallStacks<R>(_ body: () throws -> R) rethrows -> R {
    try $keepsCallStacks.withValue(true, operation: body)
  }

  /// Runs an asynchronous closure, and makes every double made in it remember who calls it.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor; the closure runs on it.
  ///   - body: The closure to run.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @_disfavoredOverload
  public static func withCallStacks<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    try await $keepsCallStacks.withValue(true, operation: body, isolation: isolation)
  }
}
