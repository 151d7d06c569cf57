import Testing
import Understudy

// Types that have to be others because something that they belong to has to be.

private protocol Holder<V> {
  associatedtype V
  func keep(_ v: V) -> V
}
private protocol IntHolder: Holder where V == Int {}
private protocol ObjectHolder<V>: Holder where V: AnyObject {}
private struct RealInt: IntHolder, Equatable { func keep(_ v: Int) -> Int { v } }
private final class Box {}
private struct RealBox: ObjectHolder { func keep(_ v: Box) -> Box { v } }
private struct Pair: Holder { func keep(_ v: (Int, Int)) -> (Int, Int) { v } }

private protocol Rooted { associatedtype R: Holder }
private protocol RootedInPair: Rooted where R == Pair {
  func apply(_ body: @escaping (R.V) -> R.V) -> Int
}
private protocol RootedInInt: Rooted where R == RealInt {
  func plain(_ v: R.V) -> R.V
  func wrapped(_ v: R.V?, _ list: [R.V]) async throws -> R.V?
}
private protocol RootedInBox: Rooted where R == RealBox { func object(_ v: R.V) -> R.V }
private protocol Named: Rooted { associatedtype Q where Q == R.V }
private protocol NamedInt: Named where R == RealInt { func named(_ q: Q) -> Q }

private protocol First { associatedtype X: Holder }
private protocol Second { associatedtype Y: Holder }
private protocol Both: First, Second where X == Y {}
private protocol BothOfInt: Both where Y: IntHolder { func both(_ x: X.V, _ y: Y.V) -> Y.V }
private protocol BothByMember: Both where X.V == Int { func member(_ y: Y.V) -> Y.V }
private protocol BothOfObjects: Both where Y.V: AnyObject { func object(_ x: X.V) -> X.V }

private class BaseHolder: Holder { func keep(_ v: Int) -> Int { v } }
private final class SubHolder: BaseHolder {}
private protocol Inheriting: Rooted where R: BaseHolder { func inherited(_ v: R.V) -> R.V }

private protocol IntHolders: Collection where Element: IntHolder {}
extension Array: IntHolders where Element: IntHolder {}
private protocol Holders: Collection where Element: Holder {}
extension Array: Holders where Element: Holder {}

private protocol Generics {
  func slices<C: Collection>(_ list: C, _ element: C.Element) -> C.Element where C.SubSequence == Substring
  func iterated<C: Collection>(_ list: C, _ element: C.Element) -> C.Element where C.Iterator == IndexingIterator<[Int]>
  func timed<C: Clock>(_ clock: C, _ time: C.Duration) -> C.Duration where C.Instant == ContinuousClock.Instant
  func equal<A: Holders, B: IntHolders>(_ a: A, _ b: B, _ v: A.Element.V) -> A.Element.V where A.Element == B.Element
  func object<C: ObjectHolder, T>(_ holder: C, _ v: T) -> T where C.V == T
  func body<C: ObjectHolder, T>(_ holder: C, _ body: @escaping (T) -> T) -> T where C.V == T
  func held<C: IntHolders, T>(_ list: C, _ holder: T, _ v: T.V) -> T.V where C.Element == T
  func inherited<T: Inheriting>(_ type: T.Type, _ v: T.R.V) -> T.R.V
  func cases<T: CaseIterable>(_ type: T, _ all: [T]) -> T where T.AllCases == [T]
  func ordinary<C: Collection, D: Collection>(_ list: C, _ other: D, _ v: C.Element) -> D.Element?
  where C.Element == D.Element
}
private protocol Recursive: Rooted { associatedtype Next where Next == Self }
private enum Side: CaseIterable { case left, right }

private struct RealInheriting: Inheriting {
  typealias R = SubHolder
  func inherited(_ v: Int) -> Int { v }
}

@Suite struct ReducedTypeTests {
  @Test func `Members of a type that an inherited protocol fixes`() async throws {
    let pair = try Stub<any RootedInPair>()
    pair.when { $0.apply(Match.any()) }.then { (body: @escaping ((Int, Int)) -> (Int, Int)) in body((1, 2)).1 }
    #expect(pair().apply { ($0.0, $0.1 + 5) } == 7)

    let int = try Stub<any RootedInInt>()
    int.when { $0.plain(Match.any()) }.then { (v: Int) in v + 1 }
    await int.when { try await $0.wrapped(Match.any(), Match.any()) }.then { (v: Int?, list: [Int]) in
      v.map { $0 + list.count }
    }
    #expect(int().plain(4) == 5)
    #expect(try await int().wrapped(4, [1, 2]) == 6)

    let box = Box()
    let object = try Stub<any RootedInBox>()
    object.when { $0.object(Match.any()) }.then { (v: Box) in v }
    #expect(object().object(box) === box)

    let named = try Stub<any NamedInt>()
    named.when { $0.named(Match.any()) }.then { (v: Int) in v + 2 }
    #expect(named().named(5) == 7)
  }

