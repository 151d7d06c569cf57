import Foundation
import Testing
import Understudy

private struct Song: Hashable, Codable, Sendable, Identifiable {
  var id = 1
  var title = "untitled"
}

private protocol Library<Item> {
  associatedtype Item: Identifiable & Sendable
  func find(_ id: Item.ID) -> Item?
  func all() -> [Item]
  func grouped() -> [String: [Item]]
  func pair(_ item: Item, _ items: [Item]) -> (Item, Int)
  func visit(_ body: (Item) -> Void)
  func formatter() -> (Item) -> String
  func outcome() -> Result<Item, any Error>
  func replace(_ item: inout Item) -> Item
  var first: Item? { get set }
  subscript(position: Int) -> Item { get set }
  func load() async throws -> Item
  static func blank() -> Item
}

private protocol Exchange<Input, Output> {
  associatedtype Input
  associatedtype Output: Collection where Output.Element == Input
  associatedtype Problem: Error
  func trade(_ input: Input) throws(Problem) -> Output
}

private protocol Shelf<Item>: Library where Item: Codable {
  associatedtype Label: StringProtocol = String
  func label(_ item: Item) -> Label
}

private protocol Machine {
  associatedtype Part: AnyObject
  associatedtype Fuel: Machine
  func part() -> Part
  func burn(_ fuel: Fuel) -> Int
}
private final class Wheel {}

/// The only conformer says what the associated types are.
private protocol Parser {
  associatedtype Output: Equatable
  func parse(_ text: String) -> Output
}
private struct NumberParser: Parser {
  func parse(_ text: String) -> Int? { Int(text) }
}

/// Its two conformers differ.
private protocol Codec {
  associatedtype Value
  func decode(_ text: String) -> Value
}
private struct NumberCodec: Codec {
  func decode(_ text: String) -> Int { 0 }
}
private struct TextCodec: Codec {
  func decode(_ text: String) -> String { text }
}

private func titles<L: Library>(_ library: L, _ id: L.Item.ID) -> Int where L.Item == Song {
  library.all().map(\.title.count).reduce(library.find(id)?.title.count ?? 0, +)
}
private func ids<L: Library>(_ library: L) -> Set<L.Item.ID> { Set(library.all().map(\.id)) }
private func encoded<S: Shelf>(_ shelf: S) throws -> Int { try JSONEncoder().encode(shelf.all()).count }

/// Where associated types come from, and everywhere they can stand.
@Suite struct AssociatedTypeKindTests {
  @Test func `Bound by the type, in every position`() async throws {
    let stub = try Stub<any Library<Song>>()
    let song = Song(id: 3, title: "abc")
    stub.when { $0.find(3) }.thenReturn(song)
    stub.when { $0.all() }.thenReturn([song, Song()])
    stub.when { $0.grouped() }.thenReturn(["a": [song]])
    stub.when { $0.pair(Match.equal(song), Match.hasCount(2)) }.thenReturn((song, 2))
    stub.when { $0.visit(Match.any()) }.then { (body: @escaping (Song) -> Void) in body(song) }
    stub.when { $0.formatter() }.thenReturn { $0.title.uppercased() }
    stub.when { $0.outcome() }.thenReturn(.success(song))
    var variable = song
    stub.when { $0.replace(&variable) }.then { (item: inout Song) in
      let old = item
      item.title = "new"
      return old
    }
    stub.when { $0.first }.thenReturn(song)
    stub.when { $0.first = Match.any() }.thenDoNothing()
    stub.when { $0[0] }.thenReturn(song)
    stub.when { $0[Match.any()] = Match.any() }.thenDoNothing()
    await stub.when { try await $0.load() }.then { song }
    stub.when { type(of: $0).blank() }.thenReturn(Song())

    var library = stub()
    #expect(library.find(3) == song)
    #expect(library.all().count == 2)
    #expect(library.grouped() == ["a": [song]])
    #expect(library.pair(song, [song, song]) == (song, 2))
    var visited: [Song] = []
    library.visit { visited.append($0) }
    #expect(visited == [song])
    #expect(library.formatter()(song) == "ABC")
    #expect(try library.outcome().get() == song)
    #expect(library.replace(&variable) == song)
    #expect(variable.title == "new")
    library.first?.title += "d"
    library[0].id += 1
    #expect(try await library.load() == song)
    #expect(type(of: library).blank() == Song())
    stub.verify { $0.first = Song(id: 3, title: "abcd") }
    stub.verify { $0[0] = Song(id: 4, title: "abc") }
  }

