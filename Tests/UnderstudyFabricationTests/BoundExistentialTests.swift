import Testing
import UnderstudyCalls
import UnderstudyFabrication
import UnderstudyMetadata

/// Existentials that bind associated types.
@Suite struct BoundExistentialTests {
  @Test func `Collection of Int`() throws {
    try expectAlike((any Bound).self, Conformer(), [1, 2, 3] as any Collection<Int>) { $0.collection(1, $1, 2.5) }
    try expectAlike((any Bound).self, Conformer(), [1, 2, 3] as (any Collection<Int>)?) { $0.collection(1, $1, 2) }
  }

  @Test func `Store of Int and String`() throws {
    try expectAlike(
      (any Bound).self,
      Conformer(),
      Shelf(item: 1, key: "one, long enough for the heap") as any Store<Int, String>
    ) { $0.two(1, $1, 2.5) }
    try expectAlike(
      (any Bound).self,
      Conformer(),
      Shelf(item: 1, key: "one, long enough for the heap") as (any Store<Int, String>)?
    ) { $0.two(1, $1, 2) }
  }

  @Test func `Store of Int and Int`() throws {
    try expectAlike((any Bound).self, Conformer(), Shelf(item: 1, key: 2) as any Store<Int, Int>) {
      $0.same(1, $1, 2.5)
    }
    try expectAlike((any Bound).self, Conformer(), Shelf(item: 1, key: 2) as (any Store<Int, Int>)?) {
      $0.same(1, $1, 2)
    }
  }

  @Test func `Store of Int and String & Sendable`() throws {
    try expectAlike((any Bound).self, Conformer(), Shelf(item: 1, key: "one") as any Store<Int, String> & Sendable) {
      $0.composed(1, $1, 2.5)
    }
    try expectAlike((any Bound).self, Conformer(), Shelf(item: 1, key: "one") as (any Store<Int, String> & Sendable)?) {
      $0.composed(1, $1, 2)
    }
  }

  @Test func `Holder of a list of Int`() throws {
    try expectAlike((any Bound).self, Conformer(), Box(item: [1, 2]) as any Holder<[Int]>) { $0.object(1, $1, 2.5) }
    try expectAlike((any Bound).self, Conformer(), Box(item: [1, 2]) as (any Holder<[Int]>)?) { $0.object(1, $1, 2) }
  }

  @Test func `a list of Store of Int and String`() throws {
    try expectAlike(
      (any Bound).self,
      Conformer(),
      [Shelf(item: 1, key: "one"), Shelf(item: 2, key: "two")] as [any Store<Int, String>]
    ) { $0.list(1, $1, 2.5) }
    try expectAlike(
      (any Bound).self,
      Conformer(),
      [Shelf(item: 1, key: "one"), Shelf(item: 2, key: "two")] as ([any Store<Int, String>])?
    ) { $0.list(1, $1, 2) }
  }

  @Test func `a tuple of Store of Int and String and Int8`() throws {
    try expectAlike((any Bound).self, Conformer(), (Shelf(item: 1, key: "one"), 2) as (any Store<Int, String>, Int8)) {
      $0.pair(1, $1, 2.5)
    }
    try expectAlike((any Bound).self, Conformer(), (Shelf(item: 1, key: "one"), 2) as ((any Store<Int, String>, Int8))?)
    { $0.pair(1, $1, 2) }
  }

  @Test func `Collection of Store of Int and String`() throws {
    try expectAlike(
      (any Bound).self,
      Conformer(),
      [Shelf(item: 1, key: "one")] as any Collection<any Store<Int, String>>
    ) { $0.nested(1, $1, 2.5) }
    try expectAlike(
      (any Bound).self,
      Conformer(),
      [Shelf(item: 1, key: "one")] as (any Collection<any Store<Int, String>>)?
    ) { $0.nested(1, $1, 2) }
  }

  @Test func `AsyncSequence of Int and Never`() throws {
    try expectAlike((any Bound).self, Conformer(), AsyncStream<Int> { _ in } as any AsyncSequence<Int, Never>) {
      $0.sequence(1, $1, 2.5)
    }
    try expectAlike((any Bound).self, Conformer(), AsyncStream<Int> { _ in } as (any AsyncSequence<Int, Never>)?) {
      $0.sequence(1, $1, 2)
    }
  }

  @Test func `A type that no module holds the shape of`() throws {
    let double = try DoubleType.of((any Unheld).self)
    let receiver = Taking()
    let value = double.makeValue(as: (any Unheld).self, receiver: receiver)
    take([1, 2], by: value)
    #expect(receiver.types == ["any Rare<Self.Item == Int>"])
  }

  @Test func `A type that depends on a generic parameter`() throws {
    try expectAlike((any Bound).self, Conformer(), Shelf(item: 1, key: "one") as any Store<Int, String>) {
      $0.generic(1, $1, "")
    }
  }
}

private protocol Store<Item, Key> {
  associatedtype Item
  associatedtype Key: Hashable
  var item: Item { get }
}
private struct Shelf<Item: Sendable, Key: Hashable & Sendable>: Store, Sendable {
  var item: Item
  var key: Key
}
private protocol Holder<Item>: AnyObject {
  associatedtype Item
}
private final class Box<Item>: Holder {
  let item: Item
  init(item: Item) { self.item = item }
}
private protocol Rare<Item> { associatedtype Item }
extension Array: Rare where Element == Int { typealias Item = Int }

private protocol Unheld { func take(_ value: any Rare<Int>) }
/// Makes a value of the type without its metadata.
private func take(_ value: [Int], by unheld: any Unheld) { unheld.take(value) }

