import Foundation
import PressureSupport
import ServiceProtocols
import Understudy
import XCTest

/// Stubs made, used and dropped by the hundred thousand leave nothing behind. Here and not among the other tests,
/// since XCTest runs one test after the other, so that nothing else allocates.
final class MemoryTests: XCTestCase {
  private let count = 100_000

  override func setUpWithError() throws {
    try XCTSkipIf(pressure_is_instrumented(), "the sanitizers keep memory that was given back")
  }

  /// The bytes of memory that are resident (`proc_pid_statm(5)`).
  private func resident() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
    return try XCTUnwrap(Int(pages)) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Runs a closure often, and checks that it doesn't allocate for good.
  private func assertFlat(
    _ count: Int,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: (Int) throws -> Void
  ) throws {
    for number in 0..<1000 { try body(number) }
    let before = try resident()
    for number in 0..<count { try body(number) }
    // Nothing that is allocated is smaller than 32 bytes.
    XCTAssertLessThan(try resident() - before, count * 16, file: file, line: line)
  }

  func testStubs() throws {
    let census = Census()
    try assertFlat(count) { number in
      let stub = try Stub<any Vault>()
      stub.when { $0.current }.thenReturn(Tracked(census, number))
      if number.isMultiple(of: 10) { stub.verify(.never) { $0.keep(Match.any(), Match.any(), Match.any()) } }
      guard stub().current?.number == number else { return XCTFail("\(number)") }
    }
    XCTAssertEqual(census.live, 0)
  }

  func testStubsWithStaticRequirements() throws {
    try assertFlat(count / 5) { number in
      let stub = try Stub<any ConfigProvider>()
      stub.when { type(of: $0).defaultName }.thenReturn("\(number)")
      guard type(of: stub()).defaultName == "\(number)" else { return XCTFail("\(number)") }
    }
  }

  func testCalls() throws {
    let census = Census()
    let stub = try Stub<any Vault>()
    try assertFlat(count / 5) { number in
      stub.when { try $0.consume(Match.any(), Match.any()) }
        .then { (item: Tracked, _: Parcel) in
          if number.isMultiple(of: 2) { throw TrackedError(item) }
          return .one(item)
        }
      _ = try? stub().consume(Tracked(census), .wrapped(.two(Tracked(census), Ticket(Tracked(census), 1))))
      stub.reset()
    }
    XCTAssertEqual(census.live, 0)
  }

  func testAsynchronousCalls() async throws {
    let census = Census()
    let stub = try Stub<any RemoteVault>()
    func call(_ number: Int) async {
      await stub.when { try await $0.consume(Match.any(), Match.any()) }
        .then { (item: Tracked, _: Parcel) async throws in
          if number.isMultiple(of: 4) { await Task.yield() }
          if number.isMultiple(of: 2) { throw TrackedError(item) }
          return .one(item)
        }
      _ = try? await stub().consume(Tracked(census), .wrapped(.two(Tracked(census), Ticket(Tracked(census), 1))))
      stub.reset()
    }
    for number in 0..<1000 { await call(number) }
    let before = try resident()
    for number in 0..<count / 5 { await call(number) }
    XCTAssertLessThan(try resident() - before, count / 5 * 16)
    XCTAssertEqual(census.live, 0)
  }
}
