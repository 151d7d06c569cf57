import Foundation
import PressureSupport
import Testing
import Understudy

// MARK: - Protocols of every kind

private protocol Plain {
  var name: String { get set }
  func send(_ text: String, to count: Int) -> [Int]
  func connect() throws -> Token
  func load(_ id: Int) async throws -> Token
  func typed() throws(ShopError) -> Token
  static func limit(_ count: Int) -> Int
  init(name: String)
  subscript(index: Int, key key: String) -> Double { get set }
  func pick<T>(_ value: T) -> T?
}

private protocol Listener: AnyObject, Sendable {
  func changed(_ value: Int)
}

private protocol Depot: Actor {
  var count: Int { get }
  func store(_ item: Token) async -> Bool
}

private protocol Keyed<Key> {
  associatedtype Key: Hashable
  associatedtype Value: Sequence where Value.Element == Key
  func value(for key: Key) -> Value
  func make() -> Self
}

private protocol Pages: Sequence where Element == Int {
  var title: String { get }
}

private func read(_ pages: some Pages) { for _ in pages {} }

private protocol Shelf: Collection, Sendable {
  func label() -> String
}

private protocol Labelled: Hashable, CustomStringConvertible {
  var label: String { get }
}

private protocol Rooted: DummyRoot {
  func grow() -> Int
}

private protocol Marker {}

// MARK: - Classes and values

class DummyRoot {
  var depth = 1
  func climb() -> Int { depth }
}

class DummyBranch<Leaf>: DummyRoot {
  var leaves: [Leaf] = []
  func add(_ leaf: Leaf) -> Int { leaves.count }
  override func climb() -> Int { 2 }
}

class DummyTwig: DummyBranch<String> {
  let serial: String
  init(serial: String) { self.serial = serial }
  deinit { Issue.record("a dummy's deinit ran") }
  override func add(_ leaf: String) -> Int { 3 }
  func snap(_ force: Double) async throws -> Int { 4 }
}

actor DummyOffice {
  var visitors = 0
  func visit(_ name: String) -> Int { visitors }
}

private enum Wrapped {
  case plain(any Plain, Int)
  case twig(DummyTwig)
}

private indirect enum Tree {
  case leaf(any Listener)
  case node(Tree, Tree)
}

private indirect enum Shell<Core> {
  case around(Core)
}

private typealias FourShells<Core> = Shell<Shell<Shell<Shell<Core>>>>
private typealias Shells<Core> = FourShells<FourShells<FourShells<Core>>>

private enum Nothing {}

private enum Either<One, Other> {
  case success(One)
  case failure(Other)
}

private typealias Neither = Either<Nothing, Int>

private struct Outer {
  struct Inner {
    struct Innermost {
      var twig: DummyTwig
      var run: @Sendable (Int) async throws -> String
      var office: DummyOffice
    }
    var innermost: Innermost
    var tree: Tree
    var pair: (wrapped: Wrapped, keyed: any Keyed)
    weak var root: DummyRoot?
  }
  var inner: Inner
  var maybe: Inner?
  var list: [Inner]
  var type: any Plain.Type
  var id: UUID
  var box: DummyBranch<[Int: Outer]>
}

/// One of everything that a dummy can be made of.
private func makeAll() {
  let plain: any Plain = Dummy.make()
  let composed: any Plain & Listener = Dummy.make()
  let depot: any Depot = Dummy.make()
  let actor: any Actor = Dummy.make()
  let keyed: any Keyed = Dummy.make()
  let bound: any Keyed<Int> = Dummy.make()
  let pages: any Pages = Dummy.make()
  let sequence: any Sequence<Int> = Dummy.make()
  let shelf: any Shelf = Dummy.make()
  let labelled: any Labelled = Dummy.make()
  let marker: any Marker = Dummy.make()
  let error: any Error & Sendable = Dummy.make()
  let outer: Outer = Dummy.make()
  let branch: DummyBranch<DummyTwig> = Dummy.make()
  let functions: Functions = Dummy.make()
  let result: Result<DummyTwig, any Error> = Dummy.make()
  let object: AnyObject = Dummy.make()
  withExtendedLifetime(
    (plain, composed, depot, actor, keyed, bound, pages, sequence, shelf, labelled, marker, error, outer, branch)
  ) {}
  withExtendedLifetime((functions, result, object)) {}
}

