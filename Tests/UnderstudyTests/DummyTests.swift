import Foundation
import Testing
import Understudy

private protocol Mailer {
  var isOnline: Bool { get }
  func send(_ text: String, to address: String) -> Int
  func connect() throws
  func load() async -> [String]
}

private protocol Storage<Item> {
  associatedtype Item: Hashable
  func store(_ item: Item)
}

private protocol Observer: AnyObject {
  func changed()
}

class DummyEngine {
  var speed = 10
  let serial: Int
  init(serial: Int) { self.serial = serial }
  func start() -> Int { speed }
}

private struct Config {
  var name: String
  var retries: Int
  var mailer: any Mailer
  var onError: (any Error) -> Void
  var engine: DummyEngine
  var mode: Mode
  var parent: Box?
  final class Box {}
  enum Mode { case fast(Int), slow }
}

private struct Address: Equatable { var host: String }

@Suite struct DummyTests {
  @Test func `A call of a dummy fails the test at the line of the dummy`() throws {
    var issues: [TestDoubleIssue] = []
    let line = #line + 1
    let mailer: any Mailer = TestDoubles.withIssueHandler({ issues.append($0) }) { Dummy.make() }
    #expect(mailer.send("hi", to: "bob") == 0)
    #expect(mailer.isOnline == false)
    #expect(
      issues.map(\.message) == [
        #"""
        send("hi", to: "bob") was called on a dummy (any Mailer), made at DummyTests.swift:\#(line): it returned 0. \#
        A dummy must not be used: pass a Stub or a Spy instead.
        """#,
        #"""
        isOnline was called on a dummy (any Mailer), made at DummyTests.swift:\#(line): it returned false. \#
        A dummy must not be used: pass a Stub or a Spy instead.
        """#,
      ]
    )
    #expect(issues.allSatisfy { $0.sourceLocation.line == line })
  }

  @Test func `A call that can throw throws, and is reported`() async throws {
    let line = #line + 3
    var error: UnstubbedCall?
    let messages = await issues {
      let mailer: any Mailer = Dummy.make()
      error = #expect(throws: UnstubbedCall.self) { try mailer.connect() }
      #expect(await mailer.load() == [])
    }
    #expect(messages.count == 2)
    #expect(
      messages.first == """
        connect() was called on a dummy (any Mailer), made at DummyTests.swift:\(line): it threw an error. \
        A dummy must not be used: pass a Stub or a Spy instead.
        """
    )
    #expect(
      error?.description == "connect() was called on a dummy (any Mailer), as reported at DummyTests.swift:\(line)."
    )
  }

  @Test func `Dummies of every kind can be made, passed and dropped`() {
    for _ in 1...100 {
      let config: Config = Dummy.make()
      #expect(config.name == "" && config.retries == 0 && config.parent == nil)
      if case .slow = config.mode {} else { Issue.record("a case with payload where one without is there") }
      let tuple: (Int, String, any Mailer) = Dummy.make()
      #expect(tuple.0 == 0 && tuple.1 == "")
      let list: [Config] = Dummy.make()
      #expect(list.isEmpty)
      let table: [String: any Mailer] = Dummy.make()
      #expect(table.isEmpty)
      let observer: any Observer = Dummy.make()
      weak let weakObserver = observer
      #expect(weakObserver === observer)
      let engine: DummyEngine = Dummy.make()
      #expect(engine as AnyObject is DummyEngine)
      #expect("\(type(of: engine))" == "DummyEngine")
      let function: (Int) async throws -> String = Dummy.make()
      withExtendedLifetime((function, engine, observer, tuple, config)) {}
      let any: Any = Dummy.make()
      let error: any Error = Dummy.make()
      withExtendedLifetime((any, error)) {}
      let date: Date = Dummy.make()
      let text: String? = Dummy.make()
      #expect(text == nil && date == Date(timeIntervalSinceReferenceDate: 0))
    }
  }

  @Test func `A dummy needs no conformer, and no binding`() {
    let storage: any Storage = Dummy.make()
    withExtendedLifetime(storage) {}
    let bound: any Storage<Int> = Dummy.make()
    let messages = issues {
      let bound: any Storage<Int> = Dummy.make()
      bound.store(3)
    }
    #expect(messages.count == 1)
    withExtendedLifetime(bound) {}
  }

  @Test func `A value that would hide its use has to be given`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let url: URL = Dummy.make()
      withExtendedLifetime(url) {}
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Can't make a dummy of URL: it has no values, or some part of it has none that could be made.
          What to do: Say which value to use, with Dummy.make(using:) or Dummy<URL>.register { }.
        """
      ),
      "\(text)"
    )
    let url: URL = Dummy.make(using: URL(fileURLWithPath: "/"))
    #expect(url.path == "/")
  }

  @Test func `What to use can be said`() {
    let address: Address = Dummy.make(using: Address(host: "example.org"))
    #expect(address.host == "example.org")
  }

  @Test func `A registered maker serves the rest of the test`() {
    Dummy<Address>.register { Address(host: "registered") }
    let address: Address = Dummy.make()
    #expect(address.host == "registered")
    let other: Config = Dummy.make()
    #expect(other.name == "")
  }

  @Test func `No other test sees a registered maker`() {
    let address: Address = Dummy.make()
    #expect(address.host == "")
  }

  @Test func `Using what can't return stops the process and says what was used`() async {
    let method = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let engine: DummyEngine = Dummy.make()
      _ = engine.start()
    }
    let methodText = String(decoding: method?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      methodText.contains("start() of DummyEngine was called on a dummy (DummyEngine), made at DummyTests.swift:"),
      "\(methodText)"
    )
    let function = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let function: (Int) -> String = Dummy.make()
      _ = function(3)
    }
    let functionText = String(decoding: function?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      functionText.contains("a function of type (Swift.Int) -> Swift.String was called on a dummy")
        || functionText.contains("a function of type (Int) -> String was called on a dummy"),
      "\(functionText)"
    )
    let property = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let engine: DummyEngine = Dummy.make()
      engine.speed = 3
    }
    let propertyText = String(decoding: property?.standardErrorContent ?? [], as: UTF8.self)
    #expect(propertyText.contains("speed of DummyEngine was called on a dummy (DummyEngine)"), "\(propertyText)")
  }
}
