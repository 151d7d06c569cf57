import Figures
import Glibc
import Understudy

public protocol Catalogue {
  func title(_ page: Int) throws -> String
  var pages: Int { get set }
}

public protocol Observed {
  func observe(_ count: Int, onChange: (Int) -> Void) throws -> String
}

/// The same without a closure.
public protocol Unobserved {
  func observe(_ count: Int, onChange: Int) throws -> String
}

/// What happens once in a process, each time in a new one.
enum Starts {
  static func measure(rounds: Int) {
    let program = CommandLine.arguments[0]
    var times: [[Double]] = [[], [], [], []]
    for _ in 0..<rounds {
      let words = [line(of: "'\(program)' first"), line(of: "'\(program)' plain"), line(of: "'\(program)' closure")]
        .joined(separator: " ").split(separator: " ")
      for (column, word) in words.enumerated() { times[column].append(Double(word) ?? .nan) }
    }
    output(.firstStub, median(times[0]))
    output(.secondProtocol, median(times[1]))
    output(.closureProtocol, max(0, median(times[3]) - median(times[2])))

    let folder = program.prefix(through: program.lastIndex(of: "/")!)
    var runs: [[Double]] = [[], []]
    for _ in 0..<rounds * 3 {
      for (index, name) in ["Idle", "IdleLinked"].enumerated() { runs[index].append(duration(of: "\(folder)\(name)")) }
    }
    let added = zip(runs[1], runs[0]).map { $0 - $1 }
    output(.startUp, max(0, median(added)), ratio: median(zip(runs[1], runs[0]).map { $0 / $1 }))
    let sizes = ["Idle", "IdleLinked"].map { size(of: "\(folder)\($0)") }
    output(.binaryGrowth, (sizes[1] - sizes[0]) / 1e6, ratio: sizes[1] / sizes[0])
  }

  // Each makes the first doubles of this process, and prints how many milliseconds each took.

  static func first() throws {
    let first = try milliseconds { _ = try Stub<any Prices>() }
    let second = try milliseconds { _ = try Stub<any Catalogue>() }
    print("\(first) \(second)")
  }

  static func plain() throws {
    print(try milliseconds { _ = try Stub<any Unobserved>() })
  }

  static func closure() throws {
    print(try milliseconds { _ = try Stub<any Observed>() })
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = Clock.processor()
    try body()
    return Double(Clock.processor() - start) / 1e6
  }

  private static func line(of command: String) -> String {
    guard let stream = popen(command, "r") else { return "" }
    defer { pclose(stream) }
    var line = [CChar](repeating: 0, count: 1024)
    guard fgets(&line, CInt(line.count), stream) != nil else { return "" }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init), as: UTF8.self)
  }

  /// How many milliseconds of the processors a program takes from its start to its end.
  private static func duration(of program: String) -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
    defer { free(arguments[0]) }
    var child = pid_t()
    var usage = rusage()
    guard posix_spawn(&child, program, &actions, nil, &arguments, environ) == 0,
      wait4(child, nil, 0, &usage) == child
    else { return .nan }
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(0) { $0 + Double($1.tv_sec) * 1e3 + Double($1.tv_usec) / 1e3 }
  }

  private static func size(of file: String) -> Double {
    var status = stat()
    return stat(file, &status) == 0 ? Double(status.st_size) : .nan
  }
}