private struct Functions {
  var plain: () -> Void
  var throwing: (Int) throws -> String
  var asynchronous: (DummyTwig) async -> DummyTwig
  var both: @Sendable (inout Int, String...) async throws -> Int
  var main: @MainActor (Int) -> Int
  var typed: (Int) throws(ShopError) -> Void
  var isolated: @isolated(any) () async -> Int
  var sending: nonisolated(nonsending) (Int) async throws(ShopError) -> (Int) -> Int
  var maybe: (() -> Void)?
}

/// The bytes of memory that are resident (`proc_pid_statm(5)`).
private func resident() throws -> Int {
  let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
  return Int(pages)! * sysconf(Int32(_SC_PAGESIZE))
}

/// Stops the process if dummies that are made and dropped take memory for good.
private func check<T>(_ type: T.Type, _ count: Int = 100_000) throws {
  for _ in 1...1000 { _ = Dummy<T>.make() }
  let before = try resident()
  for _ in 1...count { _ = Dummy<T>.make() }
  // Nothing that is allocated is smaller than 32 bytes.
  let growth = try resident() - before
  precondition(growth < count * 16, "\(T.self) left \(growth) bytes")
}

@Suite struct DummyKindTests {
  @Test func `Dummies of every kind of protocol and type can be made and dropped`() {
    let messages = issues { for _ in 1...10 { makeAll() } }
    #expect(messages == [])
  }

