import Testing
import Understudy

// Associated types that the compiler knows to be one type, or a class, in some protocols of a double and not in others: it passes
// their values accordingly.

private protocol Entity: Identifiable where ID == String {}
private protocol Directory: Entity {
  func find(_ id: ID) -> ID?
  func all(_ ids: [ID], _ each: @escaping (ID) -> ID) -> [ID]
}
private struct RealDirectory: Directory {
  let id = "self"
  func find(_ id: String) -> String? { id + "!" }
  func all(_ ids: [String], _ each: @escaping (String) -> String) -> [String] { ids.map(each) }
}

private protocol Holder<V> {
  associatedtype V
  func keep(_ v: V) -> V
}
private protocol IntHolder: Holder where V == Int { func twice(_ v: V) -> V }
private protocol IntHolderAgain: IntHolder { func thrice(_ v: V) async throws -> V }

private protocol Raw: RawRepresentable where RawValue == Int {}
private protocol RawChild: Raw { func next(_ raw: RawValue) -> RawValue }

private protocol Left { associatedtype V; func left(_ v: V) -> V }
private protocol Right { associatedtype V; func right(_ v: V) -> V }
private protocol TextRight: Right where V == String { func text(_ v: V) -> V }
private protocol Diamond: Left, TextRight { func diamond(_ v: V) -> V }

private protocol Outer { associatedtype R: Holder where R.V == Int; func outer(_ v: R.V) -> R.V }
private protocol Middle: Outer { associatedtype Q where Q == R.V; func middle(_ q: Q, _ v: R.V) -> Q }
private protocol Inner: Middle { func inner(_ q: Q) -> (Q, R.V) }
private struct RealHolder: Holder { func keep(_ v: Int) -> Int { v } }

private final class Box: Equatable {
  let value: Int
  init(_ value: Int) { self.value = value }
  static func == (left: Box, right: Box) -> Bool { left === right }
}
private protocol Plain<V> { associatedtype V; func plain(_ v: V) -> V }
private protocol OfClasses<V>: Plain where V: AnyObject { func object(_ v: V) -> V }
private protocol OfClassesAgain<V>: OfClasses { func again(_ v: V) -> V }
private protocol Sides<V>: OfClasses, Holder { func both(_ v: V) -> V }
private protocol Same<W> { associatedtype V; associatedtype W: AnyObject where V == W; func same(_ v: V) -> V }

private protocol Generic {
  func index<S: StringProtocol>(_ text: S, _ index: S.Index) -> S.Index
  func inner<S: StringProtocol>(_ text: S, _ index: S.SubSequence.Index) -> S.SubSequence.Index
  func held<H: IntHolder>(_ holder: H.Type, _ v: H.V) -> H.V
  func heldFurther<H: IntHolderAgain>(_ holder: H.Type, _ v: H.V) -> H.V
  func element<C: Collection>(_ list: C, _ element: C.Element) -> C.Element where C.Element: IntHolder
  func elements<C: Collection>(_ list: C, _ v: C.Element.V) -> C.Element.V where C.Element: IntHolder
  func same<C: Collection, T: AnyObject>(_ list: C, _ element: C.Element, _ other: T) -> C.Element where C.Element == T
}
private struct GivenHolder: IntHolderAgain {
  let number: Int
  func keep(_ v: Int) -> Int { v }
  func twice(_ v: Int) -> Int { 2 * v }
  func thrice(_ v: Int) async throws -> Int { 3 * v }
}

private protocol Made { associatedtype W; associatedtype V where V == [W]; func own(_ v: V) -> V }
private protocol MadeChild: Made { func child(_ v: V) -> V }

@Suite struct FixedAssociatedTypeTests {
  @Test func `A type that an inherited protocol fixes`() async throws {
    let directory = try Stub<any Directory>()
    directory.when { $0.find(Match.any()) }.then { (id: String) in id + "?" }
    directory.when { $0.all(Match.any(), Match.any()) }.then {
      (ids: [String], each: @escaping (String) -> String) in ids.map(each)
    }
    #expect(directory().find("abc") == "abc?")
    #expect(
      directory().all(["a", "a name that is longer than fifteen bytes"]) { $0 + "." } == [
        "a.", "a name that is longer than fifteen bytes.",
      ]
    )
    directory.verify { $0.find("abc") }

    let spy = try Spy<any Directory>.make(forwardingTo: RealDirectory())
    #expect(spy().find("abc") == "abc!")
    #expect(spy().all(["x"]) { $0 + "y" } == ["xy"])

    let holder = try Stub<any IntHolderAgain>()
    holder.when { $0.keep(Match.any()) }.then { (v: Int) in v + 1 }
    holder.when { $0.twice(Match.any()) }.then { (v: Int) in 2 * v }
    await holder.when { try await $0.thrice(Match.any()) }.then { (v: Int) in 3 * v }
    #expect(holder().keep(1) == 2)
    #expect(holder().twice(7) == 14)
    #expect(try await holder().thrice(7) == 21)

