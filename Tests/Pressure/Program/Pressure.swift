internal import AllocationCounter
internal import DifferentialHeap
internal import PressureKinds

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What takes a process of its own: `Scripts/pressure` and `AllocationFailureTests` run it.
@main struct Pressure {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first.flatMap { Int($0) }) {
    case ("doubles", let count?): run { await makeDoubles(count) }
    case ("failing", let number?): run { await fail(allocation: number) }
    default:
      print(
        """
        Pressure doubles COUNT   make and drop so many doubles of each kind; 1 if memory isn't given back
        Pressure failing NUMBER  make doubles while the library's own allocation with this number fails
        """
      )
      exit(2)
    }
  }

  /// Runs a closure as a task, and ends the process.
  private static func run(_ body: @escaping @Sendable () async -> Void) -> Never {
    Task {
      await body()
      exit(0)
    }
    while true { pause() }
  }

  // MARK: Lifetime

  private static func makeDoubles(_ count: Int) async {
    var isFlat = true
    for kind in Kind.all {
      // What is made once per type and kept, and what the allocator keeps at hand.
      let warmUp = max(min(count / 10, 1000), 10)
      await use(kind, warmUp)
      let (heap, resident) = (differential_bytes_in_use(), residentBytes())
      let start = processor_time()
      await use(kind, count)
      let time = processor_time() - start
      let (heapGrowth, growth) = (Int(differential_bytes_in_use()) - Int(heap), residentBytes() - resident)
      // Lists that are kept grow now and then, and so do the pools of threads; what each double left behind would be more than a
      // byte.
      let limit = max(count, 1 << 18)
      let verdict = heapGrowth < limit && growth < limit + 1 << 20 ? "flat" : "GROWS"
      if verdict != "flat" { isFlat = false }
      print(
        "\(verdict)  \(kind.name): \(heapGrowth) bytes of heap, \(growth) resident, "
          + "\(time / UInt64(count) / 1000) µs each"
      )
    }
    exit(isFlat ? 0 : 1)
  }

  private static func use(_ kind: Kind, _ count: Int) async {
    do {
      for _ in 0..<count { try await kind.useOnce() }
    } catch {
      print("\(kind.name): \(error)")
      exit(1)
    }
  }

  /// The memory that is resident (proc_pid_statm(5)).
  private static func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var pages = (all: 0, resident: 0)
    withUnsafeMutablePointer(to: &pages) { pages in
      pages.withMemoryRebound(to: Int.self, capacity: 2) { pages in
        _ = withVaList([pages, pages + 1]) { vfscanf(file, "%ld %ld", $0) }
      }
    }
    return pages.resident * sysconf(Int32(_SC_PAGESIZE))
  }

  // MARK: Memory that there isn't

  private static func fail(allocation number: Int) async {
    allocation_fail(UInt64(number))
    await use(Kind.all)
    print(allocation_has_failed() ? "failed" : "all succeeded")
  }

  /// Uses doubles, and prints how that went.
  private static func use(_ kinds: [Kind]) async {
    for kind in kinds {
      do {
        try await kind.useOnce()
        print("made \(kind.name)")
      } catch {
        print("refused \(kind.name): \(error)")
      }
    }
  }
}
