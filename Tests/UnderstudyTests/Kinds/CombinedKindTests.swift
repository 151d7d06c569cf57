import Testing
import Understudy

private struct Item: Hashable, Codable, Sendable, Identifiable {
  var id = 1
}
private protocol Tag: Sendable {
  var text: String { get }
}
private struct Label: Tag {
  var text = "label"
}

private protocol Resource: ~Copyable {
  func read(_ count: Int) -> [UInt8]
  consuming func close() -> Bool
  borrowing func size() -> Int
}

private protocol Catalog<Entry> {
  associatedtype Entry: Hashable & Codable
  typealias Page = [Entry]
  associatedtype Cursor = Int
  func add<S: Sequence>(_ entries: S) -> Int where S.Element == Entry
  func page(_ entries: some Collection<Entry>, after: Cursor?) -> Page
  func ids<C: Collection<Entry>>(_ entries: C) -> [C.Index: Entry] where C.Index: Hashable
  func find(_ isMatch: (Entry) throws -> Bool) rethrows -> Entry?
  func index() -> [Entry: (Entry, Int)]
  func shelves() -> any Collection<Entry>
  func observe(_ change: @escaping @Sendable ([Entry]) async -> Void) -> () -> Void
}

private protocol Toolbox {
  func swap<T>(_ one: inout T, _ other: inout T)
  func update(_ tag: inout any Tag, _ list: inout [any Tag]) -> Bool
  func lists<T: Hashable>(_ type: [T].Type, _ sets: Set<T>.Type) -> [T]?
  func first<T, C: Collection<T>>(_ values: C) -> T?
  func all(_ tags: some Sequence<any Tag>) -> Int
  func actions() -> [String: () -> Int]
  func run(_ value: @autoclosure @Sendable () async throws -> Int) async rethrows -> Int
  func erase(_ value: any Sendable, _ error: any Error & Sendable) throws(any Error) -> any Sendable & Hashable
  func deep(_ value: [String: [Int: Set<Character>?]]?, _ result: Result<[Item], any Error>) -> Result<Int, Never>
  func many<each T: Sendable, each U>(_ one: repeat each T, then other: repeat (each U)?) async -> (repeat each T)
  func nested<T>(_ body: ((T) -> T?) -> [T], _ value: T) -> [T]
  func keyed<Root, Value>(_ root: Root, _ path: KeyPath<Root, Value>) -> Value
  func borrow(_ tag: borrowing some Tag) -> String
}

@preconcurrency private protocol Session: AnyObject, Sendable {
  var delegate: (any Session)? { get set }
  var tags: [any Tag] { get set }
  @MainActor var title: String { get set }
  @discardableResult func open(_ handler: (@MainActor @Sendable (Result<Item, any Error>) -> Void)?) -> Bool
  @available(*, deprecated) func old()
}

private func addTwo<C: Catalog>(_ catalog: C, _ one: C.Entry, _ two: C.Entry) -> Int { catalog.add([one, two]) }

/// What real protocols combine.
@Suite struct CombinedKindTests {
  @Test func `A protocol that needn't be copyable`() throws {
    let stub = try Stub<any Resource>()
    stub.when { $0.read(Match.any()) }.then { (count: Int) in Array(repeating: 7, count: count) }
    stub.when { $0.close() }.thenReturn(true)
    stub.when { $0.size() }.thenReturn(9)
    let resource = stub()
    #expect(resource.read(2) == [7, 7])
    #expect(resource.size() == 9)
    let isClosed = resource.close()
    #expect(isClosed)
  }

  @Test func `Generic requirements over associated types`() throws {
    let stub = try Stub<any Catalog<Item>>(binding: ["Cursor": Int.self])
    stub.when { $0.add(Match.any([Item].self)) }.then { (items: [Item]) in items.count }
    stub.when { $0.find(Match.any()) }.then { (isMatch: @escaping (Item) throws -> Bool) in
      try [Item(), Item(id: 2)].first(where: isMatch)
    }
    stub.when { $0.index() }.thenReturn([Item(): (Item(id: 2), 3)])
    stub.when { $0.shelves() }.thenReturn([Item(id: 5)])
    stub.when { $0.observe(Match.any()) }.thenReturn({})
    stub.when { $0.ids(Match.any([Item].self)) }.thenReturn([0: Item()])
    let catalog = stub()
    let added = addTwo(catalog, Item(), Item())
    #expect(added == 2)
    #expect(catalog.add([Item()]) == 1)
    #expect(catalog.find { $0.id == 2 } == Item(id: 2))
    #expect(catalog.index()[Item()]?.1 == 3)
    #expect(Array(catalog.shelves()) == [Item(id: 5)])
    catalog.observe { _ in }()
    #expect(catalog.ids([Item()]) == [0: Item()])
  }

