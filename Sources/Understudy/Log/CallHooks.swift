internal import UnderstudyCalls

/// Users' closures that run before and after each call of a double, with no lock held.
struct CallHooks: @unchecked Sendable {
  // Sendable: unchecked, so that hooks may capture a test's own variables, as documented at `beforeEachCall`.
  /// One closure.
  final class Hook: @unchecked Sendable {
    let body: (CallHistory.Entry) -> Void

    init(_ body: @escaping (CallHistory.Entry) -> Void) {
      self.body = body
    }

    /// The hooks that are running on this task.
    @TaskLocal fileprivate static var running: [ObjectIdentifier] = []
  }

  var before: [Hook] = []
  var after: [Hook] = []

  /// Runs hooks of a double, but for those that made the call.
  static func run(_ hooks: [Hook], of recorder: Recorder, for call: LoggedCall) {
    for hook in hooks where !Hook.running.contains(ObjectIdentifier(hook)) {
      Hook.$running.withValue(Hook.running + [ObjectIdentifier(hook)]) { hook.body(recorder.entry(of: call)) }
    }
  }
}

extension TestDouble {
  /// Runs a closure before each call is answered, on the thread of the call.
  ///
  /// ```swift
  /// stub.beforeEachCall { print("→", $0) }
  /// ```
  ///
  /// - Parameter hook: Gets the call. It may run on several threads at once if the double does, but not for calls that it
  ///   makes itself; `reset()` removes it.
  public func beforeEachCall(_ hook: @escaping (CallHistory.Entry) -> Void) {
    recorder.addHook(before: CallHooks.Hook(hook), after: nil)
  }

  /// Runs a closure after each call, with what came of it, before the caller goes on.
  ///
  /// ```swift
  /// stub.afterEachCall { print("←", $0, $0.outcome) }
  /// ```
  ///
  /// - Parameter hook: Gets the call. It may run on several threads at once if the double does, but not for calls that it
  ///   makes itself; `reset()` removes it.
  public func afterEachCall(_ hook: @escaping (CallHistory.Entry) -> Void) {
    recorder.addHook(before: nil, after: CallHooks.Hook(hook))
  }
}