/// Notes the types of arguments.
private final class Taking: CallReceiver, @unchecked Sendable {
  private(set) var types: [String] = []
  func receive(_ call: borrowing Call) -> Outcome {
    types.append(call.requirement.parameters[0].type.name)
    return .returned
  }
}

private protocol Bound {
  func generic<T>(_ before: Int8, _ value: any Store<Int, T>, _ witness: T) -> any Store<Int, T>
  func collection(_ before: Int8, _ value: any Collection<Int>, _ after: Double) -> any Collection<Int>
  func collection(_ before: Int8, _ value: (any Collection<Int>)?, _ after: Int8) -> (any Collection<Int>)?
  func two(_ before: Int8, _ value: any Store<Int, String>, _ after: Double) -> any Store<Int, String>
  func two(_ before: Int8, _ value: (any Store<Int, String>)?, _ after: Int8) -> (any Store<Int, String>)?
  func same(_ before: Int8, _ value: any Store<Int, Int>, _ after: Double) -> any Store<Int, Int>
  func same(_ before: Int8, _ value: (any Store<Int, Int>)?, _ after: Int8) -> (any Store<Int, Int>)?
  func composed(_ before: Int8, _ value: any Store<Int, String> & Sendable, _ after: Double) -> any Store<Int, String>
    & Sendable
  func composed(_ before: Int8, _ value: (any Store<Int, String> & Sendable)?, _ after: Int8) -> (
    any Store<Int, String> & Sendable
  )?
  func object(_ before: Int8, _ value: any Holder<[Int]>, _ after: Double) -> any Holder<[Int]>
  func object(_ before: Int8, _ value: (any Holder<[Int]>)?, _ after: Int8) -> (any Holder<[Int]>)?
  func list(_ before: Int8, _ value: [any Store<Int, String>], _ after: Double) -> [any Store<Int, String>]
  func list(_ before: Int8, _ value: ([any Store<Int, String>])?, _ after: Int8) -> ([any Store<Int, String>])?
  func pair(_ before: Int8, _ value: (any Store<Int, String>, Int8), _ after: Double) -> (any Store<Int, String>, Int8)
  func pair(_ before: Int8, _ value: ((any Store<Int, String>, Int8))?, _ after: Int8) -> (
    (any Store<Int, String>, Int8)
  )?
  func nested(_ before: Int8, _ value: any Collection<any Store<Int, String>>, _ after: Double) -> any Collection<
    any Store<Int, String>
  >
  func nested(_ before: Int8, _ value: (any Collection<any Store<Int, String>>)?, _ after: Int8) -> (
    any Collection<any Store<Int, String>>
  )?
  func sequence(_ before: Int8, _ value: any AsyncSequence<Int, Never>, _ after: Double) -> any AsyncSequence<
    Int, Never
  >
  func sequence(_ before: Int8, _ value: (any AsyncSequence<Int, Never>)?, _ after: Int8) -> (
    any AsyncSequence<Int, Never>
  )?
}

private struct Conformer: Bound {
  func generic<T>(_ before: Int8, _ value: any Store<Int, T>, _ witness: T) -> any Store<Int, T> { value }
  func collection(_ before: Int8, _ value: any Collection<Int>, _ after: Double) -> any Collection<Int> { value }
  func collection(_ before: Int8, _ value: (any Collection<Int>)?, _ after: Int8) -> (any Collection<Int>)? { value }
  func two(_ before: Int8, _ value: any Store<Int, String>, _ after: Double) -> any Store<Int, String> { value }
  func two(_ before: Int8, _ value: (any Store<Int, String>)?, _ after: Int8) -> (any Store<Int, String>)? { value }
  func same(_ before: Int8, _ value: any Store<Int, Int>, _ after: Double) -> any Store<Int, Int> { value }
  func same(_ before: Int8, _ value: (any Store<Int, Int>)?, _ after: Int8) -> (any Store<Int, Int>)? { value }
  func composed(_ before: Int8, _ value: any Store<Int, String> & Sendable, _ after: Double) -> any Store<Int, String>
    & Sendable
  { value }
  func composed(_ before: Int8, _ value: (any Store<Int, String> & Sendable)?, _ after: Int8) -> (
    any Store<Int, String> & Sendable
  )? { value }
  func object(_ before: Int8, _ value: any Holder<[Int]>, _ after: Double) -> any Holder<[Int]> { value }
  func object(_ before: Int8, _ value: (any Holder<[Int]>)?, _ after: Int8) -> (any Holder<[Int]>)? { value }
  func list(_ before: Int8, _ value: [any Store<Int, String>], _ after: Double) -> [any Store<Int, String>] { value }
  func list(_ before: Int8, _ value: ([any Store<Int, String>])?, _ after: Int8) -> ([any Store<Int, String>])? {
    value
  }
  func pair(_ before: Int8, _ value: (any Store<Int, String>, Int8), _ after: Double) -> (any Store<Int, String>, Int8)
  { value }
  func pair(_ before: Int8, _ value: ((any Store<Int, String>, Int8))?, _ after: Int8) -> (
    (any Store<Int, String>, Int8)
  )? { value }
  func nested(_ before: Int8, _ value: any Collection<any Store<Int, String>>, _ after: Double) -> any Collection<
    any Store<Int, String>
  > { value }
  func nested(_ before: Int8, _ value: (any Collection<any Store<Int, String>>)?, _ after: Int8) -> (
    any Collection<any Store<Int, String>>
  )? { value }
  func sequence(_ before: Int8, _ value: any AsyncSequence<Int, Never>, _ after: Double) -> any AsyncSequence<
    Int, Never
  > { value }
  func sequence(_ before: Int8, _ value: (any AsyncSequence<Int, Never>)?, _ after: Int8) -> (
    any AsyncSequence<Int, Never>
  )? { value }
}
