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
