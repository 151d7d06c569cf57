import Dispatch

/// Runs an async closure to its end, and stops with what it throws. The thread that waits isn't one of the pool's. (An async
/// `main` would leave its thread waiting for signals, which callgrind can't follow.)
func wait(for body: @escaping @Sendable () async throws -> Void) {
  let isDone = DispatchSemaphore(value: 0)
  Task {
    do { try await body() } catch { fatalError("\(error)") }
    isDone.signal()
  }
  isDone.wait()
}
