internal import UnderstudyCalls

/// Users' closures that run before and after each call of a double, with no lock held.
struct CallHooks: @unchecked Sendable {
  // Sendable: unchecked, so that hooks may capture a test's own variables, as documented at `beforeEachCall`.
  typealias Hook = (CallHistory.Entry) -> Void

  var before: [Hook] = []
  var after: [Hook] = []
}

extension TestDouble {
  /// Runs a closure before each call is answered, on the thread of the call.
  ///
  /// ```swift
  /// stub.beforeEachCall { print("→", $0) }
  /// ```
  ///
  /// - Parameter hook: Gets the call. It may run on several threads at once if the double does; `reset()` removes it.
  public func beforeEachCall(_ hook: @escaping (CallHistory.Entry) -> Void) {
    recorder.addHook(before: hook, after: nil)
  }

  /// Runs a closure after each call, with what came of it, before the caller goes on.
  ///
  /// ```swift
  /// stub.afterEachCall { print("←", $0, $0.outcome) }
  /// ```
  ///
  /// - Parameter hook: Gets the call. It may run on several threads at once if the double does; `reset()` removes it.
  public func afterEachCall(_ hook: @escaping (CallHistory.Entry) -> Void) {
    recorder.addHook(before: nil, after: hook)
  }
}