  @Test func `In generic code, with the witnesses of associated types`() throws {
    let stub = try Stub<any Library<Song>>()
    stub.when { $0.all() }.thenReturn([Song(id: 1), Song(id: 2)])
    stub.when { $0.find(Match.any()) }.thenReturn(nil)
    let length = titles(stub(), 1)
    #expect(length == 16)
    let count = ids(stub()).count
    #expect(count == 2)
  }

  @Test func `Several, with a constraint among them and a typed error`() throws {
    let stub = try Stub<any Exchange<Int, [Int]>>(binding: ["Problem": CancellationError.self])
    stub.when { try $0.trade(1) }.thenReturn([1, 2])
    stub.when { try $0.trade(2) }.thenThrow(CancellationError())
    #expect(try stub().trade(1) == [1, 2])
    #expect(throws: CancellationError.self) { try stub().trade(2) }

    // One of them follows from the other.
    let half = try Stub<any Exchange>(binding: ["Output": Set<String>.self, "Problem": CancellationError.self])
    _ = half
    let error = #expect(throws: StubError.self) { try Stub<any Exchange<Int, [String]>>() }
    #expect(
      error?.description == """
        Can't make a double of any Exchange<Int, Array<String>>: Nothing says what its associated types are (Problem).
          What to do: Name them: Stub<any Exchange<Int, Array<String>>>(binding: ["Problem": Int.self]).
        """
    )
    let contradiction = #expect(throws: StubError.self) {
      try Stub<any Exchange>(binding: ["Input": Int.self, "Output": [String].self, "Problem": CancellationError.self])
    }
    #expect(
      contradiction?.description == """
        Can't make a double of any Exchange: Its associated type Input has to be the same as Output.Element, which is \
        String, and it is Int.
          What to do: Bind them to types that fit.
        """
    )
  }

  @Test func `Inherited, constrained further, and with a default`() throws {
    let stub = try Stub<any Shelf<Song>>(binding: ["Label": String.self])
    stub.when { $0.all() }.thenReturn([Song()])
    let count = try encoded(stub())
    #expect(count > 10)
  }

  @Test func `A class, and one that conforms to the protocol itself`() throws {
    let wheel = Wheel()
    let stub = try Stub<any Machine>(binding: ["Part": Wheel.self, "Fuel": Coal.self])
    stub.when { $0.part() }.thenReturn(wheel)
    let isSame = stub().part() === wheel
    #expect(isSame)
  }

  @Test func `Found in the only conformer`() throws {
    let stub = try Stub<any Parser>()
    stub.when { $0.parse("1") }.thenReturn(1 as Int?)
    func parsed<P: Parser>(_ parser: P) -> Any { parser.parse("1") }
    let value = parsed(stub())
    #expect(value as? Int == 1)
  }

  @Test func `Ambiguous`() throws {
    let error = #expect(throws: StubError.self) { try Stub<any Codec>() }
    #expect(
      error?.description == """
        Can't make a double of any Codec: Its conformers differ in their associated types: NumberCodec: Value = Int; \
        TextCodec: Value = String.
          What to do: Name them: Stub<any Codec>(binding: ["Value": …]).
        """
    )
    let stub = try Stub<any Codec>(binding: ["Value": Double.self])
    stub.when { $0.decode("1") }.thenReturn(1.5)
    #expect(stub().decode("1") as? Double == 1.5)
  }
}

private struct Coal: Machine {
  func part() -> Wheel { Wheel() }
  func burn(_ fuel: Coal) -> Int { 0 }
}
