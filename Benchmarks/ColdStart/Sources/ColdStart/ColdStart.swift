import Glibc
import Symbols
import Understudy
import Weight

protocol Shop {
  func price(of item: String, count: Int) throws -> Int
  func load(_ item: String) async throws -> [String]
  var title: String { get set }
}

protocol Watcher {
  func watch(_ name: String, then act: @escaping (Int, String) -> Bool)
  func all(where isMeant: (String) throws -> Bool) rethrows -> [String]
}

struct RealShop: Shop {
  var title = ""
  func price(of item: String, count: Int) throws -> Int { 1 }
  func load(_ item: String) async throws -> [String] { [] }
}

@main enum ColdStart {
  static func main() async throws {
    symbols_start()
    let first = try milliseconds { _ = try Stub<any Shop>() }
    let second = try milliseconds { _ = try Stub<any Store100>() }
    let third = try milliseconds { _ = try Stub<any Store7>() }
    let functions = try milliseconds { _ = try Stub<any Watcher>() }
    print("\(first) \(second) \(third) \(functions)")
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    var start = timespec()
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &start)
    try body()
    clock_gettime(CLOCK_MONOTONIC, &end)
    return Double(end.tv_sec - start.tv_sec) * 1e3 + Double(end.tv_nsec - start.tv_nsec) / 1e6
  }
}
