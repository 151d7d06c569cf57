import ServiceProtocols
import Understudy
import XCTest

private protocol Greeter: AnyObject {
  var greeting: String { get set }
  func greet(_ names: String...) throws -> [String: Int]
}

private final class PoliteGreeter: Greeter {
  var greeting = ""
  func greet(_ names: String...) throws -> [String: Int] { [:] }
}

/// Some of the kinds of requirements, in XCTest.
final class KindsTests: XCTestCase {
  func testAPrivateProtocol() throws {
    let stub = try Stub<any Greeter>()
    var greeting = "Hello"
    stub.when { $0.greeting }.then { greeting }
    stub.when { $0.greeting = Match.any() }.then { (new: String) in greeting = new }
    stub.when { try $0.greet(Match.any()) }.then { (names: [String]) in
      guard !names.isEmpty else { throw ServiceError.notFound }
      return Dictionary(uniqueKeysWithValues: names.map { ($0, $0.count) })
    }
    let greeter = stub()
    greeter.greeting += "!"
    XCTAssertEqual(greeting, "Hello!")
    XCTAssertEqual(try greeter.greet("Ann", "Robert"), ["Ann": 3, "Robert": 6])
    XCTAssertThrowsError(try greeter.greet()) { XCTAssertEqual($0 as? ServiceError, .notFound) }
    stub.verify { try $0.greet("Ann", "Robert") }
    stub.verify { $0.greeting = "Hello!" }
  }

  func testKeysAndValues() throws {
    let stub = try Stub<any KeyValueStore>()
    var values = ["a": "1"]
    stub.when { $0[Match.any()] as String? }.then { (key: String) in values[key] }
    stub.when { $0[Match.any()] = Match.any() as String? }.then { (new: String?, key: String) in values[key] = new }
    stub.when { $0.keys }.then { values.keys.sorted() }
    var store = stub()
    store["b"] = store["a"].map { $0 + "2" }
    store["a"] = nil
    XCTAssertEqual(values, ["b": "12"])
    XCTAssertEqual(store.keys, ["b"])
    stub.verify { $0["a"] = nil as String? }
    stub.verify { $0["a"] as String? }
  }

  func testAQueue() async throws {
    let stub = try Stub<any MessageQueue>()
    await stub.when { try await $0.pop(upTo: 1) }.thenReturn([Message(1)], []).thenThrow(CancellationError())
    var scratch = Message(0)
    await stub.when { try await $0.retry(&scratch) }.then { (message: inout Message) async in
      await Task.yield()
      message.attempts += 1
      return message.attempts < 2
    }
    let queue = stub()
    var message = try await queue.pop(upTo: 1)[0]
    let answers = [try await queue.retry(&message), try await queue.retry(&message)]
    XCTAssertEqual(answers, [true, false])
    XCTAssertEqual(message, Message(1, attempts: 2))
    let rest = try await queue.pop(upTo: 1)
    XCTAssertEqual(rest, [])
    do {
      _ = try await queue.pop(upTo: 1)
      XCTFail("nothing was thrown")
    } catch { XCTAssertTrue(error is CancellationError) }
    await stub.verify(3...3) { try await $0.pop(upTo: Match.any()) }
  }
}