  @Test func `Generic requirements of every shape`() throws {
    let stub = try Stub<any Toolbox>()
    var (one, other) = (1, 2)
    stub.when { $0.swap(&one, &other) }.then { (one: inout Int, other: inout Int) in (one, other) = (other, one) }
    var (tag, tags): (any Tag, [any Tag]) = (Label(), [])
    stub.when { $0.update(&tag, &tags) }.then { (tag: inout any Tag, tags: inout [any Tag]) in
      tags.append(tag)
      tag = Label(text: "new")
      return true
    }
    stub.when { $0.lists([Int].self, Set<Int>.self) }.thenReturn([1])
    stub.when { $0.first(Match.any([String].self)) }.thenReturn("first")
    stub.when { $0.all(Match.any([any Tag].self)) }.thenReturn(3)
    stub.when { $0.actions() }.thenReturn(["a": { 4 }])
    stub.when { try $0.erase(Match.any(), Match.any()) }.thenReturn(5)
    stub.when { $0.deep(Match.any(), Match.any()) }.thenReturn(.success(6))
    stub.when { $0.nested(Match.any() as ((Int) -> Int?) -> [Int], Match.any()) }.thenReturn([8])
    stub.when { $0.keyed(Match.any(Item.self), Match.equal(\Item.id)) }.thenReturn(9)
    stub.when { $0.borrow(Match.any(Label.self)) }.thenReturn("b")

    let box = stub()
    box.swap(&one, &other)
    #expect((one, other) == (2, 1))
    #expect(box.update(&tag, &tags))
    #expect(tag.text == "new" && tags.map(\.text) == ["label"])
    #expect(box.lists([Int].self, Set<Int>.self) == [1])
    #expect(box.first(["x"]) == "first")
    #expect(box.all([Label()] as [any Tag]) == 3)
    #expect(box.actions()["a"]?() == 4)
    #expect(try box.erase("x", CancellationError()) as? Int == 5)
    #expect(box.deep(["a": [1: ["x"]]], .success([])).get() == 6)
    #expect(box.keyed(Item(), \.id) == 9)
    #expect(box.borrow(Label()) == "b")
  }

  @Test func `An asynchronous autoclosure`() async throws {
    let stub = try Stub<any Toolbox>()
    await stub.when { await $0.run(Match.any()) }
      .then { (value: @escaping @Sendable () async throws -> Int) async throws in try await value() + 1 }
    #expect(await stub().run(6) == 7)
  }

  @Test func `Asynchronous packs`() async throws {
    let stub = try Stub<any Toolbox>()
    await stub.when { await $0.many(Match.equal(1), Match.equal("a"), then: Match.any(Double?.self)) }
      .thenReturn((2, "b"))
    let many = await stub().many(1, "a", then: 2.5)
    #expect(many == (2, "b"))
  }

  @MainActor @Test func `Isolation, attributes and optional functions`() throws {
    let stub = try Stub<any Session>()
    stub.when { $0.delegate }.thenReturn(nil)
    stub.when { $0.delegate = Match.any() }.thenDoNothing()
    stub.when { $0.tags }.thenReturn([Label()])
    stub.when { $0.tags = Match.any() }.thenDoNothing()
    stub.when { $0.title }.thenReturn("t")
    stub.when { $0.title = Match.any() }.thenDoNothing()
    stub.when { $0.open(Match.any()) }.then { (handler: (@MainActor @Sendable (Result<Item, any Error>) -> Void)?) in
      handler != nil
    }
    let session = stub()
    session.delegate = session
    session.tags.append(Label(text: "more"))
    session.title += "!"
    #expect(session.open { _ in })
    #expect(!session.open(nil))
    stub.verify { $0.delegate = Match.identical(to: session) }
    stub.verify { $0.tags = Match.hasCount(2) }
    stub.verify { $0.title = "t!" }
  }
}
