import CTypes
import Foundation
import Glibc
import Testing
import Understudy

private protocol Machine {
  func sum(_ values: any Collection<Int>) -> any Collection<Int>
  func rotate(_ values: InlineArray<3, Int>) -> InlineArray<3, Int>
  func wait(until time: timespec) -> timespec
  func decode(_ text: String, as encoding: String.Encoding) -> String.Encoding?
  func close(_ mode: ct_closed) -> ct_closed
}

/// Types of C that only a typedef names, and what a closure does with its arguments anyway: symbols and modules spell them differently.
private protocol Divider {
  func half(_ value: div_t, _ closed: ct_closed, _ plain: ct_plain) -> div_t
  func read(_ body: (borrowing String, Int) -> Int) -> Int
}

private struct RealDivider: Divider {
  func half(_ value: div_t, _ closed: ct_closed, _ plain: ct_plain) -> div_t { div(value.quot, 2) }
  func read(_ body: (borrowing String, Int) -> Int) -> Int { body("abc", 1) }
}

/// Types that the runtime doesn't find by name, or doesn't describe as it describes others.
@Suite struct TypeTests {
  @Test func `A handler takes and returns them`() throws {
    let machine = try Stub<any Machine>()
    machine.when { $0.sum(Match.any()) }.then { (values: any Collection<Int>) -> any Collection<Int> in
      [values.reduce(0, +)]
    }
    machine.when { $0.rotate(Match.any()) }.then { (values: InlineArray<3, Int>) -> InlineArray<3, Int> in
      [values[1], values[2], values[0]]
    }
    machine.when { $0.wait(until: Match.any()) }.then { (time: timespec) -> timespec in
      timespec(tv_sec: time.tv_sec + 1, tv_nsec: time.tv_nsec)
    }
    machine.when { $0.decode("", as: .utf8) }.thenReturn(.utf16)
    #expect(Array(machine().sum([1, 2, 3])) == [6])
    let rotated = machine().rotate([1, 2, 3])
    #expect(rotated[0] == 2 && rotated[1] == 3 && rotated[2] == 1)
    let time = machine().wait(until: timespec(tv_sec: 5, tv_nsec: 6))
    #expect(time.tv_sec == 6 && time.tv_nsec == 6)
    #expect(machine().decode("", as: .utf8) == .utf16)
    machine.verify { $0.decode("", as: .utf8) }
  }

  @Test func `Types that the sources spell differently`() throws {
    let stub = try Stub<any Divider>()
    stub.when { $0.half(Match.any(), Match.any(), Match.any()) }.then { (value: div_t, _: ct_closed, _: ct_plain) in
      value
    }
    let value = stub().half(div_t(quot: 7, rem: 5), .one, ct_plain_two)
    #expect(value.quot == 7 && value.rem == 5)
    let spy = try Spy<any Divider>.make(forwardingTo: RealDivider())
    let half = spy().half(div_t(quot: 7, rem: 0), .one, ct_plain_two)
    #expect(half.quot == 3 && half.rem == 1)
    #expect(spy().read { $0.count + $1 } == 4)
  }

  @Test func `Enums of C that have no other cases`() throws {
    let machine = try Stub<any Machine>()
    machine.when { $0.close(Match.any()) }.then { (mode: ct_closed) in mode == .one ? .two : .one }
    #expect(machine().close(.one) == .two && machine().close(.two) == .one)
    #expect(issues { machine.verify(.never) { $0.close(Match.any()) } }.count == 1)
    let captor = Captor<ct_closed>()
    machine.verify(2) { $0.close(captor.capture()) }
    #expect(captor.values == [.one, .two])
  }

  @Test func `Calls of them are described`() throws {
    let machine = try Stub<any Machine>()
    machine.when { $0.sum(Match.any()) }.thenReturn([1])
    machine.when { $0.wait(until: Match.any()) }.thenReturn(timespec())
    _ = machine().sum([1, 2])
    _ = machine().wait(until: timespec(tv_sec: 5, tv_nsec: 6))
    let text = machine.describeInteractions()
    #expect(text.contains("sum([1, 2])"))
    #expect(text.contains("wait(until: "))
  }

  @Test func `Types in constrained extensions of types with several parameters`() throws {
    let binder = try Stub<any Binder>()
    binder.when { $0.bind(Match.any(), Match.any(), Match.any(), Match.any()) }.then {
      (
        first: Duo<Int, String>.First,
        same: Duo<Int, Int>.Same,
        inner: Duo<Int, Bool>.Inner<String>.Numbered,
        _: Duo<Int, Bool>.Keyed
      ) in
      first.b.count + same.both + inner.number
    }
    let spy = try Spy<any Binder>.make(forwardingTo: RealBinder())
    for double in [binder(), spy()] {
      #expect(double.bind(.init(b: "four"), .init(both: 5), .init(number: 6), .init(a: 7)) == 15)
    }
  }