    let raw = try Stub<any RawChild>()
    raw.when { $0.next(Match.any()) }.then { (v: Int) in v + 1 }
    #expect(raw().next(41) == 42)
  }

  @Test func `A type that one of two inherited protocols fixes`() throws {
    let diamond = try Stub<any Diamond>()
    diamond.when { $0.left(Match.any()) }.then { (v: String) in v + "l" }
    diamond.when { $0.right(Match.any()) }.then { (v: String) in v + "r" }
    diamond.when { $0.text(Match.any()) }.then { (v: String) in v + "t" }
    diamond.when { $0.diamond(Match.any()) }.then { (v: String) in v + "d" }
    let double = diamond()
    #expect([double.left("1"), double.right("2"), double.text("3"), double.diamond("4")] == ["1l", "2r", "3t", "4d"])
  }

  @Test func `Types of associated types that are fixed`() throws {
    let stub = try Stub<any Inner>(binding: ["R": RealHolder.self])
    stub.when { $0.outer(Match.any()) }.then { (v: Int) in v + 1 }
    stub.when { $0.middle(Match.any(), Match.any()) }.then { (q: Int, v: Int) in q - v }
    stub.when { $0.inner(Match.any()) }.then { (q: Int) in (q, -q) }
    func use<D: Inner>(_ double: D) throws where D.R.V == Int {
      #expect(double.outer(1) == 2)
      #expect(double.middle(5, 3) == 2)
      #expect(double.inner(4) == (4, -4))
    }
    try use(stub())
  }

  @Test func `Classes, by what only some of the protocols say`() throws {
    let box = Box(1)
    let objects = try Stub<any OfClassesAgain<Box>>()
    objects.when { $0.plain(Match.any()) }.then { (v: Box) in v }
    objects.when { $0.object(Match.any()) }.then { (v: Box) in v }
    objects.when { $0.again(Match.any()) }.then { (v: Box) in v }
    let double = objects()
    #expect(double.plain(box) === box && double.object(box) === box && double.again(box) === box)

    let sides = try Stub<any Sides<Box>>()
    sides.when { $0.plain(Match.any()) }.then { (v: Box) in v }
    sides.when { $0.object(Match.any()) }.then { (v: Box) in v }
    sides.when { $0.keep(Match.any()) }.then { (v: Box) in v }
    sides.when { $0.both(Match.any()) }.then { (v: Box) in v }
    let both = sides()
    #expect(both.plain(box) === box && both.object(box) === box && both.keep(box) === box && both.both(box) === box)

    let same = try Stub<any Same<Box>>()
    same.when { $0.same(Match.any()) }.then { (v: Box) in v }
    #expect(same().same(box) === box)
  }

  @Test func `Types of generic parameters that their protocols fix`() throws {
    let stub = try Stub<any Generic>()
    let text = "abc"
    stub.when { $0.index(Match.any(String.self), Match.any()) }.then { (x: String, _: String.Index) in x.endIndex }
    stub.when { $0.inner(Match.any(Substring.self), Match.any()) }.then { (_: Substring, i: String.Index) in i }
    stub.when { $0.held(GivenHolder.self, Match.any()) }.then { (_: GivenHolder.Type, v: Int) in v + 1 }
    stub.when { $0.heldFurther(GivenHolder.self, Match.any()) }.then { (_: GivenHolder.Type, v: Int) in v + 2 }
    stub.when { $0.element(Match.any([GivenHolder].self), Match.any()) }.then { (l: [GivenHolder], _: GivenHolder) in
      l[0]
    }
    stub.when { $0.elements(Match.any([GivenHolder].self), Match.any()) }.then { (l: [GivenHolder], v: Int) in
      v + l.count
    }
    stub.when { $0.same(Match.any([Box].self), Match.any(), Match.any()) }.then { (_: [Box], e: Box, _: Box) in e }
    let double = stub()
    #expect(double.index(text, text.startIndex) == text.endIndex)
    #expect(double.inner(text.dropFirst(), text.startIndex) == text.startIndex)
    #expect(double.held(GivenHolder.self, 1) == 2)
    #expect(double.heldFurther(GivenHolder.self, 1) == 3)
    #expect(double.element([GivenHolder(number: 8)], GivenHolder(number: 9)).number == 8)
    #expect(double.elements([GivenHolder(number: 8)], 1) == 2)
    let box = Box(2)
    #expect(double.same([Box(3)], box, Box(4)) === box)
  }

  @Test func `A type that an inherited protocol makes of others is refused where it can't be told`() throws {
    let error = #expect(throws: StubError.self) { try Stub<any MadeChild>(binding: ["W": Int.self, "V": [Int].self]) }
    #expect(
      error?.description == """
        Can't make a double of any MadeChild: Its requirement `child(_: Self.V) -> Self.V` isn't supported: Self.V can't be \
        looked up at run time: a protocol makes Self.V of other types, as in `where V == [W]`.
          What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
        """
    )
  }
}
