internal import Synchronization
internal import Understudy

#if canImport(Glibc)
  internal import Glibc
#endif

// What ends the process, what is reported, and who called.

/// Open, or else optimised code would call its only methods directly.
open class Engine {
  open func start(_ number: Int) -> Int { number }
  open func later() async throws -> Token { Token(1) }
}

public protocol Mailer {
  func send(_ text: String, to number: Int) -> Int
  func later(_ text: String) async -> String
}

/// Never called: only its symbols are read.
private struct RealMailer: Mailer {
  func send(_ text: String, to number: Int) -> Int { number }
  func later(_ text: String) async -> String { text }
}

extension Checklist {
  func checkEndings() async {
    await checkEnding("start(_:) of Engine was called on a dummy (Engine)") { _ = Dummy<Engine>.make().start(1) }
    await checkEnding("later() of Engine was called on a dummy (Engine)") {
      runNow { _ = try? await Dummy<Engine>.make().later() }
    }
    await checkEnding("a function of type (Int) -> String was called on a dummy") {
      let function: (Int) -> String = Dummy.make()
      _ = function(1)
    }
    await checkEnding("a function of type (Int) async -> String was called on a dummy") {
      let function: (Int) async -> String = Dummy.make()
      runNow { _ = await function(1) }
    }
    await checkEnding("was called on the type of a double that is gone") {
      let type: any Sizes.Type
      do {
        let stub = try! Stub<any Sizes>()
        type = Swift.type(of: stub())
      }
      _ = type.limit
    }
    await check("A dummy of a protocol reports its calls") {
      var messages: [String] = []
      await TestDoubles.withIssueHandler({ messages.append($0.message) }) {
        let mailer: any Mailer = Dummy.make()
        expect(mailer.send("hi", to: 3), is: 0)
        expect(await mailer.later("hi"), is: "")
      }
      expect(messages.count, is: 2)
      expect(messages.first?.hasPrefix(#"send("hi", to: 3) was called on a dummy (any Mailer)"#) == true, "\(messages)")
    }
    await check("An unmet expectation is reported with what was called") {
      let stub = try Stub<any Mailer>()
      stub.when { $0.send(Match.any(), to: Match.any()) }.thenReturn(1)
      _ = stub().send("hello", to: 5)
      var messages: [String] = []
      TestDoubles.withIssueHandler({ messages.append($0.message) }) { stub.verify { $0.send("hallo", to: 5) } }
      expect(messages.first?.contains(#"send("hello", to: 5)"#) == true, "\(messages)")
    }
    await check("A call's stack begins with its caller") {
      let stub = try TestDoubles.withCallStacks { try Stub<any Mailer>() }
      stub.when { $0.send(Match.any(), to: Match.any()) }.thenReturn(1)
      await stub.when { await $0.later(Match.any()) }.thenReturn("")
      _ = sendSomething(by: stub()) + 1
      _ = await sendLater(by: stub()) + "!"
      let stacks = stub.history.timeline.map(\.callStack)
      expect(stacks.count, is: 2)
      expect(stacks.first?.first?.contains("sendSomething(by:") == true, "\(stacks)")
      expect(stacks.last?.first?.contains("sendLater(by:") == true, "\(stacks)")
    }
  }

  /// Checks that something ends the process with an explanation, in a child of this one.
  private func checkEnding(_ explanation: String, _ body: () -> Void) async {
    await check("The end of the process: \(explanation)") {
      guard let ending = Ending(of: body) else { return complain("no child process could be made") }
      expect(ending.signal != 0 && ending.signal != SIGSEGV && ending.signal != SIGBUS, "signal \(ending.signal)")
      expect(ending.output.contains(explanation), ending.output)
    }
  }
}

@inline(never) private func sendSomething(by mailer: any Mailer) -> Int { mailer.send("text", to: 1) * 2 }
@inline(never) private func sendLater(by mailer: any Mailer) async -> String { await mailer.later("text") + "?" }

/// How a child of this process ended.
private struct Ending {
  let signal: Int32
  let output: String

  /// - Returns: `nil` if no child can be made.
  init?(of body: () -> Void) {
    // Swift's Glibc keeps it from us, since a child has none of the other threads. This one needs none.
    guard let symbol = dlsym(nil, "fork") else { return nil }
    let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    let child = fork()
    if child == 0 {
      // Nobody needs a backtrace of it, nor a core.
      for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] { Glibc.signal(number, SIG_DFL) }
      var none = rlimit()
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      dup2(ends[1], STDERR_FILENO)
      body()
      _exit(0)
    }
    close(ends[1])
    guard child > 0 else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    close(ends[0])
    var status: Int32 = 0
    guard waitpid(child, &status, 0) == child else { return nil }
    signal = status & 0x7F
    output = String(decoding: bytes, as: UTF8.self)
  }
}

/// Runs a task's jobs on the thread that waits for it.
private final class InlineExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Runs async code that doesn't leave this thread.
private func runNow(_ body: @escaping () async -> Void) {
  nonisolated(unsafe) let body = body
  let executor = InlineExecutor()
  _ = Task(executorPreference: executor) { await body() }
  executor.run()
}
