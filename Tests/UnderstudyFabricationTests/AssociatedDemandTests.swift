import Testing
import UnderstudyCalls
import UnderstudyFabrication

private protocol Owned<Owner> {
  associatedtype Owner: AnyObject
}

/// Says more of its associated types' own associated types than of them.
private protocol Basket<Items, Thing> {
  associatedtype Items: Collection<Int>
  associatedtype Thing: Owned where Thing.Owner == Keeper
  func fill(_ items: Items, _ thing: Thing, _ last: Int) -> Items
}

/// Speaks of the elements of elements.
private protocol Grid<Rows> {
  associatedtype Rows: Collection where Rows.Element: Collection, Rows.Element.Element: Hashable
  func cell(_ rows: Rows, _ row: Int) -> Set<Rows.Element.Element>
}

private final class Cells: CallReceiver, @unchecked Sendable {
  func receive(_ call: borrowing Call) -> Outcome {
    let rows = call.arguments.value(at: 0, as: [[String]].self)
    call.initializeResult(to: Set(rows[call.arguments.value(at: 1, as: Int.self)]))
    return .returned
  }
}

private final class Keeper {}
private struct Toy: Owned {
  typealias Owner = Keeper
  var name = "a text that is long enough for the heap"
}

private final class Answers: CallReceiver, @unchecked Sendable {
  private(set) var names: [String] = []
  func receive(_ call: borrowing Call) -> Outcome {
    names.append(call.arguments.value(at: 1, as: Toy.self).name)
    call.initializeResult(to: call.arguments.value(at: 0, as: [Int].self) + [call.arguments.value(at: 2, as: Int.self)])
    return .returned
  }
}

@Suite private struct AssociatedDemandTests {
  @Test func `What a protocol says of an associated type's own associated type is said of nothing else`() throws {
    typealias Toys = any Basket<[Int], Toy>
    let answers = Answers()
    let basket = try DoubleType.of(Toys.self).makeValue(as: Toys.self, receiver: answers)
    #expect(basket.fill([1, 2], Toy(), 3) == [1, 2, 3])
    #expect(answers.names == [Toy().name])
  }

  @Test func `A protocol may speak of associated types of associated types of its own`() throws {
    typealias Table = any Grid<[[String]]>
    let grid = try DoubleType.of(Table.self).makeValue(as: Table.self, receiver: Cells())
    #expect(grid.cell([["a"], ["b", "c"]], 1) == ["b", "c"])
    func all<G: Grid>(_ grid: G) -> Set<G.Rows.Element.Element> where G.Rows == [[String]] {
      grid.cell([["d", "e", "d"]], 0)
    }
    #expect(all(grid) == ["d", "e"])
  }

  @Test func `Doubles satisfy the demands`() throws {
    typealias Toys = any Basket<[Int], Toy>
    func sum<B: Basket>(_ basket: B, _ items: B.Items, _ thing: B.Thing) -> Int {
      basket.fill(items, thing, 4).reduce(0, +)
    }
    let basket = try DoubleType.of(Toys.self).makeValue(as: Toys.self, receiver: Answers())
    func open<B: Basket>(_ basket: B) -> Int where B.Items == [Int], B.Thing == Toy { sum(basket, [1, 2], Toy()) }
    #expect(open(basket) == 7)
  }
}