  @Test func `Members of types that are the same`() throws {
    let both = try Stub<any BothOfInt>(binding: ["X": RealInt.self])
    both.when { $0.both(Match.any(), Match.any()) }.then { (x: Int, y: Int) in x - y }
    #expect(both().both(7, 3) == 4)
    let member = try Stub<any BothByMember>(binding: ["X": RealInt.self])
    member.when { $0.member(Match.any()) }.then { (y: Int) in y + 1 }
    #expect(member().member(7) == 8)
    let objects = try Stub<any BothOfObjects>(binding: ["X": RealBox.self])
    func use<D: BothOfObjects>(_ double: D, _ box: Box) -> AnyObject? { (box as? D.X.V).map { double.object($0) } }
    objects.when { double in
      func call<D: BothOfObjects>(_ double: D) -> AnyObject { double.object(Match.any()) }
      return call(double)
    }.then { (v: Box) in v as AnyObject }
    let box = Box()
    #expect(use(objects(), box) === box)
  }

  @Test func `Members of what inherits from a class`() throws {
    let stub = try Stub<any Inheriting>(binding: ["R": SubHolder.self])
    stub.when { $0.inherited(Match.any()) }.then { (v: Int) in v + 1 }
    #expect(stub().inherited(5) == 6)
  }

  @Test func `Members of generic parameters that their signature fixes`() throws {
    let stub = try Stub<any Generics>()
    stub.when { $0.slices(Match.any(String.self), Match.any()) }.then { (_: String, c: Character) in c }
    stub.when { $0.iterated(Match.any([Int].self), Match.any()) }.then { (list: [Int], v: Int) in v + list.count }
    stub.when { $0.timed(Match.any(ContinuousClock.self), Match.any()) }.then { (_: ContinuousClock, d: Duration) in
      d * 2
    }
    stub.when { $0.equal(Match.any([RealInt].self), Match.any([RealInt].self), Match.any()) }.then {
      (_: [RealInt], _: [RealInt], v: Int) in v + 1
    }
    stub.when { $0.object(Match.any(RealBox.self), Match.any()) }.then { (_: RealBox, v: Box) in v }
    stub.when { $0.held(Match.any([RealInt].self), Match.any(), Match.any()) }.then {
      (_: [RealInt], _: RealInt, v: Int) in v + 2
    }
    stub.when { $0.inherited(RealInheriting.self, Match.any()) }.then { (_: RealInheriting.Type, v: Int) in v + 3 }
    stub.when { $0.cases(Match.any(Side.self), Match.any()) }.then { (one: Side, all: [Side]) in
      all.first { $0 != one } ?? one
    }
    stub.when { $0.ordinary(Match.any([String].self), Match.any(Set<String>.self), Match.any()) }.then {
      (list: [String], other: Set<String>, v: String) in other.contains(v) ? list.first : nil
    }
    let double = stub()
    #expect(double.slices("abc", "x") == "x")
    #expect(double.iterated([1, 2], 5) == 7)
    #expect(double.timed(ContinuousClock(), .seconds(2)) == .seconds(4))
    #expect(double.equal([RealInt()], [RealInt()], 5) == 6)
    let box = Box()
    #expect(double.object(RealBox(), box) === box)
    #expect(double.held([RealInt()], RealInt(), 5) == 7)
    #expect(double.inherited(RealInheriting.self, 5) == 8)
    #expect(double.cases(Side.left, Side.allCases) == .right)
    #expect(double.ordinary(["a"], Set(["b"]), "b") == "a")
  }

  @Test func `Bindings that contradict the protocol are refused`() throws {
    func reason(_ make: () throws -> Void) -> String {
      do {
        try make()
        return "none"
      } catch { return "\(error)" }
    }
    #expect(
      reason { _ = try Stub<any ObjectHolder>(binding: ["V": Int.self]) } == """
        Can't make a double of any ObjectHolder: Its associated type V has to be a class, and it is Int.
          What to do: Bind it to one.
        """
    )
    #expect(
      reason { _ = try Stub<any Inheriting>(binding: ["R": RealInt.self]) } == """
        Can't make a double of any Inheriting: Its associated type R has to be a subclass of BaseHolder, and it is RealInt.
          What to do: Bind it to one.
        """
    )
    #expect(
      reason { _ = try Stub<any Recursive>(binding: ["R": RealInt.self, "Next": Int.self]) } == """
        Can't make a double of any Recursive: Its associated type Next has to be the conforming type itself, which the double \
        makes up.
          What to do: Double a protocol without that, or write a conformer by hand.
        """
    )
    #expect(
      reason { _ = try Stub<any IntHolder>(binding: ["V": String.self]) } == """
        Can't make a double of any IntHolder: Its associated type V has to be Int, and the binding given says String.
          What to do: Leave out the binding.
        """
    )
  }
}
