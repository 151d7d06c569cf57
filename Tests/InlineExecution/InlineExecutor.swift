#if canImport(Glibc)
  internal import Glibc
#endif
internal import Synchronization

/// Runs a task's jobs on the thread that waits for it.
private final class InlineExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func runJobs() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

private final class Flag: Sendable {
  let isSet = Atomic(false)
}

/// Runs async code from code that isn't, on this thread.
public func runNow(_ body: @escaping () async -> Void) {
  nonisolated(unsafe) let body = body
  let executor = InlineExecutor()
  let isOver = Flag()
  _ = Task(executorPreference: executor) {
    await body()
    isOver.isSet.store(true, ordering: .releasing)
  }
  while !isOver.isSet.load(ordering: .acquiring) {
    executor.runJobs()
    // The task may be on an actor's thread.
    sched_yield()
  }
}