  @Test func `Calls of every kind say what was called`() async {
    let line = #line + 2
    let messages = await issues {
      var plain: any Plain = Dummy.make()
      plain.name = "a"
      #expect(plain.name == "")
      #expect(plain.send("hi", to: 3) == [])
      #expect(throws: UnstubbedCall.self) { try plain.connect() }
      await #expect(throws: UnstubbedCall.self) { try await plain.load(7) }
      #expect(type(of: plain).limit(4) == 0)
      plain[1, key: "k"] = 2.5
      #expect(plain[1, key: "k"] == 0)
      #expect(plain.pick(3) == nil)
      #expect(type(of: plain).init(name: "b").name == "")
    }
    let calls = [
      #"name = "a""#, "name", #"send("hi", to: 3)"#, "connect()", "load(7)", "Plain.limit(4)",
      #"[1, key: "k"] = 2.5"#, #"[1, key: "k"]"#, "pick(3)", "name",
    ]
    let endings = [
      "it did nothing.", #"it returned ""."#, "it returned [].", "it threw an error.", "it threw an error.",
      "it returned 0.", "it did nothing.", "it returned 0.0.", "it returned nil.", #"it returned ""."#,
    ]
    #expect(messages.count == calls.count, "\(messages.joined(separator: "\n"))")
    for (message, (call, ending)) in zip(messages, zip(calls, endings)) {
      #expect(
        message == """
          \(call) was called on a dummy (any Plain), made at DummyKindTests.swift:\(line): \(ending) A dummy must not be \
          used: pass a Stub or a Spy instead.
          """
      )
    }
  }

  @Test func `Dummies of objects and actors are told of as well`() async {
    let messages = await issues {
      let listener: any Listener = Dummy.make()
      listener.changed(3)
      let depot: any Depot = Dummy.make()
      #expect(await depot.count == 0)
      #expect(await depot.store(Token()) == false)
      let labelled: any Labelled = Dummy.make()
      // What everything can do is no use of it.
      #expect("\(labelled)".contains("Labelled") && AnyHashable(labelled) == AnyHashable(labelled))
      #expect(labelled.label == "")
    }
    #expect(messages.count == 4, "\(messages.joined(separator: "\n"))")
    #expect(messages.first?.hasPrefix("changed(3) was called on a dummy (any Listener), made at ") == true)
    #expect(messages.last?.hasPrefix("label was called on a dummy (any Labelled), made at ") == true)
  }

  @Test func `A case with a payload is taken where no other is, and it can be made`() {
    let wrapped: Wrapped = Dummy.make()
    guard case .plain(_, 0) = wrapped else {
      Issue.record("\(wrapped)")
      return
    }
    guard case .success(0) = Dummy<Result<Int, Never>>.make(), case .failure(0) = Dummy<Neither>.make() else {
      Issue.record("a case that has no values")
      return
    }
    guard case .leaf = Dummy<Tree>.make() else {
      Issue.record("a case that holds others of its kind")
      return
    }
  }

  @Test func `Objects are of their class, and have an identity`() {
    let twig: DummyTwig = Dummy.make()
    let root: DummyRoot = twig
    #expect(root is DummyTwig && root is DummyBranch<String> && !(root is DummyBranch<Int>))
    #expect("\(type(of: root))" == "DummyTwig" && type(of: root) is DummyTwig.Type)
    weak let weakRoot = root
    #expect(weakRoot === twig)
    #expect(Dummy<DummyTwig>.make() !== twig)
    #expect(Set([ObjectIdentifier(twig), ObjectIdentifier(root)]).count == 1)
    let branch: DummyBranch<DummyTwig> = Dummy.make()
    #expect("\(type(of: branch))" == "DummyBranch<DummyTwig>")
  }

  @Test func `A dummy can go away on another thread`() async {
    nonisolated(unsafe) var outer: Outer? = Dummy.make()
    await withCheckedContinuation { continuation in
      Thread {
        outer = nil
        continuation.resume()
      }.start()
    }
    #expect(outer == nil)
  }

  @Test func `Uses that can't go on stop the process and say what was used`() async {
    let at = "made at DummyKindTests.swift:"
    let remedy = "A dummy must not be used: pass a Stub or a Spy instead."
    let result1 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dummy<DummyTwig>.make().add("leaf")
    }
    expect(result1, says: "add(_:) of DummyTwig was called on a dummy (DummyTwig), \(at)", remedy)
    let result2 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dummy<DummyTwig>.make().climb()
    }
    expect(result2, says: "climb() of DummyTwig was called on a dummy (DummyTwig), \(at)", remedy)
    let result3 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let branch: DummyBranch<Int> = Dummy.make()
      _ = branch.add(3)
    }
    expect(result3, says: "add(_:) of ", "DummyBranch<Int> was called on a dummy (DummyBranch<Int>), \(at)", remedy)
    let result4 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let function: @Sendable (inout Int, String...) async throws -> Int = Dummy.make()
      var number = 3
      _ = try await function(&number, "a")
    }
    expect(result4, says: "a function of type", "async throws -> Int was called on a dummy (", at, remedy)
    let result5 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let function: @Sendable (Int) async throws(ShopError) -> Int = Dummy.make()
      _ = try await function(3)
    }
    expect(result5, says: "a function of type", "throws(", "was called on a dummy (", at, remedy)
    let result6 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let keyed: any Keyed<Int> = Dummy.make()
      _ = keyed.value(for: 3)
    }
    expect(
      result6,
      says: "value(for: Self.Key) -> Self.Value of any Keyed<Int> was called on a dummy (any Keyed<Int>), \(at)",
      remedy
    )
    let result7 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      read(Dummy<any Pages>.make())
    }
    expect(result7, says: "makeIterator", "was called on a dummy (any Pages), \(at)", remedy)
    let result8 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dummy<any Pages>.make().title
    }
    expect(result8, says: "title", "was called on a dummy (any Pages), \(at)", remedy)
  }

  @Test func `Types without a dummy stop the process and say what to do`() async {
    let remedy =
      "What to do: Say which value to use, with Dummy.make(using:) or"
    let result9 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dummy<Nothing>.make()
    }
    expect(result9, says: "Can't make a dummy of Nothing: it has no values", remedy)
    let result10 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dummy<any Rooted>.make()
    }
    expect(result10, says: "Can't make a dummy of any Rooted: ", remedy)
    let result11 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dummy<@convention(c) (Int) -> Int>.make()
    }
    expect(result11, says: "Can't make a dummy of @convention(c) (Int) -> Int: ", remedy)
  }

  @Test func `Values in many layers can be made on several threads at once`() async {
    // One that can't be made would stop the process.
    await #expect(processExitsWith: .success) {
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 1...500 { _ = Dummy<Shells<Shells<Shells<Shells<Int>>>>>.make() }
      }
    }
  }

  private func expect(
    _ result: ExitTest.Result?,
    says parts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for part in parts { #expect(text.contains(part), "\(text)", sourceLocation: sourceLocation) }
  }

  @Test(.enabled(if: !pressure_is_instrumented(), "the sanitizers keep memory that was given back"))
  func `Dummies leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      try check((any Plain).self)
      try check((any Listener).self)
      try check((any Depot).self)
      try check((any Keyed).self)
      try check((any Pages).self)
      try check((any Error).self)
      try check(DummyTwig.self)
      try check(DummyBranch<Int>.self)
      try check(DummyOffice.self)
      try check((@Sendable (Int) async throws -> String).self)
      // Made of several of these.
      try check(Wrapped.self, 20_000)
      try check(Tree.self, 20_000)
      try check(Functions.self, 20_000)
      try check(Outer.self, 20_000)
    }
  }
}
