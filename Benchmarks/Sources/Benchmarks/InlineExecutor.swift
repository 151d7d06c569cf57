/// Runs a task where it is made. Nothing here ever waits, so neither other threads nor a queue are needed, which callgrind can't
/// follow.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Runs an async closure to its end, and stops with what it throws.
  static func run(_ body: @escaping @Sendable () async throws -> Void) {
    var isDone = false
    withUnsafeMutablePointer(to: &isDone) { done in
      nonisolated(unsafe) let done = done
      Task(executorPreference: InlineExecutor()) {
        do { try await body() } catch { fatalError("\(error)") }
        done.pointee = true
      }
    }
    precondition(isDone, "Something has waited.")
  }
}
