import Foundation
import Testing
import Understudy

/// Doubles of the standard library's protocols, called by the standard library's own code. None has a conformer of ours.
@Suite("Protocols of the standard library")
struct StandardLibraryTests {
  @Test func `Int.random takes its bits from a double`() throws {
    let stub = try Stub<any RandomNumberGenerator>()
    stub.when { $0.next() }.thenReturn((1 << 62) + 12345, UInt64.max)
    var generator = stub()
    #expect(Int.random(in: 0..<100, using: &generator) == 25)
    #expect(Int.random(in: 0..<100, using: &generator) == 99)
    stub.verify(2) { $0.next() }
  }

  @Test func `print writes to a double`() throws {
    let stub = try Stub<any TextOutputStream>()
    stub.when { $0.write(Match.any()) }.thenDoNothing()
    var stream = stub()
    print("one", 2, separator: ", ", terminator: ".", to: &stream)
    let texts: [String] = stub.history.timeline.compactMap { $0.arguments.first as? String }.filter { !$0.isEmpty }
    #expect(texts == ["one", ", ", "2", "."])
    stub.verifyNoUnusedStubs()
  }

  @Test func `String(describing:) asks a streamable double for its text`() throws {
    let stub = try Stub<any TextOutputStreamable>()
    stub.when { (double: inout any TextOutputStreamable) in
      var text = ""
      double.write(to: &text)
    }
    .then { (text: inout String) in text = "streamed" }
    #expect(String(describing: stub()) == "streamed")
  }

  @Test func `Interpolation and debugPrint ask a double for its descriptions`() throws {
    let stub = try Stub<any CustomStringConvertible & CustomDebugStringConvertible>()
    stub.when { $0.description }.thenReturn("plain")
    stub.when { $0.debugDescription }.thenReturn("debug")
    #expect("\(stub())" == "plain")
    #expect(String(reflecting: stub()) == "debug")
  }

  @Test func `dump shows the mirror that a double gives`() throws {
    let stub = try Stub<any CustomReflectable>()
    stub.when { $0.customMirror }.thenReturn(Mirror(0, children: ["size": 3], displayStyle: .struct))
    let mirror = Mirror(reflecting: stub())
    #expect(mirror.children.map(\.label) == ["size"])
    #expect(mirror.children.first?.value as? Int == 3)
  }

  @Test func `String(format:) takes a double for its argument`() throws {
    let stub = try Stub<any CVarArg>()
    stub.when { $0._cVarArgEncoding }.thenReturn([42])
    #expect(String(format: "<%ld>", stub()) == "<42>")
  }

  @Test func `A range expression that is a double says which elements are meant`() throws {
    func part<R: RangeExpression<Int>>(of array: [String], _ range: R) -> [String] { Array(array[range]) }
    let stub = try Stub<any RangeExpression<Int>>()
    stub.when { $0.relative(to: Match.any() as [String]) }.thenReturn(1..<3)
    let part = part(of: ["a", "b", "c", "d"], stub())
    #expect(part == ["b", "c"])
  }

  @Test func `A pattern that is a double matches what its regex does`() throws {
    let stub = try Stub<any RegexComponent<Substring>>()
    let digits = try Regex("[0-9]+", as: Substring.self)
    stub.when { $0.regex }.thenReturn(digits)
    func first(in text: String, _ pattern: some RegexComponent<Substring>) -> Substring? {
      text.firstMatch(of: pattern)?.output
    }
    let match = first(in: "route 66", stub())
    #expect(match == "66")
  }

  @Test func `A set finds a double by the hash and the equality it is told`() throws {
    let stub = try Stub<any Hashable & Sendable>()
    let other = try Stub<any Hashable & Sendable>()
    func boxed(_ value: some Hashable) -> AnyHashable { AnyHashable(value) }
    let (one, two) = (stub(), other())
    let set: Set = [boxed(one), boxed(one), boxed(two)]
    #expect(set.count == 2)
  }

  @Test func `Sorting asks doubles how they compare`() throws {
    let stub = try Stub<any Comparable>()
    func smaller<C: Comparable>(_ value: C) -> Bool { min(value, value) == value }
    let isSmaller = smaller(stub())
    #expect(isSmaller)
  }

  @Test func `A raw value that a double gives compares as that of an enum does`() throws {
    let stub = try Stub<any RawRepresentable<Int>>()
    stub.when { $0.rawValue }.thenReturn(7)
    func sameRaw<R: RawRepresentable<Int>>(_ value: R) -> Bool { value == value && value.rawValue == 7 }
    let isSame = sameRaw(stub())
    #expect(isSame)
  }

  @Test func `ForEach-like code takes its identity from a double`() throws {
    let stub = try Stub<any Identifiable<Int>>()
    stub.when { $0.id }.thenReturn(5)
    func ids(_ values: [any Identifiable<Int>]) -> [Int] { values.map { $0.id } }
    #expect(ids([stub(), stub()]) == [5, 5])
  }
}