  @Test func `Indices whose type lies in a constrained extension of the standard library`() throws {
    let joined: FlattenSequence<[[Int]]> = [[1], [2, 3]].joined()
    let cursor = try Stub<any Cursor>()
    cursor.when { $0.next(after: Match.any()) }.thenReturn(joined.endIndex)
    let spy = try Spy<any Cursor>.make(forwardingTo: RealCursor(joined: joined))
    for double in [cursor(), spy()] { #expect(double.next(after: joined.startIndex) == joined.endIndex) }
  }

  @Test func `Arguments larger than what is kept on the stack`() throws {
    let store = try Stub<any LargeStore>()
    var block = InlineArray<8192, UInt8>(repeating: 7)
    block[8191] = 9
    let spy = try Spy<any LargeStore>.make(forwardingTo: RealLargeStore())
    #expect(spy().keep(block, named: "a") == 16)
    store.when { $0.keep(Match.any(), named: Match.equal("b")) }.thenReturn(5)
    store.when { $0.keep(Match.any(), named: Match.equal("c")) }.then {
      (block: InlineArray<8192, UInt8>, name: String) in
      Int(block[8191]) + name.count
    }
    #expect(store().keep(block, named: "b") == 5)
    #expect(store().keep(block, named: "c") == 10)
    spy.verify { $0.keep(Match.any(), named: Match.equal("a")) }
    let kept = try #require(store.history.timeline.first?.arguments.first as? InlineArray<8192, UInt8>)
    #expect(kept[0] == 7 && kept[8191] == 9)
  }

  #if arch(x86_64)
    @Test func `A number of 80 bits beside an error that leaves no register for it`() throws {
      let scale = try Stub<any Scale>()
      scale.when { try $0.weigh() }.thenReturn(Weight(exact: 0.5, grams: 3), times: 20)
        .thenThrow(Overload(a: 1, b: 2, c: 3, d: 4))
      for _ in 0..<20 {
        let weight = try scale().weigh()
        // Its unit has eight places: what isn't taken off stays.
        #expect(weight.exact * 2 == 1 && weight.grams == 3)
      }
      for _ in 0..<20 {
        let error = #expect(throws: Overload.self) { try scale().weigh() }
        #expect(error?.d == 4)
      }
    }
  #endif
}

private struct Duo<A, B> {
  struct Inner<C> {}
}

extension Duo where A == Int {
  fileprivate struct First { var b: B }
}

extension Duo where A == B {
  fileprivate struct Same { var both: A }
}

extension Duo.Inner where A == Int, C == String {
  fileprivate struct Numbered { var number: A }
}

extension Duo where A: Hashable {
  fileprivate struct Keyed { var a: A }
}

private protocol Binder {
  func bind(
    _ first: Duo<Int, String>.First,
    _ same: Duo<Int, Int>.Same,
    _ inner: Duo<Int, Bool>.Inner<String>.Numbered,
    _ keyed: Duo<Int, Bool>.Keyed
  ) -> Int
}

private struct RealBinder: Binder {
  func bind(
    _ first: Duo<Int, String>.First,
    _ same: Duo<Int, Int>.Same,
    _ inner: Duo<Int, Bool>.Inner<String>.Numbered,
    _ keyed: Duo<Int, Bool>.Keyed
  ) -> Int {
    first.b.count + same.both + inner.number
  }
}

private protocol Cursor {
  func next(after index: FlattenSequence<[[Int]]>.Index) -> FlattenSequence<[[Int]]>.Index
}

private struct RealCursor: Cursor {
  let joined: FlattenSequence<[[Int]]>
  func next(after index: FlattenSequence<[[Int]]>.Index) -> FlattenSequence<[[Int]]>.Index { joined.endIndex }
}

private protocol LargeStore {
  func keep(_ block: InlineArray<8192, UInt8>, named name: String) -> Int
}

private struct RealLargeStore: LargeStore {
  func keep(_ block: InlineArray<8192, UInt8>, named name: String) -> Int { Int(block[0]) + Int(block[8191]) }
}

#if arch(x86_64)
  private struct Weight {
    var exact: Float80
    var grams: Int128
  }

  private struct Overload: Error {
    var a: Int, b: Int, c: Int, d: Int
  }

  private protocol Scale {
    func weigh() throws(Overload) -> Weight
  }
#endif
